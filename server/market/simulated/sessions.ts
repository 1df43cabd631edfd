import {
  type Calendar,
  createYearsCheck,
  type Session,
  sessionOn,
} from '../../../src/domain/calendar/calendar.ts'
import { dayNumberToIstDate, type IstDate, istDateToDayNumber } from '../../../src/domain/time.ts'

export const SIMULATION_SINCE = '2022-01-01' as IstDate

/** About 80 years. */
const DAYS_MAX = 30_000

export const createSessions = (calendar: Calendar) => {
  const firstDay = istDateToDayNumber(SIMULATION_SINCE)
  const days: number[] = []
  const sessions: Session[] = []
  let listedTo = firstDay - 1

  /** Lists as many days again: session numbers in use must stay valid. */
  const checkYears = createYearsCheck(calendar, () => {
    const until = listedTo
    days.length = 0
    sessions.length = 0
    listedTo = firstDay - 1
    listTo(until)
  })

  const listTo = (day: number): void => {
    checkYears()
    const end = Math.min(day, firstDay + DAYS_MAX)
    for (; listedTo < end; listedTo++) {
      const session = sessionOn(dayNumberToIstDate(listedTo + 1), 'continuous', calendar)
      if (session === null) continue
      days.push(listedTo + 1)
      sessions.push(session)
    }
  }

  const countBefore = (day: number): number => {
    listTo(day)
    let low = 0
    let high = days.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((days[middle] ?? 0) < day) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    countBefore,
    lastUntil: (day: number): number => countBefore(day + 1) - 1,
    dayOf: (session: number): number => days[session] ?? Number.NaN,
    sessionOf: (session: number): Session => {
      const found = sessions[session]
      if (found === undefined) throw new RangeError(`session ${session} is not listed`)
      return found
    },
  }
}

export type Sessions = ReturnType<typeof createSessions>
