import { assign, emit, enqueueActions, setup } from 'xstate'
import type { ReplyOf } from '../../contract/call-types.ts'
import type { payoffGraph } from '../../contract/options.ts'
import { placeOrderDirect } from '../../contract/orders/orders.ts'
import { isEnded } from '../../domain/orders/order.ts'
import { changeSince, type SeenOrder } from '../../domain/orders/order-doubt.ts'
import type { OrderDraft } from '../../domain/orders/order-draft.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'
import { texts } from '../texts.ts'
import { type BasketLeg, draftsToKeep, nextLeg, withPlacement } from './basket-legs.ts'
import {
  BASKET_LEGS_MAX,
  type BasketEdit,
  type BasketRestored,
  edited,
  type KeptBasket,
  type WrittenBasket,
} from './basket-writing.ts'
import { maySend } from './leg-state.ts'
import {
  type KnownPlacement,
  type OrderPreviewAnswer,
  orderPlacementMachine,
  type PlacementActor,
  type PlacementSnapshot,
  placementOf,
} from './order-placement.ts'
import { type PayoffDay, stepDay, withPayoff } from './payoff-day.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly basket:
      | { readonly type: 'basket.add'; readonly drafts: readonly OrderDraft[] }
      | { readonly type: 'basket.change'; readonly leg: string; readonly change: Partial<OrderDraft> }
      | { readonly type: 'basket.remove'; readonly leg: string }
      | { readonly type: 'basket.move'; readonly leg: string; readonly to: number }
      | { readonly type: 'basket.clear' }
      | { readonly type: 'basket.undo' }
      | { readonly type: 'basket.day'; readonly by: number }
      | { readonly type: 'basket.review' }
      | { readonly type: 'basket.confirm' }
      | { readonly type: 'basket.back' }
      | { readonly type: 'basket.retry' }
      | { readonly type: 'basket.save'; readonly name: string }
      | { readonly type: 'basket.load'; readonly name: string }
      | { readonly type: 'basket.forget'; readonly name: string }
  }
  interface Machines {
    readonly basket: typeof basketMachine
  }
}

const BASKET_PRICED_AFTER_MS = 150
const NEXT_LEG_MS = 100

export type Payoff = ReplyOf<typeof payoffGraph>

export interface BasketPrices {
  readonly preview: OrderPreviewAnswer | null
  readonly previewMessage: string | null
  readonly payoff: Payoff | null
  readonly payoffMessage: string | null
}

export interface BasketInput {
  readonly now: () => number
  readonly createKey: () => string
  /** Adds the current market to each draft. */
  readonly seen: (drafts: readonly OrderDraft[]) => readonly SeenOrder[]
}

export interface BasketContext extends BasketPrices, BasketInput, WrittenBasket, PayoffDay {
  readonly asked: readonly SeenOrder[]
  /** Only the refused legs are confirmed and sent. */
  readonly isResent: boolean
  /** Why confirmation is needed again; null the first time. */
  readonly doubt: string | null
  readonly queue: readonly string[]
  readonly startedAt: readonly number[]
  readonly actors: Readonly<Record<string, PlacementActor>>
}

export type BasketEvent =
  | Requests['basket']
  | BasketRestored
  | { readonly type: 'order.heard'; readonly clientOrderId: string; readonly order: KnownPlacement }
  | { readonly type: 'network.back' }
  | { readonly type: 'session.ended' }

interface LegChanged {
  readonly type: `xstate.snapshot.${string}`
  readonly snapshot: PlacementSnapshot
}

export type BasketEmitted =
  | NoticeEmitted
  | { readonly type: 'basket.answered' }
  | {
      readonly type: 'basket.changed'
      readonly kept: readonly KeptBasket[]
      readonly drafts: readonly OrderDraft[]
    }

const noPrices = { preview: null, previewMessage: null, payoff: null, payoffMessage: null } as const

const emptyBasket = {
  ...noPrices,
  name: null,
  legs: [],
  kept: [],
  undone: null,
  days: 0,
  firstDay: null,
  lastDay: null,
  asked: [],
  isResent: false,
  doubt: null,
  queue: [],
  startedAt: [],
  actors: {},
} as const satisfies Omit<BasketContext, keyof BasketInput>

export const legsToSend = ({
  legs,
  isResent,
}: Pick<BasketContext, 'legs' | 'isResent'>): readonly BasketLeg[] =>
  legs.filter((leg) => (isResent ? leg.state === 'failed' : maySend(leg)))

const seenNow = (context: BasketContext): readonly SeenOrder[] =>
  context.seen(legsToSend(context).map(({ draft }) => draft))

const changeOf = (context: BasketContext) => {
  const now = seenNow(context)
  return changeSince({ shown: context.asked, again: now, now })
}

/** Refused legs can be sent again; a leg whose response was lost is never resent. */
export const basketMachine = setup({
  types: {
    context: {} as BasketContext,
    events: {} as BasketEvent | LegChanged,
    emitted: {} as BasketEmitted,
    input: {} as BasketInput,
  },
  actors: {
    price: promisePort<BasketPrices, { readonly drafts: readonly OrderDraft[] }>('priceBasket'),
    placement: orderPlacementMachine,
  },
  actions: {
    tellChanged: enqueueActions(({ context: { kept, legs }, enqueue }) => {
      enqueue.emit({ type: 'basket.changed', kept, drafts: draftsToKeep(legs) })
    }),
    edit: enqueueActions(({ context, enqueue }, edit: BasketEdit) => {
      const { change, said } = edited(context, edit, context.createKey)
      enqueue.assign(change)
      if (said !== null) enqueue.emit(said)
    }),
    notePrices: assign(({ context: { days, firstDay, lastDay } }, prices: BasketPrices) => ({
      ...prices,
      ...withPayoff({ days, firstDay, lastDay }, prices.payoff),
    })),
    tellPricing: enqueueActions(({ enqueue }, { previewMessage, payoffMessage }: BasketPrices) => {
      if (previewMessage !== null) enqueue.emit(noticed('error', texts.basketChargesFailed))
      if (payoffMessage !== null) enqueue.emit(noticed('error', texts.payoffFailed))
    }),
    stepDay: assign(({ context }, by: number) => ({ days: stepDay(context, by) })),
    noteAsked: assign(({ context }) => ({ asked: seenNow(context), doubt: null })),
    askAgain: assign(({ context }) => ({
      asked: seenNow(context),
      doubt: changeOf(context)?.text ?? null,
    })),
    queueConfirmed: assign(({ context }) => ({
      queue: legsToSend(context).map(({ leg }) => leg),
      undone: null,
    })),
    startNext: enqueueActions(({ context, enqueue }) => {
      const { legs, queue, startedAt, now, actors } = context
      const key = nextLeg(legs, queue, startedAt, now())
      const leg = legs.find((one) => one.leg === key)
      if (leg === undefined) return
      const before = actors[leg.leg]
      if (before !== undefined) enqueue.stopChild(before)
      const clientOrderId = context.createKey()
      const at = now()
      const loading: BasketLeg = {
        ...leg,
        state: 'loading',
        at,
        isEnded: false,
        clientOrderId,
        orderId: null,
        message: null,
        code: null,
      }
      enqueue.assign(({ context: current, spawn }) => ({
        queue: current.queue.filter((one) => one !== leg.leg),
        startedAt: [...current.startedAt, at].slice(-BASKET_LEGS_MAX),
        legs: current.legs.map((one) => (one.leg === leg.leg ? loading : one)),
        actors: {
          ...current.actors,
          [leg.leg]: spawn('placement', {
            id: clientOrderId,
            // Legs do not become AMO orders: after market hours that is a decision of its own.
            input: { draft: leg.draft, clientOrderId, amoOrderId: null, isResumed: false, at, now },
            syncSnapshot: true,
          }),
        },
      }))
    }),
    note: enqueueActions(({ context, enqueue }, { type, snapshot }: LegChanged) => {
      const index = context.legs.findIndex(
        ({ clientOrderId }) => clientOrderId !== null && `xstate.snapshot.${clientOrderId}` === type,
      )
      const before = context.legs[index]
      if (before === undefined || before.state === 'sent' || before.state === 'failed') return
      const leg = withPlacement(before, placementOf(snapshot))
      const legs = context.legs.with(index, leg)
      enqueue.assign({ legs })
      if (leg.state === before.state) return
      if (leg.state === 'unknown') enqueue.emit(noticed('warning', texts.orderUnknown))
      if (leg.state === 'failed' && !snapshot.context.isToldByServer)
        enqueue.emit(noticed('error', leg.message ?? placeOrderDirect.failure))
      if (before.state === 'unknown')
        enqueue.emit({ type: 'basket.changed', kept: context.kept, drafts: draftsToKeep(legs) })
    }),
    tellHeard: enqueueActions(
      ({ context, enqueue }, heard: { clientOrderId: string; order: KnownPlacement }) => {
        const leg = context.legs.find(
          ({ clientOrderId, state }) => clientOrderId === heard.clientOrderId && state === 'unknown',
        )
        const actor = leg && context.actors[leg.leg]
        if (actor !== undefined) enqueue.sendTo(actor, { type: 'placement.heard', order: heard.order })
        if (isEnded(heard.order.status))
          enqueue.assign({
            legs: context.legs.map((one) =>
              one.clientOrderId === heard.clientOrderId ? { ...one, isEnded: true } : one,
            ),
          })
      },
    ),
    lookAgain: enqueueActions(({ context, enqueue }) => {
      for (const { leg, state } of context.legs) {
        const actor = context.actors[leg]
        if (state === 'unknown' && actor !== undefined) enqueue.sendTo(actor, { type: 'placement.look' })
      }
    }),
    tellAnswered: emit({ type: 'basket.answered' }),
    end: enqueueActions(({ context, enqueue }) => {
      for (const actor of Object.values(context.actors)) enqueue.stopChild(actor)
      enqueue.assign(emptyBasket)
    }),
  },
  guards: {
    hasChanged: ({ context }) => changeOf(context) !== null,
    hasSendable: ({ context }) => context.legs.some(maySend),
    hasFailed: ({ context }) => context.legs.some(({ state }) => state === 'failed'),
    isAnswered: ({ context }) =>
      context.queue.length === 0 && context.legs.every(({ state }) => state !== 'loading'),
    mayStartNext: ({ context: { legs, queue, startedAt, now } }) =>
      nextLeg(legs, queue, startedAt, now()) !== null,
  },
  delays: { pricedAfter: BASKET_PRICED_AFTER_MS, nextLeg: NEXT_LEG_MS },
}).createMachine({
  id: 'basket',
  context: ({ input }) => ({ ...input, ...emptyBasket }),
  initial: 'editing',
  on: {
    'session.ended': { target: '.editing', actions: 'end' },
    'xstate.snapshot.*': { actions: { type: 'note', params: ({ event }) => event } },
    'order.heard': { actions: { type: 'tellHeard', params: ({ event }) => event } },
    'network.back': { actions: 'lookAgain' },
  },
  states: {
    editing: {
      initial: 'deciding',
      on: {
        'basket.add': {
          target: '.deciding',
          actions: [{ type: 'edit', params: ({ event }) => event }, 'tellChanged'],
        },
        'basket.change': {
          target: '.deciding',
          actions: [{ type: 'edit', params: ({ event }) => event }, 'tellChanged'],
        },
        'basket.remove': {
          target: '.deciding',
          actions: [{ type: 'edit', params: ({ event }) => event }, 'tellChanged'],
        },
        'basket.move': {
          target: '.deciding',
          actions: [{ type: 'edit', params: ({ event }) => event }, 'tellChanged'],
        },
        'basket.clear': {
          target: '.deciding',
          actions: [{ type: 'edit', params: ({ event }) => event }, 'tellChanged'],
        },
        'basket.undo': {
          target: '.deciding',
          actions: [{ type: 'edit', params: ({ event }) => event }, 'tellChanged'],
        },
        'basket.load': {
          target: '.deciding',
          actions: [{ type: 'edit', params: ({ event }) => event }, 'tellChanged'],
        },
        'basket.restore': {
          target: '.deciding',
          actions: { type: 'edit', params: ({ event }) => event },
        },
        'basket.save': { actions: [{ type: 'edit', params: ({ event }) => event }, 'tellChanged'] },
        'basket.forget': {
          actions: [{ type: 'edit', params: ({ event }) => event }, 'tellChanged'],
        },
        'basket.day': { actions: { type: 'stepDay', params: ({ event }) => event.by } },
        'basket.review': {
          guard: 'hasSendable',
          target: 'confirming',
          actions: assign({ isResent: false }),
        },
        'basket.retry': {
          guard: 'hasFailed',
          target: 'confirming',
          actions: assign({ isResent: true }),
        },
      },
      states: {
        deciding: {
          entry: assign(noPrices),
          // Placed legs are left out: their margin is blocked already and would count twice.
          always: [{ guard: 'hasSendable', target: 'pricing' }, { target: 'idle' }],
        },
        idle: {},
        pricing: {
          initial: 'waiting',
          states: {
            waiting: { after: { pricedAfter: 'asking' } },
            asking: {
              invoke: {
                src: 'price',
                input: ({ context: { legs } }) => ({
                  drafts: legs.filter(maySend).map(({ draft }) => draft),
                }),
                onDone: {
                  target: '#basket.editing.idle',
                  actions: [
                    { type: 'notePrices', params: ({ event }) => event.output },
                    { type: 'tellPricing', params: ({ event }) => event.output },
                  ],
                },
                onError: {
                  target: '#basket.editing.idle',
                  actions: assign({ previewMessage: placeOrderDirect.failure }),
                },
              },
            },
          },
        },
      },
    },
    confirming: {
      entry: 'noteAsked',
      exit: assign({ asked: [], doubt: null }),
      on: {
        'basket.confirm': [
          { guard: 'hasChanged', actions: 'askAgain' },
          { target: 'sending', actions: 'queueConfirmed' },
        ],
        'basket.back': 'editing',
        'basket.restore': { target: 'editing', actions: { type: 'edit', params: ({ event }) => event } },
      },
    },
    sending: {
      // A leg about to be sent must not return as a draft after a reload.
      always: { guard: 'isAnswered', target: 'editing', actions: ['tellAnswered', 'tellChanged'] },
      initial: 'starting',
      states: {
        starting: {
          always: [{ guard: 'mayStartNext', actions: ['startNext', 'tellChanged'] }, { target: 'waiting' }],
        },
        waiting: { after: { nextLeg: 'starting' } },
      },
    },
  },
})
