import type { Instrument } from '../instruments/instrument.ts'
import { isShareSegment } from '../instruments/kind.ts'
import type { OrderType, Product, Side } from './order.ts'
import { type OrderDraft, plainDraft, type StopLoss } from './order-draft.ts'
import { limitOf, protectionOf, stopLossOf, triggerOf } from './order-prices.ts'
import { unitsOf } from './order-sizing.ts'
import { acceptsMarketOrders, orderTypeRefusal } from './order-types.ts'
import {
  type OrderContext,
  type OrderInput,
  type PriceSpec,
  type Resolved,
  refused,
  resolved,
} from './order-words.ts'

export const productsFor = ({ segment }: Pick<Instrument, 'segment'>): readonly Product[] =>
  isShareSegment(segment) ? ['MIS', 'cash'] : ['MIS', 'NRML']

export const usualProduct = ({ instrument, usual }: Pick<OrderContext, 'instrument' | 'usual'>): Product =>
  isShareSegment(instrument.segment) ? usual.equityProduct : usual.contractProduct

const bestOf = ({ side }: Pick<OrderInput, 'side'>): 'ask' | 'bid' => (side === 'buy' ? 'ask' : 'bid')

/** The market, or a limit at the touch where market orders are not accepted. */
export const usualPrice = (input: Pick<OrderInput, 'side' | 'trigger'>, instrument: Instrument): PriceSpec =>
  input.trigger !== undefined || acceptsMarketOrders(instrument)
    ? { kind: 'market' }
    : { kind: 'relative', to: bestOf(input), offset: 0, unit: 'rupees' }

export const orderTypeOf = (limit: number | null, trigger: number | null): OrderType => {
  if (trigger !== null) return limit === null ? 'SL-M' : 'SL'
  return limit === null ? 'MARKET' : 'LIMIT'
}

export const productWords: Readonly<Record<Product, string>> = { MIS: 'MIS', NRML: 'NRML', cash: 'Cash' }

const productRefused = (
  product: Product,
  allowed: readonly Product[],
  instrument: Instrument,
): Resolved<never> => {
  const what = isShareSegment(instrument.segment)
    ? 'a share'
    : instrument.strike > 0
      ? 'an option'
      : 'a future'
  return refused('product', {
    expected: allowed.join(' or ').toLowerCase(),
    message: `${productWords[product]} is not possible for ${what}. Use ${allowed.map((one) => productWords[one]).join(' or ')}.`,
    instead: allowed.map((one) => one.toLowerCase()),
  })
}

const limitNeeded = (type: OrderType, best: 'ask' | 'bid'): Resolved<never> =>
  refused('price', {
    expected:
      type === 'MARKET'
        ? `a limit such as @${best}: stock options take no market orders`
        : 'a limit with the trigger: options take no SL-M orders',
    message:
      type === 'MARKET'
        ? `Stock options take no market orders. Set a limit, such as @${best}.`
        : `Options take no SL-M orders. Set a limit with the trigger, such as @${best}.`,
    instead: [`@${best}`],
  })

type StopInput = Pick<OrderInput, 'stop' | 'trail'>

const stopArg = ({ stop, trail }: StopInput): 'stop' | 'trail' =>
  stop === undefined && trail !== undefined ? 'trail' : 'stop'

interface StopEntry {
  readonly side: Side
  readonly price: number | null
  readonly units: number
}

/** Null without a stop. The problem of a stop that is a trailing distance alone is one of `trail`. */
export const resolveStop = (
  input: StopInput,
  { side, price, units }: StopEntry,
  context: Pick<OrderContext, 'instrument'>,
): Resolved<StopLoss | null> => {
  const asked = stopLossOf(input.stop, input.trail)
  if (asked === undefined) return resolved(null)
  const stop = protectionOf('stop', asked, side, price, units, context)
  return stop.ok ? stop : { ok: false, problem: { ...stop.problem, arg: stopArg(input) } }
}

/** Stop and target count from the limit, the trigger or the last price, in this order. Does not slice. */
export const resolveOrder = (input: OrderInput, context: OrderContext): Resolved<OrderDraft> => {
  const { instrument, title, substitutes, quote } = context
  if (instrument.segment === 'INDICES') {
    const instead = substitutes.length === 0 ? '' : `: ${substitutes.join(' or ')}`
    return refused('instrument', {
      expected: `a tradable instrument${instead}; ${title} is an index`,
      message: `${title} is an index and cannot be traded.${substitutes.length === 0 ? '' : ' Trade its future or an option.'}`,
      instead: substitutes,
    })
  }
  const product = input.product ?? usualProduct(context)
  const allowed = productsFor(instrument)
  if (!allowed.includes(product)) return productRefused(product, allowed, instrument)

  const limit = limitOf(input.price ?? usualPrice(input, instrument), input.side, context)
  if (!limit.ok) return limit
  const type = orderTypeOf(limit.value, input.trigger ?? null)
  if (orderTypeRefusal(instrument, type) !== null) return limitNeeded(type, bestOf(input))
  const trigger =
    input.trigger === undefined ? resolved(null) : triggerOf(input.trigger, limit.value, input.side, context)
  if (!trigger.ok) return trigger

  const market = (input.side === 'buy' ? quote?.ask : quote?.bid) ?? quote?.lastPrice ?? null
  const price = limit.value ?? trigger.value ?? market
  const stopLoss = stopLossOf(input.stop, input.trail)
  const quantity = unitsOf(
    input.quantity ?? { kind: 'lots', lots: context.usual.usualLots },
    { side: input.side, price, stop: stopLoss ?? null },
    context,
  )
  if (!quantity.ok) return quantity
  if (input.reduceOnly === true && (stopLoss !== undefined || input.target !== undefined))
    return refused(stopLoss === undefined ? 'target' : stopArg(input), {
      expected: 'no stop or target, as a reduce-only order opens no position',
      message: 'A reduce-only order takes no stop or target. It opens no position.',
    })
  const entry = { side: input.side, price, units: quantity.value }
  const stop = resolveStop(input, entry, context)
  if (!stop.ok) return stop
  const target =
    input.target === undefined
      ? resolved(null)
      : protectionOf('target', input.target, input.side, price, quantity.value, context)
  if (!target.ok) return target

  return resolved(
    plainDraft({
      instrument: instrument.id,
      side: input.side,
      orderType: orderTypeOf(limit.value, trigger.value),
      product,
      variety: input.variety ?? 'regular',
      quantity: quantity.value,
      price: limit.value,
      triggerPrice: trigger.value,
      validity: input.validity?.validity ?? 'DAY',
      validityTtl: input.validity?.minutes ?? null,
      stop: stop.value,
      target: target.value,
      ...(input.reduceOnly === true ? { isReduceOnly: true } : {}),
    }),
  )
}
