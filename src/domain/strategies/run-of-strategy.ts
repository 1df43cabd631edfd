import type { BacktestParams, OwnRules } from '../backtests/backtest.ts'
import type { ExpiryPick, LegSpec, StrikePick } from '../backtests/option-run/rules.ts'
import { paramsOn } from '../backtests/own-rules.ts'
import { intervalAdjective, isIntraday } from '../charts/interval.ts'
import type { InstrumentId } from '../instruments/instrument.ts'
import { always, isAlways, isNever, never } from './condition/constant.ts'
import { printCondition } from './condition/print.ts'
import { ruleOf } from './rules-of-strategy.ts'
import {
  type EquityStrategy,
  instrumentsOf,
  type OptionsStrategy,
  type Strategy,
  type StrategyLeg,
  type SubCategory,
  type Trend,
} from './strategy.ts'
import { quantityOf, sizeOf } from './strategy-quantity.ts'

export type RunAssumptions = Pick<
  BacktestParams,
  'from' | 'to' | 'capital' | 'costs' | 'fill' | 'slippageBps' | 'slippageTicks'
>

export type RunOfStrategy =
  | { readonly ok: true; readonly params: BacktestParams; readonly instruments: readonly InstrumentId[] }
  | { readonly ok: false; readonly reason: string }

export const runOfStrategy = (strategy: Strategy, assumptions: RunAssumptions): RunOfStrategy => {
  const { exitType, exitTime, product, interval, quantity, algoName } = strategy
  if (exitType === 'time' && product !== 'MIS')
    return refused(`It exits at ${exitTime} and carries ${product}; a backtest exits by time with MIS only`)
  const rules = strategy.category === 'equity' ? equityRules(strategy) : optionRules(strategy)
  if (!rules.ok) return rules
  const shared = { name: algoName, interval, product, size: sizeOf(quantity) }
  return {
    ok: true,
    params: { ...assumptions, ...shared, ...rules.params },
    instruments: instrumentsOf(strategy),
  }
}

const refused = (reason: string) => ({ ok: false, reason }) as const

type Limits = Pick<BacktestParams, 'trailing' | 'entries' | 'lossesInARow'>
type Rules = Omit<BacktestParams, keyof RunAssumptions | 'name' | 'interval' | 'product' | 'size'>
type RulesOfStrategy =
  | { readonly ok: true; readonly params: Rules }
  | { readonly ok: false; readonly reason: string }

const equityRules = (strategy: EquityStrategy): RulesOfStrategy => {
  const { entryType, entryLogic, exitType, exitLogic } = strategy
  const times = entryType === 'time' ? onceADay(strategy) : { tradingStartTime: strategy.tradingStartTime }
  if ('reason' in times) return times
  const entry = entryType === 'condition' ? ruleOf(entryLogic) : always
  const exit = exitType === 'condition' ? ruleOf(exitLogic) : never
  if (entry === null || exit === null) return refused('A rule cannot be read')
  const { position, stopLoss, targetProfit, tpslType } = strategy
  const params = {
    entry,
    exit,
    side: position,
    stopLoss,
    targetProfit,
    tpslType,
    tradingStopTime: stopTimeOf(strategy),
    ...limitsOf(strategy),
    ...times,
  }
  return { ok: true, params }
}

/** An entry at 09:20 is one a day that is always true, in hours that begin at 09:20. */
const onceADay = ({ entryTime, interval, entries, tradingStartTime }: EquityStrategy) => {
  if (!isIntraday(interval))
    return refused(
      `It enters at ${entryTime}; that time cannot be seen in ${intervalAdjective(interval)} candles`,
    )
  if (entries?.per === 'week')
    return refused(
      `It enters at ${entryTime} once a day; a backtest cannot limit the entries of a week as well`,
    )
  return {
    tradingStartTime: entryTime ?? tradingStartTime,
    entries: { per: 'day', most: 1 } as const,
  }
}

const limitsOf = ({ trailing, entries, lossesInARow }: Limits): Limits => ({
  ...(trailing === undefined ? {} : { trailing }),
  ...(entries === undefined ? {} : { entries }),
  ...(lossesInARow === undefined ? {} : { lossesInARow }),
})

const optionRules = (strategy: OptionsStrategy): RulesOfStrategy => {
  const { entryType, entryTime, exitType, legs, entryUnderlyings, exitUnderlyings } = strategy
  const rules = entryUnderlyings.flatMap(({ segSym, logic }): readonly OwnRules[] => {
    const exitLogic = exitUnderlyings.find((one) => one.segSym === segSym)?.logic ?? ''
    const entry = entryType === 'condition' ? ruleOf(logic) : always
    const exit = exitType === 'condition' ? ruleOf(exitLogic) : never
    return entry === null || exit === null ? [] : [{ instrument: segSym, entry, exit }]
  })
  const [first] = rules
  if (entryUnderlyings.length === 0) return refused('It has no underlying')
  if (first === undefined || rules.length < entryUnderlyings.length) return refused('A rule cannot be read')
  const own = rules.filter((one) => !isSameRule(one, first))
  const params: Rules = {
    entry: first.entry,
    exit: first.exit,
    ...(own.length === 0 ? {} : { ownRules: own }),
    side: legs[0]?.position ?? 'sell',
    stopLoss: null,
    targetProfit: null,
    tpslType: 'pct',
    tradingStartTime: entryType === 'time' && entryTime !== null ? entryTime : strategy.tradingStartTime,
    tradingStopTime: stopTimeOf(strategy),
    options: {
      legs: legs.map(legSpec),
      entry: entryType === 'time' ? 'time' : 'condition',
      combinedStop: strategy.combinedSl,
      combinedTarget: strategy.combinedTp,
      ...(strategy.lockProfit === undefined ? {} : { profitLock: strategy.lockProfit }),
    },
  }
  return { ok: true, params }
}

/** An exit by time squares off, and nothing enters after it on that day. */
const stopTimeOf = ({ exitType, exitTime, tradingStopTime }: Strategy): string =>
  exitType === 'time' && exitTime !== null ? exitTime : tradingStopTime

const isSameRule = (one: OwnRules, other: OwnRules): boolean =>
  printCondition(one.entry) === printCondition(other.entry) &&
  printCondition(one.exit) === printCondition(other.exit)

const expiryPicks: Readonly<Record<StrategyLeg['expiry'], ExpiryPick>> = {
  current: 'weekly',
  next: 'next',
  monthly: 'monthly',
}

const legExpiries: Readonly<Record<ExpiryPick, StrategyLeg['expiry']>> = {
  weekly: 'current',
  next: 'next',
  monthly: 'monthly',
}

const legSpec = (leg: StrategyLeg): LegSpec => ({
  side: leg.position,
  type: leg.type === 'ce' ? 'CE' : 'PE',
  lots: leg.quantity,
  strike: strikeOf(leg),
  expiry: expiryPicks[leg.expiry],
  stop: leg.stopLoss === null ? null : { amount: leg.stopLoss, type: leg.tpslType },
  ...(leg.targetProfit === null ? {} : { target: { amount: leg.targetProfit, type: leg.tpslType } }),
})

const strikeOf = ({ atm, delta, premium }: StrategyLeg): StrikePick => {
  if (delta !== null) return { kind: 'delta', delta }
  return premium === null ? { kind: 'steps', steps: atm ?? 0 } : { kind: 'premium', premium }
}

const legOf = ({ side, type, lots, strike, expiry, stop, target }: LegSpec): StrategyLeg => ({
  position: side,
  type: type === 'CE' ? 'ce' : 'pe',
  expiry: legExpiries[expiry],
  atm: strike.kind === 'steps' ? strike.steps : null,
  delta: strike.kind === 'delta' ? strike.delta : null,
  premium: strike.kind === 'premium' ? strike.premium : null,
  quantity: lots,
  stopLoss: stop?.amount ?? null,
  targetProfit: target?.amount ?? null,
  tpslType: stop?.type ?? target?.type ?? 'pct',
})

export interface StrategyTitle {
  readonly algoName: string
  readonly subCategory: SubCategory
  readonly trend: Trend
  readonly note: string
}

/** The rules of a run without what it assumed; `runOfStrategy` makes the same run of it again. */
export const strategyOfRun = (
  params: BacktestParams,
  instruments: readonly InstrumentId[],
  title: StrategyTitle,
): Strategy => {
  const { interval, product, size, options, entry, exit, tradingStartTime, tradingStopTime } = params
  const isByTime = options?.entry === 'time'
  const shared = {
    ...title,
    interval,
    product,
    quantity: quantityOf(size),
    entryType: isByTime ? 'time' : isAlways(entry) ? 'direct' : 'condition',
    entryTime: isByTime ? tradingStartTime : null,
    exitType: isNever(exit) ? 'none' : 'condition',
    exitTime: null,
    tradingStartTime,
    tradingStopTime,
  } as const
  const entryLogic = shared.entryType === 'condition' ? printCondition(entry) : ''
  const exitLogic = shared.exitType === 'condition' ? printCondition(exit) : ''
  if (options === undefined) {
    const { side, stopLoss, targetProfit, tpslType } = params
    const rules = { position: side, entryLogic, exitLogic, stopLoss, targetProfit, tpslType }
    return { category: 'equity', ...shared, segSyms: instruments, ...rules, ...limitsOf(params) }
  }
  const rulesOf = (logic: string, which: 'entry' | 'exit') =>
    instruments.map((segSym) => ({
      segSym,
      logic: logic === '' ? '' : printCondition(paramsOn(params, segSym)[which]),
    }))
  return {
    category: 'options',
    ...shared,
    legs: options.legs.map(legOf),
    entryUnderlyings: rulesOf(entryLogic, 'entry'),
    exitUnderlyings: shared.exitType === 'condition' ? rulesOf(exitLogic, 'exit') : [],
    combinedSl: options.combinedStop,
    combinedTp: options.combinedTarget,
    ...(options.profitLock === undefined ? {} : { lockProfit: options.profitLock }),
  }
}
