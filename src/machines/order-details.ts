import { assign, setup } from 'xstate'
import { messageOf } from '../contract/api-error.ts'
import type { ReplyOf } from '../contract/call-types.ts'
import { getOrder } from '../contract/orders.ts'
import type { Requests } from './events.ts'
import { promisePort } from './port.ts'

export type OrderDetails = ReplyOf<typeof getOrder>

export interface OrderDetailsContext {
  readonly orderId: string | null
  /** Stays while newer ones are on their way. */
  readonly details: OrderDetails | null
  readonly message: string | null
}

export type OrderDetailsEvent =
  | Requests['orderDetails']
  /** The order on screen has changed: asked again. */
  | { readonly type: 'details.changed'; readonly orderId: string }
  | { readonly type: 'session.ended' }

const nothing = { orderId: null, details: null, message: null } as const

/** One order with every state it was in and every fill. */
export const orderDetailsMachine = setup({
  types: { context: {} as OrderDetailsContext, events: {} as OrderDetailsEvent },
  actors: { load: promisePort<OrderDetails, { readonly orderId: string }>('orderDetails') },
  guards: {
    isOnScreen: ({ context }, orderId: string) => context.orderId === orderId,
  },
}).createMachine({
  id: 'orderDetails',
  context: nothing,
  initial: 'closed',
  on: {
    'details.open': {
      target: '.loading',
      reenter: true,
      actions: assign(({ context, event }) => ({
        orderId: event.orderId,
        details: context.orderId === event.orderId ? context.details : null,
        message: null,
      })),
    },
    'details.changed': {
      guard: { type: 'isOnScreen', params: ({ event }) => event.orderId },
      target: '.loading',
      reenter: true,
    },
    'details.close': '.closed',
    'session.ended': '.closed',
  },
  states: {
    closed: { entry: assign(nothing) },
    loading: {
      invoke: {
        src: 'load',
        input: ({ context }) => ({ orderId: context.orderId ?? '' }),
        onDone: { target: 'shown', actions: assign({ details: ({ event }) => event.output, message: null }) },
        onError: {
          target: 'failed',
          actions: assign({ message: ({ event }) => messageOf(event.error, getOrder.failure) }),
        },
      },
    },
    shown: {},
    failed: {},
  },
})
