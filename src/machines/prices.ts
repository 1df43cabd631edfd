import { assign, setup } from 'xstate'
import { messageOf } from '../contract/api-error.ts'
import type { ReplyOf } from '../contract/call-types.ts'
import { getLastPrices } from '../contract/instruments.ts'
import { callbackPort, promisePort } from './port.ts'

/** Live prices come by the quote socket. This asks for the line of the session, which grows by the minute. */
export const PRICES_POLL_MS = 60_000

export type LastPriceRow = ReplyOf<typeof getLastPrices>[number]

export interface PricesContext {
  readonly now: () => number
  readonly rows: readonly LastPriceRow[]
  /** When the rows came, on the corrected clock. */
  readonly receivedAt: number | null
  /** Why the last question was not answered: the rows are older than they should be. */
  readonly message: string | null
}

export type PricesEvent =
  | { readonly type: 'prices.start' }
  | { readonly type: 'page.shown' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'session.ended' }

export const pricesMachine = setup({
  types: {
    context: {} as PricesContext,
    events: {} as PricesEvent,
    input: {} as { readonly now: () => number },
  },
  actors: {
    askPrices: promisePort<readonly LastPriceRow[]>('askPrices'),
    /** Sends `page.shown` and `page.hidden`, the present state first. */
    pageVisibility: callbackPort('pageVisibility'),
  },
  delays: { pollTime: PRICES_POLL_MS },
}).createMachine({
  id: 'prices',
  context: ({ input }) => ({ now: input.now, rows: [], receivedAt: null, message: null }),
  initial: 'stopped',
  states: {
    stopped: { on: { 'prices.start': 'polling' } },
    polling: {
      invoke: { src: 'pageVisibility' },
      initial: 'asking',
      on: {
        'page.hidden': '.hidden',
        'session.ended': {
          target: 'stopped',
          actions: assign({ rows: [], receivedAt: null, message: null }),
        },
      },
      states: {
        asking: {
          invoke: {
            src: 'askPrices',
            onDone: {
              target: 'waiting',
              actions: assign({
                rows: ({ event }) => event.output,
                receivedAt: ({ context }) => context.now(),
                message: null,
              }),
            },
            onError: {
              target: 'waiting',
              actions: assign({ message: ({ event }) => messageOf(event.error, getLastPrices.failure) }),
            },
          },
        },
        waiting: { after: { pollTime: 'asking' } },
        hidden: { on: { 'page.shown': 'asking' } },
      },
    },
  },
})
