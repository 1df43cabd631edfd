import type { Calendar, SessionGroup } from '../calendar/calendar.ts'
import { candlesOn, nextCandleToClose } from '../charts/candle-close.ts'
import { intervalInWords } from '../charts/interval.ts'
import { type InstrumentId, tradingSymbolOf } from '../instruments/instrument.ts'
import { toIstClock, toIstDate } from '../time.ts'
import { type AlertBasket, alertBasketInWords } from './alert-basket.ts'
import { type AlertOrder, alertOrderInWords } from './alert-order.ts'
import { instrumentOfPrice, priceRuleOf } from './price-alert.ts'
import { type Scan, type ScanInterval, type ScanValue, scanIntervals } from './scan.ts'
import { checkTerms, type ScannerProblem, universeWords } from './scanner.ts'

/** The log of an alert shows what became of an order for so long. */
export const ALERT_PROPOSALS_KEPT_DAYS = 40

/** `stopped` by its user, or with its scanner; `ended` once it raised, of a price that is watched once. */
export const alertStatuses = ['running', 'stopped', 'ended'] as const
export type AlertStatus = (typeof alertStatuses)[number]

/** On ticks a rule of one instrument's last price alone is watched. */
export const alertIntervals = [...scanIntervals, 'tick'] as const
export type AlertInterval = (typeof alertIntervals)[number]

export interface AlertThen {
  readonly order?: AlertOrder | undefined
  readonly basket?: AlertBasket | undefined
}

export interface AlertTerms extends Omit<Scan, 'moment' | 'interval'>, AlertThen {
  readonly interval: AlertInterval
  /** Price alerts only: goes on after it raised. */
  readonly repeats?: boolean | undefined
}

export interface CandleTerms extends AlertTerms {
  readonly interval: ScanInterval
}

export const hasOrders = ({ order, basket }: AlertThen): boolean =>
  order !== undefined || basket !== undefined

export const sendsByItself = ({ order, basket }: AlertThen): boolean =>
  order?.isAuto === true || basket?.isAuto === true

export const isOnCandles = (terms: AlertTerms): terms is CandleTerms => terms.interval !== 'tick'

export const alertIntervalInWords = (interval: AlertInterval): string =>
  interval === 'tick' ? 'every tick' : intervalInWords(interval)

export interface AlertProblem {
  readonly field: ScannerProblem['field'] | 'basket'
  readonly problem: string
}

/** A basket would be entered once for each symbol. */
const checkBasket = ({ universe, order, basket }: AlertTerms): readonly AlertProblem[] => {
  if (basket === undefined) return []
  if (order !== undefined)
    return [{ field: 'basket', problem: 'An alert has an order or a basket, not both' }]
  return instrumentOfPrice(universe) === null
    ? [{ field: 'basket', problem: 'A basket goes with an alert on one instrument' }]
    : []
}

export const checkAlert = (terms: AlertTerms): readonly AlertProblem[] => {
  const { logic, universe, repeats = false } = terms
  if (isOnCandles(terms)) {
    const problems = [...checkTerms(terms), ...checkBasket(terms)]
    const isOnceOnly = { field: 'interval', problem: 'Candle alerts always repeat' } as const
    return repeats ? [...problems, isOnceOnly] : problems
  }
  const rule = {
    field: 'logic',
    problem: 'A price alert needs a rule on the price alone: close > 26000',
  } as const
  const where = { field: 'universe', problem: 'A price alert needs exactly one instrument' } as const
  return [
    ...(priceRuleOf(logic) === null ? [rule] : []),
    ...(instrumentOfPrice(universe) === null ? [where] : []),
    ...checkBasket(terms),
  ]
}

export const ALERTS_PER_USER = 300
export const ALERT_LOG_PAGE = 30

/** A symbol for which a rule became true at the close of a candle, or with a trade. */
export interface AlertHit {
  readonly segSym: InstrumentId
  /** Start of the candle; of ticks, when it was traded. */
  readonly bar: number
  readonly price: number
  readonly values: readonly ScanValue[]
}

/** More of one alert in one candle are told of in one notification. */
export const TOLD_APART_MAX = 3
/** More of all alerts of a user in a minute are told of in one notification for each alert. */
export const TOLD_PER_MINUTE_MAX = 20

/** Sessions of shares end at two times, and those of futures at a third: a candle of each is judged when it closes. */
const groups: readonly SessionGroup[] = ['auctioned', 'continuous', 'derivatives']

/** When a candle of any symbol closes next after `at`. */
export const nextCloseAfter = (at: number, interval: ScanInterval, calendar: Calendar): number =>
  Math.min(...groups.map((group) => nextCandleToClose(at, { interval, calendar, group }).end))

/** When the candle that starts at `start` closes; its start where the calendar knows no such candle. */
export const closeOf = (
  start: number,
  grid: { readonly interval: ScanInterval; readonly calendar: Calendar; readonly group: SessionGroup },
): number => candlesOn(toIstDate(start), grid).find((candle) => candle.start === start)?.end ?? start

const NAMED = 2

/** `INFY`, `INFY, TCS and 14 more`. */
export const symbolsInWords = (ids: readonly InstrumentId[]): string => {
  const names = ids.map(tradingSymbolOf)
  if (names.length <= NAMED + 1) return names.join(', ')
  return `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`
}

export const thenInWords = (
  { order, basket }: AlertThen,
  titleOf?: (id: InstrumentId) => string,
): string | null => {
  if (order !== undefined) return alertOrderInWords(order, titleOf)
  return basket === undefined ? null : alertBasketInWords(basket, titleOf)
}

const numberText = (value: number): string => String(Number(value.toFixed(2)))

/** `INFY at 1568, rsi(14) 28.4 · NIFTY 500, 5 min, 11:40`; `NIFTY 50 at 26004.5 · 11:40`. */
export const alertInWords = (hits: readonly AlertHit[], terms: AlertTerms, at: number): string => {
  const [first, ...others] = hits
  if (first === undefined) return ''
  // Its name is the rule.
  if (!isOnCandles(terms))
    return `${tradingSymbolOf(first.segSym)} at ${numberText(first.price)} · ${toIstClock(first.bar)}`
  const where = [universeWords(terms.universe), intervalInWords(terms.interval), toIstClock(at)].join(', ')
  const names = symbolsInWords(hits.map(({ segSym }) => segSym))
  if (others.length > 0) return `${names} · ${where}`
  const values = first.values
    .filter(({ text }) => text !== 'close')
    .map(({ text, value }) => `${text} ${value === null ? 'unknown' : numberText(value)}`)
  return [`${names} at ${numberText(first.price)}`, ...values].join(', ').concat(` · ${where}`)
}
