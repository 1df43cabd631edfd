import { formatLots, formatNumber, formatRupees } from '../../../domain/format.ts'
import { parseInstrumentId } from '../../../domain/instrument.ts'
import type { InstrumentIndex } from '../../../domain/instrument-index.ts'
import { instrumentTitle } from '../../../domain/instrument-names.ts'
import type { OrderDraft, Protection } from '../../../domain/order-draft.ts'

/** As a trader says it; the symbol where the list does not hold it. */
export const titleOf = (id: OrderDraft['instrument'], index: InstrumentIndex | null): string => {
  const found = index?.find(id) ?? null
  return found === null ? (parseInstrumentId(id)?.tradingSymbol ?? id) : instrumentTitle(found)
}

/** `at the market`, `at ₹131.20`, `at ₹131.20 once ₹130.00 is touched`. */
export const priceInWords = ({ orderType, price, triggerPrice }: OrderDraft): string => {
  const limit = price === null ? 'at the market' : `at ${formatRupees(price)}`
  const hasTrigger = orderType === 'SL' || orderType === 'SL-M'
  return hasTrigger ? `${limit} once ${formatRupees(triggerPrice)} is touched` : limit
}

export const sideWords = { buy: 'Buy', sell: 'Sell' } as const

/** `75 units (1 lot)`; of shares the units alone. */
export const quantityInWords = (quantity: number, lotSize: number): string => {
  const units = `${formatNumber(quantity, 0)} ${quantity === 1 ? 'unit' : 'units'}`
  if (lotSize <= 1) return units
  return `${units} (${formatLots(quantity / lotSize)})`
}

export const protectionInWords = ({ kind, value }: Protection): string => {
  switch (kind) {
    case 'price':
      return `at ${formatRupees(value)}`
    case 'percent':
      return `${formatNumber(value)}% away`
    case 'points':
      return `${formatNumber(value)} points away`
    case 'rupees':
      return `at ${formatRupees(value)} of the whole`
    default:
      return kind satisfies never
  }
}

const validityInWords = ({ validity, validityTtl }: OrderDraft): string => {
  if (validity === 'IOC') return 'immediately or not at all'
  return validity === 'TTL' ? `for ${validityTtl ?? 0} minutes` : 'for the day'
}

/** The whole act in one sentence, as it is asked before it is done. */
export const draftInWords = (draft: OrderDraft, title: string, lotSize: number): string => {
  const parts = [
    `${sideWords[draft.side]} ${quantityInWords(draft.quantity, lotSize)} of ${title}`,
    `${draft.product}, ${priceInWords(draft)}`,
    draft.variety === 'amo' ? 'after market, when it opens' : validityInWords(draft),
    ...(draft.isReduceOnly === true ? ['reduce only'] : []),
    ...(draft.disclosedQuantity > 0 ? [`${formatNumber(draft.disclosedQuantity, 0)} disclosed`] : []),
    ...(draft.stop === null ? [] : [`stop ${protectionInWords(draft.stop)}`]),
    ...(draft.target === null ? [] : [`target ${protectionInWords(draft.target)}`]),
  ]
  return `${parts.join(', ')}.`
}
