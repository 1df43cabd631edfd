import { optionSpread } from '../../../src/domain/options/spread.ts'
import { heldAt, type SessionPath } from './path-points.ts'
import { hashFrom, hashHead, streams, toNormal, toUniform } from './random.ts'

/** Prices in ticks; `bids` has one per second. */
export interface MinuteTape {
  readonly prints: number
  /** Milliseconds into the minute. */
  readonly at: Int32Array
  readonly price: Int32Array
  /** Lots; 0 where the price was shown without a trade. */
  readonly quantity: Float64Array
  readonly high: Int32Array
  readonly low: Int32Array
  readonly volume: Float64Array
  readonly bids: Int32Array
  readonly spread: number
}

export const SECONDS = 60
/** The close is printed again at the end of the minute, so that it is the last print. */
const POINT_MS = [0, 15_000, 30_000, 45_000]
const END_MS = 59_900
export const AUCTION_MS = 59_999

/** Rupees of a typical print; larger trade comes in more prints. */
const PRINT_RUPEES = 100_000
/** Lots of a typical print of a contract: cheap options trade as often as dear ones. */
const PRINT_LOTS = 3
const PRINTS_PER_SECOND = 2.5
const PRINTS_A_SECOND_MAX = 8

const EDGE_MINUTES = 10
const EDGE_FACTOR = 2

/** Ticks. */
export const spreadAt = ({ spread, tickPaise, layout }: SessionPath, row: number, price: number): number => {
  const { starts } = layout
  const rows = starts.length
  const isEdge = row < EDGE_MINUTES || row >= rows - EDGE_MINUTES
  const rupees = (price * tickPaise) / 100
  const wide = spread.kind === 'share' ? rupees * spread.share : optionSpread(rupees, spread.factor)
  return Math.max(1, Math.round((wide * (isEdge ? EDGE_FACTOR : 1) * 100) / tickPaise))
}

interface PathPoint {
  readonly ms: number
  readonly price: number
}

const pointsOfMinute = ({ layout, ticks }: SessionPath, row: number): readonly PathPoint[] => {
  const from = layout.first[row] ?? 0
  const to = layout.first[row + 1] ?? from
  if (row === layout.auctionRow) return [{ ms: AUCTION_MS, price: ticks[from] ?? 0 }]
  const points = POINT_MS.map((ms, index) => ({ ms, price: ticks[from + index] ?? 0 }))
  return [...points, { ms: END_MS, price: ticks[to - 1] ?? 0 }]
}

const boundsOf = (points: readonly PathPoint[]): readonly [number, number] => {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const { price } of points) {
    if (price < low) low = price
    if (price > high) high = price
  }
  return [low, high]
}

const walkBids = (
  session: SessionPath,
  row: number,
  points: readonly PathPoint[],
  spread: number,
): Int32Array => {
  const [low, high] = boundsOf(points)
  const bids = new Int32Array(SECONDS)
  const minute = session.day * 1440 + row
  const sides = hashHead(session.seed, streams.side, session.id, minute)
  const noise = hashHead(session.seed, streams.bidPath, session.id, minute)
  const rough = (high - low + (session.isIndex ? 0 : 1)) / (2 * Math.sqrt(SECONDS))
  // A point that was bought traded at the ask, one that was sold at the bid.
  const bidOf = (point: number): number =>
    (points[point]?.price ?? 0) - ((hashFrom(sides, point) & 1) === 0 ? 0 : spread)
  for (let point = 0; point < points.length; point++) {
    const from = Math.floor((points[point]?.ms ?? 0) / 1000)
    const to = point + 1 < points.length ? Math.floor((points[point + 1]?.ms ?? 0) / 1000) : SECONDS
    const [begin, end] = [bidOf(point), bidOf(Math.min(point + 1, points.length - 1))]
    bids[from] = begin
    for (let second = from + 1; second < to; second++) {
      const share = (second - from) / (to - from)
      const swing =
        toNormal(toUniform(hashFrom(noise, second))) * Math.sqrt(Math.min(second - from, to - second))
      const bid = Math.round(begin + (end - begin) * share + rough * swing)
      bids[second] = Math.min(high, Math.max(low - spread, bid))
    }
  }
  const held = heldAt(session, row)
  const limits = held?.limits ?? session.limits
  if (limits !== null) {
    const [lowest, highest] = limits
    for (let second = 0; second < SECONDS; second++)
      bids[second] = Math.min(highest, Math.max(lowest - spread, bids[second] ?? 0))
  }
  // Sellers alone: every trade is at the ask.
  if (held !== null && row >= held.lockedFrom && row < held.lockedTo) bids.fill(held.limits[0] - spread)
  return bids
}

const printsIn = (uniform: number, mean: number): number => {
  let count = 0
  let share = Math.exp(-mean)
  let passed = share
  while (uniform > passed && count < PRINTS_A_SECOND_MAX) {
    count++
    share *= mean / count
    passed += share
  }
  return count
}

const printsPerSecond = ({ lotSize, tickPaise }: SessionPath, lots: number, price: number): number => {
  const byRupees = (lots * lotSize * price * tickPaise) / 100 / PRINT_RUPEES
  const byLots = lotSize > 1 ? lots / PRINT_LOTS : 0
  return Math.min(PRINTS_PER_SECOND, Math.max(byRupees, byLots) / SECONDS)
}

const tapeOfIndex = (session: SessionPath, row: number): MinuteTape => {
  const points = pointsOfMinute(session, row)
  const bids = walkBids(session, row, points, 0)
  const at = Int32Array.from(bids, (_, second) => second * 1000)
  at[SECONDS - 1] = END_MS
  return finishTape(at, bids, new Float64Array(SECONDS), bids, 0)
}

/** Deterministic; opens, closes and ranges as its points do. */
export const tapeOf = (session: SessionPath, row: number): MinuteTape => {
  if (session.isIndex) return tapeOfIndex(session, row)
  const points = pointsOfMinute(session, row)
  const lots = session.volume[row] ?? 0
  const spread = spreadAt(session, row, points[0]?.price ?? 1)
  const isAuction = row === session.layout.auctionRow
  const bids = isAuction ? new Int32Array(SECONDS) : walkBids(session, row, points, spread)
  const at: number[] = []
  const price: number[] = []
  const isPathPoint: boolean[] = []
  let further = lots - points.length
  const mean = printsPerSecond(session, lots, points[0]?.price ?? 0)
  const [low, high] = boundsOf(points)
  const minute = session.day * 1440 + row
  const counts = hashHead(session.seed, streams.prints, session.id, minute)
  const times = hashHead(session.seed, streams.printTime, session.id, minute)
  let point = 0
  for (let second = 0; second < SECONDS; second++) {
    const next = points[point]
    // The last point ends the minute; the others begin their second.
    if (next !== undefined && next.ms === second * 1000) {
      at.push(next.ms)
      price.push(next.price)
      isPathPoint.push(true)
      point++
    }
    const count = isAuction || further <= 0 ? 0 : printsIn(toUniform(hashFrom(counts, second)), mean)
    for (let print = 0; print < count && further > 0; print++, further--) {
      const random = hashFrom(times, second * PRINTS_A_SECOND_MAX + print)
      at.push(second * 1000 + 1 + Math.floor(((print + (random >>> 8) / 16_777_216) / count) * 880))
      const bid = bids[second] ?? 0
      price.push(Math.min(high, Math.max(low, (random & 1) === 0 ? bid : bid + spread)))
      isPathPoint.push(false)
    }
  }
  const closing = points[point]
  if (closing !== undefined) {
    at.push(closing.ms)
    price.push(closing.price)
    isPathPoint.push(true)
  }
  const quantity = shareLots(session, minute, lots, at.length)
  return finishTape(Int32Array.from(at), Int32Array.from(price), quantity, bids, spread)
}

/** One lot each while they last, the rest at random; the sum is exactly `lots`. */
const shareLots = (session: SessionPath, index: number, lots: number, prints: number): Float64Array => {
  const sizes = hashHead(session.seed, streams.printSize, session.id, index)
  const quantity = new Float64Array(prints)
  if (lots < prints) {
    // From the end, so that the close is a trade.
    for (let print = prints - 1, left = lots; print >= 0 && left > 0; print--, left--) quantity[print] = 1
    return quantity
  }
  let sum = 0
  for (let print = 0; print < prints; print++) {
    const weight = Math.exp(0.9 * toNormal(toUniform(hashFrom(sizes, print))))
    quantity[print] = weight
    sum += weight
  }
  const rest = lots - prints
  let passed = 0
  let given = 0
  for (let print = 0; print < prints; print++) {
    passed += quantity[print] ?? 0
    const due = Math.round((passed / sum) * rest)
    quantity[print] = 1 + due - given
    given = due
  }
  return quantity
}

const finishTape = (
  at: Int32Array,
  price: Int32Array,
  quantity: Float64Array,
  bids: Int32Array,
  spread: number,
): MinuteTape => {
  const prints = at.length
  const high = new Int32Array(prints)
  const low = new Int32Array(prints)
  const volume = new Float64Array(prints)
  let top = Number.NEGATIVE_INFINITY
  let bottom = Number.POSITIVE_INFINITY
  let sum = 0
  for (let print = 0; print < prints; print++) {
    const here = price[print] ?? 0
    if (here > top) top = here
    if (here < bottom) bottom = here
    sum += quantity[print] ?? 0
    high[print] = top
    low[print] = bottom
    volume[print] = sum
  }
  return { prints, at, price, quantity, high, low, volume, bids, spread }
}

export const printsUntil = ({ at, prints }: MinuteTape, ms: number): number => {
  let from = 0
  let to = prints
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((at[middle] ?? 0) <= ms) from = middle + 1
    else to = middle
  }
  return from
}
