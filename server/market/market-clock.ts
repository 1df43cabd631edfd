import { type Calendar, sessionOn } from '../../src/domain/calendar.ts'
import {
  addDays,
  type EpochMs,
  epochMs,
  type IstDate,
  MINUTE_MS,
  startOfIstDate,
  toIstDate,
} from '../../src/domain/time.ts'
import type { Clock } from '../ports.ts'
import { StoreError } from '../store/store-error.ts'

/**
 * The clock the market lives by. `real` is Indian time, or goes on from a start as real time does, through nights and
 * holidays. `always` runs at the speed of real time but knows no night:
 * shortly after one session the next trading day begins. A speed above 1 is `always`, faster.
 */
export type MarketClockMode =
  | { readonly kind: 'real' }
  | { readonly kind: 'always' }
  | { readonly kind: 'accelerated'; readonly speed: number }

export interface MarketClock {
  readonly mode: MarketClockMode
  /** Market time, never going back. */
  now(): EpochMs
  /** The time that `at` and `wallOf` mean: the wall's, or ahead of it where that was set back. */
  wall(): EpochMs
  /** Market time at a wall time; a pure function of both and where the clock was started. */
  at(wall: EpochMs): EpochMs
  /** The wall time at which market time will be `market`: for timers. */
  wallOf(market: EpochMs): EpochMs
  /** What another process needs to run the same clock. */
  readonly origin: MarketClockOrigin
  /** The instant it is, as the origin of the same clock. */
  originNow(): MarketClockOrigin
  /** Goes on from an instant by the calendar in force: sessions of days to come are another calendar's no longer. */
  goOnFrom(origin: MarketClockOrigin): void
}

export interface MarketClockOrigin {
  readonly mode: MarketClockMode
  readonly wall: EpochMs
  readonly market: EpochMs
}

/** Market time begins so long before a session and goes on so long after it. */
const MARGIN_MS = 15_000
/** A clock set back by less than this is a correction, not another time. */
const CORRECTION_MS = 60_000
/** Days looked through for the next session: the simulation's whole length. */
const DAYS_AHEAD_MAX = 40_000
/** Runs of closed days are shorter; a set of days to live through may leave out years. */
const IDLE_DAYS_MAX = 12_000

export const speedOf = (mode: MarketClockMode): number => (mode.kind === 'accelerated' ? mode.speed : 1)

interface Stretch {
  readonly from: number
  readonly to: number
}

/** Stretches of market time on one day that an always open clock lives through, ascending. */
const stretchesOn = (date: IstDate, calendar: Calendar): readonly Stretch[] => {
  const midnight = startOfIstDate(date)
  return (sessionOn(date, 'derivatives', calendar)?.windows ?? []).map(({ from, to }) => ({
    from: midnight + from * MINUTE_MS - MARGIN_MS,
    to: midnight + to * MINUTE_MS + MARGIN_MS,
  }))
}

/** The last instant of days that are lived through, where the clock stands still; null when none has a session. */
export const lastInstantOf = (days: readonly IstDate[], calendar: Calendar): EpochMs | null => {
  const stretch = days.flatMap((day) => stretchesOn(day, calendar)).at(-1)
  return stretch === undefined ? null : epochMs(stretch.to)
}

/** Days that are lived through; null is every trading day. */
export type LivedDays = ReadonlySet<IstDate> | null

/** The stretches from an instant on, as far as anyone asks, with the market time lived before each. */
const createStretches = (origin: number, calendar: Calendar, livedDays: LivedDays) => {
  const list: { readonly from: number; readonly to: number; readonly livedBefore: number }[] = []
  const first = toIstDate(origin)
  let day = 0
  let idle = 0
  let lived = 0

  const extend = (): boolean => {
    if (day >= DAYS_AHEAD_MAX || idle > IDLE_DAYS_MAX) return false
    const date = addDays(first, day)
    day++
    idle++
    if (livedDays !== null && !livedDays.has(date)) return true
    for (const { from, to } of stretchesOn(date, calendar)) {
      if (to <= origin) continue
      const begin = Math.max(from, origin)
      list.push({ from: begin, to, livedBefore: lived })
      lived += to - begin
      idle = 0
    }
    return true
  }

  /** The last stretch that begins at or before a place, by how much was lived or by market time. */
  const find = (field: 'livedBefore' | 'from', place: number) => {
    while ((list.at(-1)?.[field] ?? Number.NEGATIVE_INFINITY) <= place && extend());
    let low = 0
    let high = list.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((list[middle]?.[field] ?? 0) <= place) low = middle + 1
      else high = middle
    }
    return { current: list[low - 1] ?? null, next: list[low] ?? null }
  }
  return { find }
}

/** The clock that began at an origin; the same in every process that is given the origin. */
export const clockFrom = (
  began: MarketClockOrigin,
  { clock, calendar, livedDays = null }: { clock: Clock; calendar: Calendar; livedDays?: LivedDays },
): MarketClock => {
  const { mode } = began
  const speed = speedOf(mode)
  let origin = began
  let stretches = createStretches(origin.market, calendar, livedDays)

  const at = (wall: EpochMs): EpochMs => {
    if (mode.kind === 'real') return epochMs(origin.market + wall - origin.wall)
    const lived = Math.max(0, wall - origin.wall) * speed
    const { current } = stretches.find('livedBefore', lived)
    if (current === null) return origin.market
    return epochMs(Math.min(current.to, Math.floor(current.from + lived - current.livedBefore)))
  }

  const wallOf = (market: EpochMs): EpochMs => {
    if (mode.kind === 'real') return epochMs(origin.wall + market - origin.market)
    const { current, next } = stretches.find('from', market)
    if (current === null) return origin.wall
    // Time that is jumped over comes with the stretch behind it.
    const lived =
      market > current.to && next !== null
        ? next.livedBefore
        : current.livedBefore + Math.min(market, current.to) - current.from
    return epochMs(origin.wall + Math.ceil(lived / speed))
  }

  let latest = origin.market
  const now = (): EpochMs => {
    const found = at(clock.now())
    if (found > latest) latest = found
    return latest
  }
  return {
    mode,
    wall: () => clock.now(),
    at,
    wallOf,
    now,
    get origin() {
      return origin
    },
    originNow: () => ({ mode, wall: clock.now(), market: now() }),
    goOnFrom(next) {
      origin = next
      stretches = createStretches(next.market, calendar, livedDays)
    },
  }
}

export interface MarketClockParts {
  readonly clock: Clock
  readonly calendar: Calendar
  readonly mode: MarketClockMode
  /** Market time of a first start; null is now, and of a clock without nights the session in progress or the next. */
  readonly start: EpochMs | null
  /** The latest market time anything was decided at, or null. */
  readonly resumeAt: EpochMs | null
  readonly livedDays?: LivedDays
}

/** Throws StoreError where real time lies behind what has happened already. */
export const createMarketClock = (parts: MarketClockParts): MarketClock => {
  const { clock, calendar, mode, start, resumeAt, livedDays = null } = parts
  const wall = clock.now()
  if (mode.kind === 'real' && start !== null) {
    const market = epochMs(Math.max(start, resumeAt ?? start))
    return clockFrom({ mode, wall, market }, { clock, calendar })
  }
  if (mode.kind === 'real') {
    if (resumeAt !== null && resumeAt > wall + CORRECTION_MS) {
      throw new StoreError(
        `MARKET_CLOCK: real time is behind the market time this store has reached (${toIstDate(resumeAt)}); go on with MARKET_CLOCK=always or use another DATA_DIR`,
      )
    }
    return clockFrom({ mode, wall, market: wall }, { clock, calendar })
  }
  const wanted = Math.max(start ?? wall, resumeAt ?? Number.NEGATIVE_INFINITY)
  const { current, next } = createStretches(
    epochMs(startOfIstDate(toIstDate(wanted))),
    calendar,
    livedDays,
  ).find('from', wanted)
  const isLived = current !== null && wanted <= current.to
  const market = epochMs(isLived ? wanted : (next?.from ?? current?.to ?? wanted))
  return clockFrom({ mode, wall, market }, { clock, calendar, livedDays })
}
