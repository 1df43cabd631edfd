import type { BacktestResult } from '../../../domain/backtests/backtest.ts'
import type { EquityPoint } from '../../charts/equity-chart.tsx'

/** Rupees, at each instant at which a symbol's P&L changed. */
export const equityOf = (results: readonly BacktestResult[]): readonly EquityPoint[] => {
  const steps = results
    .flatMap(({ pnl }) =>
      pnl.map(([at, , , , , cumulative], index) => ({
        at,
        change: cumulative - (index === 0 ? 0 : (pnl[index - 1]?.[5] ?? 0)),
      })),
    )
    .sort((left, right) => left.at - right.at)
  const points: EquityPoint[] = []
  let equity = 0
  let peak = 0
  for (const { at, change } of steps) {
    equity += change
    peak = Math.max(peak, equity)
    const point = { at, equity, drawdown: equity - peak }
    if (points.at(-1)?.at === at) points[points.length - 1] = point
    else points.push(point)
  }
  return points
}

/** `base` in rupees. */
export const inPercent = (points: readonly EquityPoint[], base: number): readonly EquityPoint[] =>
  points.map(({ at, equity, drawdown }) => ({
    at,
    equity: (equity / base) * 100,
    drawdown: (drawdown / base) * 100,
  }))

/** The last point of each IST day. */
export const dayEnds = (
  points: readonly EquityPoint[],
  dayOf: (at: number) => string,
): readonly EquityPoint[] =>
  points.filter((point, index) => {
    const next = points[index + 1]
    return next === undefined || dayOf(next.at) !== dayOf(point.at)
  })
