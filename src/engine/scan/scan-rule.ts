import type { Candles, OtherCandles } from '../../domain/charts/candle.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { Judged } from '../../domain/scanners/why.ts'
import { printOperand } from '../../domain/strategies/condition/print.ts'
import type { Condition, Operand } from '../../domain/strategies/condition/tree.ts'
import type { Host, KernelMemory } from '../kernel-host.ts'
import type { RuleTerms } from '../live/live-rule.ts'
import { putChart } from '../program/chart.ts'
import { type Columns, evaluate } from '../program/evaluate.ts'
import { othersOf } from '../program/frames.ts'
import { putOthers } from '../program/other-series.ts'
import { createCompiler } from '../program/program.ts'
import { operandSteps, readRule } from '../program/read-rule.ts'
import type { StepId } from '../program/steps.ts'

export interface ScannedSeries {
  /** One per candle: 1 where the rule is true. */
  readonly truth: Uint8Array
  /** One for each operand at the last candle; NaN without a value. */
  readonly values: readonly number[]
  /** Truth at the last candle: the rule first, then its parts, each before those inside it. */
  readonly known: readonly (boolean | null)[]
}

export interface ScanRule {
  readonly condition: Condition
  /** The conditions that the rule joins, or the rule itself. */
  readonly parts: readonly Condition[]
  /** Operands that the rule compares, as printed, in its order and each once. */
  readonly operands: readonly string[]
  readonly others: readonly InstrumentId[]
  readonly readsVolume: boolean
  readonly steps: number
  /** Throws EngineError `refused` for candles that are invalid. */
  run(host: Host, candles: Candles, others?: OtherCandles): ScannedSeries
  /** Truth of the rule and of its parts, three-valued: `unknown and false` is false. */
  judged(series: ScannedSeries): Judged
}

export interface ScanTerms extends Omit<RuleTerms, 'instrument'> {
  /** Null for a share that the rule does not name by `of`. */
  readonly instrument: InstrumentId | null
}

/** Throws EngineError `refused` with the column where the text makes no sense. */
export const createScanRule = ({ rule, instrument, interval }: ScanTerms): ScanRule => {
  const condition = readRule(rule)
  const compiler = createCompiler({ interval, ...(instrument === null ? {} : { instrument }) })
  const whole = compiler.condition(condition)
  const nodes = nodesOf(condition)
  const flags = nodes.map(compiler.condition)
  const operands = operandSteps(condition, compiler)
  const indices = new Map([...operands.keys()].map((text, index) => [text, index]))
  const { program } = compiler

  const valueIn = (values: readonly number[], operand: Operand): number =>
    operand.kind === 'number'
      ? operand.value
      : (values[indices.get(printOperand(operand)) ?? -1] ?? Number.NaN)

  return {
    condition,
    parts: condition.kind === 'compare' ? [condition] : condition.of,
    operands: [...operands.keys()],
    others: othersOf(program),
    steps: program.steps.length,
    readsVolume: program.steps.some((step) => step.kind === 'given' && step.column === 'volume'),
    run: (host, candles, others = {}) =>
      host.use((memory) => {
        const rows = candles.time.length
        const chart = putChart(memory, candles)
        const columns = evaluate(memory, program, candles, chart, putOthers(memory, program, others))
        const last = lastOf(memory, columns, rows - 1)
        const values = Array.from(operands.values(), last.value)
        const known = (tree: Condition): boolean | null => {
          if (tree.kind !== 'compare') return joined(tree.kind, tree.of.map(known))
          const isKnown = ![tree.left, tree.right].some((operand) => Number.isNaN(valueIn(values, operand)))
          return isKnown ? last.flag(flags[nodes.indexOf(tree)] ?? whole) : null
        }
        return { truth: memory.takeFlags(columns(whole), rows), values, known: nodes.map(known) }
      }),
    judged: ({ values, known }) => ({
      valueOf: (operand) => valueIn(values, operand),
      isTrue: (part) => known[nodes.indexOf(part)] ?? null,
    }),
  }
}

const nodesOf = (condition: Condition): readonly Condition[] => [
  condition,
  ...(condition.kind === 'compare' ? [] : condition.of.flatMap(nodesOf)),
]

export const joined = (kind: 'all' | 'any', parts: readonly (boolean | null)[]): boolean | null => {
  const decides = kind === 'any'
  if (parts.includes(decides)) return decides
  return parts.includes(null) ? null : !decides
}

const lastOf = (memory: KernelMemory, columns: Columns, row: number) => ({
  value: (step: StepId): number => memory.number(columns(step), row),
  flag: (step: StepId): boolean => memory.flag(columns(step), row),
})
