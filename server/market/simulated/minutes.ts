import { type Candles, emptyCandles, sliceCandles } from '../../../src/domain/charts/candle.ts'
import { DAY_MS, IST_OFFSET_MS, MINUTE_MS } from '../../../src/domain/time.ts'
import type { Layout, SessionPath } from './path-points.ts'
import { AUCTION_MS, printsUntil, tapeOf } from './tape.ts'

export const midnightOf = (day: number): number => day * DAY_MS - IST_OFFSET_MS

/** An auction's candle begins with its print. */
export const beginOf = ({ starts, auctionRow }: Layout, day: number, row: number): number =>
  midnightOf(day) + (starts[row] ?? 0) * MINUTE_MS + (row === auctionRow ? AUCTION_MS : 0)

export const rowsUntil = (layout: Layout, day: number, now: number): number => {
  let low = 0
  let high = layout.starts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (beginOf(layout, day, middle) <= now) low = middle + 1
    else high = middle
  }
  return low
}

/** Units; linear between the two closes. */
export const openInterestAt = ({ openInterest, layout, lotSize }: SessionPath, row: number): number => {
  const [before, after] = openInterest
  return Math.round(before + ((after - before) * (row + 1)) / layout.starts.length) * lotSize
}

/** The minute in progress contains its prints so far. */
export const toMinutes = (session: SessionPath, now: number): Candles => {
  const { layout, ticks, tickPaise, lotSize, day } = session
  const { starts, first } = layout
  const count = rowsUntil(layout, day, now)
  const candles = emptyCandles(count)
  const midnight = midnightOf(day)
  const price = (of: number): number => (of * tickPaise) / 100
  for (let row = 0; row < count; row++) {
    const from = first[row] ?? 0
    const to = first[row + 1] ?? from
    let high = ticks[from] ?? 0
    let low = high
    for (let point = from + 1; point < to; point++) {
      const here = ticks[point] ?? 0
      if (here > high) high = here
      if (here < low) low = here
    }
    candles.time[row] = midnight + (starts[row] ?? 0) * MINUTE_MS
    candles.open[row] = price(ticks[from] ?? 0)
    candles.high[row] = price(high)
    candles.low[row] = price(low)
    candles.close[row] = price(ticks[to - 1] ?? 0)
    candles.volume[row] = (session.volume[row] ?? 0) * lotSize
    candles.openInterest[row] = openInterestAt(session, row)
  }
  const last = count - 1
  const passed = now - (candles.time[last] ?? Number.NEGATIVE_INFINITY)
  if (count === 0 || passed >= AUCTION_MS) return candles
  const tape = tapeOf(session, last)
  const print = printsUntil(tape, passed) - 1
  if (print < 0) return sliceCandles(candles, 0, last)
  candles.high[last] = price(tape.high[print] ?? 0)
  candles.low[last] = price(tape.low[print] ?? 0)
  candles.close[last] = price(tape.price[print] ?? 0)
  candles.volume[last] = (tape.volume[print] ?? 0) * lotSize
  return candles
}
