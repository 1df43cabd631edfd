import type { InstrumentId } from '../../instruments/instrument.ts'
import { indicatorsIn, withInner } from './indicators-in.ts'
import type { Condition } from './tree.ts'

/** Other instruments in one rule; each is a series of candles to load and to hold. */
export const OTHER_INSTRUMENTS_MAX = 8

/** Instruments named by `of`, each once, in the order they are written. */
export const instrumentsOf = (condition: Condition): readonly InstrumentId[] => [
  ...new Set(
    indicatorsIn([condition])
      .flatMap(withInner)
      .flatMap(({ instrument }) => instrument ?? []),
  ),
]

/** Instruments that the conditions of one rule read besides the traded one. */
export const otherInstruments = (
  conditions: readonly Condition[],
  traded: InstrumentId,
): readonly InstrumentId[] =>
  [...new Set(conditions.flatMap(instrumentsOf))].filter((instrument) => instrument !== traded)
