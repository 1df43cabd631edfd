import { type Candles, firstRowFrom } from '../charts/candle.ts'
import { DAY_MS, dayNumberToIstDate, type IstDate, istDayNumber, istMidnight } from '../time.ts'
import type { BacktestRequest, PnlRow } from './backtest.ts'
import { type ChargedTrades, closeOf, pointsGained, type RawTrade } from './charged-trades.ts'

export interface DayEnd {
  readonly day: number
  readonly cumulative: number
  readonly close: number
}

export interface CurveInput {
  readonly request: BacktestRequest
  readonly candles: Candles
  /** Rows `first` to `last`, the latter exclusive. */
  readonly first: number
  readonly last: number
  readonly trades: readonly RawTrade[]
}

export const curveOf = (
  { request, candles, trades: raw, first, last }: CurveInput,
  { trades, entryCharges }: ChargedTrades,
): { pnl: readonly PnlRow[]; days: readonly DayEnd[] } => {
  const { params } = request
  const sign = params.side === 'buy' ? 1 : -1
  const pnl: PnlRow[] = []
  const days: DayEnd[] = []
  let realised = 0
  let index = 0
  let isOpen = false

  for (let start = first; start < last; ) {
    const day = istDayNumber(candles.time[start] ?? 0)
    const end = firstRowFrom(candles.time, istMidnight(candles.time[start] ?? 0) + DAY_MS, start, last)
    for (;;) {
      const rows = raw[index]
      const trade = trades[index]
      if (rows === undefined || trade === undefined) break
      if (!isOpen) {
        if (rows.entryRow >= end) break
        realised -= entryCharges[index] ?? 0
        pnl.push([trade.entryAt, trade.entryPrice, sign * trade.quantity, realised, 0, realised])
        isOpen = true
      }
      if (rows.exitRow >= end) break
      realised += trade.netPnl + (entryCharges[index] ?? 0)
      pnl.push([trade.exitAt, trade.exitPrice, 0, realised, 0, realised])
      isOpen = false
      index += 1
    }
    const close = candles.close[end - 1] ?? 0
    const at = closeOf(candles.time[end - 1] ?? 0, params.interval)
    const held = isOpen ? trades[index] : undefined
    const quantity = held === undefined ? 0 : sign * held.quantity
    const unrealised = held === undefined ? 0 : pointsGained(held, close) * held.quantity
    pnl.push([at, close, quantity, realised, unrealised, realised + unrealised])
    days.push({ day, cumulative: realised + unrealised, close })
    start = end
  }
  return { pnl, days }
}

/** Percent of the most capital ever used; null when none was. */
export const dailyReturnsOf = (
  days: readonly DayEnd[],
  maxCapUsed: number,
): readonly (readonly [IstDate, number | null])[] =>
  days.map(({ day, cumulative }, index) => {
    const change = cumulative - (days[index - 1]?.cumulative ?? 0)
    return [dayNumberToIstDate(day), maxCapUsed === 0 ? null : (change / maxCapUsed) * 100]
  })
