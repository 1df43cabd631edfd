import { nextTradingDay, sessionOn } from '../calendar/calendar.ts'
import { MINUTE_MS, startOfIstDate, toIstDate } from '../time.ts'
import { type Candles, firstRowFrom, sliceCandles } from './candle.ts'
import { type CandleGrid, dailyOrShorter, lastClosedCandle } from './candle-close.ts'
import { candleStart } from './resample.ts'

/** A week or a month is over when none of its sessions is left. */
const lastClosedStart = (now: number, grid: CandleGrid): number => {
  if (dailyOrShorter(grid.interval)) return lastClosedCandle(now, grid).start
  const today = toIstDate(now)
  const session = sessionOn(today, grid.group, grid.calendar)
  const isOver = session === null || startOfIstDate(today) + session.closeMinute * MINUTE_MS <= now
  const next = isOver ? nextTradingDay(today, grid.calendar) : today
  // The period of the next session has not closed, whatever came before it has.
  return candleStart(startOfIstDate(next), grid.interval) - 1
}

/** Without the candle in progress. */
export const closedCandles = (candles: Candles, now: number, grid: CandleGrid): Candles => {
  const rows = firstRowFrom(candles.time, lastClosedStart(now, grid) + 1)
  return rows === candles.time.length ? candles : sliceCandles(candles, 0, rows)
}
