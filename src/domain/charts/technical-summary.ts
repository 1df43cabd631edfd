import type { IstDate } from '../time.ts'

/** 1 buy, -1 sell, 0 neutral. */
export type Rating = -1 | 0 | 1

export type TechnicalGroup = 'price' | 'averages' | 'oscillators'

export interface TechnicalRating {
  readonly key: TechnicalKey
  readonly value: number | null
  readonly previous: number | null
  readonly rating: Rating
}

export type Verdict = 'strong buy' | 'buy' | 'neutral' | 'sell' | 'strong sell'

export interface RollUp {
  readonly mean: number
  readonly verdict: Verdict
}

export interface TechnicalSummary {
  readonly ratings: readonly TechnicalRating[]
  readonly averages: RollUp | null
  readonly oscillators: RollUp | null
  readonly overall: RollUp | null
}

export const averagePeriods = [5, 10, 20, 30, 50, 100, 200] as const
type AveragePeriod = (typeof averagePeriods)[number]

type Helper =
  | 'conversion'
  | 'spanA'
  | 'spanB'
  | 'stoch_d'
  | 'plus_di'
  | 'minus_di'
  | 'macd_signal'
  | 'stoch_rsi_d'

export type TechnicalKey =
  | 'close'
  | `ema${AveragePeriod}`
  | `sma${AveragePeriod}`
  | 'hma'
  | 'vwma'
  | 'ichimoku'
  | 'rsi'
  | 'stoch_k'
  | 'cci'
  | 'adx'
  | 'ao'
  | 'mom'
  | 'macd'
  | 'stoch_rsi_fast'
  | 'will_r'
  | 'ult_osc'

/** `ichimoku` is its base line. */
export type TechnicalSeries = TechnicalKey | Helper

/** The last three candles, newest first; null where there is no value. */
export type Recent = readonly [now: number | null, before: number | null, earlier: number | null]

export type TechnicalValues = Readonly<Record<TechnicalSeries, Recent>>

/** A summary, and since when its verdict is what it is. */
export interface DatedSummary extends TechnicalSummary {
  /** Start of the first candle of the run; null if it began before the candles that were looked back at. */
  readonly since: number | null
}

export const SUMMARY_CANDLES_MIN = 20

export const findSummarySkip = ({
  candles,
  to,
  today,
}: {
  readonly candles: number
  readonly to: IstDate
  readonly today: IstDate
}): 'tooFewCandles' | 'endsBeforeToday' | null => {
  if (to < today) return 'endsBeforeToday'
  return candles < SUMMARY_CANDLES_MIN ? 'tooFewCandles' : null
}

interface Component {
  readonly key: TechnicalKey
  readonly label: string
  readonly group: TechnicalGroup
  readonly rate: (values: TechnicalValues) => Rating
}

/** Relative to the larger value and to 1: the same tolerance as in conditions. */
const TOLERANCE = 1e-10

/** Every value is above the next, and none is missing. */
const falls = (...values: readonly (number | null)[]): boolean =>
  values.slice(1).every((right, index) => {
    const left = values[index]
    if (left === null || left === undefined || right === null) return false
    return left - right > TOLERANCE * Math.max(1, Math.abs(left), Math.abs(right))
  })

const rising = ([now, before]: Recent): boolean => falls(now, before)
const falling = ([now, before]: Recent): boolean => falls(before, now)

const rate = (isBuy: boolean, isSell: boolean): Rating => {
  if (isBuy) return 1
  return isSell ? -1 : 0
}

const average = (key: TechnicalKey, label: string): Component => ({
  key,
  label,
  group: 'averages',
  rate: ({ close: [price], [key]: [value] }) => rate(falls(price, value), falls(value, price)),
})

/** %K crosses above %D while both are below 20. */
const turnsUp = (k: Recent, d: Recent): boolean =>
  falls(20, k[0]) && falls(20, d[0]) && falls(k[0], d[0]) && falls(d[1], k[1])
const turnsDown = (k: Recent, d: Recent): boolean =>
  falls(k[0], 80) && falls(d[0], 80) && falls(d[0], k[0]) && falls(k[1], d[1])

const ichimoku = ({ close, conversion, ichimoku: base, spanA, spanB }: TechnicalValues): Rating =>
  rate(
    falls(spanA[0], spanB[0]) && falls(close[0], conversion[0], base[0], spanA[0]),
    falls(spanB[0], spanA[0]) && falls(spanA[0], base[0], conversion[0], close[0]),
  )

const adx = ({ adx: [strength], plus_di: plus, minus_di: minus }: TechnicalValues): Rating =>
  rate(
    falls(strength, 20) && falls(plus[0], minus[0]) && falls(minus[1], plus[1]),
    falls(strength, 20) && falls(minus[0], plus[0]) && falls(plus[1], minus[1]),
  )

/** Touching 0 counts as the other side, as in `crosses above`. */
const ao = ({ ao: [now, before, earlier] }: TechnicalValues): Rating => {
  if (now === null || before === null) return 0
  const crossesUp = falls(now, 0) && !falls(before, 0)
  const crossesDown = falls(0, now) && !falls(0, before)
  return rate(
    crossesUp || (falls(now, before, 0) && falls(earlier, before)),
    crossesDown || (falls(0, before, now) && falls(before, earlier)),
  )
}

/** Rules: tradingview.com/support/solutions/43000614331, library TechnicalRating 3; period 5 is added. */
export const technicalComponents: readonly Component[] = [
  { key: 'close', label: 'Close', group: 'price', rate: () => 0 },
  ...averagePeriods.map((period) => average(`ema${period}`, `EMA ${period}`)),
  ...averagePeriods.map((period) => average(`sma${period}`, `SMA ${period}`)),
  average('hma', 'Hull MA 9'),
  average('vwma', 'VWMA 20'),
  { key: 'ichimoku', label: 'Ichimoku base line', group: 'averages', rate: ichimoku },
  {
    key: 'rsi',
    label: 'RSI 14',
    group: 'oscillators',
    rate: ({ rsi }) => rate(falls(30, rsi[0]) && rising(rsi), falls(rsi[0], 70) && falling(rsi)),
  },
  {
    key: 'stoch_k',
    label: 'Stochastic %K 14, 3, 3',
    group: 'oscillators',
    rate: ({ stoch_k: k, stoch_d: d }) => rate(turnsUp(k, d), turnsDown(k, d)),
  },
  {
    key: 'cci',
    label: 'CCI 20',
    group: 'oscillators',
    rate: ({ cci }) => rate(falls(-100, cci[0]) && rising(cci), falls(cci[0], 100) && falling(cci)),
  },
  { key: 'adx', label: 'ADX 14', group: 'oscillators', rate: adx },
  { key: 'ao', label: 'Awesome Oscillator', group: 'oscillators', rate: ao },
  {
    key: 'mom',
    label: 'Momentum 10',
    group: 'oscillators',
    rate: ({ mom }) => rate(rising(mom), falling(mom)),
  },
  {
    key: 'macd',
    label: 'MACD 12, 26',
    group: 'oscillators',
    rate: ({ macd: [line], macd_signal: [signal] }) => rate(falls(line, signal), falls(signal, line)),
  },
  {
    key: 'stoch_rsi_fast',
    label: 'Stochastic RSI fast 14, 14, 3, 3',
    group: 'oscillators',
    rate: ({ close: [price], ema50: [trend], stoch_rsi_fast: k, stoch_rsi_d: d }) =>
      rate(falls(trend, price) && turnsUp(k, d), falls(price, trend) && turnsDown(k, d)),
  },
  {
    key: 'will_r',
    label: 'Williams %R 14',
    group: 'oscillators',
    rate: ({ will_r: r }) => rate(falls(-80, r[0]) && rising(r), falls(r[0], -20) && falling(r)),
  },
  {
    key: 'ult_osc',
    label: 'Ultimate Oscillator 7, 14, 28',
    group: 'oscillators',
    rate: ({ ult_osc: [value] }) => rate(falls(value, 70), falls(30, value)),
  },
]

export const verdictOf = (mean: number): Verdict => {
  const size = Math.abs(mean)
  if (size <= 0.1) return 'neutral'
  const side = mean > 0 ? 'buy' : 'sell'
  return size > 0.5 ? `strong ${side}` : side
}

const rollUp = (ratings: readonly number[]): RollUp | null => {
  if (ratings.length === 0) return null
  const mean = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length
  return { mean, verdict: verdictOf(mean) }
}

export const rateTechnicals = (values: TechnicalValues): TechnicalSummary => {
  const rated = technicalComponents.map((component) => {
    const [value, previous] = values[component.key]
    return { ...component, value, previous, rating: value === null ? 0 : component.rate(values) }
  })
  const ofGroup = (group: TechnicalGroup) =>
    rollUp(rated.filter((one) => one.group === group && one.value !== null).map(({ rating }) => rating))
  const averages = ofGroup('averages')
  const oscillators = ofGroup('oscillators')
  return {
    ratings: rated.map(({ key, value, previous, rating }) => ({ key, value, previous, rating })),
    averages,
    oscillators,
    overall: rollUp([averages, oscillators].flatMap((group) => (group === null ? [] : [group.mean]))),
  }
}
