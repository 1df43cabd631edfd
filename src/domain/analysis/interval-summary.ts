import { type DatedSummary, type Verdict, verdictOf } from '../charts/technical-summary.ts'
import type { IstDate } from '../time.ts'

export type IntervalSummary =
  | {
      readonly kind: 'summary'
      readonly summary: DatedSummary
      /** The last closed candle. */
      readonly candle: {
        readonly at: number
        readonly high: number
        readonly low: number
        readonly close: number
      }
      readonly hasVolume: boolean
      readonly today: IstDate
    }
  | {
      readonly kind: 'skipped'
      readonly because: 'tooFewCandles' | 'endsBeforeToday'
      readonly candles: number
      /** Last day of the candles, where they end before today. */
      readonly to: IstDate
    }
  | { readonly kind: 'failed'; readonly message: string }

export interface AcrossIntervals {
  readonly mean: number
  readonly verdict: Verdict
  readonly buy: number
  readonly neutral: number
  readonly sell: number
}

export const sideOf = (verdict: Verdict): 'buy' | 'neutral' | 'sell' => {
  if (verdict === 'neutral') return verdict
  return verdict.endsWith('buy') ? 'buy' : 'sell'
}

export const acrossIntervals = (rows: readonly IntervalSummary[]): AcrossIntervals | null => {
  const overall = rows.flatMap((row) =>
    row.kind === 'summary' && row.summary.overall !== null ? [row.summary.overall] : [],
  )
  if (overall.length === 0) return null
  const mean = overall.reduce((sum, one) => sum + one.mean, 0) / overall.length
  const count = (side: ReturnType<typeof sideOf>): number =>
    overall.filter(({ verdict }) => sideOf(verdict) === side).length
  return {
    mean,
    verdict: verdictOf(mean),
    buy: count('buy'),
    neutral: count('neutral'),
    sell: count('sell'),
  }
}

export interface RatingCount {
  readonly sell: number
  readonly neutral: number
  readonly buy: number
}

export const countRatings = (ratings: readonly { readonly rating: number }[]): RatingCount => ({
  sell: ratings.filter(({ rating }) => rating < 0).length,
  neutral: ratings.filter(({ rating }) => rating === 0).length,
  buy: ratings.filter(({ rating }) => rating > 0).length,
})
