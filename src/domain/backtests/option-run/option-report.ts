import { type Candles, firstRowFrom } from '../../charts/candle.ts'
import { DAY_MS, istDayNumber, istMidnight } from '../../time.ts'
import type { BacktestRequest, BacktestResult, OptionFills, PnlRow } from '../backtest.ts'
import { figuresOf } from '../backtest-report.ts'
import type { DayEnd } from '../pnl-curve.ts'
import { type ChargedOptions, chargeOptions } from './charged-options.ts'
import type { RawOptionTrade } from './raw-trade.ts'
import type { OptionUnderlying } from './rules.ts'

export interface OptionReportInput {
  readonly request: BacktestRequest
  readonly underlying: OptionUnderlying
  readonly candles: Candles
  readonly candleMs: number
  readonly first: number
  readonly last: number
  readonly raw: readonly RawOptionTrade[]
  readonly dayMarks: ReadonlyMap<number, number>
  readonly held: number
  readonly skipped: number
}

export interface OptionReport extends BacktestResult {
  readonly optionFills: OptionFills
}

/** Without findings. A trade uses the margin of its entry as capital. */
export const optionReportOf = (input: OptionReportInput): OptionReport => {
  const { raw, ...rest } = input
  const charged = chargeOptions(input, raw)
  const report = figuresOf({
    ...rest,
    ...curveOf(input, charged),
    trades: charged.trades,
    lines: charged.lines,
    maxCapUsed: raw.reduce((most, { margin }) => Math.max(most, margin), 0),
    remarks: [],
    runtime: 0,
  })
  return { ...report, optionFills: charged.fills }
}

const curveOf = (
  { candles, candleMs, first, last, raw, dayMarks }: OptionReportInput,
  { trades, legs }: ChargedOptions,
): { readonly pnl: readonly PnlRow[]; readonly days: readonly DayEnd[] } => {
  const pnl: PnlRow[] = []
  const days: DayEnd[] = []
  let realised = 0
  let index = 0
  let isOpen = false
  const spotAt = (row: number, at: number) =>
    (at === candles.time[row] ? candles.open[row] : candles.close[row]) ?? 0

  for (let start = first; start < last; ) {
    const midnight = istMidnight(candles.time[start] ?? 0) + DAY_MS
    const end = firstRowFrom(candles.time, midnight, start, last)
    for (;;) {
      const rows = raw[index]
      const trade = trades[index]
      if (rows === undefined || trade === undefined) break
      const sign = trade.side === 'buy' ? 1 : -1
      const entered = (legs[index] ?? []).reduce((sum, leg) => sum + leg.entryCharges, 0)
      if (!isOpen) {
        if (rows.entryRow >= end) break
        const spot = spotAt(rows.entryRow, trade.entryAt)
        const after = realised - entered
        pnl.push([trade.entryAt, spot, sign * trade.quantity, after, 0, after])
        isOpen = true
      }
      if (rows.exitRow >= end) break
      realised += trade.netPnl
      pnl.push([trade.exitAt, spotAt(rows.exitRow, trade.exitAt), 0, realised, 0, realised])
      isOpen = false
      index += 1
    }
    const row = end - 1
    const close = candles.close[row] ?? 0
    const at = (candles.time[row] ?? 0) + candleMs
    const held = isOpen ? trades[index] : undefined
    // Legs closed by now are realised; open ones count only their entry charges.
    const parts = (isOpen ? (legs[index] ?? []) : []).map(({ trade, entryCharges }) =>
      trade.exitAt <= at ? { gross: trade.grossPnl, net: trade.netPnl } : { gross: 0, net: -entryCharges },
    )
    const left = parts.reduce((sum, { gross }) => sum + gross, 0)
    const soFar = realised + parts.reduce((sum, { net }) => sum + net, 0)
    const unrealised = held === undefined ? 0 : (dayMarks.get(row) ?? 0) - left
    const quantity = held === undefined ? 0 : (held.side === 'buy' ? 1 : -1) * held.quantity
    pnl.push([at, close, quantity, soFar, unrealised, soFar + unrealised])
    days.push({ day: istDayNumber(candles.time[start] ?? 0), cumulative: soFar + unrealised, close })
    start = end
  }
  return { pnl, days }
}
