import { useParentSize } from '@visx/responsive'
import { scaleBand } from '@visx/scale'
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useMemo } from 'react'
import { type AxisMark, MarksBelow, MarksBeside } from '../../charts/axes.tsx'
import { useCursor } from '../../charts/use-cursor.ts'
import type { Grid, GridCell } from './grid-cells.ts'
import styles from './grid-map.module.css'
import { GridScale } from './grid-scale.tsx'

interface GridMapProps {
  readonly grid: Grid
  readonly neutral: number
  readonly isLoss: boolean
  readonly label: string
  readonly summary: string
  readonly inWords: (cell: GridCell) => string
  readonly format: (value: number) => string
  readonly onOpen: (combination: number) => void
}

const LEFT = 44
const TOP = 6
const BOTTOM = 24
const ROW_MAX = 56
const ROW_MIN = 4
const HEIGHT_MAX = 300
/** Cells of one shade share a path, so that ten thousand are drawn as fast as ten. */
const SHADES = 16

export function GridMap({ grid, neutral, isLoss, label, summary, inWords, format, onOpen }: GridMapProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 30 })
  const plot = useMemo(() => plotOf(grid, width, neutral, isLoss), [grid, width, neutral, isLoss])
  const cursor = useCursor(grid.cells.length, { across: grid.rows.length, along: 1 })
  const cell = cursor.at === null ? undefined : grid.cells[cursor.at]
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || cell === undefined) return cursor.onKeyDown(event)
    event.preventDefault()
    event.stopPropagation()
    onOpen(cell.combination)
  }
  const follow = (event: PointerEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    cursor.set(plot.at(event.clientX - left, event.clientY - top))
  }
  return (
    <div className={styles.frame}>
      <div
        ref={parentRef}
        className={styles.map}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-roledescription="heat map"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, grid.cells.length - 1)}
        aria-valuenow={cursor.at ?? 0}
        aria-valuetext={cell === undefined ? summary : inWords(cell)}
        onKeyDown={press}
        onPointerMove={follow}
        onPointerLeave={() => cursor.set(null)}
        onBlur={() => cursor.set(null)}
        onClick={() => cell !== undefined && onOpen(cell.combination)}
        style={{ height: plot.height }}
      >
        <svg width={Math.max(0, width)} height={plot.height} aria-hidden="true">
          {plot.shades.map(({ tone, depth, path }) => (
            <path
              key={`${tone}${depth}`}
              className={styles[tone]}
              style={{ '--depth': `${depth}%` } as CSSProperties}
              d={path}
            />
          ))}
          {cell !== undefined && <path className={styles.cursor} d={plot.outline(cell)} />}
          <MarksBelow
            top={plot.height - BOTTOM}
            marks={marksAt(plot.x, plot.columnTicks, grid.columns)}
            className={styles.tick}
          />
          {grid.rows.length > 1 && (
            <MarksBeside
              left={LEFT}
              side="left"
              marks={marksAt(plot.y, plot.rowTicks, grid.rows)}
              className={styles.tick}
            />
          )}
        </svg>
      </div>
      <div className={styles.foot} aria-hidden="true">
        <p>{cell === undefined ? summary : inWords(cell)}</p>
        <GridScale grid={grid} neutral={neutral} isLoss={isLoss} format={format} />
      </div>
    </div>
  )
}

type Tone = 'up' | 'down' | 'flat'

const plotOf = (grid: Grid, width: number, neutral: number, isLoss: boolean) => {
  const { columns, rows, cells, reach } = grid
  const rowHeight = Math.max(ROW_MIN, Math.min(ROW_MAX, Math.floor(HEIGHT_MAX / Math.max(1, rows.length))))
  const height = TOP + rows.length * rowHeight + BOTTOM
  const padding = rowHeight > 10 ? 0.08 : 0
  const inner = Math.max(LEFT + 20, width - 4)
  const x = scaleBand({ domain: columns.map((_, index) => index), range: [LEFT, inner], padding })
  const y = scaleBand({ domain: rows.map((_, index) => index), range: [TOP, height - BOTTOM], padding })
  const outline = ({ column, row }: GridCell): string =>
    `M${x(column) ?? 0} ${y(row) ?? 0}h${x.bandwidth()}v${y.bandwidth()}h${-x.bandwidth()}z`
  const paths = new Map<string, { tone: Tone; depth: number; path: string }>()
  for (const cell of cells) {
    const off = (cell.value ?? neutral) - neutral
    const share = reach === 0 ? 0 : Math.abs(off) / reach
    const tone: Tone = cell.value === null || off === 0 ? 'flat' : off > 0 !== isLoss ? 'up' : 'down'
    const depth = tone === 'flat' ? 0 : Math.round(12 + (Math.ceil(share * SHADES) / SHADES) * 88)
    const known = paths.get(`${tone}${depth}`)
    if (known === undefined) paths.set(`${tone}${depth}`, { tone, depth, path: outline(cell) })
    else known.path += outline(cell)
  }
  const at = (left: number, top: number): number | null => {
    const column = Math.floor(((left - LEFT) / (inner - LEFT)) * columns.length)
    const row = Math.floor(((top - TOP) / (height - BOTTOM - TOP)) * rows.length)
    const isInside = column >= 0 && column < columns.length && row >= 0 && row < rows.length
    return isInside ? column * rows.length + row : null
  }
  return {
    height,
    x,
    y,
    at,
    outline,
    shades: [...paths.values()],
    columnTicks: everySo(columns.length, Math.floor((inner - LEFT) / 40)),
    rowTicks: everySo(rows.length, Math.floor((height - BOTTOM - TOP) / 14)),
  }
}

const marksAt = (
  scale: ReturnType<typeof scaleBand<number>>,
  indexes: readonly number[],
  values: readonly unknown[],
): readonly AxisMark[] =>
  indexes.map((index) => ({
    at: (scale(index) ?? 0) + scale.bandwidth() / 2,
    label: String(values[index] ?? ''),
  }))

const everySo = (count: number, fitting: number): number[] => {
  const step = Math.max(1, Math.ceil(count / Math.max(1, fitting)))
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step)
}
