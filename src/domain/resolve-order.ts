import type { Instrument } from './instrument.ts'
import type { OrderType, Product } from './order.ts'
import { type OrderDraft, plainDraft } from './order-draft.ts'
import { limitOf, protectionOf, triggerOf } from './order-prices.ts'
import { unitsOf } from './order-sizing.ts'
import { acceptsMarketOrders, orderTypeRefusal } from './order-types.ts'
import {
  type OrderAsk,
  type OrderFacts,
  type PriceAsk,
  type Resolved,
  refused,
  resolved,
} from './order-words.ts'

const isShare = ({ segment }: Pick<Instrument, 'segment'>): boolean => segment === 'NSE' || segment === 'BSE'

/** Products in which an instrument can be held. */
const productsFor = (instrument: Instrument): readonly Product[] =>
  isShare(instrument) ? ['MIS', 'cash'] : ['MIS', 'NRML']

/** The product of an order that names none, by what the user has set. */
export const usualProduct = ({ instrument, usual }: Pick<OrderFacts, 'instrument' | 'usual'>): Product =>
  isShare(instrument) ? usual.equityProduct : usual.contractProduct

const bestOf = ({ side }: Pick<OrderAsk, 'side'>): 'ask' | 'bid' => (side === 'buy' ? 'ask' : 'bid')

/** The price of an order that names none: the market, and where that is not accepted a limit at the touch. */
export const usualPrice = (ask: Pick<OrderAsk, 'side' | 'trigger'>, instrument: Instrument): PriceAsk =>
  ask.trigger !== undefined || acceptsMarketOrders(instrument)
    ? { kind: 'market' }
    : { kind: 'relative', to: bestOf(ask), offset: 0, unit: 'rupees' }

/** With a trigger the order waits for it; without a limit it takes what it gets. */
export const orderTypeOf = (limit: number | null, trigger: number | null): OrderType => {
  if (trigger !== null) return limit === null ? 'SL-M' : 'SL'
  return limit === null ? 'MARKET' : 'LIMIT'
}

/**
 * The order that an ask means now, or the argument that cannot be meant. What leaves a position is reckoned from its
 * limit, its trigger or the last price, whichever comes first. Orders beyond the freeze quantity stay one order here.
 */
export const resolveOrder = (ask: OrderAsk, facts: OrderFacts): Resolved<OrderDraft> => {
  const { instrument, title, substitutes, quote } = facts
  if (instrument.segment === 'INDICES') {
    const instead = substitutes.length === 0 ? '' : `: ${substitutes.join(' or ')}`
    return refused('instrument', `what can be traded${instead}; ${title} is an index`, substitutes)
  }
  const product = ask.product ?? usualProduct(facts)
  const allowed = productsFor(instrument)
  if (!allowed.includes(product)) return refused('product', allowed.join(' or ').toLowerCase())

  const limit = limitOf(ask.price ?? usualPrice(ask, instrument), ask.side, facts)
  if (!limit.ok) return limit
  const type = orderTypeOf(limit.value, ask.trigger ?? null)
  if (orderTypeRefusal(instrument, type) !== null)
    return refused(
      'price',
      type === 'MARKET'
        ? `a limit such as @${bestOf(ask)}: stock options take no market orders`
        : 'a limit beside the trigger: options take no SL-M orders',
      [`@${bestOf(ask)}`],
    )
  const trigger =
    ask.trigger === undefined ? resolved(null) : triggerOf(ask.trigger, limit.value, ask.side, facts)
  if (!trigger.ok) return trigger

  const market = (ask.side === 'buy' ? quote?.ask : quote?.bid) ?? quote?.lastPrice ?? null
  const price = limit.value ?? trigger.value ?? market
  const quantity = unitsOf(
    ask.quantity ?? { kind: 'lots', lots: facts.usual.usualLots },
    { side: ask.side, price, stop: ask.stop ?? null },
    facts,
  )
  if (!quantity.ok) return quantity
  const protect = (what: 'stop' | 'target') => {
    const asked = ask[what]
    return asked === undefined
      ? resolved(null)
      : protectionOf(what, asked, ask.side, price, quantity.value, facts)
  }
  if (ask.reduceOnly === true && (ask.stop !== undefined || ask.target !== undefined))
    return refused(
      ask.stop === undefined ? 'target' : 'stop',
      'no stop or target, as a reduce-only order opens no position',
    )
  const stop = protect('stop')
  if (!stop.ok) return stop
  const target = protect('target')
  if (!target.ok) return target

  return resolved(
    plainDraft({
      instrument: instrument.id,
      side: ask.side,
      orderType: orderTypeOf(limit.value, trigger.value),
      product,
      variety: ask.variety ?? 'regular',
      quantity: quantity.value,
      price: limit.value,
      triggerPrice: trigger.value,
      validity: ask.validity?.validity ?? 'DAY',
      validityTtl: ask.validity?.minutes ?? null,
      stop: stop.value,
      target: target.value,
      ...(ask.reduceOnly === true ? { isReduceOnly: true } : {}),
    }),
  )
}
