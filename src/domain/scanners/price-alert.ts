import { type InstrumentId, tradingSymbolOf } from '../instruments/instrument.ts'
import { parseCondition } from '../strategies/condition/parse.ts'
import { printCondition } from '../strategies/condition/print.ts'
import type { Condition } from '../strategies/condition/tree.ts'
import { parseUniverse } from './universe.ts'

/** `crosses above` needs a price that was not higher before; `higher than` is true from the start if the price is. */
export const priceComparators = [
  'higher than equal to',
  'lower than equal to',
  'higher than',
  'lower than',
  'crosses above',
  'crosses below',
] as const
export type PriceComparator = (typeof priceComparators)[number]

/** A rule on the last price alone, so that any trade can make it true. */
export interface PriceRule {
  readonly comparator: PriceComparator
  /** Rupees, or points of an index. */
  readonly level: number
}

export const PRICE_LEVEL_MAX = 10_000_000

export const logicOfPrice = ({ comparator, level }: PriceRule): string =>
  printCondition({
    kind: 'compare',
    left: { kind: 'indicator', key: 'close', params: [0] },
    comparator,
    right: { kind: 'number', value: level },
  })

const ruleIn = (tree: Condition): PriceRule | null => {
  if (tree.kind !== 'compare' || tree.right.kind !== 'number' || tree.left.kind !== 'indicator') return null
  const { left, right } = tree
  const comparator = priceComparators.find((one) => one === tree.comparator)
  const isPrice =
    left.key === 'close' && left.params[0] === 0 && !('interval' in left || 'instrument' in left)
  const isLevel = right.value > 0 && right.value <= PRICE_LEVEL_MAX
  return comparator !== undefined && isPrice && isLevel ? { comparator, level: right.value } : null
}

/** Null of a rule that says more than where the last price is, `close > 26000`. */
export const priceRuleOf = (logic: string): PriceRule | null => {
  const parsed = parseCondition(logic)
  return parsed.ok ? ruleIn(parsed.tree) : null
}

/** Also for a crossing, whatever the price was before. */
export const isBeyond = ({ comparator, level }: PriceRule, price: number): boolean => {
  switch (comparator) {
    case 'higher than':
    case 'crosses above':
      return price > level
    case 'higher than equal to':
      return price >= level
    case 'lower than':
    case 'crosses below':
      return price < level
    case 'lower than equal to':
      return price <= level
    default:
      return comparator satisfies never
  }
}

const turned: Readonly<Record<PriceComparator, PriceComparator>> = {
  'higher than equal to': 'lower than equal to',
  'lower than equal to': 'higher than equal to',
  'higher than': 'lower than',
  'lower than': 'higher than',
  'crosses above': 'crosses below',
  'crosses below': 'crosses above',
}

export const isUpward = ({ comparator }: PriceRule): boolean =>
  comparator === 'crosses above' || comparator.startsWith('higher')

/** A level that is moved past the last price waits on its other side. */
export const ruleAt = (rule: PriceRule, level: number, last: number | null): PriceRule => {
  const isPast = last !== null && rule.level > last !== level > last
  const isTurned = isPast && isUpward(rule) !== level > last
  return { level, comparator: isTurned ? turned[rule.comparator] : rule.comparator }
}

export const isCrossing = ({ comparator }: PriceRule): boolean => comparator.startsWith('crosses')

/** Null of a universe of more than one. */
export const instrumentOfPrice = (universe: string): InstrumentId | null => {
  const known = parseUniverse(universe)
  return known?.kind === 'instruments' && known.ids.length === 1 ? (known.ids[0] ?? null) : null
}

/** `> 26000` of `close > 26000`. */
export const levelOfLogic = (logic: string): string => logic.replace(/^close /, '')

export const priceInWords = (universe: string, logic: string): string => {
  const id = instrumentOfPrice(universe)
  return `${id === null ? universe : tradingSymbolOf(id)} ${levelOfLogic(logic)}`
}
