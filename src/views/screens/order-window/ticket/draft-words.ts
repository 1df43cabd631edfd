import { countOf, formatLots, formatNumber, formatRupees } from '../../../../domain/format.ts'
import { tradingSymbolOf } from '../../../../domain/instruments/instrument.ts'
import type { InstrumentIndex } from '../../../../domain/instruments/instrument-index.ts'
import { instrumentTitle } from '../../../../domain/instruments/instrument-names.ts'
import { hasTrigger } from '../../../../domain/orders/order.ts'
import {
  isTrailAlone,
  type OrderDraft,
  type Protection,
  type StopLoss,
} from '../../../../domain/orders/order-draft.ts'

export const titleOf = (id: OrderDraft['instrument'], index: InstrumentIndex | null): string => {
  const found = index?.find(id) ?? null
  return found === null ? tradingSymbolOf(id) : instrumentTitle(found)
}

/** `at the market`, `at ₹131.20`, `at ₹131.20 once ₹130.00 is touched` */
export const priceInWords = ({ orderType, price, triggerPrice }: OrderDraft): string => {
  const limit = price === null ? 'at the market' : `at ${formatRupees(price)}`
  return hasTrigger(orderType) ? `${limit} when ${formatRupees(triggerPrice)} trades` : limit
}

export const sideWords = { buy: 'Buy', sell: 'Sell' } as const

/** `75 units (1 lot)` */
export const quantityInWords = (quantity: number, lotSize: number): string => {
  const units = countOf(quantity, 'unit')
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
      return `at ${formatRupees(value)} in total`
    default:
      return kind satisfies never
  }
}

const stopInWords = (stop: StopLoss): string => {
  const { trail } = stop
  if (trail === undefined) return `stop ${protectionInWords(stop)}`
  const distance =
    trail.kind === 'percent' ? `${formatNumber(trail.value)}%` : `${formatNumber(trail.value)} points`
  const begins = isTrailAlone(stop) ? '' : ` ${protectionInWords(stop)}`
  return `stop${begins}, trailing by ${distance}`
}

const validityInWords = ({ validity, validityTtl }: OrderDraft): string => {
  if (validity === 'IOC') return 'IOC'
  return validity === 'TTL' ? `for ${countOf(validityTtl ?? 0, 'minute')}` : 'for the day'
}

export const draftInWords = (draft: OrderDraft, title: string, lotSize: number): string => {
  const parts = [
    `${sideWords[draft.side]} ${quantityInWords(draft.quantity, lotSize)} of ${title}`,
    `${draft.product}, ${priceInWords(draft)}`,
    draft.variety === 'amo' ? 'AMO, sent at the next open' : validityInWords(draft),
    ...(draft.isReduceOnly === true ? ['reduce only'] : []),
    ...(draft.disclosedQuantity > 0 ? [`${formatNumber(draft.disclosedQuantity, 0)} disclosed`] : []),
    ...(draft.stop === null ? [] : [stopInWords(draft.stop)]),
    ...(draft.target === null ? [] : [`target ${protectionInWords(draft.target)}`]),
  ]
  return `${parts.join(', ')}.`
}
