import { unitsAt } from '../backtests/trade-size.ts'
import { formatLots, formatNumber, formatRupees } from '../format.ts'
import { sizeOf } from '../strategies/run-of-strategy.ts'
import type { EquityStrategy, StrategyQuantity } from '../strategies/strategy.ts'
import type { DeploymentLimits } from './deployment.ts'
import type { Run } from './run-state.ts'
import { isWithinHours } from './trading-hours.ts'

/** Over all instruments of a deployment, on the trading day. */
export interface DeploymentTotals {
  /** Sent or filled. */
  readonly entries: number
  readonly lossesInARow: number
  /** Rupees, at entry prices. */
  readonly held: number
}

export interface EntryTerms {
  readonly strategy: EquityStrategy
  readonly limits: DeploymentLimits
  readonly quantity: StrategyQuantity
  readonly totals: DeploymentTotals
  /** Rupees a unit, the last price. */
  readonly price: number
  readonly lotSize: number
  /** Rupees; the base of a quantity in percent. */
  readonly capital: number
  /** When the entry would fill, market time. */
  readonly at: number
}

export type EntryCheck =
  | { readonly kind: 'enters'; readonly units: number }
  /** `reason` completes "Not entered: ". */
  | { readonly kind: 'skipped'; readonly reason: string }

const skipped = (reason: string): EntryCheck => ({ kind: 'skipped', reason })

/** The rules of a backtest, in its order: hours, entries of the period, losses in a row, quantity. */
export const checkEntry = (run: Run, terms: EntryTerms): EntryCheck => {
  const { strategy, limits, totals } = terms
  if (!isWithinHours(strategy, terms.at))
    return skipped(
      `entries are made from ${strategy.tradingStartTime} to ${strategy.exitType === 'time' ? strategy.exitTime : strategy.tradingStopTime}`,
    )
  const reached = findReached(run, terms)
  if (reached !== null) return skipped(reached)
  const units = unitsFor(terms)
  if (units === 0) return skipped(tooFewInWords(terms))
  const value = units * terms.price
  if (limits.capital !== null && totals.held + value > limits.capital)
    return skipped(
      `${formatRupees(value, 0)} more than the ${formatRupees(totals.held, 0)} held would exceed the capital of ${formatRupees(limits.capital, 0)}`,
    )
  return { kind: 'enters', units }
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

const findReached = ({ day, week }: Run, { strategy, limits, totals }: EntryTerms): string | null => {
  const { entries, lossesInARow } = strategy
  const made = entries?.per === 'week' ? week.entries : day.entries
  if (entries !== undefined && made >= entries.most)
    return `the strategy has made its ${counted(entries.most, 'entry', 'entries')} of this ${entries.per}`
  if (lossesInARow !== undefined && day.losses >= lossesInARow)
    return `the strategy has had ${counted(day.losses, 'loss', 'losses in a row')} today`
  if (limits.entriesPerDay !== null && totals.entries >= limits.entriesPerDay)
    return `the deployment has made its ${counted(limits.entriesPerDay, 'entry', 'entries')} of this day`
  if (limits.lossesInARow !== null && totals.lossesInARow >= limits.lossesInARow)
    return `the deployment has had ${counted(totals.lossesInARow, 'loss', 'losses in a row')} today`
  return null
}

const unitsFor = ({ strategy, quantity, price, lotSize, capital }: EntryTerms): number => {
  const { stopLoss, tpslType } = strategy
  return unitsAt(
    { params: { size: sizeOf(quantity), capital, stopLoss, tpslType }, contract: { lotSize } },
    price,
  )
}

const tooFewInWords = ({ quantity, price, lotSize, capital }: EntryTerms): string => {
  const lot = `one lot of ${formatNumber(lotSize, 0)} at ${formatNumber(price)}`
  switch (quantity.by) {
    case 'lots':
      return `${formatLots(quantity.value)} are less than one lot`
    case 'shares':
      return `${formatNumber(quantity.value, 0)} units are less than one lot of ${formatNumber(lotSize, 0)}`
    case 'rupees':
      return `${formatRupees(quantity.value, 0)} do not pay for ${lot}`
    case 'capital_pct':
      return `${quantity.value}% of ${formatRupees(capital, 0)} do not pay for ${lot}`
    case 'risk':
      return `one lot of ${formatNumber(lotSize, 0)} risks more than ${formatRupees(quantity.value, 0)}`
    default:
      return quantity.by satisfies never
  }
}
