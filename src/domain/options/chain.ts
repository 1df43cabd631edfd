import { impliedVolatility } from './implied-volatility.ts'

/** Price in rupees, null without a usable one; the others in units. */
export interface ChainSide {
  readonly price: number | null
  readonly openInterest: number
  readonly volume: number
}

export interface ChainRow<Side = ChainSide> {
  readonly strike: number
  readonly ce: Side | null
  readonly pe: Side | null
}

/** `rate` is an annual share; `tick` in rupees. */
export interface ChainTerms {
  readonly years: number
  readonly rate: number
  readonly tick: number
}

const PARITY_STRIKES = 5

const priceOf = (side: ChainSide | null): number | null =>
  side === null || side.price === null || side.price <= 0 ? null : side.price

/** Rupees: median over the strikes where call and put are closest. Null when no strike has both. */
export const parityForward = (rows: readonly ChainRow[], { years, rate }: ChainTerms): number | null => {
  const growth = Math.exp(rate * years)
  const pairs = rows.flatMap(({ strike, ce, pe }) => {
    const [call, put] = [priceOf(ce), priceOf(pe)]
    return call === null || put === null
      ? []
      : [{ strike, gap: Math.abs(call - put), forward: strike + growth * (call - put) }]
  })
  const centre = pairs.reduce<(typeof pairs)[number] | null>(
    (best, pair) => (best === null || pair.gap < best.gap ? pair : best),
    null,
  )
  if (centre === null) return null
  const forwards = pairs
    .sort(
      (a, b) =>
        Math.abs(a.strike - centre.strike) - Math.abs(b.strike - centre.strike) || a.strike - b.strike,
    )
    .slice(0, PARITY_STRIKES)
    .map(({ forward }) => forward)
    .sort((a, b) => a - b)
  return medianOf(forwards)
}

const medianOf = (ascending: readonly number[]): number | null => {
  const middle = (ascending.length - 1) / 2
  const [low, high] = [ascending[Math.floor(middle)], ascending[Math.ceil(middle)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

export const atmStrikeOf = (strikes: readonly number[], forward: number): number | null =>
  strikes.reduce<number | null>((best, strike) => {
    if (best === null) return strike
    const closer = Math.abs(strike - forward) - Math.abs(best - forward)
    return closer < 0 || (closer === 0 && strike < best) ? strike : best
  }, null)

/** Annual, as a share: of the option out of the money, whose price is all time value, else of the other. */
export const strikeVolatility = (
  { strike, ce, pe }: ChainRow,
  forward: number,
  terms: ChainTerms,
): number | null => {
  const of = (type: 'CE' | 'PE'): number | null => {
    const price = priceOf(type === 'CE' ? ce : pe)
    return price === null ? null : impliedVolatility({ ...terms, forward, strike, type, price }).volatility
  }
  return strike < forward ? (of('PE') ?? of('CE')) : (of('CE') ?? of('PE'))
}

export const straddleOf = ({ ce, pe }: ChainRow): number | null => {
  const [call, put] = [priceOf(ce), priceOf(pe)]
  return call === null || put === null ? null : call + put
}

/** Annual, as a share: the volatility at which call and put together cost this. */
export const straddleVolatility = (
  {
    straddle,
    strike,
    forward,
  }: { readonly straddle: number; readonly strike: number; readonly forward: number },
  terms: ChainTerms,
): number | null => {
  // By parity a straddle is twice the out-of-the-money option plus the intrinsic value of the other.
  const discount = Math.exp(-terms.rate * terms.years)
  const price = (straddle - discount * Math.abs(forward - strike)) / 2
  const type = strike < forward ? 'PE' : 'CE'
  return price <= 0 ? null : impliedVolatility({ ...terms, forward, strike, type, price }).volatility
}

const total = (rows: readonly ChainRow[], side: 'ce' | 'pe', of: 'openInterest' | 'volume'): number =>
  rows.reduce((sum, row) => sum + (row[side]?.[of] ?? 0), 0)

export interface PutCall {
  readonly puts: number
  readonly calls: number
  readonly ratio: number | null
}

export const putCallOf = (rows: readonly ChainRow[], of: 'openInterest' | 'volume'): PutCall => {
  const [puts, calls] = [total(rows, 'pe', of), total(rows, 'ce', of)]
  return { puts, calls, ratio: calls === 0 ? null : puts / calls }
}

/** The strike at which open contracts pay their buyers least, the lower of two. Null without any. */
export const maxPainOf = (rows: readonly ChainRow[]): number | null => {
  if (rows.every(({ ce, pe }) => (ce?.openInterest ?? 0) + (pe?.openInterest ?? 0) === 0)) return null
  let least: { readonly strike: number; readonly paid: number } | null = null
  for (const { strike: close } of rows) {
    let paid = 0
    for (const { strike, ce, pe } of rows) {
      paid +=
        close > strike
          ? (ce?.openInterest ?? 0) * (close - strike)
          : (pe?.openInterest ?? 0) * (strike - close)
    }
    if (least === null || paid < least.paid || (paid === least.paid && close < least.strike)) {
      least = { strike: close, paid }
    }
  }
  return least?.strike ?? null
}

/** Rupees: one standard deviation of the underlying until the contract ends. */
export const expectedMoveOf = (forward: number, volatility: number, years: number): number =>
  forward * volatility * Math.sqrt(years)

export const buildUps = ['long build-up', 'short build-up', 'short covering', 'long unwinding'] as const
export type BuildUp = (typeof buildUps)[number]

/** Changes since the previous close; null when either is 0. */
export const buildUpOf = (priceChange: number, openInterestChange: number): BuildUp | null => {
  if (priceChange === 0 || openInterestChange === 0) return null
  if (openInterestChange > 0) return priceChange > 0 ? 'long build-up' : 'short build-up'
  return priceChange > 0 ? 'short covering' : 'long unwinding'
}
