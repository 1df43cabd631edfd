import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clockFrom, createMarketClock, type MarketClockMode } from '../../../server/market/market-clock.ts'
import { createMarketClockStore } from '../../../server/store/calendar/market-clock.ts'
import { StoreError } from '../../../server/store/database/store-error.ts'
import { exchangeCalendar, sessionOn } from '../../../src/domain/calendar/calendar.ts'
import { type EpochMs, epochMs, istMinuteOfDay, toIstDate } from '../../../src/domain/time.ts'
import { clockAt } from '../../support/clock.ts'
import { at } from '../../support/market/market.ts'
import { stores } from '../../support/server/stores.ts'

const always: MarketClockMode = { kind: 'always' }
const fast = (speed: number): MarketClockMode => ({ kind: 'accelerated', speed })
const clock = (
  now: string,
  options: { mode?: MarketClockMode; start?: EpochMs | null; resumeAt?: EpochMs | null } = {},
) =>
  createMarketClock({
    clock: clockAt(now),
    calendar: exchangeCalendar,
    mode: options.mode ?? always,
    start: options.start ?? null,
    resumeAt: options.resumeAt ?? null,
  })

const words = (ms: number): string => new Date(ms + 19_800_000).toISOString().slice(0, 19).replace('T', ' ')

describe('the market clock', () => {
  test.each([
    ['in a session it is now', '2026-11-20 10:00', {}, '2026-11-20 10:00:00'],
    ['in the evening it is the next morning', '2026-11-20 18:00', {}, '2026-11-23 09:14:45'],
    ['on a Saturday it is Monday', '2026-11-21 12:00', {}, '2026-11-23 09:14:45'],
    ['before a holiday it is the day after', '2026-11-09 20:00', {}, '2026-11-11 09:14:45'],
    ['before muhurat it is its hour', '2026-11-08 09:00', {}, '2026-11-08 17:59:45'],
    ['a start is taken', '2026-11-20 10:00', { start: at('2026-02-02 11:30') }, '2026-02-02 11:30:00'],
    [
      'what was reached wins',
      '2026-11-20 10:00',
      { resumeAt: at('2026-12-03 15:00') },
      '2026-12-03 15:00:00',
    ],
    [
      'what was reached long ago does not hold back',
      '2026-11-20 10:00',
      { resumeAt: at('2026-11-02 15:00') },
      '2026-11-20 10:00:00',
    ],
  ] as const)('%s', (_, now, options, expected) => {
    expect(words(clock(now, options).now())).toBe(expected)
  })

  test('after a session comes the next one, at its speed', () => {
    const made = clock('2026-11-20 15:40', { mode: fast(10) })
    const after = (ms: number) => words(made.at(epochMs(at('2026-11-20 15:40') + ms)))
    expect([0, 1000, 1499, 1500, 1600].map(after)).toEqual([
      '2026-11-20 15:40:00',
      '2026-11-20 15:40:10',
      '2026-11-20 15:40:14',
      '2026-11-23 09:14:45',
      '2026-11-23 09:14:46',
    ])
  })

  test('a day in two parts leaves out what lies between', () => {
    const made = clock('2024-03-02 10:00')
    const after = (ms: number) => words(made.at(epochMs(at('2024-03-02 10:00') + ms)))
    expect([14_000, 15_000, 16_000].map(after)).toEqual([
      '2024-03-02 10:00:14',
      '2024-03-02 11:29:45',
      '2024-03-02 11:29:46',
    ])
  })

  test('never goes back, is always near a session, and says when an instant comes', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 * 86_400 }),
        fc.constantFrom(always, fast(2), fast(600)),
        fc.array(fc.integer({ min: 0, max: 20_000_000 }), { minLength: 2, maxLength: 8 }),
        (second, mode, steps) => {
          const begin = epochMs(at('2025-12-01 00:00') + second * 1000)
          const wall = clockAt('2026-01-01 00:00')
          wall.set(begin)
          const made = createMarketClock({
            clock: wall,
            calendar: exchangeCalendar,
            mode,
            start: null,
            resumeAt: null,
          })
          const again = clockFrom(made.origin, { clock: wall, calendar: exchangeCalendar })
          let last = Number.NEGATIVE_INFINITY
          for (const step of [...steps].sort((a, b) => a - b)) {
            const here = epochMs(begin + step)
            const market = made.at(here)
            expect(market).toBeGreaterThanOrEqual(last)
            expect(again.at(here)).toBe(market)
            const session = sessionOn(toIstDate(market), 'derivatives')
            const minute = istMinuteOfDay(market)
            const isNear =
              session?.windows.some(({ from, to }) => minute >= from - 1 && minute <= to) ?? false
            expect([toIstDate(market), minute, isNear]).toEqual([toIstDate(market), minute, true])
            expect(made.at(made.wallOf(market))).toBeGreaterThanOrEqual(market)
            expect(made.wallOf(market)).toBeLessThanOrEqual(here)
            last = market
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test('a wall clock set back does not take market time with it', () => {
    const wall = clockAt('2026-11-20 10:00')
    const made = createMarketClock({
      clock: wall,
      calendar: exchangeCalendar,
      mode: { kind: 'real' },
      start: null,
      resumeAt: null,
    })
    wall.advance(60_000)
    const reached = made.now()
    wall.advance(-300_000)
    expect(made.now()).toBe(reached)
  })

  test('real time from a start goes on through the night, and never before what was reached', () => {
    const wall = clockAt('2026-11-21 12:00')
    const start = (resumeAt: EpochMs | null) =>
      createMarketClock({
        clock: wall,
        calendar: exchangeCalendar,
        mode: { kind: 'real' },
        start: at('2026-11-25 18:00'),
        resumeAt,
      })
    const made = start(null)
    expect(words(made.now())).toBe('2026-11-25 18:00:00')
    wall.advance(7 * 3_600_000)
    expect(words(made.now())).toBe('2026-11-26 01:00:00')
    expect(made.wallOf(at('2026-11-26 09:15'))).toBe(at('2026-11-22 03:15'))
    const again = clockFrom(made.origin, { clock: wall, calendar: exchangeCalendar })
    expect(again.now()).toBe(made.now())
    expect(words(start(at('2026-11-26 09:20')).now())).toBe('2026-11-26 09:20:00')
  })

  test('real time behind what has happened is refused in one sentence', () => {
    const start = () =>
      clock('2026-11-20 10:00', { mode: { kind: 'real' }, resumeAt: at('2026-12-01 10:00') })
    expect(start).toThrow(StoreError)
    expect(start).toThrow(
      'MARKET_CLOCK: real time is behind the market time this store has reached (2026-12-01); go on with MARKET_CLOCK=always or use another DATA_DIR',
    )
  })

  test.each(stores)('$name keeps how far it came, and never less', async ({ open }) => {
    const store = await open()
    const positions = createMarketClockStore(store)
    const read: (number | null)[] = [await positions.read()]
    for (const instant of ['2026-11-20 10:00', '2026-11-23 09:30', '2026-11-20 11:00']) {
      await positions.write(at(instant))
      read.push(await positions.read())
    }
    expect(read).toEqual([null, at('2026-11-20 10:00'), at('2026-11-23 09:30'), at('2026-11-23 09:30')])
    await store.close()
  })
})
