import { randomUUID } from 'node:crypto'
import type { BodyOf, ReplyOf } from '../../../src/contract/call-types.ts'
import { type beginDrill, DRILLS_LISTED, type listDrills } from '../../../src/contract/drills.ts'
import { type InstrumentId, parseInstrumentId } from '../../../src/domain/instruments/instrument.ts'
import {
  type DrillKind,
  drillLengths,
  drillTitle,
  isOwnDrill,
  type MarketDrillKind,
  type OwnDrillKind,
} from '../../../src/domain/learning/drills/drill.ts'
import type { Broker } from '../../broker/broker.ts'
import type { Clock } from '../../ports.ts'
import { Refusal } from '../../refusal.ts'
import type { Store } from '../../store/database/database.ts'
import {
  insertDrill,
  listDrillsOf,
  listRunningDrillsOf,
  markDrillEnded,
  ownersOfActiveDeployments,
} from '../../store/drills.ts'
import type { DrillTable } from '../../store/schema.ts'
import type { User, UserId } from '../../user.ts'
import type { LateAnswers } from './late-answers.ts'

export interface MarketShocks {
  /** Throws Refusal in words where it cannot be. Times are of the market. */
  add(
    asked: { readonly kind: MarketDrillKind; readonly share: InstrumentId | null },
    by: { readonly ownerId: UserId },
  ): Promise<{ readonly id: string; readonly startsAt: number; readonly endsAt: number }>
}

export interface DrillParts {
  readonly store: Store
  readonly clock: Clock
  readonly market: { readonly now: () => number; readonly speed: number }
  readonly broker: Pick<Broker, 'book'>
  readonly late: LateAnswers
  readonly freezeQuotes: ((user: UserId, until: number) => void) | null
  /** Users with open positions or open orders. */
  readonly tradingUsers: () => readonly UserId[]
  /** Null: this market has no price shocks. */
  readonly shocks: MarketShocks | null
}

type Asker = Pick<User, 'id'>
type Body = BodyOf<typeof beginDrill>
type Reply = ReplyOf<typeof listDrills>[number]

const kindOf = ({ kind }: DrillTable): DrillKind => kind as DrillKind

const replyOf = (row: DrillTable): Reply => ({
  id: row.id,
  kind: kindOf(row),
  share: row.share,
  begunAt: row.begun_at,
  endsAt: row.ends_at,
  marketFrom: row.market_from,
  marketTo: row.market_to,
  endedAt: row.ended_at,
})

const conflict = (words: string): Refusal => new Refusal('CONFLICT', words)

const shareOf = ({ kind, share }: Body): InstrumentId | null => {
  if (kind === 'circuit' && share === null)
    throw new Refusal('MALFORMED', 'A circuit drill needs a share, as in: drill circuit INFY')
  if (share === null) return null
  if (isOwnDrill(kind))
    throw new Refusal('MALFORMED', `The drill “${drillTitle({ kind, share: null })}” takes no share`)
  const id = parseInstrumentId(share)?.id
  if (id === undefined) throw new Refusal('UNKNOWN_INSTRUMENT', `${share} is not listed`)
  return id
}

const sharedWith = (others: number): string =>
  others === 1
    ? 'The market is shared: 1 other user holds positions, orders or running deployments. Try again once there are none'
    : `The market is shared: ${others} other users hold positions, orders or running deployments. Try again once there are none`

interface DrillContext extends DrillParts {
  readonly openedAt: number
}

/** Null while it runs. What lasts by the wall clock does not outlive the process that began it. */
const endOf = ({ clock, market, openedAt }: DrillContext, row: DrillTable): number | null => {
  const now = clock.now()
  if (row.ends_at === null) return market.now() >= row.market_to ? now : null
  if (row.begun_at < openedAt) return Math.min(row.ends_at, openedAt)
  return now >= row.ends_at ? row.ends_at : null
}

const findRunning = async (context: DrillContext, owner: UserId): Promise<DrillTable | null> => {
  const { db } = context.store
  let running: DrillTable | null = null
  for (const row of await listRunningDrillsOf(db, owner)) {
    const endedAt = endOf(context, row)
    if (endedAt === null) running = row
    else await markDrillEnded(db, { ...row, ended_at: endedAt })
  }
  return running
}

const countOthers = async ({ store, tradingUsers }: DrillParts, owner: UserId): Promise<number> => {
  const all = new Set([...tradingUsers(), ...(await ownersOfActiveDeployments(store.db))])
  all.delete(owner)
  return all.size
}

type Span = Pick<DrillTable, 'ends_at' | 'market_from' | 'market_to'>

const beginInMarket = async (
  parts: DrillParts,
  owner: UserId,
  { kind, share }: { readonly kind: MarketDrillKind; readonly share: InstrumentId | null },
): Promise<Span> => {
  if (parts.shocks === null)
    throw conflict(
      `This market has no ${drillTitle({ kind, share: null })} drill: its prices cannot be moved`,
    )
  const others = await countOthers(parts, owner)
  if (others > 0) throw conflict(sharedWith(others))
  const { startsAt, endsAt } = await parts.shocks.add({ kind, share }, { ownerId: owner })
  return { ends_at: null, market_from: startsAt, market_to: endsAt }
}

const spanOfOwn = ({ clock, market, freezeQuotes }: DrillParts, kind: OwnDrillKind): Span => {
  if (kind === 'quotes' && freezeQuotes === null) throw conflict('This server sends no quotes to freeze')
  const from = market.now()
  const length = drillLengths[kind]
  return { ends_at: clock.now() + length, market_from: from, market_to: from + length * market.speed }
}

const takeEffect = (
  { freezeQuotes, late }: DrillParts,
  { id, owner_id: owner, kind, ends_at: until }: DrillTable,
): void => {
  if (until === null) return
  if (kind === 'quotes') freezeQuotes?.(owner, until)
  if (kind === 'broker') late.begin(owner, id, until)
}

const finish = async (parts: DrillParts, row: DrillTable): Promise<DrillTable> => {
  const { clock, market, freezeQuotes, late, store } = parts
  if (row.kind === 'quotes') freezeQuotes?.(row.owner_id, 0)
  if (row.kind === 'broker') late.end(row.owner_id)
  const ended = { ...row, ended_at: clock.now(), market_to: Math.min(row.market_to, market.now()) }
  await markDrillEnded(store.db, ended)
  return ended
}

const beginOne = async (context: DrillContext, owner: UserId, body: Body): Promise<Reply> => {
  const share = shareOf(body)
  const { kind } = body
  if (context.broker.book !== 'virtual')
    throw conflict('Drills are for virtual money: this account trades at a real broker')
  const running = await findRunning(context, owner)
  if (running !== null)
    throw conflict(
      `Another drill is running: ${drillTitle({ kind: kindOf(running), share: running.share })}. One at a time`,
    )
  const span = isOwnDrill(kind)
    ? spanOfOwn(context, kind)
    : await beginInMarket(context, owner, { kind, share })
  const begun = { begun_at: context.clock.now(), ended_at: null }
  const row: DrillTable = { id: randomUUID(), owner_id: owner, kind, share, ...begun, ...span }
  await insertDrill(context.store.db, row)
  takeEffect(context, row)
  return replyOf(row)
}

export const createDrills = (parts: DrillParts) => {
  const context: DrillContext = { ...parts, openedAt: parts.clock.now() }
  const beginning = new Set<UserId>()
  return {
    async begin({ id }: Asker, body: Body): Promise<Reply> {
      if (beginning.has(id)) throw conflict('A drill is being started')
      beginning.add(id)
      try {
        return await beginOne(context, id, body)
      } finally {
        beginning.delete(id)
      }
    },

    async end({ id }: Asker): Promise<Reply> {
      const running = await findRunning(context, id)
      if (running === null) throw conflict('No drill is running')
      if (running.ends_at === null)
        throw conflict('A drill of the market cannot be ended: prices run their course')
      return replyOf(await finish(parts, running))
    },

    async list({ id }: Asker): Promise<Reply[]> {
      await findRunning(context, id)
      return (await listDrillsOf(parts.store.db, id, DRILLS_LISTED)).map(replyOf)
    },

    /** An expired session has been practised once the user is back. */
    async signedIn(user: UserId): Promise<void> {
      const running = await findRunning(context, user)
      if (running?.kind === 'session') await finish(parts, running)
    },
  }
}

export type Drills = ReturnType<typeof createDrills>
