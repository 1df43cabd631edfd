import {
  type InstrumentType,
  instrumentTypes,
  type Segment,
  segments,
} from '../../../domain/instruments/instrument.ts'
import type { InstrumentFilter } from '../../../domain/instruments/instrument-index.ts'
import { parseIstDate } from '../../../domain/time.ts'

export interface InstrumentSearch extends InstrumentFilter {
  readonly query: string
}

const QUERY_MAX = 60

/** Invalid values are ignored. */
export const readSearch = (search: string): InstrumentSearch => {
  const given = new URLSearchParams(search)
  return {
    query: (given.get('q') ?? '').slice(0, QUERY_MAX),
    segment: oneOf<Segment>(segments, given.get('segment')),
    type: oneOf<InstrumentType>(instrumentTypes, given.get('type')),
    expiry: parseIstDate(given.get('expiry') ?? ''),
  }
}

export const printSearch = ({ query, segment, type, expiry }: InstrumentSearch): string => {
  const parts = { q: query, segment: segment ?? '', type: type ?? '', expiry: expiry ?? '' }
  return new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== '')).toString()
}

const oneOf = <Value extends string>(known: readonly Value[], text: string | null): Value | null =>
  known.find((value) => value === text) ?? null
