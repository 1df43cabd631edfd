import type { Candles } from '../charts/candle.ts'
import type { Product } from '../orders/order.ts'
import { epochMs, istDayNumber, MINUTE_MS } from '../time.ts'
import type { BacktestResult, BacktestTrade, ChargeLine, PnlRow } from './backtest.ts'
import { chargeTrades } from './charged-trades.ts'
import { periodFiguresOf } from './period-figures.ts'
import { type CurveInput, curveOf, type DayEnd, dailyReturnsOf } from './pnl-curve.ts'
import { downsideRiskOf, drawdownOf, sharpeOf, sortinoOf, volatilityOf } from './returns.ts'

/** The span holds at least one candle. */
export interface ReportInput extends CurveInput {
  /** Candles with an open position. */
  readonly held: number
  /** Entries skipped because the capital did not cover one lot. */
  readonly skipped: number
  readonly remarks: readonly string[]
  readonly runtime: number
}

export const reportOf = (input: ReportInput): BacktestResult => {
  const charged = chargeTrades(input.request, input.candles, input.trades)
  const maxCapUsed = charged.trades.reduce(
    (most, trade) => Math.max(most, trade.entryPrice * trade.quantity),
    0,
  )
  return figuresOf({ ...input, ...charged, ...curveOf(input, charged), maxCapUsed })
}

export interface FiguresInput extends Omit<ReportInput, 'trades'> {
  readonly trades: readonly BacktestTrade[]
  readonly lines: readonly ChargeLine[]
  readonly pnl: readonly PnlRow[]
  readonly days: readonly DayEnd[]
  readonly maxCapUsed: number
}

export const figuresOf = (input: FiguresInput): BacktestResult => {
  const { request, candles, first, last, held, skipped, trades, lines, pnl, days, maxCapUsed } = input
  const { params, source } = request
  const sums = sumsOf(trades)
  const { wins, losses } = sums

  const finalPnl = pnl.at(-1)?.[5] ?? 0
  const finalCapital = params.capital + finalPnl
  const dailyReturns = dailyReturnsOf(days, maxCapUsed)
  const returns = dailyReturns.flatMap(([, value]) => (value === null ? [] : [value]))
  const drawdown = drawdownOf(equityOf(params.capital, pnl))
  const cagr = cagrOf(params.capital, finalCapital, days)
  const averageWin = wins === 0 ? null : sums.won / wins
  const averageLoss = losses === 0 ? null : sums.lost / losses

  return {
    pnl,
    dailyReturns,
    maxCapUsed,
    finalPnl,
    finalCapital,
    winCount: wins,
    lossCount: losses,
    maximumGain: wins === 0 ? null : sums.mostWon,
    maximumLoss: losses === 0 ? null : sums.mostLost,
    totalNumberOfSignals: trades.length + skipped,
    ...periodOf(candles, first, last, days),
    ...countsOf(params.product, wins, losses),
    averageGainPerWinningTrade: averageWin,
    averageGainPerLosingTrade: averageLoss,
    sharpe: sharpeOf(returns),
    // Percent of capital; daily returns and figures from them are percent of peak capital used, as specified.
    return: (finalPnl / params.capital) * 100,
    maxDraw: drawdown.percent,
    volatility: volatilityOf(returns),
    downsideRisk: downsideRiskOf(returns),
    tradeLog: trades,
    runtime: input.runtime,

    sortino: sortinoOf(returns),
    // Young 1991: CAGR over max drawdown.
    calmar: cagr === null || !drawdown.percent ? null : cagr / drawdown.percent,
    cagr,
    profitFactor: sums.lost === 0 ? null : sums.won / -sums.lost,
    expectancy: trades.length === 0 ? null : sums.net / trades.length,
    payoffRatio: averageWin === null || averageLoss === null ? null : averageWin / -averageLoss,
    winRate: trades.length === 0 ? null : (wins / trades.length) * 100,
    exposure: (held / (last - first)) * 100,
    maxDrawRupees: drawdown.depth,
    longestDrawdownDays: longestDrawdownOf(pnl),
    averageHoldingMinutes: trades.length === 0 ? null : sums.minutes / trades.length,
    longestWinningStreak: sums.longestWins,
    longestLosingStreak: sums.longestLosses,
    grossPnl: sums.gross,
    chargesPaid: sums.charges,
    chargeLines: lines,
    slippagePaid: sums.slippage,
    ambiguousCandles: sums.ambiguous,
    ...periodFiguresOf(trades, days, dailyReturns),
    candles: last - first,
    firstCandleAt: epochMs(candles.time[first] ?? 0),
    lastCandleAt: epochMs(candles.time[last - 1] ?? 0),
    source,
    remarks: input.remarks,
  }
}

const sumsOf = (trades: readonly BacktestTrade[]) => {
  let [wins, losses, ambiguous] = [0, 0, 0]
  let [won, lost, mostWon, mostLost] = [0, 0, 0, 0]
  let [net, gross, charges, slippage, minutes] = [0, 0, 0, 0, 0]
  let [winning, losing, longestWins, longestLosses] = [0, 0, 0, 0]
  for (const trade of trades) {
    const { netPnl } = trade
    winning = netPnl > 0 ? winning + 1 : 0
    losing = netPnl < 0 ? losing + 1 : 0
    if (netPnl > 0) {
      wins += 1
      won += netPnl
      if (netPnl > mostWon) mostWon = netPnl
      if (winning > longestWins) longestWins = winning
    } else if (netPnl < 0) {
      losses += 1
      lost += netPnl
      if (netPnl < mostLost) mostLost = netPnl
      if (losing > longestLosses) longestLosses = losing
    }
    net += netPnl
    gross += trade.grossPnl
    charges += trade.charges
    slippage += trade.slippage
    minutes += (trade.exitAt - trade.entryAt) / MINUTE_MS
    if (trade.isAmbiguous) ambiguous += 1
  }
  return {
    ...{ wins, losses, ambiguous, won, lost, mostWon, mostLost },
    ...{ net, gross, charges, slippage, minutes, longestWins, longestLosses },
  }
}

const equityOf = (capital: number, pnl: readonly PnlRow[]): Float64Array => {
  const equity = new Float64Array(pnl.length + 1)
  equity[0] = capital
  for (let index = 0; index < pnl.length; index++) equity[index + 1] = capital + (pnl[index]?.[5] ?? 0)
  return equity
}

/** Percent a year of 365 calendar days. */
const cagrOf = (capital: number, finalCapital: number, days: readonly DayEnd[]): number | null => {
  const firstDay = days[0]?.day
  const lastDay = days.at(-1)?.day
  if (firstDay === undefined || lastDay === undefined || finalCapital <= 0) return null
  const growth = ((finalCapital / capital) ** (365 / (lastDay - firstDay + 1)) - 1) * 100
  return Number.isFinite(growth) ? growth : null
}

const periodOf = (candles: Candles, first: number, last: number, days: readonly DayEnd[]) => {
  const opened = candles.open[first] ?? 0
  const closed = candles.close[last - 1] ?? 0
  const changes = days.slice(1).map(({ close }, index) => (close / (days[index]?.close ?? 0) - 1) * 100)
  return {
    periodHigh: greatestIn(candles.high, first, last),
    periodLow: leastIn(candles.low, first, last),
    periodReturn: opened > 0 ? (closed / opened - 1) * 100 : null,
    periodVolatility: changes.every(Number.isFinite) ? volatilityOf(changes) : null,
  }
}

const greatestIn = (column: Float64Array, first: number, last: number): number => {
  let greatest = Number.NEGATIVE_INFINITY
  for (let row = first; row < last; row++) {
    const value = column[row] as number
    if (value > greatest) greatest = value
  }
  return greatest
}

const leastIn = (column: Float64Array, first: number, last: number): number => {
  let least = Number.POSITIVE_INFINITY
  for (let row = first; row < last; row++) {
    const value = column[row] as number
    if (value < least) least = value
  }
  return least
}

const countsOf = (product: Product, wins: number, losses: number) => {
  switch (product) {
    case 'cash':
      return { winningCash: wins, lossingCash: losses }
    case 'NRML':
      return { winningNRML: wins, lossingNRML: losses }
    case 'MIS':
      return { winningMIS: wins, lossingMIS: losses }
    default:
      return product satisfies never
  }
}

/** Most IST days from a peak of the cumulative P&L until it is reached again, or the end. */
const longestDrawdownOf = (pnl: readonly PnlRow[]): number => {
  let peak = 0
  let peakDay = istDayNumber(pnl[0]?.[0] ?? 0)
  let longest = 0
  for (const row of pnl) {
    if (row[5] >= peak) {
      peak = row[5]
      peakDay = istDayNumber(row[0])
    } else if (row[5] < peak) longest = Math.max(longest, istDayNumber(row[0]) - peakDay)
  }
  return longest
}
