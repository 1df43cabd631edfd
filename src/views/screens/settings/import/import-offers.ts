import { countOf, formatNumber } from '../../../../domain/format.ts'
import type { ImportStatus } from '../../../../machines/instruments/candle-import.ts'

export interface ImportOffer {
  readonly label: string
  readonly changes: readonly { readonly name: string; readonly value: string }[]
}

const rowsInWords = (count: number): string => countOf(count, 'row')

const skip = { name: 'onBadRows', value: 'skip' }
const mend = { name: 'onBadRanges', value: 'mend' }

/** Least invasive first. */
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
  if (has.has('symbols')) offer('Skip other symbols', { name: 'otherSymbols', value: 'skip' })
  if (has.has('ranges')) {
    if (mendableRows === badRowCount) offer(`Fix ${rowsInWords(mendableRows)}`, mend)
    else if (has.has('rows')) offer(`Fix ${formatNumber(mendableRows, 0)}, skip the rest`, mend, skip)
  }
  if (has.has('rows')) offer(`Skip ${rowsInWords(badRowCount)}`, skip)
  if (has.has('existing')) offer('Replace those days', { name: 'onExisting', value: 'replace' })
  if (has.has('breaks')) {
    if (priceBreaks.some(({ ratio }) => ratio !== null))
      offer('Adjust prices before', { name: 'onBreaks', value: 'adjust' })
    offer('Import as they are', { name: 'onBreaks', value: 'keep' })
  }
  return offers
}
