import { formatNumber, formatPoints } from '../../../domain/format.ts'
import type { Instrument, InstrumentId } from '../../../domain/instruments/instrument.ts'
import { bookTitles } from '../../../domain/orders/book.ts'
import { marketImpact } from '../../../domain/orders/expected-fill.ts'
import type { OrderType, Product, Side } from '../../../domain/orders/order.ts'
import type { SeenOrder } from '../../../domain/orders/order-doubt.ts'
import {
  isTrailAlone,
  type OrderDraft,
  type Protection,
  plainDraft,
  type StopLoss,
} from '../../../domain/orders/order-draft.ts'
import { atOnce } from '../../../domain/orders/order-types.ts'
import type {
  OrderContext,
  OrderInput,
  PriceSpec,
  QuotePrices,
  Resolved,
} from '../../../domain/orders/order-words.ts'
import { refused } from '../../../domain/orders/order-words.ts'
import { resolveOrder, usualPrice, usualProduct } from '../../../domain/orders/resolve-order.ts'
import type { ArgProblem, ArgSpecs } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { printInstrument, titleOf } from '../../grammar/instruments/instrument.ts'
import { substitutesOf } from '../../grammar/instruments/traded-instrument.ts'
import { price } from '../../grammar/orders/order-price.ts'

export const pricesOf = (id: InstrumentId, environment: Environment): QuotePrices | null => {
  const quote = environment.quoteOf?.(id) ?? null
  if (quote !== null) return quote
  const lastPrice = environment.lastPrice?.(id) ?? null
  return lastPrice === null ? null : { lastPrice, bid: null, ask: null, dayHigh: null, dayLow: null }
}

export const orderContextOf = (instrument: Instrument, environment: Environment): OrderContext => ({
  instrument,
  title: titleOf(instrument.id, environment.instruments),
  substitutes: instrument.segment === 'INDICES' ? substitutesOf(instrument.id, environment) : [],
  quote: pricesOf(instrument.id, environment),
  circuits: environment.circuitsOf?.(instrument.id) ?? null,
  freeMargin: environment.freeMargin ?? null,
  usual: environment.preferences,
})

export const draftOf = (input: OrderInput, environment: Environment): Resolved<OrderDraft> => {
  const instrument = environment.instruments?.find(input.instrument) ?? null
  if (instrument === null)
    return refused('instrument', {
      expected: 'an instrument of the list',
      message: 'Not in the instrument list.',
    })
  return resolveOrder(input, orderContextOf(instrument, environment))
}

/** Tolerates a missing price and circuit limits. Null if the instrument cannot be traded. */
export const looseDraftOf = (input: OrderInput, environment: Environment): OrderDraft | null => {
  const draft = draftOf(input, { ...environment, circuitsOf: () => null })
  if (draft.ok) return draft.value
  const instrument = environment.instruments?.find(input.instrument) ?? null
  if (instrument === null || instrument.segment === 'INDICES') return null
  const context = orderContextOf(instrument, environment)
  return plainDraft({
    instrument: instrument.id,
    side: input.side,
    product: usualProduct(context),
    quantity: context.usual.usualLots * Math.max(1, instrument.lotSize),
    ...atOnce(instrument, input.side, context.quote),
  })
}

/** Rupees. */
const USUAL_TICK = 0.05

/** `isRelative` if the limit was derived from the current price. */
export const seenOrder = (draft: OrderDraft, isRelative: boolean, here: Environment): SeenOrder => {
  const quote = here.quoteOf?.(draft.instrument) ?? null
  const isMarket = draft.orderType === 'MARKET'
  const best = draft.side === 'buy' ? quote?.ask : quote?.bid
  const depth = quote?.depth ?? null
  return {
    draft,
    symbol: titleOf(draft.instrument, here.instruments),
    followsMarket: isRelative || isMarket,
    quote,
    price: draft.price ?? best ?? quote?.lastPrice ?? null,
    impact: isMarket && depth !== null ? marketImpact(draft, depth) : null,
    tickSize: here.instruments?.find(draft.instrument)?.tickSize ?? USUAL_TICK,
    tolerancePercent: here.preferences.priceTolerancePercent,
  }
}

export const problemOf = (
  resolved: Resolved<unknown>,
  args: Readonly<Record<string, unknown>>,
  specs: ArgSpecs,
): ArgProblem | null => {
  if (resolved.ok) return null
  const { arg, ...problem } = resolved.problem
  const value = args[arg]
  const spec = specs[arg]
  return { arg, ...problem, found: value === undefined || spec === undefined ? '' : spec.kind.print(value) }
}

const sideWords = { buy: 'Buy', sell: 'Sell' } as const

/** `130 (2 lots)`; for shares `130`. */
export const quantityInWords = (quantity: number, instrument: Instrument | null): string => {
  const count = formatNumber(quantity, 0)
  const lot = instrument?.lotSize ?? 1
  if (lot <= 1) return count
  const lots = quantity / lot
  return `${count} (${Number.isInteger(lots) ? formatNumber(lots, 0) : formatNumber(lots)} ${lots === 1 ? 'lot' : 'lots'})`
}

const typeInWords = ({ orderType, price, triggerPrice }: OrderDraft): string => {
  const limit = price === null ? 'market' : formatNumber(price)
  const words: Readonly<Record<OrderType, string>> = {
    MARKET: 'at market',
    LIMIT: `at ${limit}`,
    SL: `at ${limit} when ${formatNumber(triggerPrice)} trades`,
    'SL-M': `at market when ${formatNumber(triggerPrice)} trades`,
  }
  return words[orderType]
}

export const protectionInWords = ({ kind, value }: Protection): string => {
  if (kind === 'price') return formatNumber(value)
  if (kind === 'percent') return `${value}%`
  return kind === 'points' ? formatPoints(value) : `₹${formatNumber(value, 0)}`
}

/** `stop 1,480`, `trailing stop 10 points`, `stop 1,480, trailing by 10 points`. */
export const stopInWords = (stop: StopLoss): string => {
  const { trail } = stop
  if (trail === undefined) return `stop ${protectionInWords(stop)}`
  const distance = protectionInWords(trail)
  return isTrailAlone(stop)
    ? `trailing stop ${distance}`
    : `stop ${protectionInWords(stop)}, trailing by ${distance}`
}

export const draftParts = (
  draft: OrderDraft,
  { instruments, book }: Environment,
): readonly [string, ...string[]] => {
  const instrument = instruments?.find(draft.instrument) ?? null
  const act = `${sideWords[draft.side]} ${quantityInWords(draft.quantity, instrument)} ${titleOf(draft.instrument, instruments)} ${typeInWords(draft)}`
  const conditions = [
    draft.product === 'cash' ? 'Cash' : draft.product,
    draft.variety === 'amo' ? 'AMO' : '',
    draft.isReduceOnly === true ? 'reduce only' : '',
    draft.validity === 'DAY' ? '' : draft.validity === 'TTL' ? `${draft.validityTtl} min` : draft.validity,
    draft.stop === null ? '' : stopInWords(draft.stop),
    draft.target === null ? '' : `target ${protectionInWords(draft.target)}`,
    book == null ? '' : bookTitles[book].short,
  ]
  return [act, ...conditions.filter((part) => part !== '')]
}

export const draftInWords = (draft: OrderDraft, environment: Environment): string =>
  draftParts(draft, environment).join(' · ')

const priceWithout = (
  { side = 'buy', trigger }: Partial<OrderInput>,
  instrument: Instrument | null,
): PriceSpec =>
  instrument === null
    ? { kind: 'market' }
    : usualPrice({ side, ...(trigger === undefined ? {} : { trigger }) }, instrument)

export const orderDefaults = (input: Partial<OrderInput>, environment: Environment): string => {
  const instrument =
    input.instrument === undefined ? null : (environment.instruments?.find(input.instrument) ?? null)
  const { preferences } = environment
  const words = [
    input.quantity === undefined ? `${preferences.usualLots}l` : '',
    input.price === undefined ? price.print(priceWithout(input, instrument)) : '',
    input.product === undefined && instrument !== null
      ? usualProduct({ instrument, usual: preferences }).toLowerCase()
      : '',
    input.validity === undefined ? 'day' : '',
  ]
  return words.filter((word) => word !== '').join(' ')
}

export const orderLine = (verb: Side, instrument: InstrumentId, words: readonly string[] = []): string =>
  `${[verb, ...words, printInstrument(instrument)].join(' ')} `

export const lineProduct = (product: Product): string => product.toLowerCase()
