import { assign, type EventObject, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
import { previewOrders } from '../../contract/orders/order-preview.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import {
  boundedLots,
  chosenIn,
  cursorAt,
  type ScalperCursor,
  type ScalperMarket,
  steppedExpiry,
  steppedStrike,
} from '../../domain/options/scalper-trade.ts'
import type { Product, Side } from '../../domain/orders/order.ts'
import { callbackPort, promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'

export type OptionSide = 'CE' | 'PE'

declare module '../requests.ts' {
  interface Requests {
    readonly scalper:
      | { readonly type: 'scalper.underlying'; readonly instrument: InstrumentId }
      | { readonly type: 'scalper.expiry'; readonly by: number }
      | { readonly type: 'scalper.strike'; readonly by: number }
      | { readonly type: 'scalper.pick'; readonly strike: number; readonly side: OptionSide }
      | { readonly type: 'scalper.side'; readonly side: OptionSide }
      | { readonly type: 'scalper.atm' }
      | { readonly type: 'scalper.lots'; readonly by: number }
      | { readonly type: 'scalper.setLots'; readonly lots: number }
      | { readonly type: 'scalper.product'; readonly product: Product }
      | { readonly type: 'scalper.price'; readonly price: 'market' | 'ask' | 'bid' | number }
      /** The underlying itself (shares, a future) instead of an option on it. */
      | { readonly type: 'scalper.trades'; readonly what: 'option' | 'underlying' }
  }
  interface Machines {
    readonly scalper: typeof scalperMachine
  }
}

export const SCALPER_PRICING_AFTER_MS = 300
export const SCALPER_PRICING_EVERY_MS = 10_000

export type OrdersOutlook = ReplyOf<typeof previewOrders>

export type ScalperOutlook = Readonly<Record<Side, OrdersOutlook>>

export interface ScalperTrade {
  readonly instrument: InstrumentId
  readonly lots: number
  readonly product: Product
  readonly price: 'market' | 'ask' | 'bid' | number
}

export interface ScalperContext extends ScalperCursor {
  readonly lots: number
  readonly market: ScalperMarket
  /** Null once a key has changed the trade. */
  readonly outlook: ScalperOutlook | null
  readonly outlookMessage: string | null
}

export type ScalperEvent =
  | Requests['scalper']
  /** The instrument list or a first price arrived: expiry, strike and instrument are resolved again. */
  | { readonly type: 'scalper.look' }
  | { readonly type: 'scalper.shown' }
  | { readonly type: 'scalper.hidden' }
  | { readonly type: 'session.ended' }

const beginning = {
  expiry: null,
  strike: null,
  side: 'CE',
  trades: 'option',
  instrument: null,
  lots: 1,
  product: 'MIS',
  price: 'market',
  outlook: null,
  outlookMessage: null,
} as const

const tradeOf = (context: ScalperContext): ScalperTrade | null => {
  const { instrument, lots, product, price } = context
  return instrument === null ? null : { instrument, lots, product, price }
}

const changeOf = (
  context: ScalperContext,
  event: Requests['scalper'],
): Partial<Omit<ScalperContext, 'market'>> => {
  const { market } = context
  switch (event.type) {
    case 'scalper.underlying':
      return { ...cursorAt(event.instrument, market), instrument: null }
    case 'scalper.expiry':
      return { expiry: steppedExpiry(context, event.by, market) }
    case 'scalper.strike':
      return { strike: steppedStrike(context, event.by, market), trades: 'option' }
    case 'scalper.pick':
      return { strike: event.strike, side: event.side, trades: 'option' }
    case 'scalper.side':
      return { side: event.side, trades: 'option' }
    case 'scalper.atm':
      return { strike: market.lastPrice(context.underlying) === null ? context.strike : null }
    case 'scalper.lots':
      return { lots: boundedLots(context.lots + event.by) }
    case 'scalper.setLots':
      return { lots: boundedLots(event.lots) }
    case 'scalper.product':
      return { product: event.product }
    case 'scalper.price':
      return { price: event.price }
    case 'scalper.trades':
      return { trades: event.what }
    default:
      return event satisfies never
  }
}

const asTold = {
  actions: { type: 'change', params: ({ event }: { event: Requests['scalper'] }) => event },
} as const

export const scalperMachine = setup({
  types: {
    context: {} as ScalperContext,
    events: {} as ScalperEvent,
    input: {} as { readonly underlying: InstrumentId; readonly market: ScalperMarket },
  },
  actors: {
    instrumentList: callbackPort('instrumentList'),
    firstPrice: callbackPort<EventObject, { readonly underlying: InstrumentId }>('firstPrice'),
    askOutlook: promisePort<ScalperOutlook, ScalperTrade>('askOutlook'),
  },
  guards: {
    isFound: ({ context }) => context.instrument !== null,
    isListed: ({ context: { market, underlying } }) => market.instruments()?.find(underlying) != null,
    canBePriced: ({ context }) => tradeOf(context) !== null,
  },
  actions: {
    change: assign(({ context }, event: Requests['scalper']) =>
      chosenIn(
        { ...context, ...changeOf(context, event), outlook: null, outlookMessage: null },
        context.market,
      ),
    ),
    choose: assign(({ context }) => chosenIn(context, context.market)),
    begin: assign(beginning),
  },
  delays: { pricingAfter: SCALPER_PRICING_AFTER_MS, pricingEvery: SCALPER_PRICING_EVERY_MS },
}).createMachine({
  id: 'scalper',
  context: ({ input }) => ({ ...beginning, ...input }),
  type: 'parallel',
  invoke: { src: 'instrumentList' },
  states: {
    cursor: {
      initial: 'finding',
      on: {
        'scalper.underlying': { target: '.finding', ...asTold },
        'scalper.trades': { target: '.finding', ...asTold },
        'scalper.expiry': asTold,
        'scalper.strike': asTold,
        'scalper.pick': { target: '.finding', ...asTold },
        'scalper.side': asTold,
        'scalper.atm': asTold,
        'scalper.lots': asTold,
        'scalper.setLots': asTold,
        'scalper.product': asTold,
        'scalper.price': asTold,
        'scalper.look': { target: '.finding', actions: 'choose' },
        'session.ended': { target: '.finding', actions: 'begin' },
      },
      states: {
        finding: {
          always: [
            { guard: 'isFound', target: 'found' },
            { guard: 'isListed', target: 'waitingForPrice' },
          ],
        },
        /** The ATM strike is unknown before the first price. */
        waitingForPrice: {
          invoke: { src: 'firstPrice', input: ({ context: { underlying } }) => ({ underlying }) },
        },
        found: {},
      },
    },
    pricing: {
      initial: 'off',
      states: {
        off: { on: { 'scalper.shown': 'on' } },
        on: {
          initial: 'waiting',
          on: {
            'scalper.hidden': 'off',
            'session.ended': 'off',
            'scalper.*': '.waiting',
          },
          states: {
            waiting: {
              after: { pricingAfter: [{ guard: 'canBePriced', target: 'asking' }] },
            },
            asking: {
              invoke: {
                src: 'askOutlook',
                // `canBePriced` guards the way here.
                input: ({ context }) => tradeOf(context) as ScalperTrade,
                onDone: {
                  target: 'priced',
                  actions: assign({ outlook: ({ event }) => event.output, outlookMessage: null }),
                },
                onError: {
                  target: 'priced',
                  actions: assign({
                    outlookMessage: ({ event }) => messageOf(event.error, previewOrders.failure),
                  }),
                },
              },
            },
            priced: { after: { pricingEvery: 'asking' } },
          },
        },
      },
    },
  },
})
