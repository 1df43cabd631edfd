import type { ProfitLock } from '../backtests/option-run/rules.ts'
import { formatNumber, formatRupees, formatSignedRupees } from '../format.ts'
import type { Side } from '../orders/order.ts'
import { toIstClock } from '../time.ts'
import type { ExitCause, IncompleteAct, LoggedValue } from './deployment.ts'

export const exitCauseWords: Readonly<Record<ExitCause, string>> = {
  signal: 'exit rule',
  stop: 'stop loss',
  trailing: 'trailing stop',
  target: 'target',
  'combined-stop': 'combined stop',
  'combined-target': 'combined target',
  lock: 'locked profit',
  incomplete: 'a leg was not filled',
  'square-off': 'end of its trading hours',
  'loss-limit': 'day loss limit',
  stopped: 'stopped',
}

/** `rsi(14) 28.41, close 1,502.00`; empty without operands. */
export const valuesInWords = (values: readonly LoggedValue[]): string =>
  values.map(({ text, value }) => `${text} ${formatNumber(value)}`).join(', ')

const because = (why: string): string => (why === '' ? '' : `: ${why}`)

export interface TradedInWords {
  readonly side: Side
  readonly units: number
  readonly title: string
  readonly price: number
}

const done: Readonly<Record<Side, string>> = { buy: 'Bought', sell: 'Sold' }
const toDo: Readonly<Record<Side, string>> = { buy: 'Buy', sell: 'Sell' }

const what = (units: number, title: string): string => `${formatNumber(units, 0)} ${title}`

/** `Bought 65 NIFTY 25 NOV FUT at 24,189.95: ema(close,9) 24,172.00, …` */
export const enteredWords = ({ side, units, title, price }: TradedInWords, why: string): string =>
  `${done[side]} ${what(units, title)} at ${formatNumber(price)}${because(why)}`

export const exitedWords = (
  { side, units, title, price }: TradedInWords,
  { cause, pnl }: { readonly cause: ExitCause; readonly pnl: number },
): string =>
  `${done[side]} ${what(units, title)} at ${formatNumber(price)}, ${exitCauseWords[cause]}: ${formatSignedRupees(pnl)} after charges`

export const orderWords = (side: Side, units: number, title: string): string =>
  `${toDo[side]} ${what(units, title)}`

/** `NIFTY 24 NOV 24100 CE was settled at 36.20 at its expiry: +₹1,204.50 after charges` */
export const settledWords = (title: string, price: number, pnl: number): string =>
  `${title} ${price === 0 ? 'expired worthless' : `was settled at ${formatNumber(price)} at its expiry`}: ${formatSignedRupees(pnl)} after charges`

interface OrderInWords {
  readonly order: { readonly side: Side; readonly units: number }
  readonly title: string
}

export const ordersInWords = (orders: readonly OrderInWords[]): string =>
  orders
    .map(({ order: { side, units }, title }, index) => {
      const words = orderWords(side, units, title)
      return index === 0 ? words : `${words.charAt(0).toLowerCase()}${words.slice(1)}`
    })
    .join(', ')

export const checkedWords = (isHeld: boolean, values: readonly LoggedValue[]): string =>
  `No ${isHeld ? 'exit' : 'entry'}${because(valuesInWords(values))}`

export const skippedWords = (why: string, values: readonly LoggedValue[]): string => {
  const figures = valuesInWords(values)
  return figures === '' ? `Not entered: ${why}` : `Not entered: ${why}; ${figures}`
}

export const lockedWords = ({ at, keep }: ProfitLock): string =>
  `Made ${formatRupees(at, 0)}: leaves with ${formatRupees(keep, 0)} from now on`

export const gapWords = (from: number, until: number): string =>
  `Nothing ran from ${toIstClock(from)} to ${toIstClock(until)}; the candles in between made no entry`

export const lateWords = (seconds: number): string =>
  `Not entered: its order came ${formatNumber(seconds, 0)} s after the candle had closed`

const fates: Readonly<Record<IncompleteAct | 'propose', string>> = {
  close: 'what was filled is closed',
  hold: 'what was filled is held',
  propose: 'its exit is proposed',
}

/** `1 of 2 legs was filled whole: what was filled is closed` */
export const incompleteWords = (
  { whole, legs }: { readonly whole: number; readonly legs: number },
  act: IncompleteAct | 'propose',
): string => {
  const filled = whole === 0 ? 'No leg' : `${whole} of ${legs} legs`
  return `${filled} ${whole > 1 ? 'were' : 'was'} filled whole: ${fates[act]}`
}

export const wholeClosedWords = (legs: number, pnl: number): string =>
  `${legs === 2 ? 'Both legs are' : `All ${legs} legs are`} closed: ${formatSignedRupees(pnl)} after charges`
