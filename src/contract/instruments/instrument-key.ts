import * as z from 'zod/mini'
import { exchanges, segments } from '../../domain/instruments/instrument.ts'
import { isPlain } from '../plain-text.ts'

/** `segment_symbol`, such as `NFO-OPT_NIFTY26D0124500CE`. */
export const InstrumentKey = z
  .string()
  .check(z.regex(/^[^<>"'`\\]{3,60}$/, 'expected 3 to 60 characters, without quotes or markup'), isPlain)

export const Segment = z.enum(segments)
export const Exchange = z.enum(exchanges)
