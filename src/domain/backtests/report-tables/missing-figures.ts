import type { BacktestResult } from '../backtest.ts'

const reasons = {
  maximumGain: () => 'No winning trades.',
  averageGainPerWinningTrade: () => 'No winning trades.',
  maximumLoss: () => 'No losing trades.',
  averageGainPerLosingTrade: () => 'No losing trades.',
  profitFactor: (result) => (result.tradeLog.length === 0 ? noTrade : 'No losing trades.'),
  payoffRatio: (result) =>
    result.tradeLog.length === 0
      ? noTrade
      : result.winCount === 0
        ? 'No winning trades.'
        : 'No losing trades.',
  expectancy: () => noTrade,
  winRate: () => noTrade,
  averageHoldingMinutes: () => noTrade,
  exposure: () => noCandle,
  periodHigh: () => noCandle,
  periodLow: () => noCandle,
  periodReturn: () => 'The first price is not above 0.',
  periodVolatility: () => 'Needs at least three days of prices above 0.',
  sharpe: (result) => daysMissing(result) ?? 'Daily returns are constant.',
  volatility: (result) => daysMissing(result) ?? 'Daily returns are constant.',
  downsideRisk: (result) => daysMissing(result) ?? 'No daily returns.',
  sortino: (result) => daysMissing(result) ?? 'No losing days.',
  return: () => 'The capital is not above 0.',
  maxDraw: () => 'All capital was lost: there is no peak to measure from.',
  cagr: (result) => growthMissing(result),
  calmar: (result) => (result.cagr === null ? growthMissing(result) : 'No drawdown.'),
} satisfies Partial<Readonly<Record<keyof BacktestResult, (result: BacktestResult) => string>>>

const noTrade = 'No trades.'
const noCandle = 'No candles in the span.'

const daysMissing = ({ maxCapUsed, dailyReturns }: BacktestResult): string | null => {
  if (maxCapUsed === 0) return 'No capital used.'
  return dailyReturns.length < 2 ? 'Fewer than two days.' : null
}

const growthMissing = ({ finalCapital, dailyReturns }: BacktestResult): string => {
  if (dailyReturns.length === 0) return noCandle
  return finalCapital <= 0 ? 'All capital was lost.' : 'Too large to show.'
}

export type ReasonedFigure = keyof typeof reasons

export const whyMissing = (result: BacktestResult, figure: ReasonedFigure): string | null =>
  result[figure] === null ? reasons[figure](result) : null

export const missingFigures = (result: BacktestResult): Partial<Record<ReasonedFigure, string>> =>
  Object.fromEntries(
    Object.keys(reasons).flatMap((figure) => {
      const reason = whyMissing(result, figure as ReasonedFigure)
      return reason === null ? [] : [[figure, reason]]
    }),
  )
