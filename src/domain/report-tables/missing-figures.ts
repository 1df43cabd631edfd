import type { BacktestResult } from '../backtest.ts'

const reasons = {
  maximumGain: () => 'No trade won.',
  averageGainPerWinningTrade: () => 'No trade won.',
  maximumLoss: () => 'No trade lost.',
  averageGainPerLosingTrade: () => 'No trade lost.',
  profitFactor: (result) => (result.tradeLog.length === 0 ? noTrade : 'No trade lost.'),
  payoffRatio: (result) =>
    result.tradeLog.length === 0 ? noTrade : result.winCount === 0 ? 'No trade won.' : 'No trade lost.',
  expectancy: () => noTrade,
  winRate: () => noTrade,
  averageHoldingMinutes: () => noTrade,
  exposure: () => noCandle,
  periodHigh: () => noCandle,
  periodLow: () => noCandle,
  periodReturn: () => 'The first price is not above 0.',
  periodVolatility: () => 'A deviation wants at least three days of prices above 0.',
  sharpe: (result) => daysMissing(result) ?? 'The daily returns do not differ.',
  volatility: (result) => daysMissing(result) ?? 'The daily returns do not differ.',
  downsideRisk: (result) => daysMissing(result) ?? 'There is no day with a return.',
  sortino: (result) => daysMissing(result) ?? 'No day lost.',
  return: () => 'The capital is not above 0.',
  maxDraw: () => 'The capital was lost whole: there is no peak to fall from.',
  cagr: (result) => growthMissing(result),
  calmar: (result) => (result.cagr === null ? growthMissing(result) : 'There was no drawdown.'),
} satisfies Partial<Readonly<Record<keyof BacktestResult, (result: BacktestResult) => string>>>

const noTrade = 'There is no trade.'
const noCandle = 'There is no candle in the span.'

const daysMissing = ({ maxCapUsed, dailyReturns }: BacktestResult): string | null => {
  if (maxCapUsed === 0) return 'No capital was used.'
  return dailyReturns.length < 2 ? 'There are fewer than two days.' : null
}

const growthMissing = ({ finalCapital, dailyReturns }: BacktestResult): string => {
  if (dailyReturns.length === 0) return noCandle
  return finalCapital <= 0 ? 'The capital was lost whole.' : 'The growth is beyond any number.'
}

export type ReasonedFigure = keyof typeof reasons

/** Why a figure of the report is null, in a sentence; null where it is a number. */
export const whyMissing = (result: BacktestResult, figure: ReasonedFigure): string | null =>
  result[figure] === null ? reasons[figure](result) : null

/** Every figure that is null, with its reason. */
export const missingFigures = (result: BacktestResult): Partial<Record<ReasonedFigure, string>> =>
  Object.fromEntries(
    Object.keys(reasons).flatMap((figure) => {
      const reason = whyMissing(result, figure as ReasonedFigure)
      return reason === null ? [] : [[figure, reason]]
    }),
  )
