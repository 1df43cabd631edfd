import { assign, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
import { getOrder } from '../../contract/orders/orders.ts'
import { promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly orderDetails:
      | { readonly type: 'details.open'; readonly orderId: string }
      | { readonly type: 'details.close' }
  }
  interface Machines {
    readonly orderDetails: typeof orderDetailsMachine
  }
}

export type OrderDetails = ReplyOf<typeof getOrder>

export interface OrderDetailsContext {
  readonly orderId: string | null
  readonly details: OrderDetails | null
  readonly message: string | null
}

export type OrderDetailsEvent =
  | Requests['orderDetails']
  | { readonly type: 'details.changed'; readonly orderId: string }
  | { readonly type: 'session.ended' }

const nothing = { orderId: null, details: null, message: null } as const

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
