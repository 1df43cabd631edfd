import type { BacktestTrade } from '../../../../domain/backtests/backtest.ts'
import { parseInstrumentId } from '../../../../domain/instruments/instrument.ts'
import { type BacktestRow, tradeKey } from '../../../../machines/backtests/backtest-rows.ts'

export interface TradeRow {
  readonly key: string
  readonly symbol: string
  readonly trade: BacktestTrade
}

/** `NIFTY 50` of `INDICES_NIFTY 50`. */
export const symbolOf = (instrument: string): string =>
  parseInstrumentId(instrument)?.tradingSymbol ?? instrument

/** Newest entry first. */
export const tradeRowsOf = (rows: readonly BacktestRow[]): readonly TradeRow[] =>
  rows
    .flatMap(({ instrument, result }) =>
      (result?.tradeLog ?? []).map((trade, index) => ({
        key: tradeKey(instrument, index),
        symbol: symbolOf(instrument),
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
