import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { rupeesIn } from '../../../domain/read-amount.ts'
import {
  levelOfLogic,
  logicOfPrice,
  PRICE_LEVEL_MAX,
  type PriceRule,
} from '../../../domain/scanners/price-alert.ts'
import type { ScanUniverse } from '../../../domain/scanners/universe.ts'
import { printCondition } from '../../../domain/strategies/condition/print.ts'
import type { Condition } from '../../../domain/strategies/condition/tree.ts'
import type { ArgKind, Taken } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { condition } from '../backtests/condition.ts'
import { instrument, printInstrument, readInstrument } from '../instruments/instrument.ts'
import { amountAt } from '../number.ts'
import { refuse, skipSpaces, taken } from '../words.ts'
import { universe } from './universe.ts'

/** The price of one instrument: `nifty 50 > 26000`. */
export interface PriceOf extends PriceRule {
  readonly kind: 'price'
  readonly instrument: InstrumentId
}

const SHOWN_MAX = 5

const comparators: readonly (readonly [RegExp, PriceRule['comparator']])[] = [
  [/(?:crosses|cross) (?:above|over)\b\s*/iy, 'crosses above'],
  [/(?:crosses|cross) (?:below|under)\b\s*/iy, 'crosses below'],
  [/>=\s*/y, 'higher than equal to'],
  [/<=\s*/y, 'lower than equal to'],
  [/(?:>|(?:higher than|above|over)\b)\s*/iy, 'higher than'],
  [/(?:<|(?:lower than|below|under)\b)\s*/iy, 'lower than'],
]

/** An instrument and a comparator, as `nifty 50 >`. */
const readCompared = (line: string, from: number, environment: Environment) => {
  const found = readInstrument(line, from, environment)
  if (found?.kind !== 'value') return null
  for (const [pattern, comparator] of comparators) {
    pattern.lastIndex = skipSpaces(line, found.to)
    if (pattern.test(line)) return { instrument: found.value, comparator, to: pattern.lastIndex }
  }
  return null
}

const readPrice = (line: string, from: number, environment: Environment): Taken<PriceOf> | null => {
  const compared = readCompared(line, from, environment)
  if (compared === null) return null
  const { instrument: of, comparator, to } = compared
  const level = amountAt(line, to)
  const price = level === null ? null : rupeesIn(level.amount, level.unit)
  return level !== null && price !== null && price > 0 && price <= PRICE_LEVEL_MAX
    ? taken({ kind: 'price', instrument: of, comparator, level: price }, level.to)
    : refuse(line, to, 'a price such as 26000')
}

/** A condition for candles, or an instrument and a price. Not greedy: `nifty 50 > 26000` begins as a universe does. */
export const alertRule: ArgKind<Condition | PriceOf> = {
  token: 'condition',
  expects: 'a price such as nifty 50 > 26000, or a condition such as rsi(14) < 30',
  read: (line, from, environment) => {
    const asCondition = condition.read(line, from, environment)
    return asCondition?.kind === 'value' ? asCondition : (readPrice(line, from, environment) ?? asCondition)
  },
  print: (rule) =>
    rule.kind === 'price'
      ? `${printInstrument(rule.instrument)} ${levelOfLogic(logicOfPrice(rule))}`
      : printCondition(rule),
  complete: (word, environment) => [
    ...instrument.complete(word, environment).slice(0, word === '' ? 0 : SHOWN_MAX),
    ...condition.complete(word, environment),
  ],
}

export const alertUniverse: ArgKind<ScanUniverse> = {
  ...universe,
  read: (line, from, environment) =>
    readCompared(line, from, environment) === null ? universe.read(line, from, environment) : null,
}
