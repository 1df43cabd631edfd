import type { Interval } from '../../domain/charts/interval.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { othersOf } from '../program/frames.ts'
import { createCompiler } from '../program/program.ts'
import { operandSteps, readRule } from '../program/read-rule.ts'
import { createEvaluator, type Evaluator } from './live.ts'
import type { LiveHost } from './live-host.ts'

/** A rule is its printed text, so that every user of it can be told which one ran. */
export interface RuleTerms {
  readonly rule: string
  readonly instrument: InstrumentId
  /** Interval of the candles passed to `push`. */
  readonly interval: Interval
}

/** An operand as it is printed; NaN where it has no value at the last candle. */
export interface OperandValue {
  readonly text: string
  readonly value: number
}

export interface LiveRule extends Omit<Evaluator, 'isTrue' | 'value'> {
  readonly others: readonly InstrumentId[]
  /** At the last candle. */
  isTrue(): boolean
  /** Indicators and calculations that the rule compares, in its order, each once. */
  values(): readonly OperandValue[]
}

/** Throws EngineError `refused` with the column where the text makes no sense. */
export const createLiveRule = (host: LiveHost, { rule, instrument, interval }: RuleTerms): LiveRule => {
  const condition = readRule(rule)
  const compiler = createCompiler({ interval, instrument })
  const whole = compiler.condition(condition)
  const steps = operandSteps(condition, compiler)
  const { isTrue, value, ...evaluator } = createEvaluator(host, compiler.program)
  return {
    ...evaluator,
    others: othersOf(compiler.program),
    isTrue: () => isTrue(whole),
    values: () => Array.from(steps, ([text, step]) => ({ text, value: value(step) })),
  }
}
