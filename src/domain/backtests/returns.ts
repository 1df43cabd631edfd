/*
 * Daily returns in percent, flat days included, risk-free rate 0. Defined as in empyrical 0.5
 * (`sharpe_ratio`, `annual_volatility`, `downside_risk`, `sortino_ratio`): annualised by 252 days, sample
 * deviation (divisor n-1). Null where the series is too short or constant.
 */
export const TRADING_DAYS = 252

export const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

const deviationOf = (values: readonly number[]): number | null => {
  const mean = meanOf(values)
  if (mean === null || values.length < 2) return null
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const deviation = Math.sqrt(squares / (values.length - 1))
  // The deviation of a constant series is only rounding error.
  return deviation > Math.abs(mean) * 1e-12 ? deviation : 0
}

export const volatilityOf = (returns: readonly number[]): number | null => {
  const deviation = deviationOf(returns)
  return deviation === null ? null : deviation * Math.sqrt(TRADING_DAYS)
}

export const sharpeOf = (returns: readonly number[]): number | null => {
  const mean = meanOf(returns)
  const deviation = deviationOf(returns)
  return mean === null || deviation === null || deviation === 0
    ? null
    : (mean / deviation) * Math.sqrt(TRADING_DAYS)
}

/** In percent; a gain counts as 0. */
export const downsideRiskOf = (returns: readonly number[]): number | null =>
  returns.length === 0
    ? null
    : Math.sqrt(
        (returns.reduce((sum, value) => sum + Math.min(value, 0) ** 2, 0) / returns.length) * TRADING_DAYS,
      )

export const sortinoOf = (returns: readonly number[]): number | null => {
  const mean = meanOf(returns)
  const risk = downsideRiskOf(returns)
  return mean === null || risk === null || risk === 0 ? null : (mean * TRADING_DAYS) / risk
}

export interface Drawdown {
  /** In the unit of the curve, 0 or more. */
  readonly depth: number
  /** Percent of the peak; null where a peak is not above 0. */
  readonly percent: number | null
}

export const drawdownOf = (curve: ArrayLike<number>): Drawdown => {
  const first = curve[0] ?? 0
  // A peak only rises, so if the first is above 0 all are.
  const hasShare = curve.length === 0 || !(first <= 0)
  let peak = first
  let depth = 0
  let share = 0
  for (let index = 0; index < curve.length; index++) {
    const value = curve[index] as number
    peak = Math.max(peak, value)
    depth = Math.max(depth, peak - value)
    if (hasShare) share = Math.max(share, (peak - value) / peak)
  }
  return { depth, percent: hasShare ? share * 100 : null }
}
