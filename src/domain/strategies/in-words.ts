import type { EntryLimit, TrailingStop } from '../backtests/backtest.ts'
import type { ProfitLock } from '../backtests/option-run/rules.ts'
import { intervalLabels } from '../charts/interval.ts'
import { formatPoints, formatRupees } from '../format.ts'
import type { InstrumentId } from '../instruments/instrument.ts'
import { textOfInstrument } from '../instruments/instrument-names.ts'
import {
  type EquityStrategy,
  instrumentsOf,
  type OptionsStrategy,
  type Strategy,
  type StrategyLeg,
  type StrategyQuantity,
} from './strategy.ts'

const expiryWords = { current: '', next: ' next expiry', monthly: ' monthly' } as const

const strikeInWords = ({ atm, delta, premium }: StrategyLeg): string => {
  if (delta !== null) return `delta ${delta}`
  if (premium !== null) return `premium ${formatRupees(premium)}`
  return atm === null || atm === 0 ? 'ATM' : `ATM ${atm > 0 ? '+' : '−'}${Math.abs(atm)}`
}

/** `Sell 2 × ATM +4 CE next expiry, stop 30%, target 60%`. */
export const legInWords = (leg: StrategyLeg): string => {
  const lots = leg.quantity === 1 ? '' : `${leg.quantity} × `
  const move = (word: string, amount: number | null): string =>
    amount === null ? '' : `, ${word} ${distanceInWords(amount, leg.tpslType)}`
  const levels = move('stop', leg.stopLoss) + move('target', leg.targetProfit)
  const side = leg.position === 'buy' ? 'Buy' : 'Sell'
  return `${side} ${lots}${strikeInWords(leg)} ${leg.type.toUpperCase()}${expiryWords[leg.expiry]}${levels}`
}

export const quantityInWords = ({ by, value }: StrategyQuantity): string => {
  switch (by) {
    case 'lots':
      return value === 1 ? '1 lot' : `${value} lots`
    case 'rupees':
      return formatRupees(value, 0)
    case 'capital_pct':
      return `${value}% of the capital`
    case 'shares':
      return value === 1 ? '1 share' : `${value} shares`
    case 'risk':
      return `risk ${formatRupees(value, 0)}`
    default:
      throw new RangeError(`unknown quantity ${by satisfies never}`)
  }
}

const distanceInWords = (value: number, type: EquityStrategy['tpslType']): string => {
  if (type === 'abs') return formatRupees(value, 0)
  return type === 'pct' ? `${value}%` : formatPoints(value)
}

export const trailingInWords = (
  trailing: TrailingStop | undefined,
  type: EquityStrategy['tpslType'],
): string => {
  if (trailing === undefined) return ''
  const { distance, after } = trailing
  const once = after === null || after === 0 ? '' : ` once ${distanceInWords(after, type)} in profit`
  return `trailing ${distanceInWords(distance, type)}${once}`
}

export const lockInWords = (lock: ProfitLock | undefined): string =>
  lock === undefined ? '' : `lock ${formatRupees(lock.keep, 0)} after ${formatRupees(lock.at, 0)}`

export const entriesInWords = (entries: EntryLimit | undefined): string =>
  entries === undefined
    ? ''
    : `at most ${entries.most} ${entries.most === 1 ? 'entry' : 'entries'} a ${entries.per}`

export const lossesInWords = (losses: number | undefined): string => {
  if (losses === undefined) return ''
  return losses === 1 ? 'stops after a loss' : `stops after ${losses} losses in a row`
}

const joinedLogic = (rules: OptionsStrategy['entryUnderlyings']): string => {
  const logics = [...new Set(rules.map(({ logic }) => logic))]
  if (logics.length < 2) return logics[0] ?? ''
  return rules.map(({ segSym, logic }) => `${textOfInstrument(segSym)}: ${logic}`).join('; ')
}

/** The printed rule, `at 09:20`, or `at once`. */
export const entryInWords = (strategy: Strategy): string => {
  if (strategy.entryType === 'time') return `at ${strategy.entryTime}`
  if (strategy.entryType === 'direct') return 'at once'
  return strategy.category === 'equity' ? strategy.entryLogic : joinedLogic(strategy.entryUnderlyings)
}

/** All that ends a position, such as `rsi(14) > 70, stop 2%, 15:15`. */
export const exitInWords = (strategy: Strategy): string => {
  const parts = [ruleOfExit(strategy), ...stopsOf(strategy)]
  if (strategy.product === 'MIS' && strategy.exitType !== 'time') parts.push(strategy.tradingStopTime)
  return parts.filter((part) => part !== '').join(', ')
}

const ruleOfExit = (strategy: Strategy): string => {
  if (strategy.exitType === 'none') return ''
  if (strategy.exitType === 'time') return `at ${strategy.exitTime}`
  return strategy.category === 'equity' ? strategy.exitLogic : joinedLogic(strategy.exitUnderlyings)
}

const stopsOf = (strategy: Strategy): readonly string[] => {
  if (strategy.category === 'options') {
    const { combinedSl, combinedTp, lockProfit } = strategy
    return [
      combinedSl === null ? '' : `combined stop ${formatRupees(combinedSl, 0)}`,
      combinedTp === null ? '' : `combined target ${formatRupees(combinedTp, 0)}`,
      lockInWords(lockProfit),
    ]
  }
  const { stopLoss, trailing, targetProfit, tpslType } = strategy
  return [
    stopLoss === null ? '' : `stop ${distanceInWords(stopLoss, tpslType)}`,
    trailingInWords(trailing, tpslType),
    targetProfit === null ? '' : `target ${distanceInWords(targetProfit, tpslType)}`,
  ]
}

/** `RELIANCE`, `RELIANCE +2`. */
export const symbolsInShort = (symbols: readonly InstrumentId[]): string => {
  const [first, ...others] = symbols
  if (first === undefined) return ''
  const name = textOfInstrument(first)
  return others.length === 0 ? name : `${name} +${others.length}`
}

const limitsOf = (strategy: Strategy): readonly string[] =>
  strategy.category === 'options'
    ? []
    : [entriesInWords(strategy.entries), lossesInWords(strategy.lossesInARow)].filter((words) => words !== '')

/** `long · MIS · 1 lot · at most 3 entries a day`. */
export const termsInWords = (strategy: Strategy): string =>
  [
    ...(strategy.category === 'options' ? [] : [strategy.position === 'buy' ? 'long' : 'short']),
    strategy.product,
    quantityInWords(strategy.quantity),
    ...limitsOf(strategy),
  ].join(' · ')

interface Line {
  readonly name: string
  readonly words: string
}

const linesOf = (strategy: Strategy): readonly Line[] => [
  { name: 'Name', words: strategy.algoName },
  { name: 'Instruments', words: instrumentsOf(strategy).map(textOfInstrument).join(', ') },
  { name: 'Candles', words: intervalLabels[strategy.interval] },
  { name: 'Side', words: strategy.category === 'equity' ? strategy.position : '' },
  { name: 'Legs', words: strategy.category === 'options' ? strategy.legs.map(legInWords).join('; ') : '' },
  { name: 'Product', words: strategy.product },
  { name: 'Quantity', words: quantityInWords(strategy.quantity) },
  { name: 'Entry', words: entryInWords(strategy) },
  { name: 'Exit', words: ruleOfExit(strategy) },
  {
    name: 'Stop and target',
    words: stopsOf(strategy)
      .filter((stop) => stop !== '')
      .join(', '),
  },
  { name: 'Limits', words: limitsOf(strategy).join(', ') },
  { name: 'Entries from', words: strategy.tradingStartTime },
  { name: 'Entries until', words: strategy.tradingStopTime },
  { name: 'Sub-category', words: strategy.subCategory },
  { name: 'Trend', words: strategy.trend },
  { name: 'Note', words: strategy.note },
]

/** A sentence per line that differs: `Entry: rsi(14) < 30, was rsi(14) < 25`. Empty if nothing differs. */
export const describeChanges = (before: Strategy, after: Strategy): readonly string[] => {
  const earlier = linesOf(before)
  return linesOf(after).flatMap(({ name, words }, index) => {
    const was = earlier[index]?.words ?? ''
    if (was === words) return []
    if (name === 'Note') return ['Note changed']
    return [`${name}: ${words === '' ? 'none' : words}, was ${was === '' ? 'none' : was}`]
  })
}
