import type { Instrument } from '../../../src/domain/instrument.ts'
import type { MarketPhase } from '../../../src/domain/market-phase.ts'
import type { ClientOrderId, OrderId } from '../../../src/domain/order.ts'
import { type EpochMs, epochMs } from '../../../src/domain/time.ts'
import type { LiveMarket } from '../../market/live/live-market.ts'
import type { Clock, Log } from '../../ports.ts'
import { insertBracket, listActiveBrackets, updateBracket } from '../../store/brackets.ts'
import type { Store } from '../../store/database.ts'
import type { UserId } from '../../user.ts'
import { type Account, type Order, positionKey, type Terms } from '../account.ts'
import type { Outcome } from '../ledger.ts'
import type { Intent } from '../rules.ts'
import { leavingIntent } from '../runtime/intents.ts'
import {
  type Bracket,
  exitKeyOf,
  findHit,
  follow,
  followExit,
  type HitSide,
  heldIn,
  hitOf,
  hitWords,
  isActive,
  leavingNow,
  ordersOf,
  termsIn,
} from './bracket.ts'
import { fromBracketRow, toBracketRow } from './bracket-row.ts'

/** Wall time within which the order of a bracket has to come. */
export const ORDER_AWAITED_MS = 60_000

/** The market went on until `at`, market time. */
export interface Moment {
  readonly at: EpochMs
  /** Places what takes no more than what is left of a position; else it is refused as `NOT_REDUCING`. */
  readonly leave: (owner: UserId, intent: Intent) => Promise<Outcome>
}

export interface BracketWatchParts {
  readonly store: Pick<Store, 'db'>
  readonly live: LiveMarket
  /** Wall time. */
  readonly clock: Clock
  readonly accountOf: (owner: UserId) => Promise<Account>
  /** Looks in the whole past. */
  readonly findOrder: (owner: UserId, orderId: OrderId) => Promise<Order | null>
  readonly findByClientId: (owner: UserId, key: ClientOrderId) => Promise<Order | null>
  readonly instrumentFor: (terms: Terms) => Instrument
  readonly phaseOf: (terms: Terms, at: EpochMs) => MarketPhase
  /** Called when it is stored. */
  readonly onChanged: (bracket: Bracket) => void
  /** Says what no order says. */
  readonly tell: (bracket: Bracket, text: string) => Promise<void>
  readonly log: Log
}

interface Watched {
  bracket: Bracket
  /** Market time until which prints were looked at. */
  since: EpochMs
  /** What it was followed from last. */
  seen: { readonly account: Account; readonly taken: number } | null
}

type TakenOf = Map<string, number>

/** Brackets that have not ended, and what they do as their orders, their positions and the market go on. */
export const createBracketWatch = (parts: BracketWatchParts) => {
  const { store, live, clock, accountOf, findOrder, findByClientId, instrumentFor, phaseOf, log } = parts
  const watched = new Map<string, Watched>()

  /** One after the other: what looks at a bracket and what somebody asks of it. */
  let lane: Promise<unknown> = Promise.resolve()
  const inLane = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = lane.then(work, work)
    lane = mine.catch(() => {})
    return mine
  }

  /** Memory follows the store, never the other way. */
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

  const leave = (entry: Watched, order: Order): Promise<void> =>
    save(entry, { ...entry.bracket, status: 'exiting', exitOrderId: order.id })

  /** With the exit that was sent before this process knew of it. */
  const takeUp = async (entry: Watched, order: Order, at: EpochMs): Promise<void> => {
    if (hitOf(order) === null) await fail(entry, 'Another order was sent under the key of its exit', at)
    else await leave(entry, order)
  }

  const exit = async (entry: Watched, hit: HitSide, terms: Terms, units: number, moment: Moment) => {
    const { bracket } = entry
    const outcome = await moment.leave(
      bracket.owner,
      leavingIntent({
        key: exitKeyOf(bracket),
        terms,
        product: bracket.product,
        quantity: Math.sign(bracket.quantity) * units,
        tag: hit,
        placedBy: 'system',
      }),
    )
    // Somebody leaves in this very moment; what is left of the position is looked at again in the next.
    if (outcome.kind === 'refused' && outcome.code === 'NOT_REDUCING') return
    if (outcome.kind === 'refused')
      return fail(entry, `${hitWords[hit]}, but its order was refused: ${outcome.message}`, moment.at)
    const order = outcome.kind === 'notFound' ? null : outcome.order
    return order === null
      ? fail(entry, `${hitWords[hit]}, but its order was not taken`, moment.at)
      : takeUp(entry, order, moment.at)
  }

  const guard = async (entry: Watched, account: Account, moment: Moment): Promise<void> => {
    const { bracket, since } = entry
    const terms = termsIn(account, bracket)
    if (terms === null) return
    // Auctions are no prices to leave at; the first print of trading is.
    const isTraded = phaseOf(terms, moment.at) === 'continuous'
    const hit = isTraded ? findHit(bracket, live.prints(instrumentFor(terms), since, moment.at)) : null
    if (hit === null) {
      entry.since = epochMs(Math.max(since, moment.at))
      return
    }
    const guarded = Math.abs(bracket.quantity)
    const unguarded = Math.abs(heldIn(account, bracket)) - guarded
    const units = guarded - Math.max(0, leavingNow(account, bracket) - unguarded)
    if (units > 0) await exit(entry, hit, terms, units, moment)
  }

  const isOverdue = ({ status, madeWallAt }: Bracket): boolean =>
    status === 'waiting' && clock.now() - madeWallAt > ORDER_AWAITED_MS

  /** An order of an earlier day is in the log alone. */
  const giveUp = async (entry: Watched, account: Account, at: EpochMs): Promise<void> => {
    const { owner, clientOrderId } = entry.bracket
    if (clientOrderId === null || account.orderOfClientId.has(clientOrderId)) return
    const past = await findByClientId(owner, clientOrderId)
    const message = past === null ? 'Its order did not come within a minute' : 'Its order has ended'
    await save(entry, { ...entry.bracket, status: 'cancelled', message, endedAt: at })
  }

  const settle = async (entry: Watched, account: Account, at: EpochMs): Promise<void> => {
    const { bracket } = entry
    const today = ordersOf(account, exitKeyOf(bracket))
    const past =
      today.length > 0 || bracket.exitOrderId === null
        ? null
        : await findOrder(bracket.owner, bracket.exitOrderId)
    const next = followExit(bracket, past === null ? today : [past], at)
    if (next !== bracket) await save(entry, next)
  }

  const lookAt = async (entry: Watched, moment: Moment, takenOf: TakenOf): Promise<void> => {
    const account = await accountOf(entry.bracket.owner)
    const key = `${entry.bracket.owner}|${positionKey(entry.bracket.sym, entry.bracket.product)}`
    const taken = takenOf.get(key) ?? 0
    if (entry.bracket.status !== 'exiting') {
      const [sent] = ordersOf(account, exitKeyOf(entry.bracket))
      if (sent !== undefined) await takeUp(entry, sent, moment.at)
    }
    if (entry.bracket.status === 'exiting') return settle(entry, account, moment.at)
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
    /** Takes up what an earlier process watched; what the market did since `from` is still looked at. */
    async load(from: EpochMs): Promise<void> {
      for (const row of await listActiveBrackets(store.db)) {
        const bracket = fromBracketRow(row)
        const since = epochMs(Math.max(from, bracket.watchedAt))
        const entry: Watched = { bracket, since, seen: null }
        watched.set(bracket.id, entry)
        const sent = await findByClientId(bracket.owner, exitKeyOf(bracket))
        if (bracket.status !== 'exiting' && sent !== null) await takeUp(entry, sent, from)
      }
    },

    look: (moment: Moment): Promise<void> =>
      watched.size === 0 ? Promise.resolve() : inLane(() => look(moment)),

    activeOf: (owner: UserId): readonly Bracket[] =>
      [...watched.values()].flatMap(({ bracket }) => (bracket.owner === owner ? [bracket] : [])),

    add: (bracket: Bracket): Promise<void> =>
      inLane(async () => {
        await insertBracket(store.db, toBracketRow(bracket))
        watched.set(bracket.id, { bracket, since: bracket.watchedAt, seen: null })
        parts.onChanged(bracket)
      }),

    /** What an active one of the owner's becomes; null when there is none. What `to` throws changes nothing. */
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
