import type { Calendar, SessionGroup } from '../calendar/calendar.ts'
import { candlesOn, nextCandleToClose } from '../charts/candle-close.ts'
import { intervalInWords } from '../charts/interval.ts'
import { type InstrumentId, tradingSymbolOf } from '../instruments/instrument.ts'
import { toIstClock, toIstDate } from '../time.ts'
import type { Scan, ScanInterval, ScanValue } from './scan.ts'
import { universeWords } from './scanner.ts'

/** `stopped` by its user, or with its scanner. */
export const alertStatuses = ['running', 'stopped'] as const
export type AlertStatus = (typeof alertStatuses)[number]

export type AlertTerms = Omit<Scan, 'moment'>

export const ALERTS_PER_USER = 300
export const ALERT_LOG_PAGE = 30

/** A symbol for which a rule became true at the close of a candle. */
export interface AlertHit {
  readonly segSym: InstrumentId
  /** Start of the candle. */
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

const numberText = (value: number): string => String(Number(value.toFixed(2)))

/** `INFY at 1568, rsi(14) 28.4 · NIFTY 500, 5 min, 11:40`. */
export const alertInWords = (hits: readonly AlertHit[], terms: AlertTerms, at: number): string => {
  const [first, ...others] = hits
  if (first === undefined) return ''
  const place = [universeWords(terms.universe), intervalInWords(terms.interval), toIstClock(at)].join(', ')
  const names = symbolsInWords(hits.map(({ segSym }) => segSym))
  if (others.length > 0) return `${names} · ${place}`
  const values = first.values
    .filter(({ text }) => text !== 'close')
    .map(({ text, value }) => `${text} ${value === null ? 'unknown' : numberText(value)}`)
  return [`${names} at ${numberText(first.price)}`, ...values].join(', ').concat(` · ${place}`)
}
