import { enqueueActions, setup } from 'xstate'
import { placeOrderDirect } from '../contract/orders.ts'
import type { OrderDraft } from '../domain/order-draft.ts'
import { isOwnLimitCode } from '../domain/own-limits.ts'
import type { Requests } from './events.ts'
import { type NoticeEmitted, noticed } from './notices.ts'
import {
  isPlacementOver,
  type KnownPlacement,
  orderPlacementMachine,
  type Placement,
  type PlacementActor,
  type PlacementSnapshot,
  placementOf,
} from './order-placement.ts'
import { texts } from './texts.ts'

/** Orders on their way that are remembered; the oldest of those that have ended leave. */
export const PLACEMENTS_MAX = 50

/** One that was sent and whose answer has not been seen, as it is kept for the page's next life. */
export interface SentOrder {
  readonly clientOrderId: string
  readonly draft: OrderDraft
  readonly at: number
}

export interface DeskInput {
  /** Corrected clock. */
  readonly now: () => number
  /** A new client order id. */
  readonly createKey: () => string
}

export interface OrderDeskContext extends DeskInput {
  /** Newest first. */
  readonly placements: readonly Placement[]
  /** In the order of the placements. */
  readonly actors: readonly PlacementActor[]
}

export type OrderDeskEvent =
  | Requests['orders']
  /** What an earlier page sent without seeing an answer. */
  | { readonly type: 'orders.resume'; readonly sent: readonly SentOrder[] }
  /** The stream has told of an order. */
  | { readonly type: 'order.heard'; readonly clientOrderId: string; readonly order: KnownPlacement }
  | { readonly type: 'network.back' }
  | { readonly type: 'session.ended' }

interface PlacementChanged {
  readonly type: `xstate.snapshot.${string}`
  readonly snapshot: PlacementSnapshot
}

export type OrderDeskEmitted =
  | NoticeEmitted
  /** An order has got an answer. `isDirect`: the order book alone is loaded again. */
  | { readonly type: 'order.settled'; readonly placement: Placement; readonly isDirect: boolean }

/** Refused by a limit that its trader can change. */
const isOwnLimit = ({ context: { answer } }: PlacementSnapshot): boolean =>
  answer?.kind === 'refused' && answer.code !== undefined && isOwnLimitCode(answer.code)

const noOrders = { placements: [], actors: [] } as const

/** Which of the remembered ones stay: all that are on their way, and the newest of the others. */
const kept = ({ placements, actors }: Pick<OrderDeskContext, 'placements' | 'actors'>) => {
  let room = PLACEMENTS_MAX
  const stays = placements.map((placement) => room-- > 0 || !isPlacementOver(placement))
  return {
    placements: placements.filter((_, place) => stays[place]),
    actors: actors.filter((_, place) => stays[place]),
    left: actors.filter((_, place) => !stays[place]),
  }
}

/** Orders placed one by one: each on its own way, all of them on one list. */
export const orderDeskMachine = setup({
  types: {
    context: {} as OrderDeskContext,
    events: {} as OrderDeskEvent | PlacementChanged,
    emitted: {} as OrderDeskEmitted,
    input: {} as DeskInput,
  },
  actors: { placement: orderPlacementMachine },
  actions: {
    begin: enqueueActions(
      ({ context, enqueue }, order: { draft: OrderDraft; sent: SentOrder | null }): void => {
        const { sent, draft } = order
        const clientOrderId = sent?.clientOrderId ?? context.createKey()
        const amoOrderId = sent === null && draft.variety === 'regular' ? context.createKey() : null
        const at = sent?.at ?? context.now()
        const isResumed = sent !== null
        const placement: Placement = {
          clientOrderId,
          draft,
          state: isResumed ? 'unknown' : 'placing',
          orderId: null,
          message: isResumed ? texts.orderUnknown : null,
          at,
        }
        enqueue.assign(({ context: now, spawn }) => {
          const actor = spawn('placement', {
            id: clientOrderId,
            input: { draft, clientOrderId, amoOrderId, isResumed, at, now: now.now },
            syncSnapshot: true,
          })
          return { placements: [placement, ...now.placements], actors: [actor, ...now.actors] }
        })
      },
    ),
    leave: enqueueActions(({ context, enqueue }) => {
      const { placements, actors, left } = kept(context)
      if (left.length === 0) return
      for (const actor of left) enqueue.stopChild(actor)
      enqueue.assign({ placements, actors })
    }),
    note: enqueueActions(({ context, enqueue }, change: PlacementChanged) => {
      const key = change.type.replace('xstate.snapshot.', '')
      const place = context.actors.findIndex(({ id }) => id === key)
      const before = context.placements[place]
      if (before === undefined) return
      const placement = placementOf(change.snapshot)
      enqueue.assign({ placements: context.placements.with(place, placement) })
      if (placement.state === before.state) return
      if (placement.state === 'unknown')
        enqueue.emit(noticed('warning', placement.message ?? texts.orderUnknown))
      if (!isPlacementOver(placement)) return
      if (placement.state === 'failed' && !change.snapshot.context.isToldByServer)
        enqueue.emit(
          noticed(
            'error',
            placement.message ?? placeOrderDirect.failure,
            undefined,
            isOwnLimit(change.snapshot) ? '/settings?section=limits' : undefined,
          ),
        )
      const isDirect = placement.draft.algoUuid === ''
      enqueue.emit({ type: 'order.settled', placement, isDirect })
    }),
    dismiss: enqueueActions(({ context, enqueue }, clientOrderId: string) => {
      const place = context.placements.findIndex((one) => one.clientOrderId === clientOrderId)
      const placement = context.placements[place]
      const actor = context.actors[place]
      // One whose fate is not known stays in sight.
      if (placement === undefined || actor === undefined || !isPlacementOver(placement)) return
      enqueue.stopChild(actor)
      enqueue.assign({
        placements: context.placements.toSpliced(place, 1),
        actors: context.actors.toSpliced(place, 1),
      })
    }),
    tellHeard: enqueueActions(
      ({ context, enqueue }, heard: { clientOrderId: string; order: KnownPlacement }) => {
        const place = context.placements.findIndex(
          ({ clientOrderId, state }) => clientOrderId === heard.clientOrderId && state === 'unknown',
        )
        const actor = context.actors[place]
        if (actor !== undefined) enqueue.sendTo(actor, { type: 'placement.heard', order: heard.order })
      },
    ),
    lookAgain: enqueueActions(({ context, enqueue }) => {
      for (const [place, actor] of context.actors.entries())
        if (context.placements[place]?.state === 'unknown') enqueue.sendTo(actor, { type: 'placement.look' })
    }),
    clear: enqueueActions(({ context, enqueue }) => {
      for (const actor of context.actors) enqueue.stopChild(actor)
      enqueue.assign(noOrders)
    }),
  },
  guards: {
    isFailed: ({ context }, clientOrderId: string) =>
      context.placements.some((one) => one.clientOrderId === clientOrderId && one.state === 'failed'),
    isNew: ({ context }, sent: readonly SentOrder[]) =>
      sent.some(({ clientOrderId }) =>
        context.placements.every((one) => one.clientOrderId !== clientOrderId),
      ),
  },
}).createMachine({
  id: 'orderDesk',
  context: ({ input }) => ({ ...input, ...noOrders }),
  initial: 'open',
  states: {
    open: {
      on: {
        'order.place': {
          actions: [{ type: 'begin', params: ({ event }) => ({ draft: event.draft, sent: null }) }, 'leave'],
        },
        'order.placeAgain': {
          guard: { type: 'isFailed', params: ({ event }) => event.clientOrderId },
          actions: enqueueActions(({ context, event, enqueue }) => {
            const failed = context.placements.find((one) => one.clientOrderId === event.clientOrderId)
            if (failed === undefined) return
            enqueue({ type: 'dismiss', params: event.clientOrderId })
            enqueue({ type: 'begin', params: { draft: failed.draft, sent: null } })
          }),
        },
        'order.dismiss': { actions: { type: 'dismiss', params: ({ event }) => event.clientOrderId } },
        'orders.resume': {
          guard: { type: 'isNew', params: ({ event }) => event.sent },
          actions: enqueueActions(({ context, event, enqueue }) => {
            const known = new Set(context.placements.map(({ clientOrderId }) => clientOrderId))
            for (const sent of event.sent)
              if (!known.has(sent.clientOrderId))
                enqueue({ type: 'begin', params: { draft: sent.draft, sent } })
          }),
        },
        'order.heard': { actions: { type: 'tellHeard', params: ({ event }) => event } },
        'network.back': { actions: 'lookAgain' },
        'session.ended': { actions: 'clear' },
        'xstate.snapshot.*': { actions: { type: 'note', params: ({ event }) => event } },
      },
    },
  },
})
