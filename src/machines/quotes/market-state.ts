import { assign, setup } from 'xstate'
import type { ReplyOf } from '../../contract/call-types.ts'
import type { getMarketState } from '../../contract/instruments/instruments.ts'
import type { MarketAnchor } from '../../domain/calendar/market-time.ts'
import { callbackPort, promisePort } from '../port.ts'

declare module '../requests.ts' {
  interface Machines {
    readonly marketState: typeof marketStateMachine
  }
}

export const MARKET_POLL_MS = 60_000
export const MARKET_RETRY_MS = 5_000
/** Wall time, however fast market time runs. */
const AFTER_CHANGE_MS = 50
const POLL_MIN_MS = 500

export type MarketStateReply = ReplyOf<typeof getMarketState>

export interface MarketStateContext {
  readonly now: () => number
  readonly market: MarketStateReply | null
  readonly anchor: MarketAnchor | null
}

export type MarketStateEvent =
  | { readonly type: 'market.watch' }
  | { readonly type: 'market.ask' }
  | { readonly type: 'market.clock'; readonly marketTime: number; readonly speed: number }
  | { readonly type: 'page.shown' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'session.ended' }

export const marketStateMachine = setup({
  types: {
    context: {} as MarketStateContext,
    events: {} as MarketStateEvent,
    input: {} as { readonly now: () => number },
  },
  actors: {
    askMarket: promisePort<MarketStateReply>('askMarket'),
    pageVisibility: callbackPort('pageVisibility'),
  },
  actions: {
    setClock: assign({
      anchor: ({ context }, { marketTime, speed }: { marketTime: number; speed: number }) => ({
        marketTime,
        at: context.now(),
        speed,
      }),
    }),
  },
  delays: {
    untilChange: ({ context: { market } }) => {
      const change = market?.nextChangeWall ?? null
      if (market === null || change === null) return MARKET_POLL_MS
      return Math.min(MARKET_POLL_MS, Math.max(POLL_MIN_MS, change - market.wallTime + AFTER_CHANGE_MS))
    },
    retryDelay: MARKET_RETRY_MS,
  },
}).createMachine({
  id: 'marketState',
  context: ({ input }) => ({ now: input.now, market: null, anchor: null }),
  initial: 'stopped',
  states: {
    stopped: { on: { 'market.watch': 'watching' } },
    watching: {
      invoke: { src: 'pageVisibility' },
      initial: 'asking',
      on: {
        'market.clock': { actions: { type: 'setClock', params: ({ event }) => event } },
        'page.hidden': '.hidden',
        'session.ended': { target: 'stopped', actions: assign({ market: null, anchor: null }) },
      },
      states: {
        asking: {
          invoke: {
            src: 'askMarket',
            onDone: {
              target: 'waiting',
              actions: [
                assign({ market: ({ event }) => event.output }),
                { type: 'setClock', params: ({ event }) => event.output },
              ],
            },
            onError: 'retrying',
          },
        },
        waiting: { on: { 'market.ask': 'asking' }, after: { untilChange: 'asking' } },
        retrying: { after: { retryDelay: 'asking' } },
        hidden: { on: { 'page.shown': 'asking' } },
      },
    },
  },
})
