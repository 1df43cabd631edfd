import type { InstrumentId } from '../instruments/instrument.ts'
import type { Condition, Operand } from '../strategies/condition/tree.ts'
import type { IstDate } from '../time.ts'
import type { BacktestParams, BacktestResult } from './backtest.ts'
import type { LegSpec } from './option-run/rules.ts'
import { perDay } from './robustness/deflated-sharpe.ts'

export interface Trial {
  readonly set: string
  readonly from: IstDate
  readonly to: IstDate
  /** Daily; null where the run had none. */
  readonly sharpe: number | null
}

interface TriedIdea {
  readonly idea: string
  readonly trials: readonly Trial[]
}

export type Trials = readonly TriedIdea[]

/** About 80 bytes each; the oldest ideas are dropped first. */
export const TRIALS_MAX = 5_000

/** Shape of both conditions, side or legs, and instrument; runs that differ only in numbers share an idea. */
export const ideaOf = (
  { entry, exit, side, options }: Pick<BacktestParams, 'entry' | 'exit' | 'side' | 'options'>,
  instrument: InstrumentId,
): string => {
  const traded = options === undefined ? side : options.legs.map(legShape).join(',')
  return `${traded} ${instrument} in ${shapeOf(entry)} out ${shapeOf(exit)}`
}

const legShape = ({ side, type, strike, expiry }: LegSpec): string =>
  `${side} ${type} by ${strike.kind} ${expiry}`

const shapeOf = (condition: Condition): string => {
  switch (condition.kind) {
    case 'all':
    case 'any':
      return `${condition.kind}(${condition.of.map(shapeOf).join(',')})`
    case 'compare':
      return `${operandShape(condition.left)} ${condition.comparator} ${operandShape(condition.right)}`
    default:
      return condition satisfies never
  }
}

const operandShape = (operand: Operand): string => {
  switch (operand.kind) {
    case 'number':
      return '#'
    case 'indicator': {
      const params = operand.params.map((param) => (typeof param === 'number' ? '#' : param))
      const over = operand.over === undefined ? '' : ` over ${operandShape(operand.over)}`
      return `${operand.key}(${params.join(',')})${over}${operand.instrument === undefined ? '' : ` of ${operand.instrument}`}`
    }
    case 'arithmetic':
      return `(${operandShape(operand.left)}${operand.operator}${operandShape(operand.right)})`
    case 'call':
      return `${operand.name}(${operand.of.map(operandShape).join(',')})`
    default:
      return operand satisfies never
  }
}

/** Covers what decides the trades; capital, costs and fills only change how a result is computed. */
export const parameterSetOf = (params: BacktestParams): string => {
  const { name, from, to, capital, size, costs, fill, slippageBps, slippageTicks, strategy, ...decisive } =
    params
  return hashOf(JSON.stringify(Object.entries(decisive).sort(([one], [other]) => (one < other ? -1 : 1))))
}

export const trialOf = (params: BacktestParams, { sharpe }: Pick<BacktestResult, 'sharpe'>): Trial => ({
  set: parameterSetOf(params),
  from: params.from,
  to: params.to,
  sharpe: sharpe === null ? null : perDay(sharpe),
})

/** The same set over the same span is one trial, its latest. */
export const withTrials = (tried: Trials, idea: string, added: readonly Trial[]): Trials => {
  const before = tried.find((known) => known.idea === idea)?.trials ?? []
  const bySetAndSpan = new Map<string, Trial>()
  for (const trial of [...added, ...before]) {
    const key = `${trial.set} ${trial.from} ${trial.to}`
    if (!bySetAndSpan.has(key)) bySetAndSpan.set(key, trial)
  }
  const rest = tried.filter((known) => known.idea !== idea)
  return bounded([{ idea, trials: [...bySetAndSpan.values()] }, ...rest])
}

const bounded = (tried: Trials): Trials => {
  let room = TRIALS_MAX
  return tried.flatMap(({ idea, trials }) => {
    const kept = trials.slice(0, room)
    room -= kept.length
    return kept.length === 0 ? [] : [{ idea, trials: kept }]
  })
}

/** Distinct parameter sets over spans that overlap this one, the latest of each. */
export const trialsOver = (
  tried: Trials,
  idea: string,
  { from, to }: Pick<Trial, 'from' | 'to'>,
): readonly Trial[] => {
  const trials = tried.find((known) => known.idea === idea)?.trials ?? []
  const overlapping = trials.filter((trial) => trial.from <= to && trial.to >= from)
  return [...new Map(overlapping.toReversed().map((trial) => [trial.set, trial])).values()]
}

export const readTrials = (stored: unknown): Trials =>
  Array.isArray(stored)
    ? bounded(
        stored.filter(isTriedIdea).map(({ idea, trials }) => ({ idea, trials: trials.filter(isTrial) })),
      )
    : []

const isTriedIdea = (
  value: unknown,
): value is { readonly idea: string; readonly trials: readonly unknown[] } =>
  typeof value === 'object' &&
  value !== null &&
  'idea' in value &&
  typeof value.idea === 'string' &&
  'trials' in value &&
  Array.isArray(value.trials)

const isTrial = (value: unknown): value is Trial =>
  typeof value === 'object' &&
  value !== null &&
  'set' in value &&
  typeof value.set === 'string' &&
  'from' in value &&
  typeof value.from === 'string' &&
  'to' in value &&
  typeof value.to === 'string' &&
  'sharpe' in value &&
  (value.sharpe === null || typeof value.sharpe === 'number')

/** 64 bits in base 36: FNV-1a (Fowler, Noll and Vo) over two lanes. */
const hashOf = (text: string): string => {
  let low = 0x811c9dc5
  let high = 0x01000193
  for (let at = 0; at < text.length; at++) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193)
    high = Math.imul(high ^ text.charCodeAt(at), 0x01000193) + low
  }
  return (low >>> 0).toString(36) + (high >>> 0).toString(36)
}
