import type { BacktestResult } from '../../../domain/backtests/backtest.ts'
import {
  countOf,
  formatNumber,
  formatPercent,
  formatRupees,
  formatSignedPercent,
  formatSignedRupees,
  NO_FIGURE,
} from '../../../domain/format.ts'
import type { TileContent } from '../../kit/layout/tiles.tsx'
import { toneOf } from '../../kit/price/signed.tsx'
import { equityOf } from './equity-of.ts'
import { type Report, resultsOf } from './report.ts'
import { coverageInWords } from './symbols/missing-in-words.ts'

/** `symbols` is the number requested. */
export const reportTiles = (report: Report, capital: number, symbols: number): readonly TileContent[] => {
  const results = resultsOf(report)
  const trades = results.flatMap(({ tradeLog }) => tradeLog)
  const { finalPnl, winCount, lossCount, chargesPaid } = totalsOf(report)
  const wins = sum(trades.map(({ netPnl }) => Math.max(0, netPnl)))
  const losses = sum(trades.map(({ netPnl }) => Math.min(0, netPnl)))
  const gross = sum(results.map(({ grossPnl }) => grossPnl))
  const decided = winCount + lossCount
  const share = formatSignedPercent((finalPnl / capital) * 100)
  const coverage = report.kind === 'all' ? coverageInWords(report.cumulative.symbols, symbols) : null
  const average = trades.length === 0 ? null : finalPnl / trades.length
  return [
    {
      label: 'Net P&L',
      value: formatSignedRupees(finalPnl, 0),
      detail: coverage === null ? `${share} on ${formatRupees(capital, 0)}` : `${coverage} · ${share}`,
      tone: toneOf(finalPnl),
    },
    sharpeTile(report),
    drawdownTile(report),
    {
      label: 'Win rate',
      value: formatPercent(decided === 0 ? null : (winCount / decided) * 100, 1),
      detail: countOf(trades.length, 'trade'),
    },
    {
      label: 'Profit factor',
      value: losses === 0 ? NO_FIGURE : formatNumber(wins / -losses),
      detail: average === null ? 'no trades' : `${formatSignedRupees(average, 0)} per trade`,
    },
    {
      label: 'Charges paid',
      value: formatRupees(chargesPaid, 0),
      detail:
        gross > 0 ? `${formatPercent((chargesPaid / gross) * 100, 1)} of gross` : 'gross is not positive',
    },
  ]
}

const totalsOf = (
  report: Report,
): Pick<BacktestResult, 'finalPnl' | 'winCount' | 'lossCount' | 'chargesPaid'> =>
  report.kind === 'symbol' ? report.result : report.cumulative

const sharpeTile = (report: Report): TileContent =>
  report.kind === 'symbol'
    ? {
        label: 'Sharpe',
        value: formatNumber(report.result.sharpe),
        detail: `sortino ${formatNumber(report.result.sortino)}`,
      }
    : {
        label: 'Sharpe',
        value: formatNumber(report.cumulative.mergedSharpe),
        detail: `mean of symbols ${formatNumber(report.cumulative.sharpe)}`,
      }

const drawdownTile = (report: Report): TileContent => {
  const label = 'Max drawdown'
  if (report.kind === 'all') {
    const { mergedMaxDraw, maxDraw } = report.cumulative
    const deepest = Math.min(0, ...equityOf(report.results).map(({ drawdown }) => drawdown))
    return {
      label,
      value: below(deepest, (size) => formatRupees(size, 0)),
      detail: `${below(mergedMaxDraw, (size) => formatPercent(size))} · mean ${below(maxDraw, (size) => formatPercent(size))}`,
      tone: deepest === 0 ? undefined : 'down',
    }
  }
  const { maxDraw, maxDrawRupees, longestDrawdownDays } = report.result
  return {
    label,
    value: below(maxDrawRupees, (size) => formatRupees(size, 0)),
    detail: `${below(maxDraw, (size) => formatPercent(size))} · ${countOf(longestDrawdownDays, 'day')}`,
    tone: maxDrawRupees === 0 ? undefined : 'down',
  }
}

export const below = (distance: number | null, format: (size: number) => string): string => {
  if (distance === null) return NO_FIGURE
  return distance === 0 ? format(0) : `−${format(Math.abs(distance))}`
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
