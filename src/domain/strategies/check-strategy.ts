import { stopTargetMaxOf } from '../backtests/backtest.ts'
import { findLockProblem, isUnreachable, LEGS_MAX } from '../backtests/option-run/rules.ts'
import { checkTradeRules } from '../backtests/trade-rules.ts'
import { findRiskProblem, SHARES_MAX } from '../backtests/trade-size.ts'
import { isIntraday } from '../charts/interval.ts'
import { parseInstrumentId } from '../instruments/instrument.ts'
import { isShareId } from '../instruments/kind.ts'
import { isListName, listNameWords } from '../list-name.ts'
import { findUnseen } from '../plain-text.ts'
import { parseClock } from '../time.ts'
import { parseCondition } from './condition/parse.ts'
import { describeProblem } from './condition/parse-problem.ts'
import {
  type EquityStrategy,
  NOTE_LENGTH_MAX,
  type OptionsStrategy,
  quantityBases,
  type Strategy,
  type StrategyLeg,
  SYMBOLS_PER_STRATEGY,
  type UnderlyingRule,
} from './strategy.ts'

/** `field` is a path in code's names, such as `legs.0.quantity`; `problem` completes "field: …". */
export interface StrategyProblem {
  readonly field: string
  readonly problem: string
}

const LEG_STEPS_MAX = 200
const LEG_LOTS_MAX = 1_000
const RUPEES_MAX = 1e10

/** All that is wrong, in the order of the form; empty if the strategy can be kept and run. */
export const checkStrategy = (strategy: Strategy): readonly StrategyProblem[] => [
  ...checkName(strategy),
  ...checkTimes(strategy),
  ...checkQuantity(strategy),
  ...(strategy.category === 'equity' ? checkEquity(strategy) : checkOptions(strategy)),
]

const one = (field: string, problem: string | null): readonly StrategyProblem[] =>
  problem === null ? [] : [{ field, problem }]

const checkName = ({ algoName, note }: Strategy): readonly StrategyProblem[] => {
  const hidden = findUnseen(note.replace(/\n/g, ' '))
  return [
    ...one('algoName', isListName(algoName) ? null : `${listNameWords}, 60 at most`),
    ...one('note', note.length > NOTE_LENGTH_MAX ? `at most ${NOTE_LENGTH_MAX} characters` : null),
    ...one('note', hidden === null ? null : `holds ${hidden}`),
  ]
}

const checkTimes = (strategy: Strategy): readonly StrategyProblem[] => {
  const { entryType, entryTime, exitType, exitTime, tradingStartTime, tradingStopTime } = strategy
  const start = parseClock(tradingStartTime)
  const stop = parseClock(tradingStopTime)
  if (start === null) return one('tradingStartTime', 'expected HH:MM')
  if (stop === null) return one('tradingStopTime', 'expected HH:MM')
  const within = (time: string | null): string | null => {
    const at = time === null ? null : parseClock(time)
    if (at === null) return 'expected HH:MM'
    return at >= start && at <= stop ? null : `expected a time from ${tradingStartTime} to ${tradingStopTime}`
  }
  const isOrdered =
    entryType !== 'time' ||
    exitType !== 'time' ||
    entryTime === null ||
    exitTime === null ||
    entryTime < exitTime
  return [
    ...one('tradingStopTime', start < stop ? null : `expected a time after ${tradingStartTime}`),
    ...one(
      'entryTime',
      entryType === 'time' ? within(entryTime) : unused(entryTime, 'the entry is not by time'),
    ),
    ...one('exitTime', exitType === 'time' ? within(exitTime) : unused(exitTime, 'the exit is not by time')),
    ...one('exitTime', isOrdered ? null : `expected a time after the entry at ${entryTime}`),
  ]
}

const unused = (value: string | null, why: string): string | null =>
  value === null || value === '' ? null : `expected nothing, as ${why}`

const checkQuantity = ({ quantity: { by, value } }: Strategy): readonly StrategyProblem[] => {
  if (!(Number.isFinite(value) && value > 0)) return one('quantity.value', 'expected more than 0')
  switch (by) {
    case 'lots':
      return one('quantity.value', Number.isInteger(value) ? null : 'expected whole lots')
    case 'rupees':
      return one('quantity.value', value <= RUPEES_MAX ? null : `expected at most ${RUPEES_MAX}`)
    case 'capital_pct':
      return one('quantity.value', value <= 100 ? null : 'expected at most 100 percent')
    case 'shares':
      return one(
        'quantity.value',
        isWhole(value, 1, SHARES_MAX) ? null : `expected whole shares, at most ${SHARES_MAX}`,
      )
    case 'risk':
      return one('quantity.value', value <= RUPEES_MAX ? null : `expected at most ${RUPEES_MAX}`)
    default:
      return one('quantity.by', `expected ${quantityBases.join(', ')}, not ${by satisfies never}`)
  }
}

const isWhole = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max

const checkRule = (field: string, logic: string, isUsed: boolean): readonly StrategyProblem[] => {
  if (!isUsed) return one(field, unused(logic, 'there is no condition'))
  if (logic.trim() === '') return one(field, 'expected a condition')
  const parsed = parseCondition(logic)
  if (parsed.ok) return []
  return one(field, describeProblem(parsed.problem))
}

const checkSymbols = (field: string, symbols: readonly string[]): readonly StrategyProblem[] => {
  const unknown = symbols.findIndex((symbol) => parseInstrumentId(symbol) === null)
  const doubled = symbols.findIndex((symbol, index) => symbols.indexOf(symbol) !== index)
  return [
    ...one(field, symbols.length === 0 ? 'expected an instrument' : null),
    ...one(field, symbols.length > SYMBOLS_PER_STRATEGY ? `at most ${SYMBOLS_PER_STRATEGY}` : null),
    ...one(`${field}.${unknown}`, unknown < 0 ? null : 'expected segment_symbol, such as NSE_RELIANCE'),
    ...one(`${field}.${doubled}`, doubled < 0 ? null : `${symbols[doubled]} is named twice`),
  ]
}

const checkEquity = (strategy: EquityStrategy): readonly StrategyProblem[] => {
  const { entryType, exitType, product, interval, segSyms } = strategy
  const isDaily = product === 'MIS' && (interval === 'week' || interval === 'month')
  const isDerivative = segSyms.some((symbol) => /^([NB]FO-|INDICES_)/.test(symbol))
  const isShare = segSyms.some(isShareId)
  return [
    ...checkSymbols('segSyms', segSyms),
    ...checkRule('entryLogic', strategy.entryLogic, entryType === 'condition'),
    ...checkRule('exitLogic', strategy.exitLogic, exitType === 'condition'),
    ...checkStop('stopLoss', strategy.stopLoss, strategy),
    ...checkStop('targetProfit', strategy.targetProfit, strategy),
    ...checkTradeRules(strategy),
    ...one('quantity.by', strategy.quantity.by === 'risk' ? findRiskProblem(strategy) : null),
    ...one('product', isDaily ? `MIS is squared off every day, which ${interval} candles cannot show` : null),
    ...one(
      'product',
      product === 'cash' && isDerivative ? 'cash is for shares; futures are MIS or NRML' : null,
    ),
    ...one('product', product === 'NRML' && isShare ? 'NRML is for futures; shares are cash or MIS' : null),
  ]
}

const checkStop = (
  field: 'stopLoss' | 'targetProfit',
  value: number | null,
  { tpslType }: Pick<EquityStrategy, 'tpslType'>,
): readonly StrategyProblem[] => {
  const most = stopTargetMaxOf(tpslType)
  return one(
    field,
    value === null || (value > 0 && value <= most) ? null : `expected above 0, at most ${most}`,
  )
}

const checkOptions = (strategy: OptionsStrategy): readonly StrategyProblem[] => {
  const { legs, interval, product, quantity, entryType, exitType } = strategy
  const { combinedSl, combinedTp, lockProfit } = strategy
  const isOfShares = quantity.by === 'shares' || quantity.by === 'risk'
  const rupees = (value: number | null): string | null =>
    value === null || (value > 0 && value <= RUPEES_MAX) ? null : 'expected more than 0'
  return [
    ...one('legs', legs.length < 1 || legs.length > LEGS_MAX ? `expected 1 to ${LEGS_MAX} legs` : null),
    ...legs.flatMap(checkLeg),
    ...one('interval', isIntraday(interval) ? null : 'options are traded over candles of minutes or hours'),
    ...one('quantity.by', isOfShares ? 'options are sized by lots, rupees or capital_pct' : null),
    ...one('product', product === 'cash' ? 'options are MIS or NRML' : null),
    ...checkUnderlyings(strategy),
    ...checkRules('entryUnderlyings', strategy.entryUnderlyings, entryType === 'condition'),
    ...checkRules('exitUnderlyings', strategy.exitUnderlyings, exitType === 'condition'),
    ...one('combinedSl', rupees(combinedSl)),
    ...one('combinedTp', rupees(combinedTp)),
    ...one('lockProfit', lockProfit === undefined ? null : findLockProblem(lockProfit)),
  ]
}

const checkUnderlyings = (strategy: OptionsStrategy): readonly StrategyProblem[] => {
  const { entryUnderlyings, exitUnderlyings, exitType } = strategy
  const entered = entryUnderlyings.map(({ segSym }) => segSym)
  const exited = exitUnderlyings.map(({ segSym }) => segSym)
  const isSame = entered.length === exited.length && entered.every((symbol) => exited.includes(symbol))
  return [
    ...checkSymbols('entryUnderlyings', entered),
    ...one(
      'exitUnderlyings',
      exitType !== 'condition' || isSame ? null : 'expected a rule for each underlying of the entry',
    ),
    ...one('exitUnderlyings', exitType === 'condition' || exited.length === 0 ? null : 'expected none'),
  ]
}

const checkRules = (
  field: string,
  rules: readonly UnderlyingRule[],
  isUsed: boolean,
): readonly StrategyProblem[] =>
  rules.flatMap(({ logic }, index) => checkRule(`${field}.${index}.logic`, logic, isUsed))

const checkLeg = (leg: StrategyLeg, index: number): readonly StrategyProblem[] => {
  const { atm, delta, premium, quantity, position, stopLoss, targetProfit, tpslType } = leg
  const at = (field: string) => `legs.${index}.${field}`
  const chosen = [atm, delta, premium].filter((value) => value !== null)
  return [
    ...one(at('atm'), chosen.length === 1 ? null : 'expected one of atm, delta and premium'),
    ...one(
      at('atm'),
      atm === null || isWhole(atm, -LEG_STEPS_MAX, LEG_STEPS_MAX)
        ? null
        : `expected whole strikes, at most ${LEG_STEPS_MAX} either way`,
    ),
    ...one(at('delta'), delta === null || (delta > 0 && delta < 1) ? null : 'expected between 0 and 1'),
    ...one(at('premium'), premium === null || premium > 0 ? null : 'expected more than 0'),
    ...one(
      at('quantity'),
      isWhole(quantity, 1, LEG_LOTS_MAX) ? null : `expected whole lots, 1 to ${LEG_LOTS_MAX}`,
    ),
    ...one(at('stopLoss'), stopLoss === null || stopLoss > 0 ? null : 'expected more than 0'),
    ...one(at('targetProfit'), targetProfit === null || targetProfit > 0 ? null : 'expected more than 0'),
    ...one(
      at('targetProfit'),
      targetProfit !== null && isUnreachable(position, { amount: targetProfit, type: tpslType })
        ? 'expected less than 100 %, as a premium that was sold cannot fall by more'
        : null,
    ),
  ]
}
