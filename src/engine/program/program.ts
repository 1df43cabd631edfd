import type { IndicatorSpec } from '../../domain/charts/indicators/spec.ts'
import { fieldIndexOf, findIndicator, findParamProblem } from '../../domain/charts/indicators.ts'
import type {
  Comparator,
  Condition,
  IndicatorOperand,
  Operand,
} from '../../domain/strategies/condition/tree.ts'
import { refusal } from '../failure.ts'
import { createFrames, type Frames, type TradedChart } from './frames.ts'
import { indicatorStep } from './indicator-steps.ts'
import type { KernelName } from './kernels.ts'
import type { Build } from './step-builder.ts'
import type { GivenColumn, Program, Step, StepId } from './steps.ts'

export interface Compiler {
  readonly program: Program
  operand(tree: Operand): StepId
  condition(tree: Condition): StepId
  output(operand: IndicatorOperand, output: string): StepId
  column(make: (build: Build) => StepId): StepId
}

export const STEPS_MAX = 1_000
export const DEPTH_MAX = 64

const LOWER = 1
const EQUAL = 2
const HIGHER = 4
/** Imposes nothing on the candle before. */
export const UNCONSTRAINED = 31

const comparisons: Readonly<Record<Comparator, { readonly now: number; readonly before: number }>> = {
  'equal to': { now: EQUAL, before: UNCONSTRAINED },
  'higher than': { now: HIGHER, before: UNCONSTRAINED },
  'lower than': { now: LOWER, before: UNCONSTRAINED },
  'higher than equal to': { now: HIGHER | EQUAL, before: UNCONSTRAINED },
  'lower than equal to': { now: LOWER | EQUAL, before: UNCONSTRAINED },
  'crosses above': { now: HIGHER, before: LOWER | EQUAL },
  'crosses below': { now: LOWER, before: HIGHER | EQUAL },
}

export interface CompilerOptions extends TradedChart {
  /** Defaults to `STEPS_MAX`; a program of many runs is longer than that of one. */
  readonly stepsMax?: number
}

type Add = (step: Step) => StepId

const createOperands = (frames: Frames, add: Add) => {
  const build = (frame: number, source?: StepId): Build => {
    const column: Build['column'] = (kernel, inputs, numbers = [], lead = 0) =>
      add({ kind: 'column', frame, kernel, inputs, numbers, lead })
    const given = (name: GivenColumn) => add({ kind: 'given', frame, column: name })
    const interval = frames.list[frame]?.interval ?? 'min'
    return { interval, column, given, ...(source === undefined ? {} : { source }) }
  }

  /** `at` is the frame that reads it, which is its own unless it names other candles. */
  const indicatorAt = (operand: IndicatorOperand, name: string, depth: number, at: number): StepId => {
    const spec = findIndicator(String(operand.key))
    if (spec === null) throw refusal(`unknown indicator ${String(operand.key)}`)
    const problem = findParamProblem(spec, Array.isArray(operand.params) ? operand.params : [])
    if (problem !== null) throw refusal(problem)
    if (!spec.outputs.includes(name)) throw refusal(`${spec.syntax} has no output ${name}`)
    const hasOwnCandles = operand.interval !== undefined || operand.instrument !== undefined
    if (hasOwnCandles && at !== 0)
      throw refusal(`${spec.syntax}: an interval and an instrument stand inside an indicator or behind it`)
    const frame = hasOwnCandles ? frames.frameOf(operand) : at
    const source = operand.over === undefined ? undefined : sourceAt(spec, operand.over, depth, frame)
    const step = indicatorStep(build(frame, source), spec, operand.params, name)
    return frame === at ? step : add({ kind: 'project', frame: at, source: step })
  }

  /** A row without a value has the one before, so that one gap does not end an average. */
  const sourceAt = (spec: IndicatorSpec, over: Operand, depth: number, frame: number): StepId => {
    if (fieldIndexOf(spec) < 0) throw refusal(`${spec.syntax} is not computed on an operand`)
    return build(frame).column('held', [operandAt(over, depth + 1, frame)])
  }

  const operandAt = (tree: Operand, depth: number, frame = 0): StepId => {
    checkNode(tree, depth)
    const { column } = build(frame)
    switch (tree.kind) {
      case 'number':
        if (!Number.isFinite(tree.value)) throw refusal(`${String(tree.value)} is not a number`)
        return column('constant', [], [tree.value])
      case 'indicator':
        return indicatorAt(tree, findIndicator(String(tree.key))?.outputs[0] ?? 'value', depth, frame)
      case 'arithmetic': {
        const kernel = arithmetic[tree.operator]
        if (kernel === undefined) throw refusal(`unknown operator ${String(tree.operator)}`)
        return column(kernel, [
          operandAt(tree.left, depth + 1, frame),
          operandAt(tree.right, depth + 1, frame),
        ])
      }
      case 'call': {
        const [first, ...rest] = tree.of.map((inner) => operandAt(inner, depth + 1, frame))
        if (first === undefined) throw refusal(`${tree.name} of nothing`)
        if (tree.name === 'abs') return column('absolute', [first])
        const kernel = tree.name === 'min' ? 'smaller' : 'larger'
        return rest.reduce((left, right) => column(kernel, [left, right]), first)
      }
      default:
        throw refusal(`unknown operand ${JSON.stringify(tree satisfies never)}`)
    }
  }

  return { build, indicatorAt, operandAt }
}

/** Computes shared parts of the trees once. Throws EngineError `refused` with the reason. */
export const createCompiler = ({ stepsMax = STEPS_MAX, ...chart }: CompilerOptions): Compiler => {
  const frames = createFrames(chart)
  const steps: Step[] = []
  const stepIds = new Map<string, StepId>()

  const add: Add = (step) => {
    const key = JSON.stringify(step)
    const known = stepIds.get(key)
    if (known !== undefined) return known
    if (steps.length >= stepsMax) throw refusal(`the conditions take more than ${stepsMax} steps`)
    steps.push(step)
    stepIds.set(key, steps.length - 1)
    return steps.length - 1
  }
  const { build, indicatorAt, operandAt } = createOperands(frames, add)

  const conditionAt = (tree: Condition, depth: number): StepId => {
    checkNode(tree, depth)
    switch (tree.kind) {
      case 'all':
      case 'any': {
        const kernel = tree.kind === 'all' ? 'both' : 'either'
        const [first, ...rest] = tree.of.map((inner) => conditionAt(inner, depth + 1))
        if (first === undefined) throw refusal(`${tree.kind} of: holds no condition`)
        return rest.reduce((left, right) => add({ kind: 'join', frame: 0, kernel, left, right }), first)
      }
      case 'compare': {
        const comparison = comparisons[tree.comparator]
        if (comparison === undefined) throw refusal(`unknown comparator ${String(tree.comparator)}`)
        const left = operandAt(tree.left, depth + 1)
        const right = operandAt(tree.right, depth + 1)
        const standings = add({ kind: 'stand', frame: 0, left, right })
        return add({ kind: 'judge', frame: 0, standings, ...comparison })
      }
      default:
        throw refusal(`unknown condition ${JSON.stringify(tree satisfies never)}`)
    }
  }

  return {
    program: { frames: frames.list, steps },
    operand: (tree) => operandAt(tree, 0),
    condition: (tree) => conditionAt(tree, 0),
    output: (operand, name) => indicatorAt(operand, name, 0, 0),
    column: (make) => make(build(0)),
  }
}

const checkNode = (tree: unknown, depth: number): void => {
  if (typeof tree !== 'object' || tree === null) throw refusal('the conditions have a gap')
  if ('of' in tree && !Array.isArray(tree.of)) throw refusal('the conditions hold a group that is no list')
  if (depth > DEPTH_MAX) throw refusal(`the conditions are nested deeper than ${DEPTH_MAX}`)
}

const arithmetic: Readonly<Record<'+' | '-' | '*' | '/', KernelName>> = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
}
