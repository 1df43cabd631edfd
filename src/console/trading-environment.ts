import type {
  Environment,
  FailedOrder,
  KnownLeg,
  KnownOption,
  KnownOrder,
  KnownPosition,
  LinkedTrade,
} from '../commands/environment.ts'
import type { IndicatorGuide } from '../domain/charts/indicator-guide.ts'
import type { InstrumentId } from '../domain/instruments/instrument.ts'
import type { OptionType } from '../domain/instruments/instrument-index.ts'
import type { VisibleDepth } from '../domain/orders/expected-fill.ts'
import { isEnded } from '../domain/orders/order.ts'
import { screenAt } from '../domain/screens.ts'
import type { IstDate } from '../domain/time.ts'
import type { OptionChain } from '../machines/options/option-chain.ts'
import type { BasketLeg } from '../machines/orders/basket-legs.ts'
import type { KeptBasket } from '../machines/orders/basket-writing.ts'
import { maySend } from '../machines/orders/leg-state.ts'
import type { Placement } from '../machines/orders/order-placement.ts'
import type { HoldingEntry, OrderEntry, PositionEntry } from '../machines/positions/books.ts'
import type { QuoteBook } from '../market/quotes/quote-book.ts'
import type { Actors } from './actors.ts'

/** Memoised by snapshot, which never changes, because lines are read with every key. */
const onceFor = <Of extends object, Made>(make: (of: Of) => Made): ((of: Of) => Made) => {
  const made = new WeakMap<Of, Made>()
  return (of) => {
    const known = made.get(of)
    if (known !== undefined) return known
    const fresh = make(of)
    made.set(of, fresh)
    return fresh
  }
}

const nothing: readonly never[] = []
const noGuide: IndicatorGuide = new Map()

const knownOrders = onceFor((orders: readonly OrderEntry[]): readonly KnownOrder[] =>
  orders.map((order) => ({
    orderId: order.orderId,
    instrument: order.sym as InstrumentId,
    side: order.transactionType === 'BUY' ? 'buy' : 'sell',
    orderType: order.orderType,
    product: order.product,
    variety: order.variety,
    status: order.status,
    quantity: order.quantity,
    filledQuantity: order.filledQuantity,
    price: order.price,
    triggerPrice: order.triggerPrice,
    isOpen: !isEnded(order.status),
  })),
)

const failedOrders = onceFor((placements: readonly Placement[]): readonly FailedOrder[] =>
  placements.filter(({ state }) => state === 'failed'),
)

const openPositions = onceFor((positions: readonly PositionEntry[]): readonly KnownPosition[] =>
  positions
    .filter(({ quantity }) => quantity !== 0)
    .map(({ sym, product, quantity, averagePrice }) => ({
      instrument: sym as InstrumentId,
      product,
      quantity,
      averagePrice,
    })),
)

const knownHoldings = onceFor((holdings: readonly HoldingEntry[]): readonly KnownPosition[] =>
  holdings.map(({ sym, product, quantity, t1Quantity, usedQuantity, averagePrice }) => ({
    instrument: sym as InstrumentId,
    product,
    quantity: quantity + t1Quantity - usedQuantity,
    averagePrice,
  })),
)

const openLegs = onceFor((legs: readonly BasketLeg[]): readonly KnownLeg[] => legs.filter(maySend))

const basketNames = onceFor((kept: readonly KeptBasket[]) => kept.map(({ name }) => name))

const optionsOf = (type: OptionType) =>
  onceFor((chain: OptionChain): readonly KnownOption[] =>
    chain.strikes.flatMap(({ strike, ce, pe }) => {
      const side = type === 'CE' ? ce : pe
      if (side === null) return []
      const { sym, lastPrice, delta } = side
      return [{ instrument: sym as InstrumentId, strike, lastPrice, delta }]
    }),
  )
const sidesOfChain = { CE: optionsOf('CE'), PE: optionsOf('PE') } as const

const chainOf = (actors: Partial<Actors>, underlying: InstrumentId, expiry: IstDate): OptionChain | null => {
  const chains = actors.optionChains?.getSnapshot().context.chains ?? {}
  const named = chains[`${underlying}:${expiry}`]?.chain ?? null
  const nearest = chains[underlying]?.chain ?? null
  return named ?? (nearest?.expiry === expiry ? nearest : null)
}

const linkedTrade = (actors: Partial<Actors>): LinkedTrade | null => {
  const screen = screenAt(actors.navigation?.getSnapshot().context.path ?? '')
  const whole = { lots: 1, product: 'MIS', price: 'market' } as const
  if (screen === 'markets') {
    const scalper = actors.scalper?.getSnapshot().context
    if (scalper === undefined || scalper.instrument === null) return null
    const { instrument, lots, product, price } = scalper
    return { instrument, lots, product, price }
  }
  if (screen === 'trading-view') {
    const instrument = actors.charts?.getSnapshot().context.charts.first.instrument ?? null
    return instrument === null ? null : { instrument, ...whole }
  }
  if (screen === 'order-window') {
    const draft = actors.ticket?.getSnapshot().context.draft ?? null
    return draft === null ? null : { instrument: draft.instrument, ...whole, product: draft.product }
  }
  return null
}

/** Null unless some view is watching the depth of this instrument. */
const depthOf = ({ lineDepth, depth }: Partial<Actors>, instrument: InstrumentId): VisibleDepth | null => {
  for (const actor of [lineDepth, depth]) {
    const known = actor?.getSnapshot().context
    if (known?.instrument === instrument && known.depth !== null) return known.depth
  }
  return null
}

interface Prices {
  readonly quotes: QuoteBook
  readonly lastPrice: (instrument: InstrumentId) => number | null
}

export const tradingEnvironment = (
  actors: Partial<Actors>,
  { quotes, lastPrice }: Prices,
): Partial<Environment> => ({
  quoteOf: (instrument) => {
    const quote = quotes.quote(instrument)
    if (quote === null) {
      const price = lastPrice(instrument)
      return price === null
        ? null
        : { lastPrice: price, bid: null, ask: null, dayHigh: null, dayLow: null, isTrusted: false }
    }
    const { freshness, dayHigh, dayLow } = quote
    const { bid, ask } = quotes.sides(instrument) ?? quote
    return {
      lastPrice: quote.lastPrice,
      bid: bid > 0 ? bid : null,
      ask: ask > 0 ? ask : null,
      dayHigh: dayHigh > 0 ? dayHigh : null,
      dayLow: dayLow > 0 ? dayLow : null,
      isTrusted: freshness === 'live',
      depth: depthOf(actors, instrument),
    }
  },
  book: actors.auth?.getSnapshot().context.user?.book ?? null,
  freeMargin: actors.funds?.getSnapshot().context.output?.available ?? null,
  orders: knownOrders(actors.orderBook?.getSnapshot().context.output ?? nothing),
  failedOrders: failedOrders(actors.placements?.getSnapshot().context.placements ?? nothing),
  positions: openPositions(actors.positions?.getSnapshot().context.output?.net ?? nothing),
  holdings: knownHoldings(actors.holdings?.getSnapshot().context.output?.holdings ?? nothing),
  watchlists: actors.watchlists?.getSnapshot().context.lists ?? nothing,
  activeWatchlist: actors.watchlists?.getSnapshot().context.active ?? null,
  legs: openLegs(actors.basket?.getSnapshot().context.legs ?? nothing),
  baskets: basketNames(actors.basket?.getSnapshot().context.kept ?? nothing),
  chainOf: (underlying, expiry, type) => {
    const chain = chainOf(actors, underlying, expiry)
    return chain === null ? null : sidesOfChain[type](chain)
  },
  linked: linkedTrade(actors),
  indicatorGuide: actors.indicatorGuide?.getSnapshot().context.guide ?? noGuide,
})
