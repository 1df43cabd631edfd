import type {
  BacktestParams,
  StopTargetType,
  TradeSize,
  TrailingStop,
} from '../../../domain/backtests/backtest.ts'
import { assumptionsOf } from '../../../domain/backtests/run-assumptions.ts'
import { defaultSpan } from '../../../domain/backtests/span-limits.ts'
import { findRiskProblem } from '../../../domain/backtests/trade-size.ts'
import { type Interval, intervalLabels, isIntraday } from '../../../domain/charts/interval.ts'
import { spanInWords } from '../../../domain/dates-in-words.ts'
import { parseInstrumentId } from '../../../domain/instruments/instrument.ts'
import { isShareId } from '../../../domain/instruments/kind.ts'
import type { Product } from '../../../domain/orders/order.ts'
import { nameOfCondition } from '../../../domain/strategies/condition/name.ts'
import { oppositeOf } from '../../../domain/strategies/condition/opposite.ts'
import { shortCondition } from '../../../domain/strategies/condition/print.ts'
import {
  entriesInWords,
  lossesInWords,
  quantityInWords,
  trailingInWords,
} from '../../../domain/strategies/in-words.ts'
import { quantityOf } from '../../../domain/strategies/strategy-quantity.ts'
import type { ArgProblem, ArgsOf } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import type { TrailingDistance } from '../../grammar/backtests/trailing.ts'
import { titleOf } from '../../grammar/instruments/instrument.ts'
import { NAME_LENGTH_MAX } from '../../grammar/name.ts'
import { size as sizeKind } from '../../grammar/orders/amounts.ts'
import type { backtestArgs } from './backtest-args.ts'

export type BacktestArgs = ArgsOf<typeof backtestArgs>

const DEFAULT_INTERVAL: Interval = '5min'
const DEFAULT_HOURS = { start: '09:15', stop: '15:15' }
const ONE_LOT: TradeSize = { kind: 'lots', lots: 1 }
const WHOLE_CAPITAL: TradeSize = { kind: 'percent', percent: 100 }

export const backtestParams = (args: BacktestArgs, environment: Environment): BacktestParams => {
  const interval = args.interval ?? DEFAULT_INTERVAL
  const { start, stop } = args.hours ?? DEFAULT_HOURS
  return {
    ...assumptionsOf(args, interval, environment),
    name: args.name ?? nameOfCondition(args.entry, NAME_LENGTH_MAX),
    entry: args.entry,
    exit: args.exit ?? oppositeOf(args.entry),
    side: args.side ?? 'buy',
    interval,
    product: args.product ?? usualProduct(args, environment),
    size: args.size ?? usualSize(args),
    stopLoss: args.stop?.amount ?? null,
    targetProfit: args.target?.amount ?? null,
    tpslType: unitOf(args),
    ...(args.trailing === undefined ? {} : { trailing: trailingOf(args.trailing) }),
    ...(args.entries === undefined ? {} : { entries: args.entries }),
    ...(args.losses === undefined ? {} : { lossesInARow: args.losses }),
    tradingStartTime: start,
    tradingStopTime: stop,
  }
}

const unitOf = ({ stop, trailing, target }: BacktestArgs): StopTargetType =>
  stop?.type ?? trailing?.type ?? target?.type ?? 'pct'

const trailingOf = ({ distance, after }: TrailingDistance): TrailingStop => ({ distance, after })

const usualProduct = (args: Partial<BacktestArgs>, { preferences }: Environment): Product => {
  if (preferences.product !== null) return preferences.product
  if (args.fill !== 'close_to_open' && isIntraday(args.interval ?? DEFAULT_INTERVAL)) return 'MIS'
  return areShares(args) ? 'cash' : 'NRML'
}

const areShares = ({ instruments = [] }: Partial<BacktestArgs>): boolean => instruments.every(isShareId)

/** A lot of a future may be worth more than the capital, because only its margin is blocked. */
const usualSize = (args: Partial<BacktestArgs>): TradeSize =>
  (args.instruments ?? []).length > 0 && areShares(args) ? WHOLE_CAPITAL : ONE_LOT

export const checkBacktest = (args: BacktestArgs, environment: Environment): ArgProblem | null => {
  const { span, instruments } = args
  const unfit = findUnitProblem(args) ?? findSizeProblem(args)
  if (unfit !== null) return unfit
  if (span !== undefined && span.from > environment.today) {
    return { arg: 'span', found: span.from, expected: `a first day not after today, ${environment.today}` }
  }
  const index = environment.instruments
  const untraded = instruments.find((id) => {
    const isIndex = parseInstrumentId(id)?.segment === 'INDICES'
    return isIndex && index !== null && index.futureOf(id) === null
  })
  if (untraded === undefined) return null
  return {
    arg: 'instruments',
    found: titleOf(untraded, index),
    expected: 'an index with futures; an index is traded as its nearest future',
  }
}

const units = { pct: 'percent', pts: 'points', abs: 'rupees' } as const

const findUnitProblem = ({ stop, trailing, target }: BacktestArgs): ArgProblem | null => {
  const [first, ...others] = [
    { arg: 'stop', said: 'stop', type: stop?.type },
    { arg: 'trailing', said: 'trailing stop', type: trailing?.type },
    { arg: 'target', said: 'target', type: target?.type },
  ].filter(({ type }) => type !== undefined)
  const other = others.find(({ type }) => type !== first?.type)
  if (first?.type === undefined || other?.type === undefined) return null
  return {
    arg: other.arg,
    found: units[other.type],
    expected: `${units[first.type]}, same as the ${first.said}`,
  }
}

const findSizeProblem = (args: BacktestArgs): ArgProblem | null => {
  if (args.size?.kind !== 'risk') return null
  const problem = findRiskProblem({ stopLoss: args.stop?.amount ?? null, tpslType: unitOf(args) })
  return problem === null ? null : { arg: 'size', found: 'risk', expected: problem.replace('expected ', '') }
}

export const describeBacktest = (args: BacktestArgs, environment: Environment): string => {
  const { from, to, interval, side, costs, size, trailing, tpslType, entries, lossesInARow } = backtestParams(
    args,
    environment,
  )
  const [first, ...others] = args.instruments
  const on = first === undefined ? '' : titleOf(first, environment.instruments)
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  const parts = [
    spanInWords(from, to),
    intervalLabels[interval],
    side === 'buy' ? 'long' : 'short',
    quantityInWords(quantityOf(size)),
    ...[trailingInWords(trailing, tpslType), entriesInWords(entries), lossesInWords(lossesInARow)].filter(
      (words) => words !== '',
    ),
    ...(costs ? [] : ['without costs']),
  ]
  return `Backtest ${shortCondition(args.entry)} on ${on}${more} · ${parts.join(' · ')}`
}

export const defaultsInWords = (args: Partial<BacktestArgs>, environment: Environment): string => {
  const interval = args.interval ?? DEFAULT_INTERVAL
  const { from, to } = defaultSpan(interval, environment.today)
  const words = [
    args.span === undefined ? `${from}..${to}` : '',
    args.interval === undefined ? interval : '',
    args.side === undefined ? 'long' : '',
    args.size === undefined ? sizeKind.print(usualSize(args)) : '',
    args.product === undefined ? usualProduct(args, environment).toLowerCase() : '',
    args.slippage === undefined ? `slip ${environment.preferences.slippageBps}bps` : '',
    args.fill === undefined ? 'fill next' : '',
  ]
  return words.filter((word) => word !== '').join(' ')
}
