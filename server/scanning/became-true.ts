import type { Calendar } from '../../src/domain/calendar/calendar.ts'
import { type AlertHit, closeOf } from '../../src/domain/scanners/alert.ts'
import type { Scan } from '../../src/domain/scanners/scan.ts'
import { sessionGroupOf } from '../broker/instrument-terms.ts'
import type { Judgement } from './judge-symbols.ts'

/** By symbol: of those for which a rule is true, those for which it became true with a candle that closed after `judgedAt`. */
export const becameTrue = (
  known: readonly Judgement[],
  { interval }: Scan,
  { judgedAt, calendar }: { readonly judgedAt: number; readonly calendar: Calendar },
): readonly AlertHit[] =>
  known
    .flatMap(({ instrument, rule, candles, series }): readonly AlertHit[] => {
      if (series.known[0] !== true) return []
      const row = series.truth.lastIndexOf(0) + 1
      const bar = candles.time[row]
      // Without a candle before it that was false, it is not known when it became true.
      if (row === 0 || bar === undefined) return []
      const group = sessionGroupOf(instrument)
      if (closeOf(bar, { interval, calendar, group }) <= judgedAt) return []
      const values = rule.operands.map((text, index) => {
        const value = series.values[index] ?? Number.NaN
        return { text, value: Number.isNaN(value) ? null : value }
      })
      return [{ segSym: instrument.id, bar, price: candles.close[row] ?? Number.NaN, values }]
    })
    .sort((one, other) => (one.segSym < other.segSym ? -1 : 1))
