import { formatNumber, formatPercent, formatRupees } from '../../domain/format.ts'
import type { Protection, StopLoss } from '../../domain/orders/order-draft.ts'
import type { BracketEntry } from '../../machines/positions/books.ts'

export const isBracketLive = ({ status }: BracketEntry): boolean =>
  status === 'watching' || status === 'waiting' || status === 'exiting'

export const protectionInWords = (price: number | null, protection: Protection | null): string => {
  if (price !== null) return formatNumber(price)
  if (protection === null) return formatNumber(null)
  const { kind, value } = protection
  if (kind === 'percent') return formatPercent(value)
  if (kind === 'rupees') return formatRupees(value)
  return kind === 'points' ? `${formatNumber(value)} pts` : formatNumber(value)
}

/** `1,490.00 TSL` of a trailing stop, as brokers write it. */
export const stopInWords = (price: number | null, stop: StopLoss | null): string => {
  const words = protectionInWords(price, stop)
  return stop?.trail === undefined ? words : `${words} TSL`
}
