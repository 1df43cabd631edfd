import {
  countRatings,
  type IntervalSummary,
  type RatingCount,
} from '../../../domain/analysis/interval-summary.ts'
import { type Interval, isIntraday } from '../../../domain/charts/interval.ts'
import {
  type TechnicalGroup,
  type TechnicalRating,
  technicalComponents,
} from '../../../domain/charts/technical-summary.ts'
import { slashedDate } from '../../../domain/dates-in-words.ts'
import { toIstClock, toIstDate } from '../../../domain/time.ts'
import { shortIntervals } from '../../charts/candle-chart/interval-labels.ts'
import type { ColumnOf, PhoneRow } from '../../kit/table/data-table.tsx'
import { Gauge } from './gauge.tsx'
import styles from './technical-panel.module.css'
import { toneOf, verdictInWords } from './verdicts.ts'

export interface IntervalRow {
  readonly interval: Interval
  readonly summary: IntervalSummary | null
}

const groups: ReadonlyMap<string, TechnicalGroup> = new Map(
  technicalComponents.map(({ key, group }) => [key, group]),
)

export const ratingsOf = (
  ratings: readonly TechnicalRating[],
  group: TechnicalGroup,
): readonly TechnicalRating[] => ratings.filter(({ key }) => groups.get(key) === group)

const meanOf = ({ summary }: IntervalRow): number | null =>
  summary?.kind === 'summary' ? (summary.summary.overall?.mean ?? null) : null

const countOf = ({ summary }: IntervalRow, group: TechnicalGroup): RatingCount | null =>
  summary?.kind === 'summary' ? countRatings(ratingsOf(summary.summary.ratings, group)) : null

const netOf = (row: IntervalRow, group: TechnicalGroup): number | null => {
  const count = countOf(row, group)
  return count === null ? null : count.buy - count.sell
}

function Verdict({ row: { summary } }: { readonly row: IntervalRow }) {
  if (summary?.kind !== 'summary') return null
  const verdict = summary.summary.overall?.verdict ?? 'neutral'
  return (
    <b className={styles.word} data-tone={toneOf(verdict)}>
      {verdictInWords(verdict)}
    </b>
  )
}

function Counts({ count }: { readonly count: RatingCount | null }) {
  if (count === null) return null
  return (
    <span className={styles.ratings}>
      <span data-tone="sell">{count.sell}</span>
      <span className={styles.split} aria-hidden="true">
        <span data-tone="sell" style={{ flexGrow: count.sell }} />
        <span data-tone="neutral" style={{ flexGrow: count.neutral }} />
        <span data-tone="buy" style={{ flexGrow: count.buy }} />
      </span>
      <span data-tone="buy">{count.buy}</span>
    </span>
  )
}

/** Since when the verdict is what it is: a time of today, or a day. */
const sinceInWords = ({ interval, summary }: IntervalRow): string => {
  if (summary?.kind !== 'summary') return ''
  const { since } = summary.summary
  if (since === null) return 'for long'
  const day = toIstDate(since)
  return isIntraday(interval) && day === summary.today
    ? toIstClock(since).slice(0, 5)
    : slashedDate(day).slice(0, 5)
}

export const intervalColumns: readonly ColumnOf<IntervalRow>[] = [
  {
    id: 'interval',
    title: 'Candles',
    isRowHeader: true,
    width: 62,
    cell: ({ interval }) => shortIntervals[interval],
  },
  { id: 'rating', title: 'Rating', width: 92, cell: (row) => <Verdict row={row} />, sortBy: meanOf },
  {
    id: 'gauge',
    title: 'Sell to buy',
    minWidth: 70,
    showFrom: 420,
    cell: (row) => (
      <span className={styles.gauge}>
        <Gauge mean={meanOf(row)} />
      </span>
    ),
  },
  {
    id: 'averages',
    title: 'Averages',
    minWidth: 104,
    cell: (row) => <Counts count={countOf(row, 'averages')} />,
    sortBy: (row) => netOf(row, 'averages'),
  },
  {
    id: 'oscillators',
    title: 'Oscillators',
    minWidth: 104,
    cell: (row) => <Counts count={countOf(row, 'oscillators')} />,
    sortBy: (row) => netOf(row, 'oscillators'),
  },
  { id: 'since', title: 'Since', width: 68, isNumeric: true, showFrom: 500, cell: sinceInWords },
]

export const phoneRow = (row: IntervalRow): PhoneRow => ({
  title: shortIntervals[row.interval],
  value: wordsOf(row) ?? <Verdict row={row} />,
  detail: (
    <span className={styles.phoneGauge}>
      <Gauge mean={meanOf(row)} />
    </span>
  ),
})

/** Why a row has no rating; null for one that has. */
export const wordsOf = ({ summary }: IntervalRow): string | null => {
  if (summary === null) return 'reading candles'
  switch (summary.kind) {
    case 'summary':
      return null
    case 'skipped':
      return summary.because === 'tooFewCandles'
        ? `needs 20 candles, has ${summary.candles}`
        : `its candles end on ${slashedDate(summary.to)}`
    case 'failed':
      return `${summary.message}; Enter tries again`
    default:
      return summary satisfies never
  }
}
