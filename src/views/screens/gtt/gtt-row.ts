import { formatNumber } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import { type GttStatus, isGttOpen } from '../../../domain/orders/gtt/gtt.ts'
import type { Side } from '../../../domain/orders/order.ts'
import type { Gtt } from '../../../machines/orders/gtts.ts'

export const gttTabs = ['active', 'ended'] as const
export type GttTab = (typeof gttTabs)[number]

export interface GttRow {
  readonly key: string
  readonly instrument: InstrumentId
  readonly symbol: string
  readonly side: Side
  readonly gtt: Gtt
  readonly isOpen: boolean
}

export const rowOf = (gtt: Gtt): GttRow => ({
  key: gtt.gttUuid,
  instrument: gtt.sym as InstrumentId,
  symbol: tradingSymbolOf(gtt.sym),
  side: gtt.transactionType === 'BUY' ? 'buy' : 'sell',
  gtt,
  isOpen: isGttOpen(gtt.status),
})

/** Percent of the price that it has to go to the nearest trigger. */
export const awayOf = ({ gtt: { triggers } }: GttRow, price: number): number | null => {
  const distances = triggers.map(({ triggerPrice }) => (100 * (triggerPrice - price)) / price)
  return distances.reduce<number | null>(
    (nearest, one) => (nearest === null || Math.abs(one) < Math.abs(nearest) ? one : nearest),
    null,
  )
}

const signs = { below: '≤', above: '≥' } as const

/** `≤ 1,505.00 · ≥ 1,700.00` */
export const triggersInWords = ({ gtt }: GttRow): string =>
  gtt.triggers.map(({ when, triggerPrice }) => `${signs[when]} ${formatNumber(triggerPrice)}`).join(' · ')

export const limitsInWords = ({ gtt }: GttRow): string =>
  gtt.triggers.map(({ price }) => formatNumber(price)).join(' · ')

export const statusNames: Readonly<Record<GttStatus, string>> = {
  active: 'Active',
  sending: 'Sending',
  triggered: 'Triggered',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
  expired: 'Expired',
}

/** Newest first, of those that ended by their end. */
export const rowsOf = (gtts: readonly Gtt[], tab: GttTab): readonly GttRow[] =>
  gtts
    .map(rowOf)
    .filter(({ isOpen }) => isOpen === (tab === 'active'))
    .sort(
      ({ gtt: one }, { gtt: other }) => (other.endedAt ?? other.createdAt) - (one.endedAt ?? one.createdAt),
    )
