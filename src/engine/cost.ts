import type { Condition } from '../domain/condition/tree.ts'
import { type Interval, intervalMinutes } from '../domain/interval.ts'
import type { ProgramCost } from '../domain/program-cost.ts'
import { type CompilerOptions, createCompiler, WHATEVER } from './program.ts'
import type { Program, Step, StepId } from './steps.ts'

/** Of the exchange's regular session, 09:15 to 15:30. */
const MINUTES_A_DAY = 375
/** Trading days of the candles that follow the calendar. */
const tradingDays: Partial<Record<Interval, number>> = { day: 1, week: 5, month: 21 }

/** How long the warm-up of each step is, in candles of its frame. */
export const warmUpsOf = ({ frames, steps }: Program): readonly number[] => {
  const warmUps: number[] = []
  const latest = (inputs: readonly StepId[]): number =>
    inputs.reduce((most, input) => Math.max(most, warmUps[input] ?? 0), 0)
  const [chart = 'day'] = frames
  for (const step of steps) {
    const own = latest(inputsOf(step))
    if (step.kind === 'column') warmUps.push(own + step.lead)
    else if (step.kind === 'project') {
      const coarse = frames[steps[step.source]?.frame ?? 0] ?? chart
      warmUps.push(Math.ceil((own + 1) * candlesIn(coarse, chart)) - 1)
    } else if (step.kind === 'judge') warmUps.push(own + (step.before === WHATEVER ? 0 : 1))
    else warmUps.push(own)
  }
  return warmUps
}

/** What the program of these conditions takes. Throws EngineError `refused` like the run itself. */
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

/** Candles of the chart in one of a larger size, by the regular hours. */
const candlesIn = (coarse: Interval, chart: Interval): number => minutesOf(coarse) / minutesOf(chart)

const minutesOf = (interval: Interval): number =>
  intervalMinutes(interval) ?? MINUTES_A_DAY * (tradingDays[interval] ?? 1)
