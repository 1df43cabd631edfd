import type { TradingWindow } from '../../../src/domain/calendar/exchange-years.ts'
import { POINTS_PER_MINUTE } from './bridge.ts'
import { hashFrom, hashHead, streams, toNormal, toUniform } from './random.ts'

export interface Layout {
  /** Minutes after IST midnight, ascending. */
  readonly starts: Int32Array
  /** First point of each minute, and one entry more for the end. */
  readonly first: Int32Array
  readonly points: Int32Array
  readonly pathMinutes: number
  /** The minute that is only an auction's print, or -1. */
  readonly auctionRow: number
}

/** Bid-ask spread: a share of the price, or a factor of an option's usual one. */
export type Spread =
  | { readonly kind: 'share'; readonly share: number }
  | { readonly kind: 'option'; readonly factor: number }

/** Limits that do not follow the price in the rows from `from` on and before `to`; without buyers while they are locked. */
export interface HeldLimits {
  readonly from: number
  readonly to: number
  readonly limits: readonly [number, number]
  readonly lockedFrom: number
  readonly lockedTo: number
}

/** Prices and lots of a session, one point per 15 seconds. Candles, quotes, prints and book derive from them, so that they agree. */
export interface SessionPath {
  readonly seed: number
  readonly id: number
  /** Days since 1970-01-01. */
  readonly day: number
  readonly layout: Layout
  readonly ticks: Int32Array
  /** Lots per minute. */
  readonly volume: Float64Array
  readonly tickPaise: number
  /** Units; 1 for shares. */
  readonly lotSize: number
  /** Ticks; the first open when there is no earlier session. */
  readonly previousClose: number
  /** Ticks; null when limits follow the price. */
  readonly limits: readonly [number, number] | null
  /** Share of the previous close at which dynamic limits begin; null is no limit. */
  readonly dynamicBand: number | null
  readonly held?: readonly HeldLimits[]
  readonly spread: Spread
  /** Lots usually displayed at the best price. */
  readonly depth: number
  readonly isIndex: boolean
  /** Lots open before and after the session. */
  readonly openInterest: readonly [number, number]
}

export const heldAt = ({ held }: Pick<SessionPath, 'held'>, row: number): HeldLimits | null =>
  held?.find(({ from, to }) => row >= from && row < to) ?? null

export const minutesOf = (windows: readonly TradingWindow[]): number[] =>
  windows.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, minute) => from + minute))

const isWithin = (windows: readonly TradingWindow[], minute: number): boolean =>
  windows.some(({ from, to }) => minute >= from && minute < to)

/** The last minute includes the closing point; when an auction prints the close, it is that point only. */
export const layoutOf = (
  pathWindows: readonly TradingWindow[],
  tradedWindows: readonly TradingWindow[],
  isAuctioned: boolean,
): Layout => {
  const minutes = minutesOf(pathWindows)
  const traded = minutes
    .map((_, index) => index)
    .filter((index) => isWithin(tradedWindows, minutes[index] ?? 0))
  const lastTraded = traded.at(-1) ?? 0
  const hasAuction = isAuctioned && traded.length > 1 && traded.at(-2) !== lastTraded - 1
  const closing = minutes.length * POINTS_PER_MINUTE
  const points: number[] = []
  const first: number[] = []
  for (const index of traded) {
    first.push(points.length)
    if (hasAuction && index === lastTraded) {
      points.push(closing)
      continue
    }
    for (let point = 0; point < POINTS_PER_MINUTE; point++) points.push(index * POINTS_PER_MINUTE + point)
    if (index === minutes.length - 1) points.push(closing)
  }
  first.push(points.length)
  return {
    starts: Int32Array.from(traded, (index) => minutes[index] ?? 0),
    first: Int32Array.from(first),
    points: Int32Array.from(points),
    pathMinutes: minutes.length,
    auctionRow: hasAuction ? traded.length - 1 : -1,
  }
}

/** Ticks, at least one. */
export const roundToTicks = (
  layout: Layout,
  priceAt: (point: number) => number,
  tickPaise: number,
  limits: readonly [number, number] | null,
): Int32Array => {
  const { points } = layout
  const ticks = new Int32Array(points.length)
  const perTick = 100 / tickPaise
  const [lowest, highest] = limits ?? [1, 2_000_000_000]
  for (let point = 0; point < ticks.length; point++) {
    const price = Math.round(priceAt(points[point] ?? 0) * perTick)
    ticks[point] = price < lowest ? lowest : price > highest ? highest : price
  }
  return ticks
}

const AUCTION_SHARE = 0.08
/** Lots that a minute trades at least, as each point is a trade. */
const MINUTE_LOTS_MIN = 5

const volumeWeight = (minute: number, minutes: number): number =>
  1 + 3.2 * Math.exp(-minute / 12) + 1.6 * Math.exp(-(minutes - minute) / 15)

export const shareVolume = (
  key: { readonly seed: number; readonly id: number; readonly session: number },
  layout: Layout,
  ticks: Int32Array,
  dayLots: number,
): Float64Array => {
  const { first, pathMinutes, auctionRow } = layout
  const rows = layout.starts.length
  const volume = new Float64Array(rows)
  if (dayLots <= 0) return volume
  const head = hashHead(key.seed, streams.minuteVolume, key.id, key.session)
  const price = ticks[0] ?? 1
  const sessionMove = Math.abs((ticks.at(-1) ?? price) - price) / price + 0.005
  const typical = sessionMove / Math.sqrt(pathMinutes)
  let sum = 0
  for (let row = 0; row < rows; row++) {
    if (row === auctionRow) continue
    const from = ticks[first[row] ?? 0] ?? price
    const to = ticks[first[row + 1] ?? 0] ?? ticks.at(-1) ?? price
    const mood = Math.exp(0.5 * toNormal(toUniform(hashFrom(head, row))))
    const weight = volumeWeight(row, pathMinutes) * mood * (1 + (0.5 * Math.abs(to - from)) / price / typical)
    volume[row] = weight
    sum += weight
  }
  if (auctionRow >= 0) {
    volume[auctionRow] = (sum * AUCTION_SHARE) / (1 - AUCTION_SHARE)
    sum /= 1 - AUCTION_SHARE
  }
  const least = Math.min(MINUTE_LOTS_MIN, Math.floor(dayLots / rows))
  const rest = dayLots - least * rows
  let passed = 0
  let given = 0
  for (let row = 0; row < rows; row++) {
    passed += volume[row] ?? 0
    const due = Math.round((passed / sum) * rest)
    volume[row] = least + due - given
    given = due
  }
  return volume
}
