import { GridRows } from '@visx/grid'
import { scaleBand, scaleLinear } from '@visx/scale'
import { useMemo } from 'react'
import { dayInWords } from '../../domain/dates-in-words.ts'
import type { IstDate } from '../../domain/time.ts'
import { MarksBelow, ValueAxis } from './axes.tsx'
import { ChartFrame, type ChartSize } from './chart-frame.tsx'
import { CursorFrame } from './cursor-frame.tsx'
import styles from './equity-chart.module.css'
import { useCursor } from './use-cursor.ts'

export interface DayBar {
  readonly day: IstDate
  /** 0 or more. */
  readonly value: number
  readonly colour: string
}

interface DayBarsProps {
  readonly label: string
  /** Oldest first. */
  readonly bars: readonly DayBar[]
  readonly summary: string
  readonly inWords: (day: IstDate) => string
  readonly formatShort: (value: number) => string
  /** Called with the day under the cursor, by a click or Enter. */
  readonly onPick: (day: IstDate) => void
}

const AXIS_WIDTH = 64
const AXIS_HEIGHT = 22
const TOP = 26
const BAR_MAX = 26
const TICK_WIDTH = 64
const EDGE = 22

export function DayBars(props: DayBarsProps) {
  return <ChartFrame>{(size) => <Drawing {...props} {...size} />}</ChartFrame>
}

function Drawing({
  label,
  bars,
  summary,
  inWords,
  formatShort,
  onPick,
  width,
  height,
}: DayBarsProps & ChartSize) {
  const plot = useMemo(() => plotOf(bars, width, height), [bars, width, height])
  const cursor = useCursor(bars.length, { across: 1, along: 1 })
  const bar = cursor.at === null ? undefined : bars[cursor.at]
  const words = bar === undefined ? summary : inWords(bar.day)
  return (
    <CursorFrame
      label={label}
      cursor={cursor}
      length={bars.length}
      restsAt={Math.max(0, bars.length - 1)}
      valueText={words}
      nearest={plot.nearest}
      onPick={() => bar !== undefined && onPick(bar.day)}
    >
      <svg width={width} height={height} aria-hidden="true">
        <text className={styles.words} x={4} y={15}>
          {words}
        </text>
        <GridRows scale={plot.up} width={plot.width} numTicks={plot.rows} stroke="var(--line)" />
        {bars.map(({ day, value, colour }, index) => (
          <rect
            key={day}
            fill={colour}
            fillOpacity={cursor.at === null || cursor.at === index ? 0.85 : 0.4}
            x={plot.leftOf(day)}
            width={plot.barWidth}
            y={plot.up(value)}
            height={Math.max(0, plot.up(0) - plot.up(value))}
          />
        ))}
        <line x1={0} x2={plot.width} y1={plot.up(0)} y2={plot.up(0)} stroke="var(--line-strong)" />
        <ValueAxis left={plot.width} scale={plot.up} rows={plot.rows} format={formatShort} />
        <MarksBelow top={height - AXIS_HEIGHT} marks={plot.marks} />
      </svg>
    </CursorFrame>
  )
}

const plotOf = (bars: readonly DayBar[], width: number, height: number) => {
  const plotWidth = Math.max(10, width - AXIS_WIDTH)
  const most = bars.reduce((top, { value }) => Math.max(top, value), 0)
  const across = scaleBand({ domain: bars.map(({ day }) => day), range: [0, plotWidth], padding: 0.2 })
  const up = scaleLinear({ domain: [0, most || 1], range: [height - AXIS_HEIGHT, TOP] })
  const barWidth = Math.min(BAR_MAX, across.bandwidth())
  const centreOf = (day: IstDate) => (across(day) ?? 0) + across.bandwidth() / 2
  const every = Math.max(1, Math.ceil((bars.length * TICK_WIDTH) / plotWidth))
  return {
    width: plotWidth,
    rows: Math.max(2, Math.floor(height / 60)),
    up,
    barWidth,
    leftOf: (day: IstDate) => centreOf(day) - barWidth / 2,
    nearest: (pixel: number) =>
      Math.min(bars.length - 1, Math.max(0, Math.floor((pixel / plotWidth) * bars.length))),
    marks: bars.flatMap(({ day }, index) => {
      const centre = centreOf(day)
      return index % every === 0 && centre > EDGE && centre < plotWidth - EDGE
        ? [{ at: centre, label: dayInWords(day).slice(4) }]
        : []
    }),
  }
}
