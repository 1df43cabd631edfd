import { type Candles, sliceCandles } from '../../charts/candle.ts'
import type { Interval } from '../../charts/interval.ts'
import { intervalMinutes } from '../../charts/interval.ts'
import type { InstrumentId } from '../../instruments/instrument.ts'
import { DAY_MS, type IstDate, istDateToDayNumber, MINUTE_MS, toIstDate } from '../../time.ts'
import type { JournalEntry } from './structures.ts'

export interface CandlesAsked {
  readonly sym: InstrumentId
  readonly interval: Interval
  readonly from: IstDate
  readonly to: IstDate
}

/** Calendar days up to which an interval is fine enough, and its candles few. */
const fineUntil = [
  ['min', 5],
  ['5min', 30],
  ['hour', 365],
] as const

/** Days from entry to exit, or to today: one series for each leg. */
export const candlesAround = (entry: JournalEntry, today: IstDate): readonly CandlesAsked[] => {
  const from = toIstDate(entry.openedAt)
  const to = entry.closedAt === null ? today : toIstDate(entry.closedAt)
  const days = istDateToDayNumber(to) - istDateToDayNumber(from)
  const interval = fineUntil.find(([, most]) => days < most)?.[0] ?? 'day'
  return entry.legs.map(({ sym }) => ({ sym, interval, from, to }))
}

export const keyOfCandles = ({ sym, interval, from, to }: CandlesAsked): string =>
  [sym, interval, from, to].join(' ')

export const lengthOfCandle = (interval: Interval): number => {
  const minutes = intervalMinutes(interval)
  return minutes === null ? DAY_MS : minutes * MINUTE_MS
}

/** Candles that were complete at `at`, and always the first, so that a chart has a price to show. */
export const candlesEndedBy = (candles: Candles, at: number): Candles => {
  const { time } = candles
  // A candle has ended where the next has begun.
  const next = time.findIndex((begin) => begin > at)
  const begun = next === -1 ? time.length : next
  return sliceCandles(candles, 0, Math.max(1, begun - 1))
}
