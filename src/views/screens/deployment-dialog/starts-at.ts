import { nextTradingDay, openMinuteOf, sessionOn } from '../../../domain/calendar/calendar.ts'
import { dayInWords } from '../../../domain/dates-in-words.ts'
import {
  istDateToDayNumber,
  istMinuteOfDay,
  MINUTE_MS,
  startOfIstDate,
  toIstClock,
  toIstDate,
} from '../../../domain/time.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { useMarketTime } from '../../kit/hooks/use-market-time.ts'

/** `09:15 on Mon 23 Nov`; `at` is market time, outside of a session. */
export const startsAtInWords = (at: number): string => {
  const today = toIstDate(at)
  const session = sessionOn(today)
  const isAhead = session !== null && istMinuteOfDay(at) < session.openMinute
  const day = isAhead ? today : nextTradingDay(today)
  const open = startOfIstDate(day) + openMinuteOf(istDateToDayNumber(day)) * MINUTE_MS
  return `${toIstClock(open)} on ${dayInWords(day)}`
}

/** Null while the market is open, which a simulated one may be at night. */
export function useStartsAt(): string | null {
  const at = useMarketTime(MINUTE_MS)
  const phase = useSnapshot('marketState', ({ context }) => context.market?.phases.continuous ?? null)
  const session = sessionOn(toIstDate(at))
  const minute = istMinuteOfDay(at)
  const isInSession = session !== null && minute >= session.openMinute && minute < session.closeMinute
  const isOpen = phase === null ? isInSession : phase === 'continuous'
  return isOpen ? null : startsAtInWords(at)
}
