import { averagePeriods, type TechnicalKey, type TechnicalRating } from '../charts/technical-summary.ts'

const averages: ReadonlySet<TechnicalKey> = new Set([
  ...averagePeriods.flatMap((period) => [`ema${period}`, `sma${period}`] as const),
  'hma',
  'vwma',
])

/** Why a component rates as it does: `rising`, `above its signal`; empty where the value says it. */
export const reasonOf = (
  { key, value, previous, rating }: TechnicalRating,
  { hasVolume }: { readonly hasVolume: boolean },
): string => {
  if (value === null) return key === 'vwma' && !hasVolume ? 'no volume' : 'too few candles'
  if (key === 'ichimoku') return rating === 0 ? 'lines mixed' : rating > 0 ? 'stacked up' : 'stacked down'
  if (averages.has(key))
    return rating === 0 ? 'at the close' : rating > 0 ? 'below the close' : 'above the close'
  if (key === 'macd')
    return rating === 0 ? 'at its signal' : rating > 0 ? 'above its signal' : 'below its signal'
  if (previous === null || previous === value) return ''
  return value > previous ? 'rising' : 'falling'
}

const averageRules = Object.fromEntries(
  averagePeriods.flatMap((period) => [
    [`ema${period}`, `close > ema(close,${period})`],
    [`sma${period}`, `close > sma(close,${period})`],
  ]),
) as Readonly<Record<`ema${number}` | `sma${number}`, string>>

const rules: Partial<Record<TechnicalKey, string>> = {
  ...averageRules,
  hma: 'close > hull_ma(close,9)',
  rsi: 'rsi(14) < 30',
  cci: 'cci(20) < -100',
  adx: 'adx(14) > 20',
  ao: 'awesome_oscillator() > 0',
  mom: 'mom(10) > 0',
  macd: 'macd(12,26,9,macd) > macd(12,26,9,signal)',
  will_r: 'williams_r(14) < -80',
  ult_osc: 'ultimate_oscillator(7,14,28) > 70',
}

/** The rule to scan the market by, in the direction of a buy; null for what no rule can say. */
export const ruleOfComponent = (key: TechnicalKey): string | null => rules[key] ?? null
