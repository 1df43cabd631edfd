import type { BacktestResult, BacktestTrade, PeriodFigure } from './backtest.ts'
import type { DayEnd } from './pnl-curve.ts'
import { meanOf } from './returns.ts'
import { type IstDate, istDayNumber, istMinuteOfDay } from './time.ts'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

export type PeriodFigures = Pick<BacktestResult, 'byWeekday' | 'byHour' | 'byMonth'>

/** Trades by the time of their entry, returns by their day. */
export const periodFiguresOf = (
  trades: readonly BacktestTrade[],
  days: readonly Pick<DayEnd, 'day'>[],
  dailyReturns: readonly (readonly [IstDate, number | null])[],
): PeriodFigures => {
  const weekdayOf = (day: number) => weekdays[(day + 4) % 7] ?? ''
  const months = new Map(days.map(({ day }, place) => [day, dailyReturns[place]?.[0].slice(0, 7) ?? '']))
  const monthOf = (day: number) => months.get(day) ?? ''
  const hourOf = (trade: BacktestTrade) => hours[Math.floor(istMinuteOfDay(trade.entryAt) / 60)] ?? ''
  const usedHours = new Set(trades.map(hourOf))
  const byDay = (labels: readonly string[], labelOf: (day: number) => string) => {
    const returns = new Map(labels.map((label) => [label, [] as number[]]))
    days.forEach(({ day }, place) => {
      const value = dailyReturns[place]?.[1] ?? null
      if (value !== null) returns.get(labelOf(day))?.push(value)
    })
    const labelOfTrade = (trade: BacktestTrade) => labelOf(istDayNumber(trade.entryAt))
    return figuresOf(labels, trades, labelOfTrade, (label) => meanOf(returns.get(label) ?? []))
  }
  return {
    byWeekday: byDay(['Mon', 'Tue', 'Wed', 'Thu', 'Fri'], weekdayOf),
    byHour: figuresOf(
      hours.filter((hour) => usedHours.has(hour)),
      trades,
      hourOf,
      () => null,
    ),
    byMonth: byDay([...new Set(months.values())], monthOf),
  }
}

const figuresOf = (
  labels: readonly string[],
  trades: readonly BacktestTrade[],
  labelOf: (trade: BacktestTrade) => string,
  meanReturnOf: (label: string) => number | null,
): readonly PeriodFigure[] => {
  const groups = new Map(labels.map((label) => [label, { trades: 0, netPnl: 0 }]))
  for (const trade of trades) {
    const group = groups.get(labelOf(trade))
    if (group === undefined) continue
    group.trades += 1
    group.netPnl += trade.netPnl
  }
  return [...groups].map(([label, group]) => ({ label, ...group, meanReturn: meanReturnOf(label) }))
}
