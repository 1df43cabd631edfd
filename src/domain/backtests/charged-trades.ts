import type { Candles } from '../charts/candle.ts'
import { type Interval, intervalMinutes } from '../charts/interval.ts'
import { chargedAsOf, createChargeCalculator } from '../orders/charges.ts'
import type { Side } from '../orders/order.ts'
import { epochMs, istDayNumber, MINUTE_MS } from '../time.ts'
import {
  type BacktestRequest,
  type BacktestTrade,
  type ChargeLine,
  type ExitReason,
  entersAtClose,
} from './backtest.ts'
import { createSlippage } from './slippage.ts'

/** Rows of the candles, prices before slippage, gains in points a unit. */
export interface RawTrade {
  readonly entryRow: number
  readonly exitRow: number
  readonly entryRaw: number
  readonly exitRaw: number
  readonly quantity: number
  readonly reason: ExitReason
  readonly exitsAtClose: boolean
  readonly isAmbiguous: boolean
  readonly worst: number
  readonly best: number
}

const chargeNames = ['brokerage', 'stt', 'transaction', 'sebi', 'stamp', 'gst', 'dp'] as const

export interface ChargedTrades {
  readonly trades: readonly BacktestTrade[]
  readonly entryCharges: readonly number[]
  readonly lines: readonly ChargeLine[]
}

export const chargeTrades = (
  { params, contract }: BacktestRequest,
  candles: Candles,
  trades: readonly RawTrade[],
): ChargedTrades => {
  const chargedAs = chargedAsOf(contract.chargedAs, params.product)
  const exitSide: Side = params.side === 'buy' ? 'sell' : 'buy'
  const { charge, paid } = createChargeCalculator({ chargedAs, exchange: contract.exchange })
  const slipped = createSlippage(params, contract)
  const length = (intervalMinutes(params.interval) ?? 0) * MINUTE_MS
  const entryDelay = entersAtClose(params) ? length : 0
  let lastSaleDay = -1
  const costOf = (side: Side, price: number, quantity: number, at: number): number => {
    if (!params.costs) return 0
    const day = istDayNumber(at)
    const isFirstSaleOfDay = day !== lastSaleDay
    if (side === 'sell') lastSaleDay = day
    return charge(side, price, quantity, day, isFirstSaleOfDay)
  }

  const entryCharges: number[] = []
  const made = trades.map((raw): BacktestTrade => {
    const { quantity } = raw
    const entryPrice = slipped(raw.entryRaw, params.side)
    const exitPrice = slipped(raw.exitRaw, exitSide)
    const entryAt = (candles.time[raw.entryRow] ?? 0) + entryDelay
    const exitAt = (candles.time[raw.exitRow] ?? 0) + (raw.exitsAtClose ? length : 0)
    const entryCharge = costOf(params.side, entryPrice, quantity, entryAt)
    const charges = entryCharge + costOf(exitSide, exitPrice, quantity, exitAt)
    const grossPnl = pointsGained({ side: params.side, entryPrice }, exitPrice) * quantity
    entryCharges.push(entryCharge)
    return {
      side: params.side,
      quantity,
      entryAt: epochMs(entryAt),
      entryPrice,
      exitAt: epochMs(exitAt),
      exitPrice,
      reason: raw.reason,
      isAmbiguous: raw.isAmbiguous,
      grossPnl,
      charges,
      slippage: (Math.abs(entryPrice - raw.entryRaw) + Math.abs(exitPrice - raw.exitRaw)) * quantity,
      netPnl: grossPnl - charges,
      candles: raw.exitRow - raw.entryRow,
      adverseExcursion: raw.worst,
      favourableExcursion: raw.best,
    }
  })
  return { trades: made, entryCharges, lines: chargeNames.map((name) => ({ name, amount: paid[name] })) }
}

/** A unit's; 0 and never -0 where the prices are equal. */
export const pointsGained = (
  { side, entryPrice }: Pick<BacktestTrade, 'side' | 'entryPrice'>,
  price: number,
): number => (side === 'buy' ? price - entryPrice : entryPrice - price)

/** Candles of a day and longer are named by their start, which is returned. */
export const closeOf = (start: number, interval: Interval): number =>
  start + (intervalMinutes(interval) ?? 0) * MINUTE_MS
