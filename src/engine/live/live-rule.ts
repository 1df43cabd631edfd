import type { Interval } from '../../domain/charts/interval.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { comparedOperands } from '../../domain/strategies/condition/operands.ts'
import { parseCondition } from '../../domain/strategies/condition/parse.ts'
import { printOperand } from '../../domain/strategies/condition/print.ts'
import { refusal } from '../failure.ts'
import { othersOf } from '../program/frames.ts'
import { createCompiler } from '../program/program.ts'
import type { StepId } from '../program/steps.ts'
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
  const parsed = parseCondition(rule)
  if (!parsed.ok) {
    const { column, found, expected } = parsed.problem
    throw refusal(`rule, column ${column}: found ${found}, expected ${expected}`)
  }
  const compiler = createCompiler({ interval, instrument })
  const condition = compiler.condition(parsed.tree)
  const steps = new Map<string, StepId>()
  for (const operand of comparedOperands(parsed.tree))
    steps.set(printOperand(operand), compiler.operand(operand))
  const { isTrue, value, ...evaluator } = createEvaluator(host, compiler.program)
  return {
    ...evaluator,
    others: othersOf(compiler.program),
    isTrue: () => isTrue(condition),
    values: () => Array.from(steps, ([text, step]) => ({ text, value: value(step) })),
  }
}
