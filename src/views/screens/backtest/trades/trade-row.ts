import type { BacktestTrade } from '../../../../domain/backtests/backtest.ts'
import { tradingSymbolOf } from '../../../../domain/instruments/instrument.ts'
import { type BacktestRow, tradeKey } from '../../../../machines/backtests/backtest-rows.ts'

export interface TradeRow {
  readonly key: string
  readonly symbol: string
  readonly trade: BacktestTrade
}

/** Newest entry first. */
export const tradeRowsOf = (rows: readonly BacktestRow[]): readonly TradeRow[] =>
  rows
    .flatMap(({ instrument, result }) =>
      (result?.tradeLog ?? []).map((trade, index) => ({
        key: tradeKey(instrument, index),
        symbol: tradingSymbolOf(instrument),
        trade,
      })),
    )
    .sort((left, right) => right.trade.entryAt - left.trade.entryAt)

export const filterTrades = (rows: readonly TradeRow[], text: string): readonly TradeRow[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter(({ symbol, trade }) => {
    const line = `${symbol} ${trade.side} ${trade.reason} ${trade.netPnl < 0 ? 'loss' : 'win'}`.toLowerCase()
    return words.every((word) => line.includes(word))
  })
}
