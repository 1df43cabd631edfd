import { type Calendar, sessionOn } from '../../src/domain/calendar/calendar.ts'
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
import { StoreError } from '../store/database/store-error.ts'

/** `real`: Indian time, or real time from a start. `always` and `accelerated` skip nights and holidays. */
export type MarketClockMode =
  | { readonly kind: 'real' }
  | { readonly kind: 'always' }
  | { readonly kind: 'accelerated'; readonly speed: number }

export interface MarketClock {
  readonly mode: MarketClockMode
  /** Never goes back. */
  now(): EpochMs
  /** The time for `at` and `wallOf`; ahead of the wall clock after that was set back. */
  wall(): EpochMs
  at(wall: EpochMs): EpochMs
  wallOf(market: EpochMs): EpochMs
  /** With it another process runs the same clock. */
  readonly origin: MarketClockOrigin
  originNow(): MarketClockOrigin
  /** Continues with the calendar now in force, whose future sessions may differ. */
  goOnFrom(origin: MarketClockOrigin): void
}

export interface MarketClockOrigin {
  readonly mode: MarketClockMode
  readonly wall: EpochMs
  readonly market: EpochMs
}

/** Market time runs this long before and after a session. */
const MARGIN_MS = 15_000
/** A clock set back by less than this was corrected. */
const CORRECTION_MS = 60_000
const DAYS_AHEAD_MAX = 40_000
/** Runs of closed days are shorter, but a replay's days may leave out years. */
const IDLE_DAYS_MAX = 12_000

export const speedOf = (mode: MarketClockMode): number => (mode.kind === 'accelerated' ? mode.speed : 1)

interface Stretch {
  readonly from: number
  readonly to: number
}

const stretchesOn = (date: IstDate, calendar: Calendar): readonly Stretch[] => {
  const midnight = startOfIstDate(date)
  return (sessionOn(date, 'derivatives', calendar)?.windows ?? []).map(({ from, to }) => ({
    from: midnight + from * MINUTE_MS - MARGIN_MS,
    to: midnight + to * MINUTE_MS + MARGIN_MS,
  }))
}

export const lastInstantOf = (days: readonly IstDate[], calendar: Calendar): EpochMs | null => {
  const stretch = days.flatMap((day) => stretchesOn(day, calendar)).at(-1)
  return stretch === undefined ? null : epochMs(stretch.to)
}

/** Null is every trading day. */
export type LivedDays = ReadonlySet<IstDate> | null

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

  const find = (field: 'livedBefore' | 'from', instant: number) => {
    while ((list.at(-1)?.[field] ?? Number.NEGATIVE_INFINITY) <= instant && extend());
    let low = 0
    let high = list.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((list[middle]?.[field] ?? 0) <= instant) low = middle + 1
      else high = middle
    }
    return { current: list[low - 1] ?? null, next: list[low] ?? null }
  }
  return { find }
}

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
    // Skipped time maps to the start of the next stretch.
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
  /** Market time of a first start; null is now, or without nights the session in progress or the next one. */
  readonly start: EpochMs | null
  readonly resumeAt: EpochMs | null
  readonly livedDays?: LivedDays
}

/** Throws StoreError when real time is behind what was already decided. */
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
