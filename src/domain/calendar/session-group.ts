import { type InstrumentId, parseInstrumentId } from '../instruments/instrument.ts'
import type { SessionGroup } from './calendar.ts'

/** The closing auction makes no candles of its own, so shares count as continuous. */
export const sessionGroupOf = (instrument: InstrumentId): SessionGroup => {
  const segment = parseInstrumentId(instrument)?.segment ?? ''
  return segment === 'NSE' || segment === 'BSE' ? 'continuous' : 'derivatives'
}
