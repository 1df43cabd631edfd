import { toWire } from '../../../contract/wire.ts'
import type { BacktestParams } from '../../../domain/backtest.ts'
import { toIstClock, toIstDate } from '../../../domain/time.ts'
import type { BacktestRow } from '../../../machines/backtest-rows.ts'
import { symbolOf } from './trade-row.ts'

const instant = (at: number): string => `${toIstDate(at)} ${toIstClock(at)}`

/** One line for each trade, oldest first; instants in IST, money in rupees. */
export const tradeCsv = async (rows: readonly BacktestRow[]): Promise<string> => {
  const { unparse } = await import('papaparse')
  const trades = rows
    .flatMap(({ instrument, result }) => (result?.tradeLog ?? []).map((trade) => ({ instrument, trade })))
    .sort((left, right) => left.trade.entryAt - right.trade.entryAt)
  const lines = trades.map(({ instrument, trade }) => ({
    symbol: symbolOf(instrument),
    side: trade.side,
    quantity: trade.quantity,
    entry_at: instant(trade.entryAt),
    entry_price: trade.entryPrice,
    exit_at: instant(trade.exitAt),
    exit_price: trade.exitPrice,
    reason: trade.reason,
    candles: trade.candles,
    gross_pnl: trade.grossPnl,
    charges: trade.charges,
    slippage: trade.slippage,
    net_pnl: trade.netPnl,
    ambiguous: trade.isAmbiguous,
  }))
  // A cell that a spreadsheet would take for a formula is written as text.
  return unparse(lines, { escapeFormulae: true })
}

/**
 * What tells whether the runs can be believed: a line for each fill model and each finding. It is a table of its own,
 * for the trades are another.
 */
export const trustCsv = async (rows: readonly BacktestRow[]): Promise<string> => {
  const { unparse } = await import('papaparse')
  const lines = rows.flatMap(({ instrument, result }) => {
    const symbol = symbolOf(instrument)
    const trust = result?.trust
    if (trust === undefined) return []
    const { value, reason } = trust.breakEvenBps
    return [
      ...trust.band.map((figures) => ({
        symbol,
        what: figures.model,
        severity: '',
        text: '',
        net_pnl: figures.finalPnl,
        return: figures.return,
        sharpe: figures.sharpe,
        max_draw: figures.maxDraw,
        trades: figures.trades,
      })),
      { symbol, what: 'break_even_bps', severity: '', text: value === null ? reason : String(value) },
      ...trust.findings.map(({ code, severity, text }) => ({ symbol, what: code, severity, text })),
    ]
  })
  return unparse(lines, { escapeFormulae: true })
}

/** The request and the report of every symbol, under the names of the wire. */
export const runJson = (params: BacktestParams, rows: readonly BacktestRow[]): string => {
  const results = Object.fromEntries(
    rows.flatMap(({ instrument, result }) => (result === null ? [] : [[instrument, toWire(result)]])),
  )
  return JSON.stringify({ backtest_params: toWire(params), backtest_results: results }, null, 2)
}

/** Letters, digits and dashes, with the span: fit for any disk. */
export const fileNameOf = ({ name, from, to }: BacktestParams): string => {
  const words = name.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return `${words.replace(/^-|-$/g, '') || 'backtest'}-${from}-${to}`
}
