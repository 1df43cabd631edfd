import { GridRows } from '@visx/grid'
import { useParentSize } from '@visx/responsive'
import { scaleLinear } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import { useId, useMemo } from 'react'
import { formatCompact, formatNumber, formatSignedRupees } from '../../../domain/format.ts'
import text from '../../theme/text.module.css'
import { MarksBelow, marksOf, ValueAxis } from '../axes.tsx'
import frame from '../cursor-frame.module.css'
import { CursorFrame, Readout } from '../cursor-frame.tsx'
import { useCursor } from '../use-cursor.ts'
import styles from './payoff-chart.module.css'
import { breakevenLabels, headLabels, type PayoffCurve } from './payoff-labels.ts'

interface PayoffChartProps {
  readonly curve: PayoffCurve
  /** The day of the second curve: `today`, `26 Nov`. */
  readonly day: string
  readonly summary: string
  /** A P&L in rupees at one price, drawn as a labelled dot. */
  readonly mark?: { readonly price: number; readonly pnl: number } | null
  readonly exits?: readonly PayoffExit[]
}

const exitWords = { stop: 'stop', target: 'target', lock: 'locked profit' } as const

export interface PayoffExit {
  readonly kind: keyof typeof exitWords
  readonly pnl: number
}

const AXIS_WIDTH = 60
const AXIS_HEIGHT = 22
const TOP = 22
/** Share of the range of results. */
const PAD = 0.08
export function PayoffChart(props: PayoffChartProps) {
  const { parentRef, width, height } = useParentSize({ debounceTime: 30 })
  return (
    <div className={styles.frame} ref={parentRef}>
      {width > 80 && height > 80 && <Drawing {...props} width={width} height={height} />}
    </div>
  )
}

interface Point {
  readonly price: number
  readonly atExpiry: number
  readonly onDay: number
}

function Drawing({
  curve,
  day,
  summary,
  width,
  height,
  ...over
}: PayoffChartProps & { readonly width: number; readonly height: number }) {
  const id = useId()
  const plot = useMemo(() => plotOf(curve, width, height), [curve, width, height])
  const cursor = useCursor(plot.points.length, { across: 1, along: 1 })
  const point = cursor.at === null ? undefined : plot.points[cursor.at]
  const [zero, bottom] = [plot.y(0), height - AXIS_HEIGHT]
  return (
    <CursorFrame
      label="Payoff"
      cursor={cursor}
      length={plot.points.length}
      restsAt={0}
      valueText={point ? readoutOf(point, day) : summary}
      nearest={plot.nearest}
    >
      <svg width={width} height={height} aria-hidden="true">
        <Halves id={id} width={plot.width} zero={zero} bottom={bottom} />
        <GridRows scale={plot.y} width={plot.width} numTicks={plot.rows} stroke="var(--line-soft)" />
        <Fill plot={plot} zero={zero} className={text.up} clip={`url(#${id}-gain)`} />
        <Fill plot={plot} zero={zero} className={text.down} clip={`url(#${id}-loss)`} />
        <line x1={0} x2={plot.width} y1={zero} y2={zero} stroke="var(--line-strong)" />
        <line
          className={styles.spot}
          x1={plot.x(curve.spot)}
          x2={plot.x(curve.spot)}
          y1={TOP - 8}
          y2={bottom}
        />
        {plot.heads.map(({ text: words, price, left }) => (
          <g key={words}>
            {price !== curve.spot && (
              <line
                className={styles.deviation}
                x1={plot.x(price)}
                x2={plot.x(price)}
                y1={TOP - 8}
                y2={bottom}
              />
            )}
            <text className={frame.tick} x={left} y={TOP - 11}>
              {words}
            </text>
          </g>
        ))}
        <LinePath
          data={[...plot.points]}
          x={plot.xOf}
          y={plot.yOnDay}
          className={styles.onDay ?? ''}
          strokeWidth={1.5}
        />
        <LinePath
          data={[...plot.points]}
          x={plot.xOf}
          y={plot.yExpiry}
          stroke="var(--ink)"
          strokeWidth={1.6}
        />
        {plot.breakevens.map(({ text: words, price, left, top, isShown }) => (
          <g key={price}>
            {isShown && <circle className={styles.breakeven} cx={plot.x(price)} cy={zero} r={3} />}
            <text className={`${frame.tick} ${styles.label}`} x={left} y={top}>
              {words}
            </text>
          </g>
        ))}
        <Over {...over} plot={plot} bottom={bottom} />
        <ValueAxis left={plot.width} scale={plot.y} rows={plot.rows} format={formatCompact} />
        <MarksBelow top={bottom} marks={marksOf(plot.x, plot.ticks, wholeNumber)} />
        {point && (
          <g>
            <line
              x1={plot.xOf(point)}
              x2={plot.xOf(point)}
              y1={TOP}
              y2={bottom}
              stroke="var(--ink-3)"
              strokeDasharray="2 3"
            />
            <circle cx={plot.xOf(point)} cy={plot.yExpiry(point)} r={3.5} fill="var(--ink)" />
            <circle className={styles.onDayDot} cx={plot.xOf(point)} cy={plot.yOnDay(point)} r={3} />
          </g>
        )}
      </svg>
      {point && (
        <Readout
          isCursorRight={plot.xOf(point) > plot.width / 2}
          top={TOP + 4}
          right={AXIS_WIDTH}
          title={`at ${formatNumber(point.price)}`}
        >
          <b className={point.atExpiry < 0 ? text.down : text.up}>
            {formatSignedRupees(point.atExpiry, 0)} at expiry
          </b>
          <span className={styles.now}>
            {formatSignedRupees(point.onDay, 0)} {day}
          </span>
        </Readout>
      )}
    </CursorFrame>
  )
}

interface HalvesProps {
  readonly id: string
  readonly width: number
  readonly zero: number
  readonly bottom: number
}

function Halves({ id, width, zero, bottom }: HalvesProps) {
  return (
    <>
      <clipPath id={`${id}-gain`}>
        <rect x={0} y={0} width={width} height={Math.max(0, zero)} />
      </clipPath>
      <clipPath id={`${id}-loss`}>
        <rect x={0} y={zero} width={width} height={Math.max(0, bottom - zero)} />
      </clipPath>
    </>
  )
}

const MARK_ROOM = 120

interface MarkProps {
  readonly of: PayoffChartProps['mark']
  readonly plot: ReturnType<typeof plotOf>
  readonly bottom: number
}

function Mark({ of, plot, bottom }: MarkProps) {
  if (of === null || of === undefined) return null
  const { price, pnl } = of
  const [left, top] = [plot.x(price), plot.y(pnl)]
  if (left < 0 || left > plot.width || top < TOP || top > bottom) return null
  const isRight = left > plot.width - MARK_ROOM
  return (
    <g>
      <line className={styles.mark} x1={left} x2={left} y1={top} y2={bottom} />
      <circle className={styles.onDayDot} cx={left} cy={top} r={4} />
      <text
        className={`${frame.tick} ${styles.label}`}
        x={isRight ? left - 8 : left + 8}
        y={top + 4}
        textAnchor={isRight ? 'end' : 'start'}
      >
        {`what if ${formatSignedRupees(pnl, 0)}`}
      </text>
    </g>
  )
}

type OverProps = Pick<PayoffChartProps, 'mark' | 'exits'> & Omit<ExitsProps, 'of'>

function Over({ mark, exits = [], plot, bottom }: OverProps) {
  return (
    <>
      <Exits of={exits} plot={plot} bottom={bottom} />
      <Mark of={mark} plot={plot} bottom={bottom} />
    </>
  )
}

interface ExitsProps {
  readonly of: readonly PayoffExit[]
  readonly plot: ReturnType<typeof plotOf>
  readonly bottom: number
}

function Exits({ of, plot, bottom }: ExitsProps) {
  return of.map(({ kind, pnl }) => {
    const top = plot.y(pnl)
    if (top < TOP || top > bottom) return null
    return (
      <g key={kind} className={text[kind === 'stop' ? 'down' : 'up']}>
        <line className={styles.exit} x1={0} x2={plot.width} y1={top} y2={top} />
        <text className={`${frame.tick} ${styles.label}`} x={6} y={kind === 'stop' ? top - 4 : top + 12}>
          {`${exitWords[kind]} ${formatSignedRupees(pnl, 0)}`}
        </text>
      </g>
    )
  })
}

function Fill({
  plot,
  zero,
  className,
  clip,
}: {
  readonly plot: ReturnType<typeof plotOf>
  readonly zero: number
  readonly className: string | undefined
  readonly clip: string
}) {
  return (
    <g className={className} clipPath={clip}>
      <AreaClosed
        data={[...plot.points]}
        x={plot.xOf}
        y={plot.yExpiry}
        y0={zero}
        yScale={plot.y}
        fill="currentColor"
        fillOpacity={0.14}
        stroke="none"
      />
    </g>
  )
}

const readoutOf = ({ price, atExpiry, onDay }: Point, day: string): string =>
  `At ${formatNumber(price)}: ${formatSignedRupees(atExpiry, 0)} at expiry, ${formatSignedRupees(onDay, 0)} ${day}`

const plotOf = (curve: PayoffCurve, width: number, height: number) => {
  const points = curve.prices.map(
    (price, index): Point => ({
      price,
      atExpiry: curve.atExpiry[index] ?? 0,
      onDay: curve.onDay[index] ?? 0,
    }),
  )
  const plotWidth = Math.max(10, width - AXIS_WIDTH)
  const values = [...curve.atExpiry, ...curve.onDay, 0]
  const low = values.reduce((least, value) => Math.min(least, value), 0)
  const high = values.reduce((most, value) => Math.max(most, value), 0)
  const pad = (high - low || 1) * PAD
  const first = points[0]?.price ?? 0
  const last = points.at(-1)?.price ?? 1
  const x = scaleLinear({ domain: [first, last === first ? first + 1 : last], range: [0, plotWidth] })
  const y = scaleLinear({ domain: [low - pad, high + pad], range: [height - AXIS_HEIGHT, TOP] })
  const xOf = (point: Point) => x(point.price)
  return {
    points,
    width: plotWidth,
    rows: Math.max(2, Math.floor(height / 60)),
    x,
    y,
    xOf,
    yExpiry: (point: Point) => y(point.atExpiry),
    yOnDay: (point: Point) => y(point.onDay),
    ticks: x
      .ticks(Math.max(2, Math.floor(plotWidth / 84)))
      .filter((price) => x(price) > 18 && x(price) < plotWidth - 18),
    breakevens: breakevenLabels(curve, {
      x,
      zero: y(0),
      width: plotWidth,
      top: TOP,
      bottom: height - AXIS_HEIGHT,
    }),
    heads: headLabels(curve, x, plotWidth),
    nearest: (pixel: number): number | null => {
      if (points.length === 0) return null
      const price = x.invert(pixel)
      return points.reduce(
        (best, point, index) =>
          Math.abs(point.price - price) < Math.abs((points[best]?.price ?? 0) - price) ? index : best,
        0,
      )
    },
  }
}

const wholeNumber = (value: number): string => formatNumber(value, 0)
