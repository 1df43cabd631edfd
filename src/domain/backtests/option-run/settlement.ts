import { sessionOn } from '../../calendar/calendar.ts'
import { CLOSING_AUCTION_SINCE } from '../../calendar/exchange-years.ts'
import { type CandleSource, type Candles, firstRowFrom } from '../../charts/candle.ts'
import { istMinuteOfDay, MINUTE_MS, toIstDate } from '../../time.ts'
import type { LegContract } from './rules.ts'

const HALF_HOUR_MS = 30 * MINUTE_MS

/** Rupees. Until the closing auction existed, the mean of the last half hour; since then the last price. */
export const settlementOf = (
  { time, close }: Candles,
  row: number,
  { candleMs, source }: { readonly candleMs: number; readonly source: CandleSource },
): number => {
  const endsAt = (time[row] ?? 0) + candleMs
  const last = close[row] ?? 0
  if (source === 'simulated' || toIstDate(time[row] ?? 0) >= CLOSING_AUCTION_SINCE) return last
  const from = firstRowFrom(time, endsAt - HALF_HOUR_MS)
  if (from >= row) return last
  let sum = 0
  for (let at = from; at <= row; at++) sum += close[at] ?? 0
  return sum / (row - from + 1)
}

export const hasSessionEnded = (startsAt: number, candleMs: number): boolean => {
  const session = sessionOn(toIstDate(startsAt))
  return session === null || istMinuteOfDay(startsAt) + candleMs / MINUTE_MS >= session.closeMinute
}

export const intrinsicOf = (
  { type, strike }: Pick<LegContract, 'type' | 'strike'>,
  settled: number,
): number => Math.max(0, type === 'CE' ? settled - strike : strike - settled)
