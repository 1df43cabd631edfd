import { assign, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import { previewOrders } from '../../contract/orders/order-preview.ts'
import type { OrderDraft } from '../../domain/orders/order-draft.ts'
import { promisePort } from '../port.ts'
import type { OrderPreviewAnswer } from './order-placement.ts'

declare module '../requests.ts' {
  interface Machines {
    readonly lineMove: typeof lineMoveMachine
  }
}

/** A line on a chart, moved to another price and not sent. */
export interface MovedLine {
  /** `order 26112100001`, `stop MIS|NSE_INFY`, `target MIS|NSE_INFY`, `gtt UUID below`, `alert UUID` */
  readonly line: string
  readonly price: number
  /** The order at that price; null of what costs nothing until it is hit. */
  readonly draft: OrderDraft | null
}

export interface LineMoveContext {
  readonly moved: MovedLine | null
  readonly preview: OrderPreviewAnswer | null
  readonly message: string | null
}

export type LineMoveEvent =
  | ({ readonly type: 'line.move' } & MovedLine)
  | { readonly type: 'line.putBack' }
  | { readonly type: 'line.sent' }
  /** The server took it; the books follow. */
  | { readonly type: 'line.taken' }
  | { readonly type: 'line.refused'; readonly message: string }
  /** The books have the new price, or the order is no longer open. */
  | { readonly type: 'line.over' }
  | { readonly type: 'session.ended' }

const PRICED_AFTER_MS = 250
/** Fallback where no update of the order book arrives. */
const BOOKS_AFTER_MS = 1_500

const nothing = { moved: null, preview: null, message: null } as const

export const lineMoveMachine = setup({
  types: {
    context: {} as LineMoveContext,
    events: {} as LineMoveEvent,
  },
  actors: {
    preview: promisePort<OrderPreviewAnswer, { readonly draft: OrderDraft }>('preview'),
  },
  actions: {
    move: assign((_, { line, price, draft }: MovedLine) => ({
      moved: { line, price, draft },
      preview: null,
      message: null,
    })),
    note: assign((_, message: string) => ({ message })),
  },
  guards: { costs: ({ context }) => context.moved?.draft != null },
  delays: { pricedAfter: PRICED_AFTER_MS, booksAfter: BOOKS_AFTER_MS },
}).createMachine({
  id: 'lineMove',
  context: nothing,
  initial: 'still',
  on: {
    'line.move': { target: '.moved', actions: { type: 'move', params: ({ event }) => event } },
    'line.putBack': '.still',
    'line.over': '.still',
    'session.ended': '.still',
  },
  states: {
    still: { entry: assign(nothing) },
    moved: {
      initial: 'resting',
      on: { 'line.sent': 'sent' },
      states: {
        resting: { after: { pricedAfter: [{ guard: 'costs', target: 'pricing' }, { target: 'shown' }] } },
        pricing: {
          invoke: {
            src: 'preview',
            input: ({ context: { moved } }) => {
              if (moved?.draft == null) throw new Error('a line without an order has no price')
              return { draft: moved.draft }
            },
            onDone: { target: 'shown', actions: assign({ preview: ({ event }) => event.output }) },
            onError: {
              target: 'shown',
              actions: {
                type: 'note',
                params: ({ event }) => messageOf(event.error, previewOrders.failure),
              },
            },
          },
        },
        shown: {},
      },
    },
    sent: {
      initial: 'sending',
      on: {
        'line.refused': {
          target: '#lineMove.moved.shown',
          actions: { type: 'note', params: ({ event }) => event.message },
        },
      },
      states: {
        sending: { on: { 'line.taken': 'taken' } },
        taken: { after: { booksAfter: '#lineMove.still' } },
      },
    },
  },
})
