import type { PeriodFigure } from '../../../domain/backtest.ts'
import { istDateToDayNumber } from '../../../domain/time.ts'
import type { DayReturn } from '../../charts/heat-map.tsx'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']

/** Mean daily return in percent of Monday to Friday, over days where it is defined. */
export const weekdayFigures = (days: readonly DayReturn[]): readonly PeriodFigure[] =>
  weekdays.map((label, weekday) => {
    const returns = days.flatMap(({ day, percent }) =>
      percent !== null && (istDateToDayNumber(day) + 3) % 7 === weekday ? [percent] : [],
    )
    const total = returns.reduce((sum, percent) => sum + percent, 0)
    return { label, trades: 0, netPnl: 0, meanReturn: returns.length === 0 ? null : total / returns.length }
  })
