import { type IstDate, toIstDate } from '../../time.ts'
import type { BacktestResult, PnlRow } from '../backtest.ts'
import { drawdownOf, meanOf, sharpeOf, TRADING_DAYS, volatilityOf } from '../returns.ts'
import { known, type Reckoned, tooFew, unknown } from '../robustness/robustness.ts'

const COMPARED_DAYS_MIN = 20

/** Run days: percent of the most capital used. Symbol days: percent of its close, without the first close. */
export interface Benchmark {
  readonly days: number
  readonly runReturn: Reckoned
  readonly heldReturn: Reckoned
  readonly heldSharpe: Reckoned
  /** Percent a year. */
  readonly heldVolatility: Reckoned
  readonly heldDrawdown: Reckoned
  /** Slope of the run's days over the symbol's (Sharpe, 1964). */
  readonly beta: Reckoned
  /** Percent a year, at a risk-free rate of 0 (Jensen, 1968). */
  readonly alpha: Reckoned
  readonly correlation: Reckoned
  /** Deviation of the daily difference, percent a year. */
  readonly trackingError: Reckoned
  /** Annual mean difference over tracking error (Grinold and Kahn, 2000). */
  readonly informationRatio: Reckoned
  /** Mean run day in percent of the mean symbol day, on days when the symbol rose, and when it fell. */
  readonly upCapture: Reckoned
  readonly downCapture: Reckoned
}

export interface ComparedDay {
  readonly run: number
  readonly held: number
}

export const comparedDays = (
  dailyReturns: readonly (readonly [IstDate, number | null])[],
  results: readonly Pick<BacktestResult, 'pnl'>[],
): readonly ComparedDay[] => {
  const changes = new Map<IstDate, number[]>()
  for (const { pnl } of results)
    for (const [day, change] of changesOf(pnl)) {
      const list = changes.get(day)
      if (list === undefined) changes.set(day, [change])
      else list.push(change)
    }
  return dailyReturns.flatMap(([day, run]) => {
    const held = meanOf(changes.get(day) ?? [])
    return run === null || held === null ? [] : [{ run, held }]
  })
}

/** The last row of a day is that of its last candle and holds its close. */
const changesOf = (pnl: readonly PnlRow[]): readonly (readonly [IstDate, number])[] => {
  const closes = new Map<IstDate, number>()
  for (const [at, price] of pnl) closes.set(toIstDate(at), price)
  const days = [...closes]
  return days.slice(1).flatMap(([day, close], index) => {
    const before = days[index]?.[1] ?? 0
    return before > 0 ? [[day, (close / before - 1) * 100] as const] : []
  })
}

export const benchmarkOf = (days: readonly ComparedDay[]): Benchmark => {
  const run = days.map((day) => day.run)
  const held = days.map((day) => day.held)
  const differences = days.map((day) => day.run - day.held)
  const few = unknown(tooFew(days.length, COMPARED_DAYS_MIN, 'day to compare', 'days to compare'))
  const isFew = days.length < COMPARED_DAYS_MIN
  const of = (value: number | null, reason: string): Reckoned =>
    isFew ? few : value === null ? unknown(reason) : known(value)
  const grown = grownOf(held)
  const heldMoves = covarianceOf(held, held)
  const runMoves = covarianceOf(run, run)
  const together = covarianceOf(run, held)
  const beta = heldMoves > 0 ? together / heldMoves : null
  const trackingError = volatilityOf(differences)
  const meanDifference = meanOf(differences)
  const still = 'The symbol did not move.'
  return {
    days: days.length,
    runReturn: days.length === 0 ? few : known(run.reduce((sum, value) => sum + value, 0)),
    heldReturn: days.length === 0 ? few : known(((grown.at(-1) ?? 1) - 1) * 100),
    heldSharpe: of(sharpeOf(held), still),
    heldVolatility: of(volatilityOf(held), still),
    heldDrawdown: of(drawdownOf(grown).percent, still),
    beta: of(beta, still),
    alpha: of(beta === null ? null : ((meanOf(run) ?? 0) - beta * (meanOf(held) ?? 0)) * TRADING_DAYS, still),
    correlation: of(
      heldMoves > 0 && runMoves > 0 ? together / Math.sqrt(heldMoves * runMoves) : null,
      'One of the two did not move.',
    ),
    trackingError: of(trackingError, still),
    informationRatio: of(
      trackingError === null || trackingError === 0 || meanDifference === null
        ? null
        : (meanDifference * TRADING_DAYS) / trackingError,
      'The run and the symbol moved alike.',
    ),
    upCapture: of(captureOf(days.filter((day) => day.held > 0)), 'The symbol never rose.'),
    downCapture: of(captureOf(days.filter((day) => day.held < 0)), 'The symbol never fell.'),
  }
}

const grownOf = (changes: readonly number[]): readonly number[] => {
  const curve = [1]
  for (const change of changes) curve.push((curve.at(-1) ?? 1) * (1 + change / 100))
  return curve
}

const captureOf = (days: readonly ComparedDay[]): number | null => {
  const held = meanOf(days.map((day) => day.held))
  const run = meanOf(days.map((day) => day.run))
  return held === null || run === null || held === 0 ? null : (run / held) * 100
}

/** Population covariance: divisors cancel where it is used. */
const covarianceOf = (one: readonly number[], other: readonly number[]): number => {
  const oneMean = meanOf(one) ?? 0
  const otherMean = meanOf(other) ?? 0
  const sum = one.reduce(
    (total, value, index) => total + (value - oneMean) * ((other[index] ?? 0) - otherMean),
    0,
  )
  return one.length === 0 ? 0 : sum / one.length
}
