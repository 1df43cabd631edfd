import type { MarketPhase } from '../../../src/domain/calendar/market-phase.ts'
import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import type { ClientOrderId } from '../../../src/domain/orders/order.ts'
import type { Print } from '../../../src/domain/quotes/quote.ts'
import { type EpochMs, epochMs } from '../../../src/domain/time.ts'
import type { LiveMarket } from '../../market/live/live-market.ts'
import { isPlausiblePrint } from '../../market/live/plausible-print.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Store } from '../../store/database/database.ts'
import { insertBracket, listActiveBrackets, updateBracket } from '../../store/orders/brackets.ts'
import type { UserId } from '../../user.ts'
import { type Account, type InstrumentTerms, type Order, positionKey } from '../account.ts'
import {
  type Bracket,
  type Followed,
  follow,
  followPrints,
  heldIn,
  isActive,
  ordersOf,
  termsIn,
} from './bracket.ts'
import { fromBracketRow, toBracketRow } from './bracket-row.ts'
import { type Conversion, converted } from './conversion.ts'
import { exitingNow, exitKeyOf, followExit, hitOf } from './exits.ts'
import { type Exit, type Moment, makeRoom, sendExit, sentExits } from './send-exit.ts'

/** Wall time within which a bracket's order must arrive. */
export const ORDER_AWAITED_MS = 60_000

export interface BracketWatchParts {
  readonly store: Pick<Store, 'db'>
  readonly live: LiveMarket
  /** Wall time. */
  readonly clock: Clock
  readonly accountOf: (owner: UserId) => Promise<Account>
  readonly findByClientId: (owner: UserId, key: ClientOrderId) => Promise<Order | null>
  readonly instrumentFor: (terms: InstrumentTerms) => Instrument
  readonly phaseOf: (terms: InstrumentTerms, at: EpochMs) => MarketPhase
  readonly onChanged: (bracket: Bracket) => void
  readonly tell: (bracket: Bracket, text: string) => Promise<void>
  readonly log: Log
}

interface Watched {
  bracket: Bracket
  /** Market time until which prints were checked. */
  since: EpochMs
  attempts: number
  readonly past: Map<number, readonly Order[]>
  /** Market time since which it waits for conflicting orders to be cancelled; null while it does not. */
  roomAskedAt: EpochMs | null
  seen: { readonly account: Account; readonly taken: number } | null
}

type TakenOf = Map<string, number>

const watchedFrom = (bracket: Bracket, since: EpochMs): Watched => ({
  bracket,
  since,
  attempts: 0,
  past: new Map(),
  roomAskedAt: null,
  seen: null,
})

const placeOf = ({ owner, sym, product }: Pick<Bracket, 'owner' | 'sym' | 'product'>): string =>
  `${owner}|${positionKey(sym, product)}`

const followUntil = (
  live: LiveMarket,
  { bracket, since }: Watched,
  { tickSize }: InstrumentTerms,
  instrument: Instrument,
  at: EpochMs,
): Followed => {
  const isBelieved = (print: Print) => isPlausiblePrint(live, instrument, print)
  return followPrints(bracket, live.prints(instrument, since, at), isBelieved, tickSize)
}

export const createBracketWatch = (parts: BracketWatchParts) => {
  const { store, live, clock, accountOf, findByClientId, instrumentFor, phaseOf, log } = parts
  const watched = new Map<string, Watched>()
  const conversions = new Set<Conversion>()

  /** Serialises the watch and requests from users. */
  let lane: Promise<unknown> = Promise.resolve()
  const inLane = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = lane.then(work, work)
    lane = mine.catch(() => {})
    return mine
  }

  /** Memory changes only after the store. */
  const save = async (entry: Watched, next: Bracket): Promise<void> => {
    await updateBracket(store.db, toBracketRow(next))
    if (next.watchedAt !== entry.bracket.watchedAt) entry.since = next.watchedAt
    entry.bracket = next
    if (!isActive(next)) watched.delete(next.id)
    parts.onChanged(next)
    const isUntold = next.status === 'failed' && next.exitOrderId === null && next.message !== null
    if (isUntold) await parts.tell(next, next.message)
  }

  const fail = (entry: Watched, message: string, at: EpochMs): Promise<void> =>
    save(entry, { ...entry.bracket, status: 'failed', message, endedAt: at })

  const takeUp = async (entry: Watched, order: Order, attempt: number, at: EpochMs): Promise<void> => {
    if (hitOf(order) === null) return fail(entry, 'Another order used the key of its exit order', at)
    entry.attempts = attempt
    await save(entry, { ...entry.bracket, status: 'exiting', exitOrderId: order.id })
  }

  const exit = async (entry: Watched, account: Account, asked: Exit, moment: Moment): Promise<void> => {
    const { bracket } = entry
    entry.roomAskedAt ??= moment.at
    if (!(await makeRoom(account, bracket, asked.units, { moment, since: entry.roomAskedAt }))) return
    entry.roomAskedAt = null
    const sent = await sendExit(bracket, asked, moment)
    if (sent.kind === 'failed') await fail(entry, sent.message, moment.at)
    if (sent.kind === 'sent') await takeUp(entry, sent.order, asked.attempt, moment.at)
  }

  const guard = async (entry: Watched, account: Account, moment: Moment): Promise<void> => {
    const { since } = entry
    const terms = termsIn(account, entry.bracket)
    if (terms === null) return
    // Auction prices cannot be exited at; the first print of continuous trading can.
    const isTraded = phaseOf(terms, moment.at) === 'continuous'
    const seen = isTraded ? followUntil(live, entry, terms, instrumentFor(terms), moment.at) : null
    const { hit, stopPrice } = seen ?? { hit: null, stopPrice: entry.bracket.stopPrice }
    if (stopPrice !== entry.bracket.stopPrice) await save(entry, { ...entry.bracket, stopPrice })
    const { bracket } = entry
    if (hit === null) {
      entry.since = epochMs(Math.max(since, moment.at))
      entry.roomAskedAt = null
      return
    }
    const guarded = Math.abs(bracket.quantity)
    const unguarded = Math.abs(heldIn(account, bracket)) - guarded
    const units = guarded - Math.max(0, exitingNow(account, bracket) - unguarded)
    if (units > 0) await exit(entry, account, { attempt: 1, hit, terms, units }, moment)
  }

  const isOverdue = ({ status, madeWallAt }: Bracket): boolean =>
    status === 'waiting' && clock.now() - madeWallAt > ORDER_AWAITED_MS

  const giveUp = async (entry: Watched, account: Account, at: EpochMs): Promise<void> => {
    const { owner, clientOrderId } = entry.bracket
    if (clientOrderId === null || account.orderOfClientId.has(clientOrderId)) return
    const past = await findByClientId(owner, clientOrderId)
    const message = past === null ? 'Its order was not placed within a minute' : 'Its order has ended'
    await save(entry, { ...entry.bracket, status: 'cancelled', message, endedAt: at })
  }

  const settle = async (entry: Watched, account: Account, moment: Moment): Promise<void> => {
    const { bracket } = entry
    const sent = await sentExits(bracket, account, entry, findByClientId)
    const state = followExit(bracket, sent, heldIn(account, bracket), moment.at)
    if (state.kind === 'ended') await save(entry, state.bracket)
    const terms = termsIn(account, bracket)
    if (state.kind !== 'short' || terms === null || phaseOf(terms, moment.at) !== 'continuous') return
    const units = state.rest - exitingNow(account, bracket)
    const asked = { attempt: entry.attempts + 1, hit: state.hit, terms, units }
    if (units > 0) await exit(entry, account, asked, moment)
  }

  const lookAt = async (entry: Watched, moment: Moment, takenOf: TakenOf): Promise<void> => {
    const account = await accountOf(entry.bracket.owner)
    const key = placeOf(entry.bracket)
    // Checked after the account is read: a conversion is registered before any of it is decided.
    if ([...conversions].some(({ owner, sym, from }) => placeOf({ owner, sym, product: from }) === key))
      return
    const taken = takenOf.get(key) ?? 0
    if (entry.bracket.status !== 'exiting') {
      const [sent] = ordersOf(account, exitKeyOf(entry.bracket))
      if (sent !== undefined) await takeUp(entry, sent, 1, moment.at)
    }
    if (entry.bracket.status === 'exiting') return settle(entry, account, moment)
    if (entry.seen?.account !== account || entry.seen.taken !== taken) {
      const next = follow(entry.bracket, account, taken, moment.at)
      if (next !== entry.bracket) await save(entry, next)
      entry.seen = { account, taken }
    }
    if (isOverdue(entry.bracket)) await giveUp(entry, account, moment.at)
    if (entry.bracket.status !== 'watching') return
    takenOf.set(key, taken + Math.abs(entry.bracket.quantity))
    await guard(entry, account, moment)
  }

  const goAlong = async (conversion: Conversion): Promise<void> => {
    const { owner, sym, from, to } = conversion
    const account = await accountOf(owner)
    const active = [...watched.values()].filter(
      ({ bracket }) => bracket.owner === owner && bracket.sym === sym,
    )
    const isTaken = active.some(({ bracket }) => bracket.product === to && bracket.status !== 'waiting')
    for (const entry of active) {
      if (entry.bracket.product !== from || entry.bracket.status !== 'watching') continue
      const next = converted(entry.bracket, account, { ...conversion, isTaken })
      if (next !== entry.bracket) await save(entry, next)
    }
  }

  let isFailing = false
  const look = async (moment: Moment): Promise<void> => {
    const takenOf: TakenOf = new Map()
    let hasFailed = false
    for (const entry of [...watched.values()]) {
      try {
        await lookAt(entry, moment, takenOf)
      } catch (error) {
        hasFailed = true
        if (!isFailing)
          log.error({ err: error, bracket: entry.bracket.id }, 'a bracket stands still; tried again')
      }
    }
    isFailing = hasFailed
  }

  return {
    async load(from: EpochMs): Promise<void> {
      for (const row of await listActiveBrackets(store.db)) {
        const bracket = fromBracketRow(row)
        const since = epochMs(Math.max(from, bracket.watchedAt))
        const entry = watchedFrom(bracket, since)
        watched.set(bracket.id, entry)
        for (let attempt = 1; isActive(entry.bracket); attempt++) {
          const sent = await findByClientId(bracket.owner, exitKeyOf(bracket, attempt))
          if (sent === null) break
          await takeUp(entry, sent, attempt, from)
        }
      }
    },

    look: (moment: Moment): Promise<void> =>
      watched.size === 0 ? Promise.resolve() : inLane(() => look(moment)),

    activeOf: (owner: UserId): readonly Bracket[] =>
      [...watched.values()].flatMap(({ bracket }) => (bracket.owner === owner ? [bracket] : [])),

    /** Brackets on the position pause during `work`, then move to the new product or end. */
    async convert<Result>(conversion: Conversion, work: () => Promise<Result>): Promise<Result> {
      conversions.add(conversion)
      try {
        const result = await work()
        await inLane(() => goAlong(conversion))
        return result
      } finally {
        conversions.delete(conversion)
      }
    },

    add: (bracket: Bracket): Promise<void> =>
      inLane(async () => {
        await insertBracket(store.db, toBracketRow(bracket))
        watched.set(bracket.id, watchedFrom(bracket, bracket.watchedAt))
        parts.onChanged(bracket)
      }),

    change: (owner: UserId, id: string, to: (bracket: Bracket) => Bracket): Promise<Bracket | null> =>
      inLane(async () => {
        const entry = watched.get(id)
        if (entry === undefined || entry.bracket.owner !== owner) return null
        await save(entry, to(entry.bracket))
        return entry.bracket
      }),
  }
}

export type BracketWatch = ReturnType<typeof createBracketWatch>
