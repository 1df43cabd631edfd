import type { BacktestTrade } from '../../../../domain/backtests/backtest.ts'
import { tradingSymbolOf } from '../../../../domain/instruments/instrument.ts'
import { type BacktestRow, tradeKey } from '../../../../machines/backtests/backtest-rows.ts'

export interface TradeRow {
  readonly key: string
  readonly symbol: string
  readonly trade: BacktestTrade
}

const known = new WeakMap<readonly BacktestTrade[], readonly TradeRow[]>()

const rowsOfSymbol = ({ instrument, result }: BacktestRow): readonly TradeRow[] => {
  if (result === null) return []
  const { tradeLog } = result
  const made = known.get(tradeLog)
  if (made !== undefined) return made
  const symbol = tradingSymbolOf(instrument)
  const rows = tradeLog.map((trade, index) => ({ key: tradeKey(instrument, index), symbol, trade }))
  known.set(tradeLog, rows)
  return rows
}

const isSame = <Item>(one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index])

let last: { readonly lists: readonly (readonly TradeRow[])[]; readonly rows: readonly TradeRow[] } = {
  lists: [],
  rows: [],
}

/** Newest entry first. The same again while a run only loads, saves or waits. */
export const tradeRowsOf = (rows: readonly BacktestRow[]): readonly TradeRow[] => {
  const lists = rows.map(rowsOfSymbol).filter(({ length }) => length > 0)
  if (!isSame(lists, last.lists))
    last = { lists, rows: lists.flat().sort((left, right) => right.trade.entryAt - left.trade.entryAt) }
  return last.rows
}

export const filterTrades = (rows: readonly TradeRow[], text: string): readonly TradeRow[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter(({ symbol, trade }) => {
    const line = `${symbol} ${trade.side} ${trade.reason} ${trade.netPnl < 0 ? 'loss' : 'win'}`.toLowerCase()
    return words.every((word) => line.includes(word))
  })
}
