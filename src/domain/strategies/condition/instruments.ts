import type { InstrumentId } from '../../instruments/instrument.ts'
import type { Condition, Operand } from './tree.ts'

/** Other instruments in one rule; each is a series of candles to load and to hold. */
export const OTHER_INSTRUMENTS_MAX = 8

/** Instruments named by `of`, each once, in the order they are written. */
export const instrumentsOf = (condition: Condition): readonly InstrumentId[] => [
  ...new Set(namedInCondition(condition)),
]

/** Instruments that the conditions of one rule read besides the traded one. */
export const otherInstruments = (
  conditions: readonly Condition[],
  traded: InstrumentId,
): readonly InstrumentId[] =>
  [...new Set(conditions.flatMap(instrumentsOf))].filter((instrument) => instrument !== traded)

const namedInCondition = (condition: Condition): readonly InstrumentId[] =>
  condition.kind === 'compare'
    ? [...namedInOperand(condition.left), ...namedInOperand(condition.right)]
    : condition.of.flatMap(namedInCondition)

const namedInOperand = (operand: Operand): readonly InstrumentId[] => {
  switch (operand.kind) {
    case 'number':
      return []
    case 'indicator':
      return operand.instrument === undefined ? [] : [operand.instrument]
    case 'arithmetic':
      return [...namedInOperand(operand.left), ...namedInOperand(operand.right)]
    case 'call':
      return operand.of.flatMap(namedInOperand)
    default:
      return operand satisfies never
  }
}
