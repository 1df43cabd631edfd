import { enqueueActions, setup } from 'xstate'
import { placeOrderDirect } from '../../contract/orders/orders.ts'
import type { OrderDraft } from '../../domain/orders/order-draft.ts'
import { isOwnLimitCode } from '../../domain/orders/own-limits.ts'
import { pathOf } from '../../domain/screens.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import type { Requests } from '../requests.ts'
import { texts } from '../texts.ts'
import {
  isPlacementOver,
  type KnownPlacement,
  orderPlacementMachine,
  type Placement,
  type PlacementActor,
  type PlacementSnapshot,
  placementOf,
} from './order-placement.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly placements:
      | { readonly type: 'order.place'; readonly draft: OrderDraft }
      | { readonly type: 'order.dismiss'; readonly clientOrderId: string }
  }
  interface Machines {
    readonly placements: typeof placementsMachine
  }
}

export const PLACEMENTS_MAX = 50

/** A sent order whose response has not been seen, as stored for a reload. */
export interface SentOrder {
  readonly clientOrderId: string
  readonly draft: OrderDraft
  readonly at: number
}

export interface PlacementsInput {
  readonly now: () => number
  readonly createKey: () => string
}

export interface PlacementsContext extends PlacementsInput {
  readonly placements: readonly Placement[]
  /** In the order of `placements`. */
  readonly actors: readonly PlacementActor[]
}

export type PlacementsEvent =
  | Requests['placements']
  | { readonly type: 'orders.resume'; readonly sent: readonly SentOrder[] }
  | { readonly type: 'order.heard'; readonly clientOrderId: string; readonly order: KnownPlacement }
  | { readonly type: 'network.back' }
  | { readonly type: 'session.ended' }

interface PlacementChanged {
  readonly type: `xstate.snapshot.${string}`
  readonly snapshot: PlacementSnapshot
}

export type PlacementsEmitted =
  | NoticeEmitted
  /** `isDirect`: only the order book has to be reloaded. */
  | { readonly type: 'order.answered'; readonly placement: Placement; readonly isDirect: boolean }

/** Refused by a limit that the trader can change. */
const isOwnLimit = ({ context: { answer } }: PlacementSnapshot): boolean =>
  answer?.kind === 'refused' && answer.code !== undefined && isOwnLimitCode(answer.code)

const noOrders = { placements: [], actors: [] } as const

/** Keeps all orders in flight and the newest of the others. */
const kept = ({ placements, actors }: Pick<PlacementsContext, 'placements' | 'actors'>) => {
  let room = PLACEMENTS_MAX
  const stays = placements.map((placement) => room-- > 0 || !isPlacementOver(placement))
  return {
    placements: placements.filter((_, index) => stays[index]),
    actors: actors.filter((_, index) => stays[index]),
    left: actors.filter((_, index) => !stays[index]),
  }
}

export const placementsMachine = setup({
  types: {
    context: {} as PlacementsContext,
    events: {} as PlacementsEvent | PlacementChanged,
    emitted: {} as PlacementsEmitted,
    input: {} as PlacementsInput,
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
          code: null,
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
      const index = context.actors.findIndex(({ id }) => id === key)
      const before = context.placements[index]
      if (before === undefined) return
      const placement = placementOf(change.snapshot)
      enqueue.assign({ placements: context.placements.with(index, placement) })
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
            isOwnLimit(change.snapshot) ? pathOf('settings', { section: 'limits' }) : undefined,
          ),
        )
      const isDirect = placement.draft.algoUuid === ''
      enqueue.emit({ type: 'order.answered', placement, isDirect })
    }),
    dismiss: enqueueActions(({ context, enqueue }, clientOrderId: string) => {
      const index = context.placements.findIndex((one) => one.clientOrderId === clientOrderId)
      const placement = context.placements[index]
      const actor = context.actors[index]
      // An order with an unknown outcome stays listed.
      if (placement === undefined || actor === undefined || !isPlacementOver(placement)) return
      enqueue.stopChild(actor)
      enqueue.assign({
        placements: context.placements.toSpliced(index, 1),
        actors: context.actors.toSpliced(index, 1),
      })
    }),
    tellHeard: enqueueActions(
      ({ context, enqueue }, heard: { clientOrderId: string; order: KnownPlacement }) => {
        const index = context.placements.findIndex(
          ({ clientOrderId, state }) => clientOrderId === heard.clientOrderId && state === 'unknown',
        )
        const actor = context.actors[index]
        if (actor !== undefined) enqueue.sendTo(actor, { type: 'placement.heard', order: heard.order })
      },
    ),
    lookAgain: enqueueActions(({ context, enqueue }) => {
      for (const [index, actor] of context.actors.entries())
        if (context.placements[index]?.state === 'unknown') enqueue.sendTo(actor, { type: 'placement.look' })
    }),
    clear: enqueueActions(({ context, enqueue }) => {
      for (const actor of context.actors) enqueue.stopChild(actor)
      enqueue.assign(noOrders)
    }),
  },
  guards: {
    isNew: ({ context }, sent: readonly SentOrder[]) =>
      sent.some(({ clientOrderId }) =>
        context.placements.every((one) => one.clientOrderId !== clientOrderId),
      ),
  },
}).createMachine({
  id: 'placements',
  context: ({ input }) => ({ ...input, ...noOrders }),
  initial: 'open',
  states: {
    open: {
      on: {
        'order.place': {
          actions: [{ type: 'begin', params: ({ event }) => ({ draft: event.draft, sent: null }) }, 'leave'],
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
