import { type IstDate, istDayNumber, istMinuteOfDay, weekdayOfDayNumber } from '../time.ts'
import type { BacktestResult, BacktestTrade, PeriodFigure } from './backtest.ts'
import type { DayEnd } from './pnl-curve.ts'
import { meanOf } from './returns.ts'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const MONDAY = 1
const FRIDAY = 5

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

export type PeriodFigures = Pick<BacktestResult, 'byWeekday' | 'byHour' | 'byMonth'>

/** Trades by entry time, returns by day. */
export const periodFiguresOf = (
  trades: readonly BacktestTrade[],
  days: readonly Pick<DayEnd, 'day'>[],
  dailyReturns: readonly (readonly [IstDate, number | null])[],
): PeriodFigures => {
  const byWeekday = weekdays.map(emptyGroup)
  const byHour = hours.map(emptyGroup)
  const byMonth = new Map<string, Group>()
  const monthOfDay = new Map<number, Group>()
  days.forEach(({ day }, index) => {
    const [date, value] = dailyReturns[index] ?? ['', null]
    const label = date.slice(0, 7)
    const month = byMonth.get(label) ?? emptyGroup(label)
    byMonth.set(label, month)
    monthOfDay.set(day, month)
    if (value === null) return
    month.returns.push(value)
    byWeekday[weekdayOfDayNumber(day)]?.returns.push(value)
  })
  for (const { entryAt, netPnl } of trades) {
    const day = istDayNumber(entryAt)
    addTo(byWeekday[weekdayOfDayNumber(day)], netPnl)
    addTo(monthOfDay.get(day), netPnl)
    addTo(byHour[Math.floor(istMinuteOfDay(entryAt) / 60)], netPnl)
  }
  return {
    byWeekday: byWeekday.slice(MONDAY, FRIDAY + 1).map(figureOf),
    byHour: byHour.filter((group) => group.trades > 0).map(figureOf),
    byMonth: [...byMonth.values()].map(figureOf),
  }
}

interface Group {
  readonly label: string
  readonly returns: number[]
  trades: number
  netPnl: number
}

const emptyGroup = (label: string): Group => ({ label, returns: [], trades: 0, netPnl: 0 })

const addTo = (group: Group | undefined, netPnl: number): void => {
  if (group === undefined) return
  group.trades += 1
  group.netPnl += netPnl
}

const figureOf = ({ label, returns, trades, netPnl }: Group): PeriodFigure => ({
  label,
  trades,
  netPnl,
  meanReturn: meanOf(returns),
})
