import { enqueueActions, type SnapshotFrom, setup } from 'xstate'
import { changeBracket } from '../../contract/orders/brackets.ts'
import { cancelOrder, modifyOrder, placeOrderDirect } from '../../contract/orders/orders.ts'
import { convertPosition } from '../../contract/positions/positions.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { isOfExit, type SentExit } from '../../domain/orders/exit-progress.ts'
import type { Product } from '../../domain/orders/order.ts'
import type { Protection, StopLoss } from '../../domain/orders/order-draft.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import type { Requests } from '../requests.ts'
import { texts } from '../texts.ts'
import type { OrderChange, PositionExit } from './order-action.ts'
import {
  type ActRequest,
  type OrderActionActor,
  type OrderActionSnapshot,
  orderActionMachine,
} from './order-action.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly orderActions:
      | { readonly type: 'order.cancel'; readonly orderIds: readonly string[] }
      | { readonly type: 'order.modify'; readonly orderId: string; readonly change: OrderChange }
      | { readonly type: 'position.exit'; readonly exits: readonly PositionExit[] }
      | {
          readonly type: 'position.convert'
          readonly instrument: InstrumentId
          readonly from: Product
          readonly to: Product
          /** Units, always above 0. */
          readonly quantity: number
        }
      | {
          readonly type: 'position.protect'
          readonly instrument: InstrumentId
          readonly product: Product
          readonly stop: StopLoss | null
          readonly target: Protection | null
        }
      | {
          readonly type: 'bracket.change'
          readonly bracketId: string
          readonly stop?: StopLoss | null
          readonly target?: Protection | null
        }
      | { readonly type: 'bracket.cancel'; readonly bracketId: string }
      | { readonly type: 'orders.cancelAll' }
      | { readonly type: 'positions.exitAll' }
      | { readonly type: 'act.dismiss'; readonly act: string }
  }
  interface Machines {
    readonly orderActions: typeof orderActionsMachine
  }
}

export type ActKind = 'cancel' | 'modify' | 'exit' | 'convert' | 'protect' | 'cancelAll' | 'exitAll'

export interface OrderAct {
  readonly act: string
  readonly kind: ActKind
  /** Order id, `product|instrument` of a position, bracket id, or empty for all. */
  readonly target: string
  readonly state: 'sending' | 'done' | 'failed'
  readonly message: string | null
  readonly leftovers: readonly { readonly sym: string; readonly reason: string }[]
  readonly exits: readonly SentExit[]
  /** Shared by exits that were requested together; null for a single one. */
  readonly batch: string | null
  /** Message shown when the server has done it; null for acts whose result shows in a table. */
  readonly success: string | null
}

const ACTS_MAX = 50
const ACT_SHOWN_MS = 3_000

export interface ActionsInput {
  readonly now: () => number
  readonly createKey: () => string
}

export interface OrderActionsContext extends ActionsInput {
  readonly acts: readonly OrderAct[]
  /** In the order of `acts`. */
  readonly actors: readonly OrderActionActor[]
  readonly modifyOrderError: string | null
  readonly modifyOrderCode: string | null
  /** Results of finished exits while others of their batch are pending. */
  readonly batches: Readonly<Record<string, readonly SentExit[]>>
}

export type OrderActionsEvent = Requests['orderActions'] | { readonly type: 'session.ended' }

interface ActChanged {
  readonly type: `xstate.snapshot.${string}`
  readonly snapshot: OrderActionSnapshot
}

export type OrderActionsEmitted =
  | NoticeEmitted
  | { readonly type: 'act.done'; readonly act: OrderAct }
  | { readonly type: 'exits.sent'; readonly origin: 'all' | 'chosen'; readonly exits: readonly SentExit[] }

const failures: Readonly<Record<ActKind, string>> = {
  cancel: cancelOrder.failure,
  cancelAll: cancelOrder.failure,
  modify: modifyOrder.failure,
  exit: placeOrderDirect.failure,
  exitAll: placeOrderDirect.failure,
  convert: convertPosition.failure,
  protect: changeBracket.failure,
}

const kindOf = ({ type }: ActRequest): ActKind => {
  switch (type) {
    case 'order.cancel':
      return 'cancel'
    case 'order.modify':
      return 'modify'
    case 'position.exit':
      return 'exit'
    case 'position.convert':
      return 'convert'
    case 'position.protect':
    case 'bracket.change':
    case 'bracket.cancel':
      return 'protect'
    case 'orders.cancelAll':
      return 'cancelAll'
    case 'positions.exitAll':
      return 'exitAll'
    default:
      return type satisfies never
  }
}

const targetOf = (request: ActRequest): string => {
  switch (request.type) {
    case 'order.cancel':
    case 'order.modify':
      return request.orderId
    case 'position.exit':
    case 'position.protect':
      return `${request.product}|${request.instrument}`
    case 'position.convert':
      return `${request.from}|${request.instrument}`
    case 'bracket.change':
    case 'bracket.cancel':
      return request.bracketId
    default:
      return ''
  }
}

const requestsIn = (event: Requests['orderActions']): readonly ActRequest[] => {
  switch (event.type) {
    case 'act.dismiss':
      return []
    case 'order.cancel':
      return [...new Set(event.orderIds)].map((orderId) => ({ type: event.type, orderId }))
    case 'position.exit':
      return event.exits.map((exit) => ({ type: event.type, ...exit }))
    default:
      return [event]
  }
}

const successOf = (request: ActRequest): string | null => {
  switch (request.type) {
    case 'position.convert':
      return texts.positionConverted
    case 'position.protect':
      return texts.protectionSet(request.stop, request.target)
    case 'bracket.cancel':
      return texts.protectionRemoved
    default:
      return null
  }
}

const stateOf = ({ value }: OrderActionSnapshot): OrderAct['state'] =>
  value === 'done' || value === 'failed' ? value : 'sending'

const noActs = { acts: [], actors: [], modifyOrderError: null, modifyOrderCode: null, batches: {} } as const

/** The same act on the same target runs only once at a time. */
export const orderActionsMachine = setup({
  types: {
    context: {} as OrderActionsContext,
    events: {} as OrderActionsEvent | ActChanged,
    emitted: {} as OrderActionsEmitted,
    input: {} as ActionsInput,
  },
  actors: { orderAction: orderActionMachine },
  actions: {
    begin: enqueueActions(({ context, enqueue }, event: Requests['orderActions']) => {
      if (event.type === 'position.exit' && event.exits.length === 0)
        enqueue.emit(noticed('info', texts.nothingToExit))
      let busy = context.acts.filter(({ state }) => state === 'sending')
      const batch = event.type === 'position.exit' && event.exits.length > 1 ? context.createKey() : null
      for (const request of requestsIn(event)) {
        const [kind, target] = [kindOf(request), targetOf(request)]
        if (busy.some((one) => one.kind === kind && one.target === target)) continue
        const act: OrderAct = {
          act: context.createKey(),
          kind,
          target,
          state: 'sending',
          message: null,
          leftovers: [],
          exits: [],
          batch,
          success: successOf(request),
        }
        busy = [...busy, act]
        if (kind === 'modify') enqueue.assign({ modifyOrderError: null, modifyOrderCode: null })
        enqueue.assign(({ context: now, spawn }) => {
          const input = { request, failure: failures[kind], now: now.now }
          const actor = spawn('orderAction', { id: act.act, input, syncSnapshot: true })
          return { acts: [act, ...now.acts], actors: [actor, ...now.actors] }
        })
      }
    }),
    leave: enqueueActions(({ context, enqueue }) => {
      const over = context.acts.map(({ state }, index) => index >= ACTS_MAX && state !== 'sending')
      if (!over.includes(true)) return
      for (const [index, actor] of context.actors.entries()) if (over[index]) enqueue.stopChild(actor)
      enqueue.assign({
        acts: context.acts.filter((_, index) => !over[index]),
        actors: context.actors.filter((_, index) => !over[index]),
      })
    }),
    note: enqueueActions(({ context, enqueue }, { type, snapshot }: ActChanged) => {
      const index = context.acts.findIndex(({ act }) => `xstate.snapshot.${act}` === type)
      const before = context.acts[index]
      if (before === undefined || before.state !== 'sending') return
      const { message, code, leftovers, exits, isToldByServer } = snapshot.context
      const act: OrderAct = { ...before, state: stateOf(snapshot), message, leftovers, exits }
      const acts = context.acts.with(index, act)
      enqueue.assign({ acts })
      if (act.state === 'sending') return
      if (act.kind === 'exitAll' && exits.length > 0)
        enqueue.emit({ type: 'exits.sent', origin: 'all', exits })
      if (act.batch !== null) {
        const { [act.batch]: known = [], ...others } = context.batches
        const sent = [...known, ...exits]
        const isWhole = !acts.some(({ batch, state }) => batch === act.batch && state === 'sending')
        enqueue.assign({ batches: isWhole ? others : { ...others, [act.batch]: sent } })
        if (isWhole) enqueue.emit({ type: 'exits.sent', origin: 'chosen', exits: sent })
      }
      if (act.state === 'failed') {
        const reason = message ?? failures[act.kind]
        if (act.kind === 'modify') enqueue.assign({ modifyOrderError: reason, modifyOrderCode: code })
        // The exit report of the batch gives the reason.
        if (!isToldByServer && act.batch === null) enqueue.emit(noticed('error', reason))
        return
      }
      const [first] = leftovers
      const others = leftovers.filter((one) => !exits.some((exit) => isOfExit(one, exit)))
      if (others[0] !== undefined)
        enqueue.emit(noticed('warning', texts.notDone(others.length, others[0].reason)))
      else if (act.success !== null) enqueue.emit(noticed('success', act.success))
      enqueue.emit({ type: 'act.done', act })
      if (first === undefined)
        enqueue.raise({ type: 'act.dismiss', act: act.act }, { id: act.act, delay: ACT_SHOWN_MS })
    }),
    dismiss: enqueueActions(({ context, enqueue }, name: string) => {
      const index = context.acts.findIndex(({ act }) => act === name)
      const actor = context.actors[index]
      if (actor === undefined || context.acts[index]?.state === 'sending') return
      enqueue.cancel(name)
      enqueue.stopChild(actor)
      enqueue.assign(({ context: now }) => ({
        acts: now.acts.filter(({ act }) => act !== name),
        actors: now.actors.filter((one) => one !== actor),
      }))
    }),
    clear: enqueueActions(({ context, enqueue }) => {
      for (const { act } of context.acts) enqueue.cancel(act)
      for (const actor of context.actors) enqueue.stopChild(actor)
      enqueue.assign(noActs)
    }),
  },
}).createMachine({
  id: 'orderActions',
  context: ({ input }) => ({ ...input, ...noActs }),
  initial: 'open',
  states: {
    open: {
      on: {
        'order.cancel': { actions: [{ type: 'begin', params: ({ event }) => event }, 'leave'] },
        'order.modify': { actions: [{ type: 'begin', params: ({ event }) => event }, 'leave'] },
        'position.exit': { actions: [{ type: 'begin', params: ({ event }) => event }, 'leave'] },
        'position.convert': { actions: [{ type: 'begin', params: ({ event }) => event }, 'leave'] },
        'position.protect': { actions: [{ type: 'begin', params: ({ event }) => event }, 'leave'] },
        'bracket.change': { actions: [{ type: 'begin', params: ({ event }) => event }, 'leave'] },
        'bracket.cancel': { actions: [{ type: 'begin', params: ({ event }) => event }, 'leave'] },
        'orders.cancelAll': { actions: [{ type: 'begin', params: ({ event }) => event }, 'leave'] },
        'positions.exitAll': { actions: [{ type: 'begin', params: ({ event }) => event }, 'leave'] },
        'act.dismiss': { actions: { type: 'dismiss', params: ({ event }) => event.act } },
        'session.ended': { actions: 'clear' },
        'xstate.snapshot.*': { actions: { type: 'note', params: ({ event }) => event } },
      },
    },
  },
})

type ActionsSnapshot = SnapshotFrom<typeof orderActionsMachine>

const isSending = (snapshot: ActionsSnapshot, kind: ActKind, orderId: string | null): boolean =>
  snapshot.context.acts.some(
    (act) => act.kind === kind && act.state === 'sending' && (orderId === null || act.target === orderId),
  )

export const isCancelling = (snapshot: ActionsSnapshot, orderId: string | null = null): boolean =>
  isSending(snapshot, 'cancel', orderId)
