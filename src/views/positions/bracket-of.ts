import { formatNumber, formatPercent, formatRupees } from '../../domain/format.ts'
import type { Protection } from '../../domain/orders/order-draft.ts'
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
