import { type Candles, emptyCandles } from '../../../src/domain/candle.ts'
import type { TradingWindow } from '../../../src/domain/exchange-years.ts'
import { DAY_MS, IST_OFFSET_MS, MINUTE_MS } from '../../../src/domain/time.ts'
import { POINTS_PER_MINUTE } from './bridge.ts'
import { hashOf, streams, toNormal, toUniform } from './random.ts'

/** One session of one instrument before its prices are rounded and its volume is shared out. */
export interface SessionShape {
  readonly seed: number
  readonly id: number
  readonly session: number
  readonly day: number
  /** Minutes that the path covers, and those of them in which this instrument trades. */
  readonly pathWindows: readonly TradingWindow[]
  readonly tradedWindows: readonly TradingWindow[]
  /** Price at the open and logarithms relative to it, `POINTS_PER_MINUTE` to the minute and one at the end. */
  readonly openPrice: number
  readonly path: Float64Array
  readonly tickSize: number
  /** Prices outside are not traded; null is no limit. */
  readonly limits: readonly [number, number] | null
  readonly volume: number
  /** The last traded minute is the print of an auction. */
  readonly isAuctioned: boolean
}

const AUCTION_SHARE = 0.08

export const roundToTick = (price: number, tickSize: number): number => {
  const ticks = Math.max(1, Math.round(price / tickSize))
  return Math.round(ticks * tickSize * 100) / 100
}

/** Minutes of the day at which the path's minutes begin. */
export const minutesOf = (windows: readonly TradingWindow[]): number[] =>
  windows.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, minute) => from + minute))

const isWithin = (windows: readonly TradingWindow[], minute: number): boolean =>
  windows.some(({ from, to }) => minute >= from && minute < to)

const volumeWeight = (minute: number, minutes: number): number =>
  1 + 3.2 * Math.exp(-minute / 12) + 1.6 * Math.exp(-(minutes - minute) / 15)

/**
 * Minute candles of one session, those that have begun by `now`. A candle takes the points of its own minute, the last
 * one the closing point too; a minute that is not over shows the points so far.
 */
export const toMinutes = (shape: SessionShape, now: number): Candles => {
  const starts = minutesOf(shape.pathWindows)
  const total = starts.length
  const midnight = shape.day * DAY_MS - IST_OFFSET_MS
  const pointMs = MINUTE_MS / POINTS_PER_MINUTE
  const traded = starts.map((start) => isWithin(shape.tradedWindows, start))
  const lastTraded = traded.lastIndexOf(true)
  const count = starts.filter((start, place) => traded[place] && midnight + start * MINUTE_MS <= now).length
  const candles = emptyCandles(count)
  const { path, openPrice, tickSize, limits } = shape

  const priceAt = (point: number): number => {
    const price = openPrice * Math.exp(path[point] ?? 0)
    return roundToTick(limits === null ? price : Math.min(limits[1], Math.max(limits[0], price)), tickSize)
  }

  let row = 0
  for (let place = 0; place < total && row < count; place++) {
    if (!traded[place]) continue
    const at = midnight + (starts[place] ?? 0) * MINUTE_MS
    const isAuction = shape.isAuctioned && place === lastTraded && traded[place - 1] === false
    const first = isAuction ? total * POINTS_PER_MINUTE : place * POINTS_PER_MINUTE
    const passed = Math.floor((now - at) / pointMs)
    const ownLast = place * POINTS_PER_MINUTE + POINTS_PER_MINUTE - (place === total - 1 ? 0 : 1)
    const last = isAuction ? first : Math.min(ownLast, first + passed)
    const open = priceAt(first)
    let high = open
    let low = open
    let close = open
    for (let point = first + 1; point <= last; point++) {
      close = priceAt(point)
      if (close > high) high = close
      if (close < low) low = close
    }
    candles.time[row] = at
    candles.open[row] = open
    candles.high[row] = high
    candles.low[row] = low
    candles.close[row] = close
    row++
  }
  if (shape.volume > 0) shareVolume(shape, traded, candles)
  return candles
}

/** Shares the day's volume over all its minutes, so that what a minute got does not change as the day goes on. */
const shareVolume = (shape: SessionShape, traded: readonly boolean[], candles: Candles): void => {
  const { path, seed, id, session } = shape
  const total = traded.length
  const sessionMove = Math.abs(path[path.length - 1] ?? 0) + 0.005
  const typical = sessionMove / Math.sqrt(total)
  const lastTraded = traded.lastIndexOf(true)
  const hasAuction = shape.isAuctioned && traded[lastTraded - 1] === false
  const weights: number[] = []
  for (let place = 0; place < total; place++) {
    if (!traded[place] || (hasAuction && place === lastTraded)) continue
    const from = path[place * POINTS_PER_MINUTE] ?? 0
    const to = path[(place + 1) * POINTS_PER_MINUTE] ?? 0
    const mood = Math.exp(0.5 * toNormal(toUniform(hashOf(seed, streams.minuteVolume, id, session, place))))
    const excitement = 1 + (0.5 * Math.abs(to - from)) / typical
    weights.push(volumeWeight(place, total) * mood * excitement)
  }
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (hasAuction) weights.push((sum * AUCTION_SHARE) / (1 - AUCTION_SHARE))
  const whole = weights.reduce((all, weight) => all + weight, 0)
  let passed = 0
  let given = 0
  for (let row = 0; row < candles.time.length; row++) {
    passed += weights[row] ?? 0
    const due = Math.round((passed / whole) * shape.volume)
    candles.volume[row] = due - given
    given = due
  }
}
