import type { ProgramCost } from '../../domain/backtests/program-cost.ts'
import { type Interval, intervalMinutes } from '../../domain/charts/interval.ts'
import type { Condition } from '../../domain/strategies/condition/tree.ts'
import { othersOf } from './frames.ts'
import { type CompilerOptions, createCompiler, UNCONSTRAINED } from './program.ts'
import type { Program, Step, StepId } from './steps.ts'

/** The regular session, 09:15 to 15:30. */
const MINUTES_A_DAY = 375
const tradingDays: Partial<Record<Interval, number>> = { day: 1, week: 5, month: 21 }

/** Warm-up of each step, in candles of its frame. */
export const warmUpsOf = ({ frames, steps }: Program): readonly number[] => {
  const warmUps: number[] = []
  const latest = (inputs: readonly StepId[]): number =>
    inputs.reduce((most, input) => Math.max(most, warmUps[input] ?? 0), 0)
  const chart = frames[0]?.interval ?? 'day'
  for (const step of steps) {
    const own = latest(inputsOf(step))
    if (step.kind === 'column') warmUps.push(own + step.lead)
    else if (step.kind === 'project') {
      const higher = frames[steps[step.source]?.frame ?? 0]?.interval ?? chart
      warmUps.push(Math.ceil((own + 1) * candlesIn(higher, chart)) - 1)
    } else if (step.kind === 'judge') warmUps.push(own + (step.before === UNCONSTRAINED ? 0 : 1))
    else warmUps.push(own)
  }
  return warmUps
}

/** Throws EngineError `refused` where the run itself would. */
export const costOf = (conditions: readonly Condition[], options: CompilerOptions): ProgramCost => {
  const compiler = createCompiler(options)
  const roots = conditions.map(compiler.condition)
  const { program } = compiler
  const warmUps = warmUpsOf(program)
  const readers = new Map<StepId, number>()
  for (const read of [...program.steps.flatMap((step) => [...new Set(inputsOf(step))]), ...roots])
    readers.set(read, (readers.get(read) ?? 0) + 1)
  const computed = program.steps.flatMap(({ kind }, step) => (kind === 'given' ? [] : [step]))
  return {
    steps: computed.length,
    shared: computed.filter((step) => (readers.get(step) ?? 0) > 1).length,
    others: othersOf(program).length,
    warmUp: roots.reduce((most, root) => Math.max(most, warmUps[root] ?? 0), 0),
  }
}

const inputsOf = (step: Step): readonly StepId[] => {
  switch (step.kind) {
    case 'given':
      return []
    case 'column':
      return step.inputs
    case 'project':
      return [step.source]
    case 'stand':
    case 'join':
      return [step.left, step.right]
    case 'judge':
      return [step.standings]
    default:
      return step satisfies never
  }
}

const candlesIn = (higher: Interval, chart: Interval): number => minutesOf(higher) / minutesOf(chart)

const minutesOf = (interval: Interval): number =>
  intervalMinutes(interval) ?? MINUTES_A_DAY * (tradingDays[interval] ?? 1)
