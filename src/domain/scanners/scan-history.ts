/** Returns some candles later, in percent of the close at which the symbol was found. */
export interface Outcome {
  readonly days: number
  readonly cases: number
  readonly lowerQuartile: number
  readonly median: number
  readonly upperQuartile: number
  /** Percent of the cases that were above zero. */
  readonly higher: number
}

export interface HistoryDay {
  readonly at: number
  readonly found: number
}

export interface ScanHistory {
  readonly days: readonly HistoryDay[]
  readonly found: readonly Outcome[]
  /** Returns of every symbol on every day, found or not. */
  readonly universe: readonly Outcome[]
}

export const HISTORY_CANDLES = 250
export const OUTCOME_CANDLES = [1, 5, 20] as const

export interface HistorySeries {
  readonly time: Float64Array
  readonly close: Float64Array
  readonly truth: Uint8Array
}

/** Median and quartiles by the nearest rank; null without cases. */
export const outcomeOf = (days: number, returns: Float64Array): Outcome | null => {
  const cases = returns.length
  if (cases === 0) return null
  const sorted = returns.slice().sort()
  const rank = (share: number): number => sorted[Math.ceil(share * cases) - 1] ?? Number.NaN
  const higher = (100 * sorted.filter((one) => one > 0).length) / cases
  return { days, cases, lowerQuartile: rank(0.25), median: rank(0.5), upperQuartile: rank(0.75), higher }
}

export const scanHistory = (universe: readonly HistorySeries[]): ScanHistory => {
  const newest = universe.reduce((latest, { time }) => Math.max(latest, time.at(-1) ?? 0), 0)
  const longest = universe.reduce<HistorySeries | null>(
    (most, one) => (one.time.at(-1) === newest && one.time.length > (most?.time.length ?? 0) ? one : most),
    null,
  )
  const times = longest === null ? new Float64Array(0) : longest.time.slice(-HISTORY_CANDLES)
  const counted = new Map<number, number>(Array.from(times, (at) => [at, 0]))
  const first = times[0] ?? 0
  const outcomes = (onlyFound: boolean): readonly Outcome[] =>
    OUTCOME_CANDLES.flatMap(
      (days) => outcomeOf(days, returnsAfter(universe, { days, first, onlyFound })) ?? [],
    )
  for (const { time, truth } of universe)
    for (const [row, at] of time.entries())
      if (truth[row] === 1 && counted.has(at)) counted.set(at, (counted.get(at) ?? 0) + 1)
  return {
    days: Array.from(counted, ([at, found]) => ({ at, found })),
    found: outcomes(true),
    universe: outcomes(false),
  }
}

const returnsAfter = (
  universe: readonly HistorySeries[],
  { days, first, onlyFound }: { readonly days: number; readonly first: number; readonly onlyFound: boolean },
): Float64Array => {
  const room = universe.reduce((sum, { time }) => sum + Math.min(time.length, HISTORY_CANDLES), 0)
  const returns = new Float64Array(room)
  let cases = 0
  for (const { time, close, truth } of universe)
    for (let row = Math.max(0, time.length - HISTORY_CANDLES); row + days < time.length; row++) {
      if ((time[row] ?? 0) < first || (onlyFound && truth[row] !== 1)) continue
      returns[cases] = 100 * ((close[row + days] ?? 0) / (close[row] ?? 1) - 1)
      cases++
    }
  return returns.subarray(0, cases)
}
