import { assign, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
import { getLastPrices } from '../../contract/instruments/instruments.ts'
import { callbackPort, promisePort } from '../port.ts'

declare module '../requests.ts' {
  interface Machines {
    readonly prices: typeof pricesMachine
  }
}

/** Live prices come by the quote socket; this loads the session's price line, which grows by the minute. */
export const PRICES_POLL_MS = 60_000

export type LastPriceRow = ReplyOf<typeof getLastPrices>[number]

export interface PricesContext {
  readonly now: () => number
  readonly rows: readonly LastPriceRow[]
  readonly receivedAt: number | null
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
