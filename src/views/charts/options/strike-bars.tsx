import { useParentSize } from '@visx/responsive'
import { scaleLinear } from '@visx/scale'
import { formatCompact, formatSignedCompact } from '../../../domain/format.ts'
import { strikeInWords } from '../../kit/option-chain/columns.tsx'
import { type AxisMark, MarksBelow } from '../axes.tsx'
import frame from '../cursor-frame.module.css'
import { CursorFrame, Readout } from '../cursor-frame.tsx'
import { useCursor } from '../use-cursor.ts'
import styles from './strike-bars.module.css'

export interface StrikeInterest {
  readonly strike: number
  readonly calls: number
  readonly puts: number
  /** Since yesterday's close. */
  readonly callChange: number
  readonly putChange: number
}

interface StrikeBarsProps {
  /** Ascending. */
  readonly strikes: readonly StrikeInterest[]
  readonly shows: 'oi' | 'change'
  readonly spot: number
  readonly maxPain: number | null
  readonly chosen: number | null
  readonly summary: string
  readonly onPick: (strike: number) => void
}

export function StrikeBars(props: StrikeBarsProps) {
  const { parentRef, width, height } = useParentSize({ debounceTime: 30 })
  return (
    <div className={styles.frame} ref={parentRef}>
      {width > 80 && height > 80 && <Drawing {...props} width={width} height={height} />}
    </div>
  )
}

const TOP = 20
const AXIS_HEIGHT = 20
/** Pixels of the least strike, two bars and their gap. */
const STRIKE_WIDTH = 9
const TICK_WIDTH = 52

interface DrawingProps extends StrikeBarsProps {
  readonly width: number
  readonly height: number
}

function Drawing({ width, height, ...props }: DrawingProps) {
  const { shows, spot, maxPain, chosen, summary, onPick } = props
  const strikes = nearestTo(props.strikes, spot, Math.floor(width / STRIKE_WIDTH))
  const plot = plotOf(strikes, { shows, width, height })
  const cursor = useCursor(strikes.length, { across: 1, along: 1 })
  const at = cursor.at === null ? undefined : strikes[cursor.at]
  return (
    <CursorFrame
      label={shows === 'oi' ? 'Open interest by strike' : 'Change of open interest by strike'}
      cursor={cursor}
      length={strikes.length}
      restsAt={0}
      valueText={at === undefined ? summary : inWords(at)}
      nearest={plot.nearest}
      onPick={() => at !== undefined && onPick(at.strike)}
    >
      <svg width={width} height={height} aria-hidden="true">
        {strikes.map((one, index) => (
          <StrikeBar
            key={one.strike}
            of={one}
            shows={shows}
            plot={plot}
            index={index}
            isChosen={one.strike === chosen}
            isUnder={index === cursor.at}
          />
        ))}
        <line x1={0} x2={width} y1={plot.zero} y2={plot.zero} stroke="var(--line-strong)" />
        <Guide at={plot.across(spot)} label="spot" plot={plot} side="right" />
        {maxPain !== null && (
          <Guide
            at={plot.across(maxPain)}
            label={`max pain ${strikeInWords(maxPain)}`}
            plot={plot}
            side={maxPain > spot ? 'right' : 'left'}
            isDashed
          />
        )}
        <MarksBelow top={height - AXIS_HEIGHT} marks={plot.marks} />
      </svg>
      {at && cursor.at !== null && (
        <Readout
          isCursorRight={plot.middle(cursor.at) > width / 2}
          top={TOP + 4}
          right={0}
          title={strikeInWords(at.strike)}
        >
          <span className={styles.callWords}>{sideInWords('Calls', at.calls, at.callChange)}</span>
          <span className={styles.putWords}>{sideInWords('Puts', at.puts, at.putChange)}</span>
        </Readout>
      )}
    </CursorFrame>
  )
}

const sideInWords = (name: string, oi: number, change: number): string =>
  `${name} ${formatCompact(oi)}, ${formatSignedCompact(change)}`

const inWords = ({ strike, calls, puts, callChange, putChange }: StrikeInterest): string =>
  `${strikeInWords(strike)}: ${sideInWords('calls', calls, callChange)}, ${sideInWords('puts', puts, putChange)}`

const nearestTo = (
  strikes: readonly StrikeInterest[],
  spot: number,
  count: number,
): readonly StrikeInterest[] => {
  const above = strikes.findIndex(({ strike }) => strike >= spot)
  const middle = above < 0 ? strikes.length : above
  const from = Math.max(0, Math.min(middle - Math.floor(count / 2), strikes.length - count))
  return strikes.slice(from, from + count)
}

const heightsOf = ({ calls, puts, callChange, putChange }: StrikeInterest, shows: 'oi' | 'change') =>
  shows === 'change' ? [callChange, putChange] : [calls, puts, calls - callChange, puts - putChange]

const plotOf = (
  strikes: readonly StrikeInterest[],
  { shows, width, height }: Pick<DrawingProps, 'shows' | 'width' | 'height'>,
) => {
  const values = strikes.flatMap((one) => heightsOf(one, shows))
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)]
  const bottom = height - AXIS_HEIGHT
  const y = scaleLinear({ domain: [low, high], range: [bottom - (low < 0 ? 4 : 0), TOP] })
  const step = width / Math.max(1, strikes.length)
  const middle = (index: number) => (index + 0.5) * step
  const every = Math.max(1, Math.ceil(TICK_WIDTH / step))
  const marks: readonly AxisMark[] = strikes.flatMap(({ strike }, index) =>
    index % every === Math.floor(every / 2) && middle(index) < width - TICK_WIDTH / 2
      ? [{ at: middle(index), label: strikeInWords(strike) }]
      : [],
  )
  return {
    width,
    bottom,
    zero: y(0),
    y,
    step,
    middle,
    marks,
    /** Between the middles of the strikes on both sides; null outside. */
    across: (price: number): number | null => {
      const above = strikes.findIndex(({ strike }) => strike >= price)
      const [one, other] = [strikes[above - 1], strikes[above]]
      if (other === undefined) return null
      if (one === undefined) return other.strike === price ? middle(above) : null
      return middle(above - 1 + (price - one.strike) / (other.strike - one.strike))
    },
    nearest: (pixel: number) =>
      strikes.length === 0 ? null : Math.min(strikes.length - 1, Math.max(0, Math.floor(pixel / step))),
  }
}

type Plot = ReturnType<typeof plotOf>

interface StrikeBarProps {
  readonly of: StrikeInterest
  readonly shows: 'oi' | 'change'
  readonly plot: Plot
  readonly index: number
  readonly isChosen: boolean
  readonly isUnder: boolean
}

function StrikeBar({ of, shows, plot, index, isChosen, isUnder }: StrikeBarProps) {
  const left = index * plot.step
  const bar = Math.max(1.5, plot.step * 0.42)
  const sides = [
    { side: 'put', oi: of.puts, change: of.putChange, x: left + plot.step * 0.06 },
    { side: 'call', oi: of.calls, change: of.callChange, x: left + plot.step * 0.52 },
  ] as const
  return (
    <g>
      {(isChosen || isUnder) && (
        <rect
          className={styles.lit}
          data-chosen={isChosen ? '' : undefined}
          x={left}
          y={TOP}
          width={plot.step}
          height={plot.bottom - TOP}
        />
      )}
      {sides.map(({ side, oi, change, x }) => {
        const span = (from: number, until: number) => ({
          x,
          width: bar,
          y: Math.min(plot.y(from), plot.y(until)),
          height: Math.abs(plot.y(from) - plot.y(until)),
        })
        return shows === 'change' ? (
          <rect key={side} className={styles[side]} data-part="moved" {...span(0, change)} />
        ) : (
          <g key={side}>
            <rect className={styles[side]} {...span(0, Math.min(oi, oi - change))} />
            <rect
              className={styles[side]}
              data-part={change < 0 ? 'shed' : 'moved'}
              {...span(Math.min(oi, oi - change), Math.max(oi, oi - change))}
            />
          </g>
        )
      })}
    </g>
  )
}

interface GuideProps {
  readonly at: number | null
  readonly label: string
  readonly plot: Plot
  readonly side: 'left' | 'right'
  readonly isDashed?: boolean
}

/** Pixels that the longest label needs; one that would leave the chart moves over its line instead. */
const LABEL_WIDTH = 90
const BESIDE = 4

function Guide({ at, label, plot, side, isDashed = false }: GuideProps) {
  if (at === null) return null
  const isRight = side === 'right'
  const x = isRight ? Math.min(at + BESIDE, plot.width - LABEL_WIDTH) : Math.max(at - BESIDE, LABEL_WIDTH)
  return (
    <g>
      <line
        className={styles.guide}
        data-dashed={isDashed ? '' : undefined}
        x1={at}
        x2={at}
        y1={TOP - 6}
        y2={plot.bottom}
      />
      <text
        className={`${frame.tick} ${isDashed ? styles.pain : ''}`}
        x={x}
        y={TOP - 8}
        textAnchor={isRight ? 'start' : 'end'}
      >
        {label}
      </text>
    </g>
  )
}
