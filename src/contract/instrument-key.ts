import * as z from 'zod/mini'
import { isPlain } from './plain-text.ts'

/** `segment_symbol`, as everywhere: `NFO-OPT_NIFTY26D0124500CE`. */
export const InstrumentKey = z.string().check(z.minLength(3), z.maxLength(60), isPlain)
