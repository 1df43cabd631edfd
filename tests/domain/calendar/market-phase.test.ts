import { describe, expect, test } from 'vitest'
import type { SessionGroup } from '../../../src/domain/calendar/calendar.ts'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { phaseAt, phasesOn } from '../../../src/domain/calendar/market-phase.ts'
import type { IstDate } from '../../../src/domain/time.ts'

const at = (istText: string): number => Date.parse(`${istText.replace(' ', 'T')}+05:30`)

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

const printed = (date: string, group: SessionGroup, calendar = exchangeCalendar): string =>
  phasesOn(date as IstDate, group, calendar)
    .map(({ phase, from, to }) => `${clock(from)}-${clock(to)} ${phase}`)
    .join(', ')

const PRE_OPEN = '09:00-09:05 preOpen, 09:05-09:10 preOpenLimit, 09:10-09:15 preOpenMatch'
const OLD_PRE_OPEN = '09:00-09:08 preOpen, 09:08-09:15 preOpenMatch'
const AUCTION =
  '15:15-15:20 closingReference, 15:20-15:25 closingAuction, 15:25-15:30 closingAuctionLimit, 15:30-15:35 closingMatch'

describe('the phases of a day', () => {
  test.each<[string, SessionGroup, string]>([
    ['2026-12-07', 'auctioned', `${PRE_OPEN}, 09:15-15:15 continuous, ${AUCTION}, 15:50-16:00 postClose`],
    ['2026-12-07', 'continuous', `${PRE_OPEN}, 09:15-15:30 continuous, 15:50-16:00 postClose`],
    ['2026-12-07', 'derivatives', `${OLD_PRE_OPEN}, 09:15-15:40 continuous`],
    ['2026-09-04', 'auctioned', `${OLD_PRE_OPEN}, 09:15-15:15 continuous, ${AUCTION}, 15:50-16:00 postClose`],
    ['2026-09-07', 'continuous', `${PRE_OPEN}, 09:15-15:30 continuous, 15:50-16:00 postClose`],
    ['2026-07-31', 'auctioned', `${OLD_PRE_OPEN}, 09:15-15:30 continuous, 15:50-16:00 postClose`],
    ['2026-07-31', 'derivatives', `${OLD_PRE_OPEN}, 09:15-15:30 continuous`],
    [
      '2024-03-02',
      'continuous',
      '09:00-09:08 preOpen, 09:08-09:15 preOpenMatch, 09:15-10:00 continuous, 11:30-12:30 continuous',
    ],
    [
      '2026-11-08',
      'auctioned',
      '17:45-17:50 preOpen, 17:50-17:55 preOpenLimit, 17:55-18:00 preOpenMatch, 18:00-19:00 continuous',
    ],
    ['2026-12-25', 'continuous', ''],
    ['2026-12-06', 'derivatives', ''],
  ])('%s, %s', (date, group, expected) => {
    expect(printed(date, group)).toBe(expected)
  })

  test('the classic profile has one session for all', () => {
    const calendar = { ...exchangeCalendar, profile: 'classic' as const }
    expect(printed('2026-12-07', 'auctioned', calendar)).toBe(
      `${PRE_OPEN}, 09:15-15:30 continuous, 15:50-16:00 postClose`,
    )
  })

  test('they ascend and do not overlap', () => {
    for (const group of ['auctioned', 'continuous', 'derivatives'] as const) {
      const windows = phasesOn('2026-12-07' as IstDate, group)
      expect(windows.length).toBeGreaterThan(2)
      for (const [index, { from, to }] of windows.entries()) {
        expect(from < to && from >= (windows[index - 1]?.to ?? 0)).toBe(true)
      }
    }
  })
})

describe('the phase of an instant', () => {
  test.each<[string, SessionGroup, string]>([
    ['2026-12-07 08:59:59.900', 'auctioned', 'closed'],
    ['2026-12-07 09:00:00', 'auctioned', 'preOpen'],
    ['2026-12-07 09:07:00', 'auctioned', 'preOpenLimit'],
    ['2026-12-07 09:07:00', 'derivatives', 'preOpen'],
    ['2026-12-07 09:14:59.999', 'auctioned', 'preOpenMatch'],
    ['2026-12-07 09:15:00', 'auctioned', 'continuous'],
    ['2026-12-07 15:14:59.999', 'auctioned', 'continuous'],
    ['2026-12-07 15:15:00', 'auctioned', 'closingReference'],
    ['2026-12-07 15:29:59.900', 'continuous', 'continuous'],
    ['2026-12-07 15:30:00', 'continuous', 'closed'],
    ['2026-12-07 15:39:59.999', 'derivatives', 'continuous'],
    ['2026-12-07 15:40:00', 'derivatives', 'closed'],
    ['2026-12-07 15:40:00', 'auctioned', 'closed'],
    ['2026-12-07 15:50:00', 'continuous', 'postClose'],
    ['2026-12-07 16:00:00', 'continuous', 'closed'],
    ['2024-03-02 10:30:00', 'continuous', 'closed'],
  ])('%s, %s: %s', (istText, group, expected) => {
    expect(phaseAt(group, at(istText))).toBe(expected)
  })
})
