import { formatNumber } from '../../../domain/format.ts'
import type { ImportStatus } from '../../../machines/candle-import.ts'

/** A choice that would let a refused import through, and the button that makes it. */
export interface ImportOffer {
  readonly label: string
  readonly changes: readonly { readonly name: string; readonly value: string }[]
}

const rowsInWords = (count: number): string => (count === 1 ? '1 row' : `${formatNumber(count, 0)} rows`)

const skip = { name: 'onBadRows', value: 'skip' }
const mend = { name: 'onBadRanges', value: 'mend' }

/** What would let a refused import through, the gentlest first. */
export const toOffers = ({
  remedies = [],
  badRowCount,
  mendableRows = 0,
  priceBreaks = [],
}: Pick<
  ImportStatus,
  'remedies' | 'badRowCount' | 'mendableRows' | 'priceBreaks'
>): readonly ImportOffer[] => {
  const has = new Set(remedies)
  const offers: ImportOffer[] = []
  const offer = (label: string, ...changes: ImportOffer['changes']) => offers.push({ label, changes })
  if (has.has('order')) offer('Sort the rows', { name: 'rowOrder', value: 'any' })
  if (has.has('symbols')) offer('Leave other symbols out', { name: 'otherSymbols', value: 'skip' })
  if (has.has('ranges')) {
    if (mendableRows === badRowCount) offer(`Mend ${rowsInWords(mendableRows)}`, mend)
    else if (has.has('rows')) offer(`Mend ${formatNumber(mendableRows, 0)}, leave the rest out`, mend, skip)
  }
  if (has.has('rows')) offer(`Leave ${rowsInWords(badRowCount)} out`, skip)
  if (has.has('existing')) offer('Replace those days', { name: 'onExisting', value: 'replace' })
  if (has.has('breaks')) {
    if (priceBreaks.some(({ ratio }) => ratio !== null))
      offer('Adjust prices before', { name: 'onBreaks', value: 'adjust' })
    offer('Import as they are', { name: 'onBreaks', value: 'keep' })
  }
  return offers
}
