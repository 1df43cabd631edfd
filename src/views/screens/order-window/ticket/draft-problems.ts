import { formatNumber } from '../../../../domain/format.ts'
import { findOffTick } from '../../../../domain/instruments/tick.ts'
import { hasPrice, hasTrigger } from '../../../../domain/orders/order.ts'
import type { OrderDraft, Protection } from '../../../../domain/orders/order-draft.ts'
import { protectedPrice } from '../../../../domain/orders/order-prices.ts'

export type DraftField =
  | 'instrument'
  | 'quantity'
  | 'price'
  | 'triggerPrice'
  | 'validityTtl'
  | 'disclosedQuantity'
  | 'stop'
  | 'target'

export interface DraftProblem {
  readonly text: string
  /** Empty; reported only on submission. */
  readonly isMissing: boolean
}

export type DraftProblems = Partial<Readonly<Record<DraftField, DraftProblem>>>

export interface DraftTerms {
  readonly isIndex: boolean
  readonly lotSize: number
  readonly tickSize: number
  /** Rupees per unit; null until known. */
  readonly lastPrice: number | null
}

const TTL_MINUTES_MAX = 1440

/** Excludes what only the server can check. */
export const problemsOf = (draft: OrderDraft, terms: DraftTerms): DraftProblems => {
  const entry = draft.price ?? terms.lastPrice
  const found: Record<DraftField, DraftProblem | null> = {
    instrument: terms.isIndex ? wrong('An index cannot be traded: choose its future or option') : null,
    quantity: quantityProblem(draft.quantity, terms.lotSize),
    price: hasPrice(draft.orderType) ? priceProblem(draft.price, terms, 'Enter a limit price') : null,
    triggerPrice: hasTrigger(draft.orderType) ? triggerProblem(draft, terms) : null,
    validityTtl: draft.validity === 'TTL' ? minutesProblem(draft.validityTtl) : null,
    disclosedQuantity: disclosedProblem(draft, terms.lotSize),
    stop: protectionProblem('stop', draft.stop, draft, { entry, tickSize: terms.tickSize }),
    target: protectionProblem('target', draft.target, draft, { entry, tickSize: terms.tickSize }),
  }
  return Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== null))
}

const wrong = (text: string): DraftProblem => ({ text, isMissing: false })
const missing = (text: string): DraftProblem => ({ text, isMissing: true })

const quantityProblem = (quantity: number, lotSize: number): DraftProblem | null => {
  if (quantity === 0) return missing('Enter a quantity')
  if (quantity > 0 && quantity % lotSize === 0) return null
  const below = Math.max(0, Math.floor(quantity / lotSize)) * lotSize
  const near = [below, below + lotSize].filter((units) => units > 0).map((units) => formatNumber(units, 0))
  return wrong(`Whole lots of ${formatNumber(lotSize, 0)}: ${near.join(' or ')}`)
}

const priceProblem = (
  price: number | null,
  { tickSize }: DraftTerms,
  wanted: string,
): DraftProblem | null => {
  if (price === null) return missing(wanted)
  if (price <= 0) return wrong('A price above 0')
  const offTick = findOffTick(price, tickSize)
  return offTick === null ? null : wrong(offTick)
}

const triggerProblem = (draft: OrderDraft, terms: DraftTerms): DraftProblem | null => {
  const { price, side, triggerPrice } = draft
  const problem = priceProblem(triggerPrice, terms, 'Enter a trigger price')
  if (problem !== null || triggerPrice === null) return problem
  const isBuy = side === 'buy'
  const { lastPrice } = terms
  if (lastPrice !== null && (isBuy ? triggerPrice <= lastPrice : triggerPrice >= lastPrice))
    return wrong(`${isBuy ? 'Above' : 'Below'} the last price, ${formatNumber(lastPrice)}, to ${side}`)
  if (!hasPrice(draft.orderType) || price === null) return null
  return (isBuy ? triggerPrice > price : triggerPrice < price)
    ? wrong(`${isBuy ? 'At most' : 'At least'} the limit, ${formatNumber(price)}`)
    : null
}

const minutesProblem = (minutes: number | null): DraftProblem | null => {
  if (minutes === null) return missing('Enter the minutes')
  return Number.isInteger(minutes) && minutes >= 1 && minutes <= TTL_MINUTES_MAX
    ? null
    : wrong(`Whole minutes, 1 to ${TTL_MINUTES_MAX}`)
}

const disclosedProblem = (
  { disclosedQuantity, quantity }: OrderDraft,
  lotSize: number,
): DraftProblem | null => {
  if (disclosedQuantity === 0) return null
  if (disclosedQuantity > quantity) return wrong('Not more than the quantity')
  return disclosedQuantity % lotSize === 0 ? null : wrong(`Whole lots of ${formatNumber(lotSize, 0)}`)
}

const protectionProblem = (
  what: 'stop' | 'target',
  protection: Protection | null,
  { side, quantity, isReduceOnly }: OrderDraft,
  { entry, tickSize }: { readonly entry: number | null; readonly tickSize: number },
): DraftProblem | null => {
  if (protection === null) return null
  if (isReduceOnly === true) return wrong('Not allowed for a reduce-only order')
  if (protection.value <= 0) return wrong('A number above 0')
  const offTick = protection.kind === 'price' ? findOffTick(protection.value, tickSize) : null
  if (offTick !== null) return wrong(offTick)
  const price = entry === null ? null : protectedPrice(what, protection, side, entry, quantity)
  if (entry === null || price === null) return null
  const isBelow = (what === 'stop') === (side === 'buy')
  if (isBelow ? price < entry && price > 0 : price > entry) return null
  return wrong(`${isBelow ? (price <= 0 ? 'Above 0 and below' : 'Below') : 'Above'} ${formatNumber(entry)}`)
}
