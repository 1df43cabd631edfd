import * as z from 'zod/mini'

/** `segment_symbol`, as everywhere: `NFO-OPT_NIFTY26D0124500CE`. */
export const InstrumentKey = z
  .string()
  .check(z.regex(/^[^<>"'`\\\p{C}]{3,60}$/u, 'expected 3 to 60 characters, without quotes or markup'))
