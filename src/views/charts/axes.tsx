import type { scaleLinear, scaleUtc } from '@visx/scale'
import frame from './cursor-frame.module.css'
import type { TimeTick } from './time-ticks.ts'

export interface AxisMark {
  readonly at: number
  readonly label: string
}

interface MarksProps {
  readonly marks: readonly AxisMark[]
  readonly className?: string | undefined
}

/** From the axis to the baseline of a label. */
const BELOW = 16
const BESIDE = 8

export const MarksBelow = ({ marks, top, className = frame.tick }: MarksProps & { readonly top: number }) => (
  <g transform={`translate(0, ${top})`}>
    {marks.map(({ at, label }) => (
      <text key={`${at} ${label}`} className={className} x={at} y={BELOW} textAnchor="middle">
        {label}
      </text>
    ))}
  </g>
)

type Side = 'left' | 'right'

interface MarksBesideProps extends MarksProps {
  readonly left: number
  readonly side?: Side
  readonly dy?: string
}

export const MarksBeside = ({
  marks,
  left,
  side = 'right',
  dy = '0.32em',
  className = frame.tick,
}: MarksBesideProps) => (
  <g transform={`translate(${left}, 0)`}>
    {marks.map(({ at, label }) => (
      <text
        key={`${at} ${label}`}
        className={className}
        x={side === 'right' ? BESIDE : -BESIDE}
        y={at}
        dy={dy}
        textAnchor={side === 'right' ? 'start' : 'end'}
      >
        {label}
      </text>
    ))}
  </g>
)

type LinearScale = ReturnType<typeof scaleLinear<number>>

export const marksOf = (
  scale: LinearScale,
  values: readonly number[],
  format: (value: number) => string,
): readonly AxisMark[] => values.map((value) => ({ at: scale(value), label: format(value) }))

interface ValueAxisProps {
  readonly left: number
  readonly scale: LinearScale
  readonly format: (value: number) => string
  /** Approximate; labels are at round values. */
  readonly rows?: number
  /** Replaces the round values. */
  readonly only?: readonly number[]
}

export const ValueAxis = ({ left, scale, format, rows, only }: ValueAxisProps) => (
  <MarksBeside
    left={left}
    marks={marksOf(scale, only ?? scale.ticks(rows), format)}
    {...(only === undefined ? {} : { dy: '0' })}
  />
)

interface NumbersBelowProps {
  readonly top: number
  readonly scale: LinearScale
  readonly values: readonly number[]
  readonly format: (value: number) => string
}

export const NumberAxis = ({ top, scale, values, format }: NumbersBelowProps) => {
  const [from = 0, to = 0] = scale.range()
  return (
    <>
      <line x1={from} x2={to} y1={top} y2={top} stroke="var(--line-strong)" />
      <MarksBelow top={top} marks={marksOf(scale, values, format)} />
    </>
  )
}

/** Pixels; half a centred label, which must not overhang the edge. */
const EDGE = 14

export const ticksInside = (
  ticks: readonly TimeTick[],
  time: (at: number) => number,
  width: number,
): readonly TimeTick[] => ticks.filter(({ at }) => time(at) > EDGE && time(at) < width - EDGE)

interface TimeAxisProps {
  readonly top: number
  readonly scale: ReturnType<typeof scaleUtc<number>>
  readonly ticks: readonly TimeTick[]
}

export const TimeAxis = ({ top, scale, ticks }: TimeAxisProps) => (
  <MarksBelow top={top} marks={ticks.map(({ at, label }) => ({ at: scale(at), label }))} />
)
