import { randomUUID } from 'node:crypto'
import { type Calendar, sessionOn } from '../../src/domain/calendar/calendar.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { isShareSegment } from '../../src/domain/instruments/kind.ts'
import { istMinuteOfDay, MINUTE_MS, toIstClock, toIstDate } from '../../src/domain/time.ts'
import type { Clock } from '../ports.ts'
import { Refusal } from '../refusal.ts'
import type { MarketShockStore } from '../store/market-shocks.ts'
import type { UserId } from '../user.ts'
import type { LiveMarket } from './live/live-market.ts'
import type { LoadedMaster } from './master/instrument-master.ts'
import {
  type MarketShock,
  minutesOfShock,
  type ShockKind,
  TRADING_MINUTES_NEEDED,
} from './simulated/shocks/market-shock.ts'
import type { ShocksInForce } from './simulated/shocks/shocks-in-force.ts'

export interface ShockInput {
  readonly kind: ShockKind
  /** For a circuit; null for the whole market. */
  readonly share: InstrumentId | null
}

export interface MarketShockParts {
  readonly store: MarketShockStore
  readonly inForce: ShocksInForce
  /** Market time. */
  readonly clock: Pick<Clock, 'now'>
  readonly calendar: Calendar
  readonly isSimulated: boolean
  readonly live: Pick<LiveMarket, 'quote'>
  readonly master: { load(): Promise<Pick<LoadedMaster, 'find'>> }
}

const conflict = (reason: string): Refusal => new Refusal('CONFLICT', reason)

/** Continuous trading of shares with a closing auction ends first. */
const checkSession = (now: number, calendar: Calendar): void => {
  const minute = istMinuteOfDay(now)
  const windows = sessionOn(toIstDate(now), 'auctioned', calendar)?.windows ?? []
  const window = windows.find(({ from, to }) => minute >= from && minute < to)
  if (window === undefined)
    throw conflict('The market is closed: a price shock can be started during continuous trading')
  const left = window.to - minute
  if (left < TRADING_MINUTES_NEEDED)
    throw conflict(
      `${left} minutes of continuous trading are left, and a price shock needs ${TRADING_MINUTES_NEEDED}; start it in the next session`,
    )
}

const checkNoOther = (shocks: readonly MarketShock[], now: number): void => {
  const other = shocks.find(({ endsAt }) => endsAt > now)
  if (other === undefined) return
  const [from, to] = [toIstClock(other.startsAt), toIstClock(other.endsAt)]
  throw conflict(
    other.startsAt > now
      ? `Another price shock starts at ${from} and ends at ${to}; start the next one after that`
      : `Another price shock is running until ${to}; start the next one after that`,
  )
}

/** At least one whole minute ahead, so that nothing that has been shown changes. */
const startAfter = (now: number): number => Math.ceil((now + MINUTE_MS) / MINUTE_MS) * MINUTE_MS

export const createMarketShocks = (parts: MarketShockParts) => {
  const { store, inForce, clock, calendar, isSimulated, live, master } = parts
  const watchers = new Set<() => void>()
  let adding: Promise<unknown> = Promise.resolve()

  const checkShare = async ({ kind, share }: ShockInput): Promise<void> => {
    if (kind !== 'circuit') {
      if (share !== null)
        throw new Refusal('MALFORMED', `A ${kind} moves the whole market, not ${share} alone`)
      return
    }
    if (share === null) throw new Refusal('MALFORMED', 'Name the share that goes to its lower circuit limit')
    const instrument = (await master.load()).find(share)
    if (instrument === null)
      throw new Refusal('NOT_FOUND', `No instrument is called ${share}; name a share, such as NSE_RELIANCE`)
    if (!isShareSegment(instrument.segment))
      throw new Refusal('MALFORMED', `${share} is no share; name a share, such as NSE_RELIANCE`)
    if (live.quote(instrument, clock.now()) === null)
      throw conflict(`${share} has no price yet; name a share that trades`)
  }

  const check = (): void => {
    const now = clock.now()
    checkSession(now, calendar)
    checkNoOther(inForce.list(), now)
  }

  const add = async (input: ShockInput, { ownerId }: { readonly ownerId: UserId }): Promise<MarketShock> => {
    if (!isSimulated)
      throw conflict('This server replays imported candles: only the simulated market has price shocks')
    check()
    await checkShare(input)
    check()
    const startsAt = startAfter(clock.now())
    const endsAt = startsAt + minutesOfShock(input.kind) * MINUTE_MS
    const shock: MarketShock = { id: randomUUID(), ...input, startsAt, endsAt }
    await store.add(shock, ownerId)
    if (clock.now() >= startsAt) {
      await store.remove(shock.id)
      throw new Refusal('UNAVAILABLE', 'The database took too long to store the price shock; start it again')
    }
    inForce.bringIntoForce([...inForce.list(), shock])
    for (const tell of watchers) tell()
    return shock
  }

  return {
    shocks: (): readonly MarketShock[] => inForce.list(),

    /** In force in this process when it resolves, and told to the others. Throws Refusal. */
    addShock(input: ShockInput, by: { readonly ownerId: UserId }): Promise<MarketShock> {
      const added = adding.then(() => add(input, by))
      adding = added.catch(() => {})
      return added
    },

    watchShocks: (tell: () => void): void => {
      watchers.add(tell)
    },
  }
}
