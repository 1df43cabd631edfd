import { type Candles, joinCandles } from '../../domain/charts/candle.ts'
import { chartSpan, spanBefore } from '../../domain/charts/chart-span.ts'
import { keepNewest } from '../../domain/keep-newest.ts'
import { toIstDate } from '../../domain/time.ts'
import type { SeriesInput } from '../../machines/charts/chart.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import { fetchSpan } from '../read-candles.ts'

const KEPT_MAX = 12
/** A chart asks again at once when candles of one of its instruments have come, or failed to. */
const ANSWER_KEPT_MS = 5_000

interface Kept {
  readonly candles: Candles
  readonly isWhole: boolean
}

export type LoadOther = (series: SeriesInput, over: Float64Array) => Promise<Candles>

/** Candles of another instrument. What was loaded is kept, so that a closed candle costs a short call. */
export const createOtherCandles = (http: HttpClient): LoadOther => {
  const kept = new Map<string, Kept>()
  const answers = new Map<string, Promise<Candles>>()
  // Whoever asked may be gone before they come, and they are kept for the next.
  const { signal } = new AbortController()

  const loadNewest = async (
    series: SeriesInput,
    lastAt: number,
    before: Candles | undefined,
  ): Promise<Candles> => {
    const to = toIstDate(lastAt)
    const whole = chartSpan(series.interval, to)
    const at = before?.time.at(-1)
    const isNear = at !== undefined && toIstDate(at) >= whole.from
    const from = isNear ? toIstDate(at) : whole.from
    const { candles } = await fetchSpan(series, { from, to: to < from ? from : to }, http, signal)
    return isNear && before !== undefined ? joinCandles(before, candles) : candles
  }

  const load = async (name: string, series: SeriesInput, over: Float64Array): Promise<Candles> => {
    const [firstAt = 0] = over
    const before = kept.get(name)
    let candles = await loadNewest(series, over.at(-1) ?? firstAt, before?.candles)
    let isWhole = before?.isWhole === true && candles.time[0] === before.candles.time[0]
    for (let oldest = candles.time[0]; !isWhole && oldest !== undefined && oldest > firstAt; ) {
      const older = await fetchSpan(series, spanBefore(series.interval, oldest), http, signal)
      isWhole = older.candles.time.length === 0
      candles = joinCandles(older.candles, candles)
      oldest = candles.time[0]
    }
    keepNewest(kept, name, { candles, isWhole }, KEPT_MAX)
    return candles
  }

  return (series, over) => {
    const name = [series.instrument, series.interval, series.history].join(' ')
    const asked = `${name} ${over[0]} ${over.at(-1)}`
    const known = answers.get(asked)
    if (known !== undefined) return known
    const found = load(name, series, over)
    answers.set(asked, found)
    const forgetLater = () => void setTimeout(() => answers.delete(asked), ANSWER_KEPT_MS)
    found.then(forgetLater, forgetLater)
    return found
  }
}
