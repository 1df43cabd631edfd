import type { importRemedies } from '../../../src/contract/instruments/imports.ts'
import { formatNumber } from '../../../src/domain/format.ts'
import type { CandleImportOptions } from './mapping.ts'
import type { RowTally } from './read-days.ts'
import { type RowFault, rowFaults } from './row-reader.ts'

export type ImportRemedy = (typeof importRemedies)[number]

const formatCount = (count: number): string => formatNumber(count, 0)

const words: Readonly<Record<RowFault, string>> = {
  outside: 'outside the session',
  range: 'with high or low slightly off the open or close',
  order: 'out of order',
  symbol: 'of another symbol',
  unreadable: 'that cannot be read or appear twice',
}

const remedyOf: Readonly<Partial<Record<RowFault, ImportRemedy>>> = {
  range: 'ranges',
  order: 'order',
  symbol: 'symbols',
}

export const describeBadRows = (
  { rows, badRowCount, faults }: RowTally,
  { onBadRows }: CandleImportOptions,
): { readonly reason: string; readonly remedies: readonly ImportRemedy[] } | null => {
  if (badRowCount === 0) return null
  const isHalfLeft = badRowCount <= rows
  if (onBadRows === 'skip' && isHalfLeft) return null
  const kinds = rowFaults.filter((fault) => faults[fault] > 0)
  const listed = kinds.map((fault) => `${formatCount(faults[fault])} ${words[fault]}`).join(', ')
  const all = rows + badRowCount
  const misread = isHalfLeft
    ? ''
    : ' That is more than half, so the file is probably misread: check columns, time format and interval.'
  return {
    reason: `${formatCount(badRowCount)} of ${formatCount(all)} rows cannot be used (${listed}); nothing was imported.${misread}`,
    remedies: [
      ...kinds.flatMap((fault) => remedyOf[fault] ?? []),
      ...(isHalfLeft ? (['rows'] as const) : []),
    ],
  }
}
