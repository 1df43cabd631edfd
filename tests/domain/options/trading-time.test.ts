import { describe, expect, test } from 'vitest'
import { createSimulatedDays } from '../../../server/market/simulated/simulated-days.ts'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { createTradingTime, passedVariance } from '../../../src/domain/options/trading-time.ts'
import { istDateToDayNumber } from '../../../src/domain/time.ts'
import { at, day, simulated } from '../../support/market/market.ts'

const { yearsUntil } = createTradingTime()
/** Tuesday, the last day of a weekly. */
const expiry = day('2026-11-17')
const sessionsUntil = (when: string) => yearsUntil(expiry, at(when)) * 248

describe('trading time', () => {
  test.each([
    ['a weekend adds nothing', '2026-11-13 18:00', 2],
    ['nor does its Sunday', '2026-11-15 12:00', 2],
    ['before the open a whole session is left', '2026-11-16 09:00', 2],
    ['its night is over at the open', '2026-11-16 09:15', 1.72],
    ['at the open of the last day', '2026-11-17 09:15', 0.72],
    ['contracts trade on when the cash market has closed', '2026-11-17 15:30', 0],
    ['after the end', '2026-11-18 10:00', 0],
  ])('%s', (_name, when, sessions) => {
    expect(sessionsUntil(when)).toBeCloseTo(sessions, 9)
  })

  test('goes fastest after the open and before the close', () => {
    const gone = (from: string, to: string) =>
      sessionsUntil(`2026-11-17 ${from}`) - sessionsUntil(`2026-11-17 ${to}`)
    expect(gone('09:15', '09:25')).toBeGreaterThan(2 * gone('12:00', '12:10'))
    expect(gone('15:20', '15:30')).toBeGreaterThan(1.2 * gone('12:00', '12:10'))
  })

  test('a session ends with all of its variance passed', () => {
    for (const minutes of [60, 375, 385]) {
      const passed = passedVariance(minutes, 4)
      expect([passed.length, passed[0], passed.at(-1)]).toEqual([minutes * 4 + 1, 0, 1])
    }
  })

  test('is the time that the simulated tape lives in', () => {
    const { sessions, underlyings } = createSimulatedDays({ seed: 1, calendar: exchangeCalendar })
    const session = sessions.lastUntil(istDateToDayNumber(day('2026-11-13')))
    const { sessionLeft } = underlyings.dayOf(simulated('NSE_RELIANCE'), session)
    for (const [clock, point] of [
      ['09:15:00', 0],
      ['10:00:15', 181],
      ['14:59:45', 1379],
      ['15:35:00', 1520],
    ] as const)
      expect(sessionsUntil(`2026-11-13 ${clock}`)).toBeCloseTo(2 + (sessionLeft[point] ?? Number.NaN), 9)
  })
})
