import { useCallback } from 'react'
import { tradingSymbolOf } from '../../../../domain/instruments/instrument.ts'
import { type BacktestRow, findTrade } from '../../../../machines/backtests/backtest-rows.ts'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import type { TradeRow } from './trade-row.ts'

interface ReviewOfTrades {
  readonly opened: TradeRow | null
  readonly open: (row: TradeRow) => void
  /** While a trade is open, the one under the cursor replaces it. */
  readonly follow: (row: TradeRow | null) => void
  readonly list: (keys: readonly string[]) => void
}

export function useReview(rows: readonly BacktestRow[]): ReviewOfTrades {
  const { actors, dispatch } = useConsole()
  const key = useSnapshot('tradeReview', ({ context }) => context.key)
  const open = (row: TradeRow) =>
    dispatch({ to: 'tradeReview', event: { type: 'review.open', key: row.key, part: 'chart' } })
  const follow = (row: TradeRow | null) => {
    const { context } = actors.tradeReview.getSnapshot()
    if (row === null || context.key === null || context.key === row.key) return
    dispatch({ to: 'tradeReview', event: { type: 'review.open', key: row.key, part: context.part } })
  }
  const list = useCallback(
    (keys: readonly string[]) => dispatch({ to: 'tradeReview', event: { type: 'review.list', keys } }),
    [dispatch],
  )
  const found = key === null ? null : findTrade(rows, key)
  const opened =
    key === null || found === null
      ? null
      : { key, symbol: tradingSymbolOf(found.instrument), trade: found.trade }
  return { opened, open, follow, list }
}
