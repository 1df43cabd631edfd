import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shareTick } from '../../../server/market/master/price-rules.ts'
import { findSimulated } from '../../../server/market/master/universe.ts'
import type { Simulated } from '../../../server/market/simulated/character.ts'
import { createSimulatedMarket } from '../../../server/market/simulated/simulated-market.ts'
import { exchangeCalendar, sessionOn } from '../../../src/domain/calendar/calendar.ts'
import { type Candles, sliceCandles } from '../../../src/domain/charts/candle.ts'
import { findBadCandle } from '../../../src/domain/charts/candle-check.ts'
import { intervals } from '../../../src/domain/charts/interval.ts'
import { resample } from '../../../src/domain/charts/resample.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { dayNumberToIstDate, type IstDate } from '../../../src/domain/time.ts'
import { TEST_MS } from '../../support/limits.ts'
import { candleLines } from '../../support/market/candle-lines.ts'

const day = (text: string) => text as IstDate
const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}+05:30`)
const LATER = at('2026-11-21 10:00')
const anchorOf = (number: number) => sessionOn(dayNumberToIstDate(number))?.openMinute ?? 555

const known = (segment: 'NSE' | 'BSE' | 'INDICES', symbol: string): Simulated => {
  const instrument = findSimulated(instrumentId(segment, symbol))
  if (instrument === null) throw new Error(`${symbol} is not simulated`)
  return instrument
}
const reliance = known('NSE', 'RELIANCE')
const nifty = known('INDICES', 'NIFTY 50')
const market = (seed = 7) => createSimulatedMarket({ seed, calendar: exchangeCalendar })
const shared = market()
/** Sessions of an index are those of its fifty members, and there may be little of a core. */
const LONG_MS = TEST_MS
const span = (from: string, to: string, now = LATER) => ({ from: day(from), to: day(to), now })

describe('simulated candles', { timeout: LONG_MS }, () => {
  test('the same seed makes the same candles, in any order of asking', async () => {
    const [first, second] = [market(), market()]
    await second.readCandles(nifty, 'day', span('2022-01-01', '2022-02-28'))
    await second.readCandles(known('NSE', 'INFY'), 'min', span('2026-11-18', '2026-11-18'))
    const days = span('2026-11-10', '2026-11-20')
    expect(await second.readCandles(reliance, 'min', days)).toEqual(
      await first.readCandles(reliance, 'min', days),
    )
  })

  test('another seed makes others', async () => {
    const days = span('2026-11-18', '2026-11-18')
    const [first, second] = await Promise.all(
      [1, 2].map((seed) => market(seed).readCandles(reliance, 'day', days)),
    )
    expect(candleLines(first as Candles)).not.toEqual(candleLines(second as Candles))
  })

  test.each(['NSE_RELIANCE', 'INDICES_NIFTY 50'])(
    'every interval of %s is the fold of its minutes',
    async (id) => {
      const instrument = id === 'NSE_RELIANCE' ? reliance : nifty
      const made = shared
      for (const [from, to] of [
        ['2024-02-26', '2024-03-03'],
        ['2024-10-28', '2024-11-03'],
        ['2026-07-27', '2026-08-09'],
      ] as const) {
        const minutes = await made.readCandles(instrument, 'min', span(from, to))
        for (const interval of intervals) {
          expect(await made.readCandles(instrument, interval, span(from, to))).toEqual(
            resample(minutes, interval, anchorOf),
          )
        }
      }
    },
  )

  test('a day that was read when it was over is not shown before it has begun', async () => {
    const days = { from: dayNumberToIstDate(20_665), to: dayNumberToIstDate(20_670) }
    const rowsAt = async (now: string) =>
      (await shared.readCandles(reliance, 'day', { ...days, now: at(now) })).time.length
    expect([await rowsAt('2026-08-05 18:00:00'), await rowsAt('2026-08-05 00:00:00')]).toEqual([4, 3])
  })

  test('what is counted is what is read, whenever it is', async () => {
    const made = shared
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...intervals),
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 0, max: 86_399 }),
        fc.constantFrom(reliance, nifty),
        async (interval, offset, length, second, instrument) => {
          const from = dayNumberToIstDate(20_665 + offset)
          const to = dayNumberToIstDate(20_665 + offset + length)
          const now = at('2026-08-05 00:00:00') + second * 1000
          const { time } = await made.readCandles(instrument, interval, { from, to, now })
          const begun = Array.from(time).filter((start) => start >= at(`${from} 00:00:00`)).length
          expect(made.countCandles(instrument, interval, { from, to, now }).rows).toBe(begun)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('as the clock goes on only the candle in progress changes', async () => {
    const made = shared
    const whole = await made.readCandles(reliance, 'min', span('2026-11-20', '2026-11-20'))
    for (const now of [
      '09:14:59',
      '09:15:00',
      '09:15:44',
      '11:07:30',
      '15:14:59',
      '15:20:00',
      '15:29:00',
      '15:31:00',
    ]) {
      const part = await made.readCandles(
        reliance,
        'min',
        span('2026-11-20', '2026-11-20', at(`2026-11-20 ${now}`)),
      )
      const closed = Math.max(0, part.time.length - 1)
      expect(candleLines(sliceCandles(part, 0, closed))).toEqual(candleLines(sliceCandles(whole, 0, closed)))
      // The closing auction's candle comes with its print, at the end of its minute.
      const beganAt = Array.from(
        whole.time,
        (time, row) => time + (row === whole.time.length - 1 ? 59_999 : 0),
      )
      expect(part.time.length).toBe(beganAt.filter((time) => time <= at(`2026-11-20 ${now}`)).length)
    }
  })

  test.each([
    ['NSE', 'RELIANCE', '2026-07-31', 375, '09:15', '15:29'],
    ['NSE', 'RELIANCE', '2026-11-20', 361, '09:15', '15:29'],
    ['INDICES', 'NIFTY 50', '2026-11-20', 375, '09:15', '15:29'],
    ['NSE', 'RELIANCE', '2024-03-02', 105, '09:15', '12:29'],
    ['NSE', 'RELIANCE', '2025-10-21', 60, '13:45', '14:44'],
    ['NSE', 'RELIANCE', '2026-11-10', 0, undefined, undefined],
    ['NSE', 'RELIANCE', '2021-12-31', 0, undefined, undefined],
  ] as const)('%s %s of %s has %i minutes, %s to %s', async (segment, symbol, date, rows, first, last) => {
    const made = await shared.readCandles(known(segment, symbol), 'min', span(date, date))
    const times = candleLines(made).map((line) => line.slice(11, 16))
    expect([times.length, times[0], times.at(-1)]).toEqual([rows, first, last])
  })

  test('candles are sound and on the ticks of their instrument', async () => {
    const made = shared
    const unlisted = known('NSE', 'SOMETHINGNEW')
    for (const instrument of [
      reliance,
      nifty,
      unlisted,
      known('INDICES', 'INDIA VIX'),
      known('BSE', 'INFY'),
    ]) {
      const candles = await made.readCandles(instrument, 'min', span('2026-11-02', '2026-11-20'))
      expect(candles.time.length).toBeGreaterThan(4000)
      expect(findBadCandle(candles)).toBeNull()
      for (const column of [candles.open, candles.high, candles.low, candles.close]) {
        const off = column.filter((price) => {
          const ticks = price / instrument.tickSize
          return Math.abs(ticks - Math.round(ticks)) > 1e-6
        })
        expect([...off]).toEqual([])
      }
    }
  })

  test('a share stands at its anchor price on the anchor day, an index has no volume', async () => {
    const made = shared
    const days = span('2026-11-20', '2026-11-20')
    const [share, index] = await Promise.all(
      [reliance, nifty].map((one) => made.readCandles(one, 'day', days)),
    )
    expect([share?.close[0], index?.close[0], index?.volume[0]]).toEqual([1551, 24_000, 0])
    expect(share?.volume[0]).toBeGreaterThan(100_000)
    expect(reliance.tickSize).toBe(shareTick(1551))
  })

  test('both listings of a share go the same way', async () => {
    const made = shared
    const days = span('2026-11-16', '2026-11-20')
    const [onNse, onBse] = await Promise.all(
      (['NSE', 'BSE'] as const).map((exchange) => made.readCandles(known(exchange, 'INFY'), '15min', days)),
    )
    expect(onBse).toEqual(onNse)
  })

  test('a share without derivatives never leaves its daily band', async () => {
    const made = shared
    const wild = known('NSE', 'SOMETHINGNEW')
    const { close, high, low } = await made.readCandles(wild, 'day', span('2022-01-01', '2026-11-20'))
    const left = Array.from(close.slice(1), (_, row) => row + 1).filter((row) => {
      const before = close[row - 1] ?? 0
      const slack = wild.tickSize * 2
      return (high[row] ?? 0) > before * 1.2 + slack || (low[row] ?? 0) < before * 0.8 - slack
    })
    expect([close.length, left]).toEqual([1212, []])
  })

  test('a session is liveliest after its open, in price and in volume', async () => {
    const { open, high, low, volume } = await shared.readCandles(
      reliance,
      '5min',
      span('2026-03-01', '2026-07-31'),
    )
    const days = open.length / 75
    const mean = (of: (row: number) => number, slot: number) =>
      Array.from({ length: days }, (_, session) => of(session * 75 + slot)).reduce(
        (sum, value) => sum + value,
        0,
      ) / days
    const range = (row: number) => ((high[row] ?? 0) - (low[row] ?? 0)) / (open[row] ?? 1)
    expect(Number.isInteger(days)).toBe(true)
    expect(mean(range, 0) / mean(range, 37)).toBeGreaterThan(1.8)
    expect(mean((row) => volume[row] ?? 0, 0) / mean((row) => volume[row] ?? 0, 37)).toBeGreaterThan(2)
  })
})
