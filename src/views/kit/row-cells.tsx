import { type CSSProperties, type HTMLAttributes, memo, type ReactNode } from 'react'
import styles from './data-table.module.css'

export interface CellPlace {
  readonly id: string
  /** Where the cell stands in its row, in pixels. */
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
  readonly cellOf: (row: Item, place: number) => ReactNode
  /** Said in place of all cells but the first. */
  readonly words: ReactNode | null
  /** Stands inside the first cell. */
  readonly mark: ReactNode
  /** Stands inside the last cell. */
  readonly end: ReactNode
}

/**
 * The cells of one row, in one cell of the grid: a grid that knows of every cell takes too long to scroll. Each keeps
 * the role and the column that it would have there.
 */
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

/** Typed as the function, since `memo` forgets the kind of row. */
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

/**
 * Left and right walk the cells of a row, and up and down keep the column. True where the key has been dealt with.
 */
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
    // The grid goes to the next row first.
    requestAnimationFrame(() => {
      const reached = document.activeElement
      if (reached?.getAttribute('role') === 'row') goTo(cellsOf(reached)[at])
    })
  }
  return false
}
