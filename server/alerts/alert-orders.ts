import type { ReplyOf } from '../../src/contract/call-types.ts'
import type { sendProposal } from '../../src/contract/deployments.ts'
import type { Calendar } from '../../src/domain/calendar/calendar.ts'
import { PROPOSED_AGAIN } from '../../src/domain/deployments/deployment.ts'
import type { Instrument, InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { OrderId } from '../../src/domain/orders/order.ts'
import type { AlertHit } from '../../src/domain/scanners/alert.ts'
import { startOfIstDate, toIstDate } from '../../src/domain/time.ts'
import { refuseQuantity, sentBefore } from '../automation/proposals.ts'
import type { Broker } from '../broker/broker.ts'
import { termsOf } from '../broker/instrument-terms.ts'
import type { Scheduler } from '../broker/runtime/scheduler.ts'
import type { Clock, Log } from '../ports.ts'
import { Refusal } from '../refusal.ts'
import type { AlertProposal, AlertProposalStore } from '../store/alert-proposals.ts'
import type { AlertStore, StoredAlert } from '../store/alerts.ts'
import type { NewNotification } from '../store/notifications.ts'
import type { UserId } from '../user.ts'
import { type HitParts, ordersOfHits } from './orders-of-hits.ts'
import { type Placed, placedBefore, placeProposal } from './place-proposal.ts'

type Proposal = AlertProposal['proposal']
type Sent = ReplyOf<typeof sendProposal>

export interface AlertOrderParts {
  readonly store: AlertProposalStore
  readonly alerts: Pick<AlertStore, 'find'>
  readonly broker: Pick<Broker, 'place' | 'marketNow' | 'findByClientId' | 'isStarted'>
  readonly look: (id: InstrumentId) => Promise<Instrument | null>
  readonly calendar: Calendar
  /** Market time. */
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly noticesOf: (ended: AlertProposal) => readonly NewNotification[]
  readonly tell: (owner: UserId, notices: readonly NewNotification[]) => void
  readonly changed: (owner: UserId) => void
  readonly log: Log
}

interface AlertOrderContext extends AlertOrderParts {
  readonly waiting: Map<string, AlertProposal>
  readonly turns: Map<string, Promise<unknown>>
}

const BEAT_MS = 1_000

const noProposal = (): Refusal => new Refusal('NOT_FOUND', 'No such proposal')

const inTurn = <Result>(
  { turns }: AlertOrderContext,
  id: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  const before = turns.get(id) ?? Promise.resolve()
  const mine = before.catch(() => {}).then(work)
  turns.set(id, mine)
  const forget = (): void => {
    if (turns.get(id) === mine) turns.delete(id)
  }
  mine.then(forget, forget)
  return mine
}

const end = async (
  context: AlertOrderContext,
  one: AlertProposal,
  ended: Pick<Proposal, 'status' | 'outcome'> & Partial<Proposal>,
  notify: AlertOrderContext['noticesOf'] = () => [],
): Promise<void> => {
  const { store, waiting, clock, changed, tell } = context
  const proposal: Proposal = { ...one.proposal, endedAt: clock.now(), ...ended }
  const done = { ...one, proposal }
  const notices = notify(done)
  await store.end(done, notices)
  waiting.delete(proposal.proposalUuid)
  if (notices.length > 0) tell(one.owner, notices)
  changed(one.owner)
}

const noteSent = (
  context: AlertOrderContext,
  one: AlertProposal,
  { orderId, missing }: Placed,
  quantity: number,
): Promise<void> => {
  const by = one.lateAt === null ? 'Sent by you' : 'Sent by the alert'
  const sent = { orderId, quantity, status: 'sent' } as const
  return missing === null
    ? end(context, one, { ...sent, outcome: by })
    : end(context, one, { ...sent, outcome: `${by}, ${missing}` }, context.noticesOf)
}

const endIfSent = async (context: AlertOrderContext, one: AlertProposal): Promise<OrderId | null> => {
  const placed = await placedBefore(context, one)
  if (placed === null) return null
  await noteSent(context, one, placed, one.proposal.quantity)
  return placed.orderId
}

/** Null where no alert proposed it. Throws Refusal. */
const send = (
  context: AlertOrderContext,
  owner: UserId,
  id: string,
  quantity: number | null,
): Promise<Sent | null> =>
  inTurn(context, id, async () => {
    const one = await context.store.find(owner, id)
    if (one === null) return null
    if (one.lateAt !== null) throw noProposal()
    const { proposal } = one
    if (proposal.status !== 'waiting') return sentBefore(proposal)
    const at = context.clock.now()
    const before = await endIfSent(context, one)
    if (before !== null) return { orderId: before, isRepeat: true, sentAt: at }
    if (proposal.endsAt !== null && proposal.endsAt <= at)
      throw new Refusal('CONFLICT', 'This proposal has ended: its time ran out')
    refuseQuantity(proposal, quantity, () => proposal.quantity)
    const units = quantity ?? proposal.quantity
    const placed = await placeProposal(context, one, units)
    await noteSent(context, one, placed, units)
    if (placed.missing !== null) throw new Refusal('CONFLICT', `Only ${placed.missing}`)
    return { orderId: placed.orderId, isRepeat: false, sentAt: at }
  })

/** Whatever is not accepted is told of, and not tried again. */
const sendByItself = async (
  context: AlertOrderContext,
  one: AlertProposal,
  lateAt: number,
): Promise<void> => {
  const { proposal } = one
  if ((await endIfSent(context, one)) !== null) return
  const notSent = (why: string): Promise<void> =>
    end(context, one, { status: 'ended', outcome: `Not sent: ${why}` }, context.noticesOf)
  if (context.clock.now() > lateAt) return notSent('it came too late')
  try {
    await noteSent(context, one, await placeProposal(context, one, proposal.quantity), proposal.quantity)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await notSent(error.message)
  }
}

const lookAt = (context: AlertOrderContext, { proposal }: AlertProposal): Promise<void> =>
  inTurn(context, proposal.proposalUuid, async () => {
    const one = context.waiting.get(proposal.proposalUuid)
    if (one === undefined) return
    if (one.lateAt !== null) return sendByItself(context, one, one.lateAt)
    if (proposal.endsAt === null || proposal.endsAt > context.clock.now()) return
    if ((await endIfSent(context, one)) !== null) return
    await end(context, one, { status: 'ended', outcome: 'Its time ran out' })
  })

const step = async (context: AlertOrderContext): Promise<void> => {
  if (!context.broker.isStarted) return
  for (const one of [...context.waiting.values()])
    await lookAt(context, one).catch((error: unknown) =>
      context.log.error({ err: error, proposal: one.proposal.proposalUuid }, 'the order of an alert failed'),
    )
}

type Which = (one: AlertProposal) => boolean

const endAll = async (
  context: AlertOrderContext,
  which: Which,
  ended: { readonly status: 'dropped' | 'ended'; readonly outcome: string },
): Promise<number> => {
  let count = 0
  for (const [id, found] of [...context.waiting])
    if (which(found))
      await inTurn(context, id, async () => {
        const one = context.waiting.get(id)
        if (one === undefined || (await endIfSent(context, one)) !== null) return
        await end(context, one, ended)
        count++
      })
  return count
}

/** Replaces a waiting proposal of the same alert and symbol. */
const take = async (context: AlertOrderContext, made: readonly AlertProposal[]): Promise<void> => {
  for (const one of made) {
    const { alertId, proposal } = one
    await endAll(context, (older) => older.alertId === alertId && older.proposal.segSym === proposal.segSym, {
      status: 'ended',
      outcome: PROPOSED_AGAIN,
    })
    if (proposal.status === 'waiting') context.waiting.set(proposal.proposalUuid, one)
  }
  const [first] = made
  if (first === undefined) return
  context.changed(first.owner)
  await step(context)
}

const hitPartsOf = ({ look, broker, calendar, store }: AlertOrderContext, since: number): HitParts => ({
  look,
  quoteOf: (instrument) => {
    const market = broker.marketNow()
    return market.quoteOf(termsOf(instrument, market.day))
  },
  calendar,
  countAuto: (id) => store.countAuto(id, since),
})

const droppedByUser = { status: 'dropped', outcome: 'Dropped by you' } as const

export const createAlertOrders = (parts: AlertOrderParts) => {
  const context: AlertOrderContext = { ...parts, waiting: new Map(), turns: new Map() }
  const { store, clock, waiting } = context
  const dayStart = (): number => startOfIstDate(toIstDate(clock.now()))
  let stop = (): void => {}
  return {
    async start(): Promise<void> {
      for (const one of await store.waiting()) waiting.set(one.proposal.proposalUuid, one)
      stop = parts.scheduler.every(BEAT_MS, () => void step(context))
      await step(context)
    },

    async close(): Promise<void> {
      stop()
      await Promise.allSettled(context.turns.values())
    },

    settle: () => step(context),

    ofHits: (alert: StoredAlert, hits: readonly AlertHit[], raisedAt: number) =>
      ordersOfHits(hitPartsOf(context, dayStart()), alert, hits, raisedAt),

    take: (made: readonly AlertProposal[]) => take(context, made),

    async listOf(owner: UserId): Promise<readonly Proposal[]> {
      return (await store.listOf(owner, dayStart())).map(({ proposal }) => proposal)
    },

    send: (owner: UserId, id: string, quantity: number | null) => send(context, owner, id, quantity),

    async drop(owner: UserId, id: string): Promise<number | null> {
      if ((await store.find(owner, id)) === null) return null
      return endAll(context, ({ proposal }) => proposal.proposalUuid === id, droppedByUser)
    },

    async dropOf(owner: UserId, alertId: string): Promise<number> {
      if ((await parts.alerts.find(owner, alertId)) === null) throw new Refusal('NOT_FOUND', 'No such alert')
      return endAll(context, (one) => one.alertId === alertId, droppedByUser)
    },

    endOf: (alertId: string, outcome: string): Promise<number> =>
      endAll(context, (one) => one.alertId === alertId, { status: 'ended', outcome }),

    /** All that wait of a user, but those that only reduce. */
    endOfOwner: (owner: UserId, outcome: string): Promise<number> =>
      endAll(context, (one) => one.owner === owner && one.proposal.intent === 'entry', {
        status: 'ended',
        outcome,
      }),

    async outcomesOf(ids: readonly string[]): Promise<ReadonlyMap<string, Proposal>> {
      return new Map((await store.of(ids)).map(({ proposal }) => [proposal.proposalUuid, proposal]))
    },
  }
}

export type AlertOrders = ReturnType<typeof createAlertOrders>
