import { type CSSProperties, type HTMLAttributes, memo, type ReactNode } from 'react'
import styles from './data-table.module.css'

export interface CellFrame {
  readonly id: string
  readonly style: CSSProperties
  readonly className: string
  readonly aria: HTMLAttributes<HTMLDivElement>
}

export const cellFrame = (frame: {
  readonly id: string
  readonly column: number
  readonly columns?: number
  readonly style: CSSProperties
  readonly isNumeric: boolean
  readonly isRowHeader: boolean
}): CellFrame => ({
  id: frame.id,
  style: frame.style,
  className: `${styles.cell} ${frame.isNumeric ? styles.numeric : ''}`,
  aria: {
    role: frame.isRowHeader ? 'rowheader' : 'gridcell',
    'aria-colindex': frame.column + 1,
    ...(frame.columns === undefined ? {} : { 'aria-colspan': frame.columns }),
  },
})

interface RowCellsProps<Item> {
  readonly row: Item
  readonly frames: readonly CellFrame[]
  readonly cellOf: (row: Item, index: number) => ReactNode
  readonly words: ReactNode | null
  readonly mark: ReactNode
  readonly end: ReactNode
}

/** One cell of the grid holds the whole row, because a grid with a cell per column scrolls too slowly. */
function Cells<Item>({ row, frames, cellOf, words, mark, end }: RowCellsProps<Item>) {
  const [first, second] = frames
  if (words !== null && first !== undefined) {
    const rest = cellFrame({
      id: 'words',
      column: 1,
      columns: frames.length - 1,
      style: { left: second?.style.left, right: 0 },
      isNumeric: true,
      isRowHeader: false,
    })
    return (
      <>
        <OneCell frame={first}>
          {mark}
          {cellOf(row, 0)}
        </OneCell>
        <OneCell frame={rest}>{words}</OneCell>
      </>
    )
  }
  return frames.map((frame, column) => (
    <OneCell key={frame.id} frame={frame}>
      {column === 0 && mark}
      {cellOf(row, column)}
      {column === frames.length - 1 && end}
    </OneCell>
  ))
}

const OneCell = ({
  frame: { aria, className, style },
  children,
}: {
  readonly frame: CellFrame
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
