import type { BacktestParams } from '../backtests/backtest.ts'
import { isIntraday } from '../charts/interval.ts'
import { countOf } from '../format.ts'
import { istDayNumber, istMinuteOfDay, parseClock } from '../time.ts'
import { type HeldTrade, signOf } from './levels.ts'

/** Counts of one instrument; `day` and `period` are IST day numbers, the period may be a week's. */
export interface RunCounts {
  readonly period: number | null
  readonly entered: number
  readonly lossDay: number | null
  readonly losses: number
}

export const noCounts: RunCounts = { period: null, entered: 0, lossDay: null, losses: 0 }

export interface TradeRules
  extends Pick<
    BacktestParams,
    'interval' | 'tradingStartTime' | 'tradingStopTime' | 'entries' | 'lossesInARow' | 'product'
  > {
  /** `HH:MM`, where entries end before the trading hours do. */
  readonly entriesUntil?: string
}

export interface JudgedCandle {
  /** When an order decided here fills: its close, or the next open where trading has ended with it. */
  readonly fillsAt: number
  readonly isEntry: boolean
  readonly isExit: boolean
}

export type Verdict =
  | { readonly kind: 'enter' }
  | { readonly kind: 'exit' }
  /** The rule says enter and a limit says no; `why` completes "not entered: …". */
  | { readonly kind: 'skip'; readonly why: string }
  | { readonly kind: 'nothing' }

const NOTHING: Verdict = { kind: 'nothing' }

const WEEK_DAYS = 7
/** Days from the Monday before 1970 to its first day, a Thursday. */
const MONDAY = 3

export const periodOf = (at: number, { entries }: Pick<TradeRules, 'entries'>): number => {
  const day = istDayNumber(at)
  return entries?.per === 'week' ? Math.floor((day + MONDAY) / WEEK_DAYS) : day
}

const minuteOf = (clock: string): number => parseClock(clock) ?? 0

/** Candles of a day have no time of day: they enter at any. */
export const isInHours = (
  at: number,
  {
    interval,
    tradingStartTime,
    tradingStopTime,
    entriesUntil = tradingStopTime,
  }: Omit<TradeRules, 'entries' | 'lossesInARow' | 'product'>,
): boolean => {
  if (!isIntraday(interval)) return true
  const minute = istMinuteOfDay(at)
  const until = Math.min(minuteOf(entriesUntil), minuteOf(tradingStopTime))
  return minute >= minuteOf(tradingStartTime) && minute < until
}

export const isSquareOffDue = (at: number, { product, tradingStopTime }: TradeRules): boolean =>
  product === 'MIS' && istMinuteOfDay(at) >= minuteOf(tradingStopTime)

/** As the backtest decides: what the close of a candle says is done at once, and an exit wins over an entry. */
export const decideAtClose = (
  rules: TradeRules,
  { counts, isHeld }: { readonly counts: RunCounts; readonly isHeld: boolean },
  { fillsAt, isEntry, isExit }: JudgedCandle,
): Verdict => {
  if (isHeld) return isExit ? { kind: 'exit' } : NOTHING
  if (!isEntry || isExit || !isInHours(fillsAt, rules)) return NOTHING
  const why = findLimit(rules, counts, fillsAt)
  return why === null ? { kind: 'enter' } : { kind: 'skip', why }
}

const findLimit = (rules: TradeRules, counts: RunCounts, at: number): string | null => {
  const { entries, lossesInARow } = rules
  if (entries !== undefined && counts.period === periodOf(at, rules) && counts.entered >= entries.most)
    return `at most ${entries.most} a ${entries.per}`
  if (lossesInARow !== undefined && counts.lossDay === istDayNumber(at) && counts.losses >= lossesInARow)
    return `${countOf(counts.losses, 'trade has', 'trades in a row have')} lost today`
  return null
}

export const afterEntry = (counts: RunCounts, at: number, rules: TradeRules): RunCounts => {
  const period = periodOf(at, rules)
  return { ...counts, period, entered: counts.period === period ? counts.entered + 1 : 1 }
}

/** A trade loses by its prices, without charges. */
export const afterTrade = (counts: RunCounts, at: number, isLoss: boolean): RunCounts => {
  const day = istDayNumber(at)
  if (!isLoss) return { ...counts, lossDay: day, losses: 0 }
  return { ...counts, lossDay: day, losses: counts.lossDay === day ? counts.losses + 1 : 1 }
}

/** A candle's high and low move a trailing stop for later candles only. */
export const afterCandle = <Trade extends HeldTrade>(
  trade: Trade,
  { high, low }: { readonly high: number; readonly low: number },
): Trade => {
  const extreme = trade.side === 'buy' ? high : low
  return signOf(trade.side) * (extreme - trade.best) > 0 ? { ...trade, best: extreme } : trade
}
