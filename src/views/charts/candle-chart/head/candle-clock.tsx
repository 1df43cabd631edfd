import { exchangeCalendar } from '../../../../domain/calendar/calendar.ts'
import { sessionGroupOf } from '../../../../domain/calendar/session-group.ts'
import { dailyOrShorter, nextCandleToClose } from '../../../../domain/charts/candle-close.ts'
import type { Interval } from '../../../../domain/charts/interval.ts'
import type { InstrumentId } from '../../../../domain/instruments/instrument.ts'
import { useMarketTime } from '../../../kit/hooks/use-market-time.ts'
import styles from '../candle-chart.module.css'

const SECOND_MS = 1_000

const padded = (value: number): string => String(value).padStart(2, '0')

/** `2:53`, `4:12:08` */
export const countdown = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS))
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const rest = padded(seconds % 60)
  return hours > 0 ? `${hours}:${padded(minutes)}:${rest}` : `${minutes}:${rest}`
}

interface CandleClockProps {
  readonly instrument: InstrumentId
  readonly interval: Interval
}

export function CandleClock({ instrument, interval }: CandleClockProps) {
  const now = useMarketTime(SECOND_MS)
  if (!dailyOrShorter(interval)) return null
  const { start, end } = nextCandleToClose(now, {
    interval,
    calendar: exchangeCalendar,
    group: sessionGroupOf(instrument),
  })
  return start > now ? null : <span className={styles.clock}>closes in {countdown(end - now)}</span>
}
