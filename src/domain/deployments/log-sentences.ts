import { formatNumber, formatSignedRupees } from '../format.ts'
import type { Side } from '../orders/order.ts'
import { toIstClock } from '../time.ts'
import type { ExitCause } from './deployment.ts'

/** Completes "Exit of X: ". */
export const causeInWords: Readonly<Record<ExitCause, string>> = {
  signal: 'exit rule',
  stop: 'stop',
  trailing: 'trailing stop',
  target: 'target',
  'square-off': 'square-off',
  'loss-limit': 'loss limit of the day',
  stopped: 'deployment stopped',
}

interface Traded {
  readonly side: Side
  readonly units: number
  /** As `NIFTY 25 NOV FUT`. */
  readonly name: string
}

const verbOf = (side: Side): string => (side === 'buy' ? 'Buy' : 'Sell')
const pastOf = (side: Side): string => (side === 'buy' ? 'Bought' : 'Sold')
const unitsInWords = (units: number): string => formatNumber(units, 0)

const because = (why: string): string => (why === '' ? '.' : `: ${why}.`)

/** `Buy 65 NIFTY 25 NOV FUT: rsi(14) 28.31 below 30.` */
export const signalledInWords = ({ side, units, name }: Traded, why: string): string =>
  `${verbOf(side)} ${unitsInWords(units)} ${name}${because(why)}`

/** `Bought 65 NIFTY 25 NOV FUT at 24,189.95: rsi(14) 28.31 below 30.` */
export const enteredInWords = ({ side, units, name }: Traded, price: number, why: string): string =>
  `${pastOf(side)} ${unitsInWords(units)} ${name} at ${formatNumber(price)}${because(why)}`

/** `Sold 65 NIFTY 25 NOV FUT at 24,250.00, +₹3,903.25 after charges: target 24,250.00 touched.` */
export const exitedInWords = (
  { side, units, name }: Traded,
  { price, pnl, why }: { readonly price: number; readonly pnl: number | null; readonly why: string },
): string => {
  const result = pnl === null ? '' : `, ${formatSignedRupees(pnl)} after charges`
  return `${pastOf(side)} ${unitsInWords(units)} ${name} at ${formatNumber(price)}${result}${because(why)}`
}

export const touchedInWords = (cause: ExitCause, level: number): string =>
  `${causeInWords[cause]} at ${formatNumber(level)} touched`

/** `10:05: no signal. rsi(14) 41.20`. */
export const evaluatedInWords = (closedAt: number, isHeld: boolean, values: string): string =>
  `No ${isHeld ? 'exit' : 'entry'} at ${toIstClock(closedAt)}${values === '' ? '' : `: ${values}`}.`

export const gapInWords = (from: number, to: number, candles: number): string =>
  `Not looked at from ${toIstClock(from)} to ${toIstClock(to)}: ${candles === 1 ? '1 candle' : `${candles} candles`} made no entry.`

/** `target 10:35`, as the note of a run. */
export const noteInWords = (cause: ExitCause, at: number): string =>
  `${causeInWords[cause]} ${toIstClock(at)}`
