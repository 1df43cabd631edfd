import type { BacktestTrade, ExitReason } from '../../../../src/domain/backtests/backtest.ts'
import { type EpochMs, epochMs, MINUTE_MS } from '../../../../src/domain/time.ts'

/** 2024-04-01 09:15 IST, a Monday. */
export const OPEN_AT = epochMs(Date.UTC(2024, 3, 1, 3, 45))

export const minutesIn = (minutes: number): EpochMs => epochMs(OPEN_AT + minutes * MINUTE_MS)

interface Told {
  readonly netPnl: number
  readonly minutes?: number
  readonly reason?: ExitReason
  readonly against?: number
  readonly inFavour?: number
  readonly entryPrice?: number
}

/** A trade of one unit, of which only what a table reads is told. */
export const trade = ({
  netPnl,
  minutes = 10,
  reason = 'signal',
  against = 0,
  inFavour = 0,
  entryPrice = 100,
}: Told): BacktestTrade => ({
  side: 'buy',
  quantity: 1,
  entryAt: OPEN_AT,
  entryPrice,
  exitAt: minutesIn(minutes),
  exitPrice: entryPrice + netPnl,
  reason,
  isAmbiguous: false,
  grossPnl: netPnl,
  charges: 0,
  slippage: 0,
  netPnl,
  candles: 1,
  adverseExcursion: -against,
  favourableExcursion: inFavour,
})
