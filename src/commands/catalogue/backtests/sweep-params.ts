import type { SweepMeasure } from '../../../domain/backtests/sweep/figures.ts'
import {
  axesOfCondition,
  COMBINATIONS_MAX,
  countOfPlan,
  numbered,
  RUNS_MAX,
  type SweepAxis,
  type SweepPlan,
} from '../../../domain/backtests/sweep/sweep-plan.ts'
import { printSwept } from '../../../domain/backtests/sweep/swept-condition.ts'
import { type WalkTerms, WINDOWS_MAX, walkWindows } from '../../../domain/backtests/sweep/walk-windows.ts'
import { intervalLabels } from '../../../domain/charts/interval.ts'
import { spanInWords } from '../../../domain/dates-in-words.ts'
import { countOf, formatNumber } from '../../../domain/format.ts'
import type { ArgProblem, ArgsOf } from '../../command.ts'
import { optional, required } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { sweptCondition } from '../../grammar/backtests/swept-condition.ts'
import { type SweptDistance, sweptDistance } from '../../grammar/backtests/swept-distance.ts'
import { type SweptSize, sweptSize } from '../../grammar/backtests/swept-size.ts'
import { choice } from '../../grammar/choice.ts'
import { titleOf } from '../../grammar/instruments/instrument.ts'
import { days } from '../../grammar/time/days.ts'
import { backtestArgs } from './backtest-args.ts'
import { type BacktestArgs, backtestParams, checkBacktest, defaultsInWords } from './backtest-params.ts'

const measure = choice<SweepMeasure>('sharpe, return, profit factor or drawdown', [
  { value: 'sharpe', words: ['sharpe'], title: 'The best Sharpe ratio' },
  { value: 'return', words: ['return'], title: 'The highest return' },
  { value: 'profitFactor', words: ['profit factor', 'pf'], title: 'The best profit factor' },
  { value: 'maxDraw', words: ['drawdown'], title: 'The lowest drawdown' },
])

export const measureWords: Readonly<Record<SweepMeasure, string>> = {
  sharpe: 'Sharpe',
  return: 'return',
  profitFactor: 'profit factor',
  maxDraw: 'drawdown',
}

export const sweepArgs = {
  ...backtestArgs,
  entry: required('Entry', sweptCondition),
  exit: optional('Exit', sweptCondition, { word: 'exit' }),
  size: optional('Size', sweptSize),
  stop: optional('Stop', sweptDistance, { word: 'sl' }),
  target: optional('Target', sweptDistance, { word: 'tp' }),
  measure: optional('Ranked by', measure, { word: 'by' }),
} as const

export const walkArgs = {
  ...sweepArgs,
  inDays: required('In-sample days', days, { word: 'in' }),
  outDays: required('Out-of-sample days', days, { word: 'out' }),
} as const

export type SweepArgs = ArgsOf<typeof sweepArgs>
type Walked = SweepArgs & { readonly inDays?: number; readonly outDays?: number }

export const DEFAULT_MEASURE: SweepMeasure = 'sharpe'

const firstOf = ({ entry, exit, size, stop, target, measure: _, ...rest }: SweepArgs): BacktestArgs => ({
  ...rest,
  entry: entry.tree,
  ...(size === undefined ? {} : { size: size.size }),
  ...(exit === undefined ? {} : { exit: exit.tree }),
  ...(stop === undefined ? {} : { stop }),
  ...(target === undefined ? {} : { target }),
})

const units = { pct: '%', pts: 'points', abs: '₹' } as const

const axisOf = (kind: 'stop' | 'target', distance: SweptDistance | undefined): readonly SweepAxis[] =>
  distance === undefined || distance.range === null
    ? []
    : [{ label: `${kind} ${units[distance.type]}`, parameter: { kind }, range: distance.range }]

const sizeLabels = {
  lots: 'lots',
  rupees: 'size ₹',
  percent: 'size %',
  shares: 'shares',
  risk: 'risk ₹',
} as const

const sizeAxis = (swept: SweptSize | undefined): readonly SweepAxis[] =>
  swept === undefined || swept.range === null
    ? []
    : [{ label: sizeLabels[swept.size.kind], parameter: { kind: 'size' }, range: swept.range }]

const axesOf = ({ entry, exit, size, stop, target }: SweepArgs): readonly SweepAxis[] =>
  numbered([
    ...axesOfCondition('entry', entry),
    ...(exit === undefined ? [] : axesOfCondition('exit', exit)),
    ...axisOf('stop', stop),
    ...axisOf('target', target),
    ...sizeAxis(size),
  ])

export const sweepPlan = (args: SweepArgs, environment: Environment): SweepPlan => ({
  base: backtestParams(firstOf(args), environment),
  hasOwnExit: args.exit !== undefined,
  hasOwnName: args.name !== undefined,
  axes: axesOf(args),
})

const termsOf = ({ inDays, outDays }: Walked): WalkTerms | null =>
  inDays === undefined || outDays === undefined ? null : { inDays, outDays }

const windowsOf = (args: Walked, environment: Environment): number => {
  const terms = termsOf(args)
  const { from, to } = sweepPlan(args, environment).base
  return terms === null ? 1 : walkWindows(from, to, terms).length
}

export const checkSweep = (args: Walked, environment: Environment): ArgProblem | null => {
  const problem = checkBacktest(firstOf(args), environment)
  if (problem !== null) return problem
  const count = countOfPlan({ axes: axesOf(args) })
  const spoken = (combinations: number) => countOf(combinations, 'combination')
  if (count > COMBINATIONS_MAX)
    return {
      arg: 'entry',
      found: spoken(count),
      expected: `at most ${spoken(COMBINATIONS_MAX)}: wider steps`,
    }
  const terms = termsOf(args)
  const windows = windowsOf(args, environment)
  const { from, to } = sweepPlan(args, environment).base
  if (terms !== null && windows < 1) {
    const wanted = `${terms.inDays + 1} days or more, in and out of sample`
    return { arg: 'inDays', found: spanInWords(from, to), expected: wanted }
  }
  if (terms !== null && walkWindows(from, to, terms).at(-1)?.outTo !== to)
    return { arg: 'outDays', found: `more than ${WINDOWS_MAX} windows`, expected: 'longer tests' }
  const runs = count * windows * args.instruments.length
  if (runs <= RUNS_MAX) return null
  return {
    arg: 'instruments',
    found: `${formatNumber(runs, 0)} runs in total`,
    expected: `at most ${formatNumber(RUNS_MAX, 0)}`,
  }
}

export const describeSweep = (args: Walked, environment: Environment): string => {
  const { from, to, interval, side } = sweepPlan(args, environment).base
  const count = countOfPlan({ axes: axesOf(args) })
  const [first, ...others] = args.instruments
  const on = first === undefined ? '' : titleOf(first, environment.instruments)
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  const terms = termsOf(args)
  const windows = windowsOf(args, environment)
  const parts = [
    spanInWords(from, to),
    intervalLabels[interval],
    side === 'buy' ? 'long' : 'short',
    `by ${measureWords[args.measure ?? DEFAULT_MEASURE]}`,
    ...(terms === null
      ? []
      : [`${countOf(windows, 'window')} of ${countOf(terms.inDays, 'day')}, tested on ${terms.outDays}`]),
  ]
  const combinations = countOf(count, 'combination')
  const verb = terms === null ? 'Sweep' : 'Walk forward through'
  return `${verb} ${combinations} of ${printSwept(args.entry)} on ${on}${more} · ${parts.join(' · ')}`
}

export const sweepDefaults = (args: Partial<SweepArgs>, environment: Environment): string => {
  const { entry: _, exit: _exit, size, stop: _stop, target: _target, ...others } = args
  const rest = size === undefined ? others : { ...others, size: size.size }
  const by = args.measure === undefined ? `by ${measureWords[DEFAULT_MEASURE].toLowerCase()}` : ''
  return [defaultsInWords(rest, environment), by].filter((words) => words !== '').join(' ')
}
