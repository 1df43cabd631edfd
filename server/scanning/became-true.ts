import type { Calendar } from '../../src/domain/calendar/calendar.ts'
import { type AlertHit, closeOf } from '../../src/domain/scanners/alert.ts'
import type { Scan } from '../../src/domain/scanners/scan.ts'
import { sessionGroupOf } from '../broker/instrument-terms.ts'
import { type Judgement, valuesOf } from './judge-symbols.ts'

/** Symbols for which a rule became true with a candle that closed after `judgedAt`, and still is. */
export const becameTrue = (
  known: readonly Judgement[],
  { interval }: Scan,
  { judgedAt, calendar }: { readonly judgedAt: number; readonly calendar: Calendar },
): readonly AlertHit[] =>
  known
    .flatMap((judgement): readonly AlertHit[] => {
      const { instrument, candles, series } = judgement
      if (series.known[0] !== true) return []
      const row = series.truth.lastIndexOf(0) + 1
      const bar = candles.time[row]
      // Without a candle before it that was false, it is not known when it became true.
      if (row === 0 || bar === undefined) return []
      const group = sessionGroupOf(instrument)
      if (closeOf(bar, { interval, calendar, group }) <= judgedAt) return []
      const price = candles.close[row] ?? Number.NaN
      return [{ segSym: instrument.id, bar, price, values: valuesOf(judgement) }]
    })
    .sort((one, other) => (one.segSym < other.segSym ? -1 : 1))
