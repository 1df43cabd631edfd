import { describe, expect, test } from 'vitest'
import type { MarketPhase } from '../../../src/domain/calendar/market-phase.ts'
import type { Segment } from '../../../src/domain/instruments/instrument.ts'
import {
  ageInWords,
  closeOfQuote,
  createQuoteJudge,
  QUOTE_AGE_MAX_MS,
} from '../../../src/domain/quotes/quote-age.ts'

const at = (ist: string): number => Date.parse(`${ist.replace(' ', 'T')}+05:30`)
const all = (phase: MarketPhase) => ({ auctioned: phase, continuous: phase, derivatives: phase })

describe('a price', () => {
  test.each<[string, Segment, number, string]>([
    ['an index that moved 5 s ago', 'INDICES', 5_000, 'live'],
    ['an index that has not moved for longer', 'INDICES', 5_001, 'stale'],
    ['a share within a minute', 'NSE', QUOTE_AGE_MAX_MS.NSE, 'live'],
    ['a share after a minute', 'BSE', QUOTE_AGE_MAX_MS.BSE + 1, 'stale'],
    ['an option that trades seldom', 'NFO-OPT', 200_000, 'live'],
    ['a future that does not', 'NFO-FUT', 200_000, 'stale'],
  ])('%s', (_, segment, age, mark) => {
    const marketTime = at('2026-11-23 11:00')
    const judge = createQuoteJudge({ marketTime, speed: 1, phases: all('continuous') })
    expect(judge(segment, marketTime - age)).toEqual(mark)
  })

  test('of yesterday is not old in the first seconds of the session', () => {
    const yesterday = at('2026-11-20 15:30')
    const judged = (clock: string) =>
      createQuoteJudge({ marketTime: at(clock), speed: 1, phases: all('continuous') })('INDICES', yesterday)
    expect([judged('2026-11-23 09:15:04'), judged('2026-11-23 09:15:06')]).toEqual(['live', 'stale'])
  })

  test('is judged by the wall clock, however fast the market runs', () => {
    const marketTime = at('2026-11-23 11:00')
    const judge = createQuoteJudge({ marketTime, speed: 60, phases: all('continuous') })
    expect([judge('INDICES', marketTime - 240_000), judge('INDICES', marketTime - 360_000)]).toEqual([
      'live',
      'stale',
    ])
  })

  test('outside of its session is closed and never old', () => {
    const judge = createQuoteJudge({
      marketTime: at('2026-11-23 15:35'),
      speed: 1,
      phases: { auctioned: 'closed', continuous: 'closed', derivatives: 'continuous' },
    })
    const made = at('2026-11-23 15:30')
    expect((['INDICES', 'NSE', 'NFO-FUT'] as const).map((segment) => judge(segment, made))).toEqual([
      'closed',
      'closed',
      'stale',
    ])
  })

  test('of an index may stand still while its shares are in the closing auction', () => {
    const judge = createQuoteJudge({
      marketTime: at('2026-11-23 15:20'),
      speed: 1,
      phases: { auctioned: 'closingAuction', continuous: 'continuous', derivatives: 'continuous' },
    })
    expect(judge('INDICES', at('2026-11-23 15:15'))).toEqual('closed')
  })
})

test.each<[Segment, string, string | null]>([
  ['INDICES', '2026-11-23 15:30', '15:30'],
  ['NSE', '2026-11-23 15:29', '15:30'],
  ['NFO-OPT', '2026-11-23 15:29', '15:40'],
  ['NFO-OPT', '2025-11-21 15:29', '15:30'],
  ['NSE', '2026-11-22 12:00', null],
])('%s of %s closed at %s', (segment, made, clock) => {
  expect(closeOfQuote(segment, at(made))).toEqual(clock)
})

test.each([
  [0, '0 s old'],
  [12_400, '12 s old'],
  [240_000, '4 min old'],
  [3 * 3_600_000, '3 h old'],
  [86_400_000, '1 day old'],
  [2 * 86_400_000, '2 days old'],
  [-5, '0 s old'],
])('%d ms are %s', (age, words) => {
  expect(ageInWords(age)).toEqual(words)
})
