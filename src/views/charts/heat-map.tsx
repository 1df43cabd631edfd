import { useParentSize } from '@visx/responsive'
import { type CSSProperties, useMemo } from 'react'
import { type IstDate, istDateToDayNumber } from '../../domain/time.ts'
import { CursorFrame } from './cursor-frame.tsx'
import styles from './heat-map.module.css'
import { useCursor } from './use-cursor.ts'

export interface DayReturn {
  readonly day: IstDate
  /** Percent; null if undefined. */
  readonly percent: number | null
}

interface HeatMapProps {
  readonly days: readonly DayReturn[]
  readonly summary: string
  readonly format: (day: DayReturn) => string
  /** Called with the day under the cursor, by a click or Enter. */
  readonly onPick?: (day: IstDate) => void
}

const GAP = 2
const CELL_MAX = 17
const CELL_MIN = 10
const LABEL_HEIGHT = 13
/** Pixels; narrower months have no label. */
const LABEL_WIDTH = 24
const BAND_GAP = 6
const WEEKDAYS = 5
/** Percent; larger returns have the same colour. */
const DEEPEST = 100

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Colour is linear in the return. */
export function HeatMap({ days, summary, format, onPick }: HeatMapProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 30 })
  const map = useMemo(() => mapOf(days, width), [days, width])
  const cursor = useCursor(map.cells.length, { across: WEEKDAYS, along: 1 })
  const cell = cursor.at === null ? undefined : map.cells[cursor.at]
  return (
    <div className={styles.frame} ref={parentRef}>
      <CursorFrame
        className={styles.map}
        style={{ height: map.height }}
        label="Daily returns"
        kind="heat map"
        cursor={cursor}
        length={map.cells.length}
        restsAt={Math.max(0, map.cells.length - 1)}
        valueText={cell ? format(cell.of) : summary}
        {...(onPick === undefined ? {} : { onPick: () => cell && onPick(cell.of.day) })}
      >
        <svg width={width} height={map.height} aria-hidden="true">
          {map.labels.map((label) => (
            <text key={label.key} className={styles.month} x={label.x} y={label.y}>
              {label.text}
            </text>
          ))}
          {map.cells.map((each, index) => (
            <rect
              key={each.of.day}
              className={styles[each.tone]}
              style={{ '--depth': `${each.depth}%` } as CSSProperties}
              x={each.x}
              y={each.y}
              width={map.size}
              height={map.size}
              rx={2.5}
              data-on={index === cursor.at ? '' : undefined}
              onPointerEnter={() => cursor.set(index)}
            />
          ))}
        </svg>
      </CursorFrame>
      <p className={styles.readout} aria-hidden="true">
        {cell ? format(cell.of) : summary}
      </p>
    </div>
  )
}

const mapOf = (days: readonly DayReturn[], width: number) => {
  const week = (day: IstDate) => Math.floor((istDateToDayNumber(day) + 3) / 7)
  const weekday = (day: IstDate) => (istDateToDayNumber(day) + 3) % 7
  const weekdays = days.filter(({ day }) => weekday(day) < WEEKDAYS)
  const first = weekdays[0] ? week(weekdays[0].day) : 0
  const last = weekdays.at(-1)
  const weeks = last ? week(last.day) - first + 1 : 0
  const fitting = Math.max(1, Math.floor((width + GAP) / (CELL_MIN + GAP)))
  const bands = Math.max(1, Math.ceil(weeks / fitting))
  const perBand = Math.ceil(weeks / bands) || 1
  const size = Math.max(CELL_MIN, Math.min(CELL_MAX, Math.floor((width - GAP * (perBand - 1)) / perBand)))
  const bandHeight = LABEL_HEIGHT + WEEKDAYS * (size + GAP) + BAND_GAP
  const slot = (day: IstDate) => {
    const column = week(day) - first
    return {
      x: (column % perBand) * (size + GAP),
      top: Math.floor(column / perBand) * bandHeight,
    }
  }
  return {
    size,
    height: bands * bandHeight - BAND_GAP,
    cells: weekdays.map((of) => {
      const { x, top } = slot(of.day)
      const percent = of.percent ?? 0
      return {
        of,
        x,
        y: top + LABEL_HEIGHT + weekday(of.day) * (size + GAP),
        depth: Math.min(DEEPEST, Math.abs(percent)),
        tone: percent === 0 ? ('flat' as const) : percent > 0 ? ('up' as const) : ('down' as const),
      }
    }),
    labels: monthStarts(weekdays)
      .map(({ day, text }) => {
        const { x, top } = slot(day)
        return { key: day, x, y: top + 9, text }
      })
      .filter(({ x, y }, at, all) => {
        const next = all[at + 1]
        return next === undefined || next.y !== y || next.x - x >= LABEL_WIDTH
      }),
  }
}

const monthStarts = (days: readonly DayReturn[]): readonly { day: IstDate; text: string }[] => {
  let month = ''
  return days.flatMap(({ day }) => {
    const next = day.slice(0, 7)
    if (next === month) return []
    month = next
    const name = months[Number(day.slice(5, 7)) - 1] ?? ''
    return [{ day, text: name === 'Jan' ? `Jan ${day.slice(2, 4)}` : name }]
  })
}
