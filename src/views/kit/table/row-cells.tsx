import { type CSSProperties, type HTMLAttributes, memo, type ReactNode } from 'react'
import styles from './data-table.module.css'

export interface CellPlace {
  readonly id: string
  readonly style: CSSProperties
  readonly className: string
  readonly aria: HTMLAttributes<HTMLDivElement>
}

export const cellPlace = (place: {
  readonly id: string
  readonly column: number
  readonly columns?: number
  readonly style: CSSProperties
  readonly isNumeric: boolean
  readonly isRowHeader: boolean
}): CellPlace => ({
  id: place.id,
  style: place.style,
  className: `${styles.cell} ${place.isNumeric ? styles.numeric : ''}`,
  aria: {
    role: place.isRowHeader ? 'rowheader' : 'gridcell',
    'aria-colindex': place.column + 1,
    ...(place.columns === undefined ? {} : { 'aria-colspan': place.columns }),
  },
})

interface RowCellsProps<Item> {
  readonly row: Item
  readonly places: readonly CellPlace[]
  readonly cellOf: (row: Item, index: number) => ReactNode
  readonly words: ReactNode | null
  readonly mark: ReactNode
  readonly end: ReactNode
}

/** One cell of the grid holds the whole row, because a grid with a cell per column scrolls too slowly. */
function Cells<Item>({ row, places, cellOf, words, mark, end }: RowCellsProps<Item>) {
  const [first, second] = places
  if (words !== null && first !== undefined) {
    const rest = cellPlace({
      id: 'words',
      column: 1,
      columns: places.length - 1,
      style: { left: second?.style.left, right: 0 },
      isNumeric: true,
      isRowHeader: false,
    })
    return (
      <>
        <OneCell place={first}>
          {mark}
          {cellOf(row, 0)}
        </OneCell>
        <OneCell place={rest}>{words}</OneCell>
      </>
    )
  }
  return places.map((place, column) => (
    <OneCell key={place.id} place={place}>
      {column === 0 && mark}
      {cellOf(row, column)}
      {column === places.length - 1 && end}
    </OneCell>
  ))
}

const OneCell = ({
  place: { aria, className, style },
  children,
}: {
  readonly place: CellPlace
  readonly children: ReactNode
}) => (
  <div {...aria} className={className} style={style}>
    {children}
  </div>
)

/** `memo` drops the type parameter. */
export const RowCells = memo(Cells) as typeof Cells

const cellsOf = (row: Element): readonly HTMLElement[] => [
  ...row.querySelectorAll<HTMLElement>('[role=gridcell], [role=rowheader]'),
]

const goTo = (cell: HTMLElement | undefined): void => {
  if (cell === undefined) return
  cell.tabIndex = -1
  cell.focus({ preventScroll: true })
  cell.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** Returns true if the key was handled. */
export const walkCells = (key: string, row: HTMLElement): boolean => {
  const cells = cellsOf(row)
  const at = cells.findIndex((cell) => cell.matches(':focus'))
  if (key === 'ArrowRight') {
    goTo(cells[Math.min(at + 1, cells.length - 1)])
    return true
  }
  if (key === 'ArrowLeft') {
    if (at > 0) goTo(cells[at - 1])
    else row.focus()
    return true
  }
  if (at >= 0 && (key === 'ArrowDown' || key === 'ArrowUp')) {
    // The grid moves to the next row first.
    requestAnimationFrame(() => {
      const reached = document.activeElement
      if (reached?.getAttribute('role') === 'row') goTo(cellsOf(reached)[at])
    })
  }
  return false
}
