import type { ParityIntent, ParityRow } from '../../../domain/deployments/parity/parity.ts'
import type { ParityStep } from '../../../domain/deployments/parity/parity-step.ts'
import { reasonTitles } from '../../../domain/deployments/parity/reasons.ts'
import type { ParityReport } from '../../../domain/deployments/parity/report.ts'
import { countOf, formatNumber, formatRupees } from '../../../domain/format.ts'
import { type InstrumentId, tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import { istMidnight, toIstClock } from '../../../domain/time.ts'

const verbs: Readonly<Record<ParityIntent, string>> = {
  enter: 'Enter',
  exit: 'Exit',
  carried: 'Carried',
  held: 'Held',
}

export const intentOf = ({ intent, isLong }: ParityRow): string =>
  `${verbs[intent]} ${isLong ? 'long' : 'short'}`

/** A long is entered and a short is exited by buying. */
export const isBuy = ({ intent, isLong }: ParityRow): boolean =>
  intent === 'enter' || intent === 'carried' ? isLong : !isLong

/** The backtest has the prices of the index itself; its future is what is traded. */
export const isOfIndex = ({ segSym, contract }: ParityRow): boolean =>
  contract === null && segSym.startsWith('INDICES_')

export const tradedIn = ({ segSym, contract }: ParityRow): InstrumentId => contract ?? segSym

export const symbolOf = (row: ParityRow): string => tradingSymbolOf(tradedIn(row))

/** Candles of a day are stamped with its midnight. */
export const clockOf = (at: number): string => (istMidnight(at) === at ? 'open' : toIstClock(at))

export const stepTitles: Readonly<Record<ParityStep, string>> = {
  signals: 'Signals',
  prices: 'Prices',
  quantities: 'Quantities',
  charges: 'Charges',
}

export const stepInWords = (step: ParityStep, { parity: { counts } }: ParityReport): string => {
  const { missed, extra, otherPrices, otherQuantities, fillsDone, fillsExpected } = counts
  switch (step) {
    case 'signals': {
      const parts = [
        missed === 0 ? '' : countOf(missed, 'trade missed', 'trades missed'),
        extra === 0 ? '' : `${formatNumber(extra, 0)} extra`,
      ].filter((part) => part !== '')
      return parts.length === 0 ? 'the same trades' : parts.join(', ')
    }
    case 'prices':
      return otherPrices === 0
        ? 'the same prices'
        : countOf(otherPrices, 'fill at another price', 'fills at other prices')
    case 'quantities':
      return otherQuantities === 0
        ? 'the same quantities'
        : countOf(otherQuantities, 'entry of another quantity', 'entries of other quantities')
    case 'charges':
      return fillsDone === fillsExpected
        ? countOf(fillsDone, 'fill on both sides', 'fills on both sides')
        : `${countOf(fillsDone, 'fill', 'fills')} instead of ${formatNumber(fillsExpected, 0)}`
    default:
      return step satisfies never
  }
}

const PAISE = 100
const PERCENT = 100

export const inRupees = (paise: number): number => paise / PAISE

export const headline = ({ parity: { expected, done, rows }, isProvisional }: ParityReport): string => {
  const difference = done - expected
  const soFar = isProvisional ? ' so far' : ''
  if (rows.length === 0) return `No trade expected, none made${soFar}`
  if (difference === 0) return `Actual equals expected${soFar}, to the paisa`
  return `Actual ${formatRupees(Math.abs(inRupees(difference)))} ${difference < 0 ? 'less' : 'more'} than expected${soFar}`
}

export const headnote = ({ parity: { expected, done, rows }, isProvisional }: ParityReport): string => {
  const parts = [
    isProvisional ? 'Final after the close' : '',
    expected > 0 && done !== expected
      ? `${formatNumber((done / expected) * PERCENT, 0)}% of the backtest's P&L`
      : '',
    rows.length > 0 && done !== expected ? 'each step adds up to the paisa' : '',
  ]
  return parts.filter((part) => part !== '').join('; ')
}

export const reasonInWords = ({ reason, isFollowing, intent }: ParityRow): string => {
  if (isFollowing) return intent === 'held' ? 'follows its entry, held' : 'follows its entry'
  return reason === null ? 'as expected' : reasonTitles[reason]
}

/** `10:15 SBIN, enter long: dropped as late.` */
export const rowInWords = (row: ParityRow, name: string): string =>
  `${clockOf(row.candle)} ${name}, ${intentOf(row).toLowerCase()}: ${reasonInWords(row).toLowerCase()}.`
