import { instrumentTypes, segments } from '../../domain/instruments/instrument.ts'
import type { InstrumentFilter } from '../../domain/instruments/instrument-index.ts'
import { istDateToDayNumber } from '../../domain/time.ts'
import type { InstrumentColumns } from './instrument-columns.ts'

export interface RowFilter {
  admitsHead(head: number): boolean
  admitsTail(tail: number): boolean
}

export const rowFilterOf = (
  { headSegment, headExpiry, tailType }: InstrumentColumns,
  { segment, type, expiry }: InstrumentFilter,
): RowFilter | null => {
  if (segment === null && type === null && expiry === null) return null
  const segmentIndex = segment === null ? null : segments.indexOf(segment)
  const typeIndex = type === null ? null : instrumentTypes.indexOf(type)
  const day = expiry === null ? null : istDateToDayNumber(expiry)
  return {
    admitsHead: (head) =>
      (segmentIndex === null || headSegment[head] === segmentIndex) &&
      (day === null || headExpiry[head] === day),
    admitsTail: (tail) => typeIndex === null || tailType[tail] === typeIndex,
  }
}
