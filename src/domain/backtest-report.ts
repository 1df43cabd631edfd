import type { BacktestResult, BacktestTrade, ChargeLine, PnlRow } from './backtest.ts'
import type { Candles } from './candle.ts'
import { chargeTrades } from './charged-trades.ts'
import type { Product } from './order.ts'
import { periodFiguresOf } from './period-figures.ts'
import { type CurveInput, curveOf, type DayEnd, dailyReturnsOf } from './pnl-curve.ts'
import { downsideRiskOf, drawdownOf, meanOf, sharpeOf, sortinoOf, volatilityOf } from './returns.ts'
import { epochMs, istDayNumber, MINUTE_MS } from './time.ts'

/** At least one candle lies in the span. */
export interface ReportInput extends CurveInput {
  /** Candles with an open position. */
  readonly held: number
  /** Entries that could not be made for want of one lot. */
  readonly skipped: number
  readonly remarks: readonly string[]
  readonly runtime: number
}

/** Every figure of a run. Each is linear in trades and days; candles are only read where one of those needs a price. */
export const reportOf = (input: ReportInput): BacktestResult => {
  const charged = chargeTrades(input.request, input.candles, input.trades)
  const maxCapUsed = charged.trades.reduce(
    (most, trade) => Math.max(most, trade.entryPrice * trade.quantity),
    0,
  )
  return figuresOf({ ...input, ...charged, ...curveOf(input, charged), maxCapUsed })
}

/** A run whose trades are charged and whose curve is drawn. */
export interface FiguresInput extends Omit<ReportInput, 'trades'> {
  readonly trades: readonly BacktestTrade[]
  readonly lines: readonly ChargeLine[]
  readonly pnl: readonly PnlRow[]
  readonly days: readonly DayEnd[]
  readonly maxCapUsed: number
}

/** The same of trades that were charged elsewhere. */
export const figuresOf = (input: FiguresInput): BacktestResult => {
  const { request, candles, first, last, held, skipped, trades, lines, pnl, days, maxCapUsed } = input
  const { params, source } = request
  const wins = trades.filter((trade) => trade.netPnl > 0)
  const losses = trades.filter((trade) => trade.netPnl < 0)
  const sum = (of: readonly BacktestTrade[], figure: (trade: BacktestTrade) => number) =>
    of.reduce((total, trade) => total + figure(trade), 0)
  const net = (trade: BacktestTrade) => trade.netPnl

  const finalPnl = pnl.at(-1)?.[5] ?? 0
  const finalCapital = params.capital + finalPnl
  const dailyReturns = dailyReturnsOf(days, maxCapUsed)
  const returns = dailyReturns.flatMap(([, value]) => (value === null ? [] : [value]))
  const drawdown = drawdownOf([params.capital, ...pnl.map((row) => params.capital + row[5])])
  const cagr = cagrOf(params.capital, finalCapital, days)
  const winSum = sum(wins, net)
  const lossSum = sum(losses, net)
  const averageWin = meanOf(wins.map(net))
  const averageLoss = meanOf(losses.map(net))

  return {
    pnl,
    dailyReturns,
    maxCapUsed,
    finalPnl,
    finalCapital,
    winCount: wins.length,
    lossCount: losses.length,
    maximumGain: wins.length === 0 ? null : wins.reduce((most, trade) => Math.max(most, trade.netPnl), 0),
    maximumLoss: losses.length === 0 ? null : losses.reduce((most, trade) => Math.min(most, trade.netPnl), 0),
    // Entries made, and entries a signal asked for that the money did not cover.
    totalNumberOfSignals: trades.length + skipped,
    ...periodOf(candles, first, last, days),
    ...countsOf(params.product, wins.length, losses.length),
    averageGainPerWinningTrade: averageWin,
    averageGainPerLosingTrade: averageLoss,
    sharpe: sharpeOf(returns),
    // Of the capital; daily returns and what is made of them are of the most capital used, as specified.
    return: (finalPnl / params.capital) * 100,
    maxDraw: drawdown.percent,
    volatility: volatilityOf(returns),
    downsideRisk: downsideRiskOf(returns),
    tradeLog: trades,
    runtime: input.runtime,

    sortino: sortinoOf(returns),
    // Young 1991: annual growth over the deepest drawdown.
    calmar: cagr === null || !drawdown.percent ? null : cagr / drawdown.percent,
    cagr,
    // Gross profit over gross loss, mean net per trade, mean win over mean loss, all after charges.
    profitFactor: lossSum === 0 ? null : winSum / -lossSum,
    expectancy: meanOf(trades.map(net)),
    payoffRatio: averageWin === null || averageLoss === null ? null : averageWin / -averageLoss,
    winRate: trades.length === 0 ? null : (wins.length / trades.length) * 100,
    exposure: (held / (last - first)) * 100,
    maxDrawRupees: drawdown.depth,
    longestDrawdownDays: longestDrawdownOf(pnl),
    averageHoldingMinutes: meanOf(trades.map((trade) => (trade.exitAt - trade.entryAt) / MINUTE_MS)),
    longestWinningStreak: longestRun(trades, (trade) => trade.netPnl > 0),
    longestLosingStreak: longestRun(trades, (trade) => trade.netPnl < 0),
    grossPnl: sum(trades, (trade) => trade.grossPnl),
    chargesPaid: sum(trades, (trade) => trade.charges),
    chargeLines: lines,
    slippagePaid: sum(trades, (trade) => trade.slippage),
    ambiguousCandles: trades.filter((trade) => trade.isAmbiguous).length,
    ...periodFiguresOf(trades, days, dailyReturns),
    candles: last - first,
    firstCandleAt: epochMs(candles.time[first] ?? 0),
    lastCandleAt: epochMs(candles.time[last - 1] ?? 0),
    source,
    remarks: input.remarks,
  }
}

/** Compound growth of the capital in percent a year, a year being 365 calendar days. */
const cagrOf = (capital: number, finalCapital: number, days: readonly DayEnd[]): number | null => {
  const firstDay = days[0]?.day
  const lastDay = days.at(-1)?.day
  if (firstDay === undefined || lastDay === undefined || finalCapital <= 0) return null
  const growth = ((finalCapital / capital) ** (365 / (lastDay - firstDay + 1)) - 1) * 100
  return Number.isFinite(growth) ? growth : null
}

/** What the instrument itself did over the span. */
const periodOf = (candles: Candles, first: number, last: number, days: readonly DayEnd[]) => {
  let high = Number.NEGATIVE_INFINITY
  let low = Number.POSITIVE_INFINITY
  const { high: highs, low: lows } = candles
  for (let row = first; row < last; row++) {
    const top = highs[row] ?? high
    const bottom = lows[row] ?? low
    if (top > high) high = top
    if (bottom < low) low = bottom
  }
  const opened = candles.open[first] ?? 0
  const closed = candles.close[last - 1] ?? 0
  const changes = days.slice(1).map(({ close }, place) => (close / (days[place]?.close ?? 0) - 1) * 100)
  return {
    periodHigh: high,
    periodLow: low,
    periodReturn: opened > 0 ? (closed / opened - 1) * 100 : null,
    periodVolatility: changes.every(Number.isFinite) ? volatilityOf(changes) : null,
  }
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

/** Most IST days between a high of the cumulative P&L and the row that first reaches it again, or the end. */
const longestDrawdownOf = (pnl: readonly PnlRow[]): number => {
  let peak = 0
  let peakAt = pnl[0]?.[0] ?? 0
  let longest = 0
  for (const row of pnl) {
    longest = Math.max(longest, peak > row[5] ? istDayNumber(row[0]) - istDayNumber(peakAt) : 0)
    if (row[5] >= peak) {
      peak = row[5]
      peakAt = row[0]
    }
  }
  return longest
}

const longestRun = (trades: readonly BacktestTrade[], belongs: (trade: BacktestTrade) => boolean): number => {
  let longest = 0
  let run = 0
  for (const trade of trades) {
    run = belongs(trade) ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}
