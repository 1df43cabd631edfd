import type { InstrumentId } from '../instruments/instrument.ts'
import type { IstDate } from '../time.ts'
import type { BacktestResult, CumulativeBacktest } from './backtest.ts'
import { drawdownOf, meanOf, sharpeOf, volatilityOf } from './returns.ts'

export interface SymbolResult {
  readonly instrument: InstrumentId
  readonly result: BacktestResult
}

/** `capital` is rupees per symbol. A symbol without a figure is left out of its mean. */
export const cumulate = (results: readonly SymbolResult[], capital: number): CumulativeBacktest => {
  const reports = results.map(({ result }) => result)
  const sum = (figure: (report: BacktestResult) => number | null) =>
    reports.reduce((total, report) => total + (figure(report) ?? 0), 0)
  const present = (figure: (report: BacktestResult) => number | null) =>
    reports.map(figure).filter((value) => value !== null)
  const mean = (figure: (report: BacktestResult) => number | null) => meanOf(present(figure))
  const highs = present((report) => report.periodHigh)
  const lows = present((report) => report.periodLow)

  const maxCapUsed = sum((report) => report.maxCapUsed)
  const finalPnl = sum((report) => report.finalPnl)
  const dailyReturns = mergedReturns(reports, maxCapUsed)
  const returns = dailyReturns.flatMap(([, value]) => (value === null ? [] : [value]))

  return {
    symbols: results.length,
    maxCapUsed,
    finalPnl,
    finalCapital: capital * results.length + finalPnl,
    winCount: sum((report) => report.winCount),
    lossCount: sum((report) => report.lossCount),
    totalNumberOfSignals: sum((report) => report.totalNumberOfSignals),
    maximumGain: sum((report) => report.maximumGain),
    maximumLoss: sum((report) => report.maximumLoss),
    sharpe: mean((report) => report.sharpe),
    return: mean((report) => report.return),
    maxDraw: mean((report) => report.maxDraw),
    periodReturn: mean((report) => report.periodReturn),
    volatility: mean((report) => report.volatility),
    averageGainPerWinningTrade: mean((report) => report.averageGainPerWinningTrade),
    averageGainPerLosingTrade: mean((report) => report.averageGainPerLosingTrade),
    mergedSharpe: sharpeOf(returns),
    mergedMaxDraw:
      returns.length === 0 ? null : mergedDrawdown(returns, maxCapUsed, capital * results.length),
    mergedVolatility: volatilityOf(returns),
    dailyReturns,
    periodHigh: highs.length === 0 ? null : Math.max(...highs),
    periodLow: lows.length === 0 ? null : Math.min(...lows),
    chargesPaid: sum((report) => report.chargesPaid),
    backtestUuids: reports.flatMap(({ backtestUuid }) => (backtestUuid === undefined ? [] : [backtestUuid])),
  }
}

/** Percent of the capital that all symbols used, for every day that any of them has. */
const mergedReturns = (
  reports: readonly BacktestResult[],
  maxCapUsed: number,
): readonly (readonly [IstDate, number | null])[] => {
  const rupees = new Map<IstDate, number>()
  for (const report of reports)
    for (const [date, value] of report.dailyReturns)
      rupees.set(date, (rupees.get(date) ?? 0) + ((value ?? 0) / 100) * report.maxCapUsed)
  return [...rupees]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([date, amount]) => [date, maxCapUsed === 0 ? null : (amount / maxCapUsed) * 100])
}

const mergedDrawdown = (returns: readonly number[], maxCapUsed: number, capital: number): number | null => {
  let equity = capital
  const curve = [equity]
  for (const value of returns) {
    equity += (value / 100) * maxCapUsed
    curve.push(equity)
  }
  return drawdownOf(curve).percent
}
