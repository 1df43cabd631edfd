import { instrumentTypes, segments } from '../../domain/instruments/instrument.ts'
import type { Facet, InstrumentFacets, InstrumentFilter } from '../../domain/instruments/instrument-index.ts'
import { dayNumberToIstDate, istDateToDayNumber } from '../../domain/time.ts'
import type { InstrumentColumns } from './instrument-columns.ts'

const TYPES = instrumentTypes.length

export const createFacets = (columns: InstrumentColumns) => {
  const { headSegment, headExpiry } = columns
  let counted: Uint32Array | null = null
  return (filter: InstrumentFilter): InstrumentFacets => {
    counted ??= countRows(columns)
    const rows = counted
    const wantedSegment = filter.segment === null ? null : segments.indexOf(filter.segment)
    const wantedType = filter.type === null ? null : instrumentTypes.indexOf(filter.type)
    const wantedDay = filter.expiry === null ? null : istDateToDayNumber(filter.expiry)
    const bySegment = new Map<number, number>()
    const byType = new Map<number, number>()
    const byDay = new Map<number, number>()
    for (let head = 0; head < headSegment.length; head++) {
      const segment = headSegment[head] ?? 0
      const day = headExpiry[head] ?? 0
      const isOfSegment = wantedSegment === null || wantedSegment === segment
      const isOfDay = wantedDay === null || wantedDay === day
      for (let type = 0; type < TYPES; type++) {
        const count = rows[head * TYPES + type] ?? 0
        if (count === 0) continue
        const isOfType = wantedType === null || wantedType === type
        if (isOfDay && isOfType) add(bySegment, segment, count)
        if (isOfDay && isOfSegment) add(byType, type, count)
        if (isOfSegment && isOfType && day !== 0) add(byDay, day, count)
      }
    }
    return {
      segments: facetsOf(bySegment, (index) => segments[index] ?? 'NSE'),
      types: facetsOf(byType, (index) => instrumentTypes[index] ?? 'EQ'),
      expiries: facetsOf(byDay, dayNumberToIstDate),
    }
  }
}

const countRows = ({ headSegment, headRow, rowTail, tailType }: InstrumentColumns): Uint32Array => {
  const counts = new Uint32Array(headSegment.length * TYPES)
  for (let head = 0; head < headSegment.length; head++) {
    for (let row = headRow[head] ?? 0; row < (headRow[head + 1] ?? 0); row++) {
      const at = head * TYPES + (tailType[rowTail[row] ?? 0] ?? 0)
      counts[at] = (counts[at] ?? 0) + 1
    }
  }
  return counts
}

const add = (counts: Map<number, number>, key: number, count: number): void => {
  counts.set(key, (counts.get(key) ?? 0) + count)
}

const facetsOf = <Value>(
  counts: ReadonlyMap<number, number>,
  read: (key: number) => Value,
): readonly Facet<Value>[] =>
  [...counts].sort(([one], [other]) => one - other).map(([key, count]) => ({ value: read(key), count }))
