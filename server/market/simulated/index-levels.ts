import { findIndexMembers } from '../master/index-shares.ts'
import { POINTS_PER_MINUTE } from './bridge.ts'
import type { Simulated } from './character.ts'
import { createLruCache } from './lru-cache.ts'

/** Ticks of 0.05. */
export interface DayRange {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** 6 KB each. */
const PUBLISHED_MAX = 1600
/** 12 KB each. */
const RUNNING_MAX = 160
/** 100 bytes each. */
const RANGES_MAX = 20_000

export const INDEX_TICKS_PER_POINT = 20

/** Computed together, as they share most of their members. */
const groups: readonly (readonly string[])[] = [
  ['NIFTY 50', 'SENSEX', 'NIFTY BANK', 'NIFTY FIN SERVICE', 'BANKEX'],
  ['NIFTY NEXT 50'],
  ['NIFTY MID SELECT'],
]

const symbolOf = ({ name }: Simulated): string => name.slice('INDICES_'.length)

export const hasMembers = (instrument: Simulated): boolean =>
  instrument.kind === 'index' && groups.some((group) => group.includes(symbolOf(instrument)))

export interface Member {
  readonly share: Simulated
  readonly units: number
}

export interface MemberPaths {
  /** Rupees rounded to ticks, at every point of the path. */
  pricesOf(share: Simulated, session: number): Float64Array
  /** First minute of the path without continuous trading; the path's length when there is none. */
  heldFrom(share: Simulated, session: number): number
}

interface Sums {
  readonly published: Float64Array
  readonly running: Float64Array
}

const toTicks = (levels: Float64Array): Int32Array =>
  Int32Array.from(levels, (level) => Math.round(level * INDEX_TICKS_PER_POINT))

const rangeOf = (ticks: Int32Array): DayRange => {
  let high = ticks[0] ?? 0
  let low = high
  for (const level of ticks) {
    if (level > high) high = level
    if (level < low) low = level
  }
  return { open: ticks[0] ?? 0, high, low, close: ticks.at(-1) ?? 0 }
}

// Level = Σ units · price, with units = weight · level / price on the anchor day. Members in their closing
// auction stay at their last continuous price until it is matched; contracts see them move on.
export const createIndexLevels = ({ pricesOf, heldFrom }: MemberPaths) => {
  const published = createLruCache<string, Int32Array>(PUBLISHED_MAX)
  const running = createLruCache<string, Float64Array>(RUNNING_MAX)
  const ranges = createLruCache<string, DayRange>(RANGES_MAX)
  const members = new Map<string, readonly Member[]>()

  const membersOf = (index: string): readonly Member[] => {
    const known = members.get(index) ?? findIndexMembers(index)
    members.set(index, known)
    return known
  }

  const sum = (group: readonly string[], session: number): readonly Sums[] => {
    const sums: Sums[] = []
    const unitsOf = group.map(
      (index) => new Map(membersOf(index).map(({ share, units }) => [share.name, units] as const)),
    )
    const shares = new Map(
      group.flatMap((index) => membersOf(index).map(({ share }) => [share.name, share] as const)),
    )
    for (const share of shares.values()) {
      const prices = pricesOf(share, session)
      const points = prices.length
      const held = heldFrom(share, session) * POINTS_PER_MINUTE
      unitsOf.forEach((units, index) => {
        sums[index] ??= { published: new Float64Array(points), running: new Float64Array(points) }
        const own = units.get(share.name)
        if (own !== undefined) addMember(sums[index], prices, own, held)
      })
    }
    return sums
  }

  const makeGroup = (index: string, session: number, keepsLevels: boolean): void => {
    const group = groups.find((one) => one.includes(index)) ?? []
    const sums = sum(group, session)
    group.forEach((member, index) => {
      const made = sums[index]
      if (made === undefined) return
      const key = `${member}|${session}`
      const ticks = toTicks(made.published)
      ranges.get(key, () => rangeOf(ticks))
      if (!keepsLevels) return
      published.get(key, () => ticks)
      running.get(key, () => made.running)
    })
  }

  const find = <Value>(
    kept: { peek(key: string): Value | null },
    instrument: Simulated,
    session: number,
    keepsLevels = true,
  ): Value => {
    const index = symbolOf(instrument)
    const key = `${index}|${session}`
    const known = kept.peek(key)
    if (known !== null) return known
    makeGroup(index, session, keepsLevels)
    const made = kept.peek(key)
    if (made === null) throw new RangeError(`${index} has no members`)
    return made
  }

  return {
    membersOf: (index: Simulated): readonly Member[] => membersOf(symbolOf(index)),
    /** Ticks of 0.05, at every point of the path. */
    publishedOf: (index: Simulated, session: number): Int32Array => find(published, index, session),
    /** Points, as contracts see them. */
    runningOf: (index: Simulated, session: number): Float64Array => find(running, index, session),
    /** Caches no levels: a long history must not evict those of the last weeks. */
    rangeOf: (index: Simulated, session: number): DayRange => find(ranges, index, session, false),
  }
}

export type IndexLevels = ReturnType<typeof createIndexLevels>

const addMember = ({ published, running }: Sums, prices: Float64Array, units: number, held: number): void => {
  const last = prices.length - 1
  const frozen = units * (prices[held - 1] ?? 0)
  const until = Math.min(held, last)
  for (let point = 0; point <= last; point++) {
    running[point] = (running[point] as number) + units * (prices[point] as number)
  }
  for (let point = 0; point < until; point++) {
    published[point] = (published[point] as number) + units * (prices[point] as number)
  }
  for (let point = until; point < last; point++) published[point] = (published[point] as number) + frozen
  published[last] = (published[last] as number) + units * (prices[last] as number)
}
