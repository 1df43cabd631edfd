import type { InstrumentId } from '../instruments/instrument.ts'
import { isShareId } from '../instruments/kind.ts'
import type { SessionGroup } from './calendar.ts'

/** The closing auction makes no candles of its own, so shares count as continuous. */
export const sessionGroupOf = (instrument: InstrumentId): SessionGroup =>
  isShareId(instrument) ? 'continuous' : 'derivatives'
