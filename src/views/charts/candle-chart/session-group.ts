import type { SessionGroup } from '../../../domain/calendar/calendar.ts'
import { type InstrumentId, parseInstrumentId } from '../../../domain/instruments/instrument.ts'

/** Of its candles; the closing auction makes none of its own. */
export const sessionGroupOf = (instrument: InstrumentId): SessionGroup => {
  const segment = parseInstrumentId(instrument)?.segment ?? ''
  return segment === 'NSE' || segment === 'BSE' ? 'continuous' : 'derivatives'
}
