import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sessionOn } from '../../../src/domain/calendar/calendar.ts'
import { type Candles, emptyCandles } from '../../../src/domain/charts/candle.ts'
import { type Interval, intervals } from '../../../src/domain/charts/interval.ts'
import { candleStart, canFold, resample } from '../../../src/domain/charts/resample.ts'
import { dayNumberToIstDate, toIstClock, toIstDate } from '../../../src/domain/time.ts'

const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}:00+05:30`)
const shown = (time: number) => `${toIstDate(time)} ${toIstClock(time)}`
const anchorOf = (day: number) => sessionOn(dayNumberToIstDate(day))?.openMinute ?? 555

/** `09:15 100 102 99 101 5` is time, open, high, low, close, volume; open interest counts up from 1. */
const candles = (day: string, ...lines: readonly string[]): Candles => {
  const made = emptyCandles(lines.length)
  lines.forEach((line, row) => {
    const [time = '', ...numbers] = line.split(' ')
    made.time[row] = at(`${day} ${time}`)
    const [open = 0, high = 0, low = 0, close = 0, volume = 0] = numbers.map(Number)
    made.open[row] = open
    made.high[row] = high
    made.low[row] = low
    made.close[row] = close
    made.volume[row] = volume
    made.openInterest[row] = row + 1
  })
  return made
}

const lines = (made: Candles) =>
  Array.from(
    made.time,
    (time, row) =>
      `${toIstClock(time)} ${made.open[row]} ${made.high[row]} ${made.low[row]} ${made.close[row]} ${made.volume[row]}`,
  )

describe('resampling', () => {
  test.each<[Interval, string, string]>([
    ['15min', '2024-04-01 09:15', '2024-04-01 09:15'],
    ['15min', '2024-04-01 09:29', '2024-04-01 09:15'],
    ['15min', '2024-04-01 09:30', '2024-04-01 09:30'],
    ['10min', '2024-04-01 15:29', '2024-04-01 15:25'],
    ['30min', '2024-04-01 15:20', '2024-04-01 15:15'],
    ['hour', '2024-04-01 10:14', '2024-04-01 09:15'],
    ['hour', '2024-04-01 15:29', '2024-04-01 15:15'],
    ['4hour', '2024-04-01 13:15', '2024-04-01 13:15'],
    ['4hour', '2024-04-01 13:14', '2024-04-01 09:15'],
    ['2min', '2024-04-01 09:16', '2024-04-01 09:15'],
    ['hour', '2022-10-24 18:20', '2022-10-24 18:15'],
    ['hour', '2024-11-01 18:59', '2024-11-01 18:00'],
    ['15min', '2025-10-21 14:44', '2025-10-21 14:30'],
    ['hour', '2024-03-02 11:31', '2024-03-02 11:15'],
    ['5min', '2024-04-01 09:07', '2024-04-01 09:05'],
    ['day', '2024-04-01 15:29', '2024-04-01 00:00'],
    ['day', '2024-04-01 00:00', '2024-04-01 00:00'],
    ['week', '2024-04-07 23:59', '2024-04-01 00:00'],
    ['week', '2024-04-08 00:00', '2024-04-08 00:00'],
    ['week', '2024-01-20 10:00', '2024-01-15 00:00'],
    ['month', '2024-02-29 15:29', '2024-02-01 00:00'],
    ['month', '2024-03-01 00:00', '2024-03-01 00:00'],
  ])('the %s candle of %s begins at %s', (interval, time, start) => {
    expect(shown(candleStart(at(time), interval, anchorOf))).toBe(start)
  })

  test('a candle takes first open, highest high, lowest low, last close, and the sum of volume', () => {
    const minutes = candles(
      '2024-04-01',
      '09:15 100 103 99 101 5',
      '09:16 101 102 98 100 6',
      '09:19 100 107 100 106 7',
      '09:20 106 106 105 105 8',
    )
    const folded = resample(minutes, '5min')
    expect(lines(folded)).toEqual(['09:15 100 107 98 106 18', '09:20 106 106 105 105 8'])
    expect([...folded.openInterest]).toEqual([3, 4])
  })

  test('a candle without minutes is left out, not invented', () => {
    const minutes = candles('2024-04-01', '09:15 1 1 1 1 1', '09:31 2 2 2 2 2')
    expect(lines(resample(minutes, '5min'))).toEqual(['09:15 1 1 1 1 1', '09:30 2 2 2 2 2'])
  })

  test('a candle never holds two days, even where the last one is short', () => {
    const late = candles('2024-04-01', '15:29 1 1 1 1 1')
    const early = candles('2024-04-02', '09:15 2 2 2 2 2')
    const both = emptyCandles(2)
    for (const name of ['time', 'open', 'high', 'low', 'close', 'volume'] as const) {
      both[name].set(late[name], 0)
      both[name].set(early[name], 1)
    }
    expect(Array.from(resample(both, '4hour').time, shown)).toEqual(['2024-04-01 13:15', '2024-04-02 09:15'])
  })

  test('nothing makes nothing', () => {
    expect(resample(emptyCandles(0), 'hour')).toEqual(emptyCandles(0))
  })

  test('says which candles fold into which', () => {
    const table = intervals.map(
      (base) => `${base}: ${intervals.filter((to) => to !== base && canFold(base, to)).join(' ')}`,
    )
    expect(table).toEqual([
      'min: 2min 3min 5min 10min 15min 30min hour 4hour day week month',
      '2min: 10min 30min hour 4hour day week month',
      '3min: 15min 30min hour 4hour day week month',
      '5min: 10min 15min 30min hour 4hour day week month',
      '10min: 30min hour 4hour day week month',
      '15min: 30min hour 4hour day week month',
      '30min: hour 4hour day week month',
      'hour: 4hour day week month',
      '4hour: day week month',
      'day: week month',
      'week: ',
      'month: ',
    ])
  })

  test('folding in two steps equals folding at once', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 374 }), { minLength: 1, maxLength: 200 }),
        fc.constantFrom('2024-04-01', '2024-03-02', '2022-10-24', '2025-10-21'),
        fc.constantFrom(
          ...intervals.flatMap((middle) =>
            intervals.filter((to) => middle !== to && canFold(middle, to)).map((to) => [middle, to] as const),
          ),
        ),
        (minutes, day, [middle, to]) => {
          // No session lasts past midnight.
          const left = 1439 - anchorOf(Math.floor(at(`${day} 12:00`) / 86_400_000))
          const sorted = minutes.filter((minute) => minute <= left).sort((a, b) => a - b)
          const made = emptyCandles(sorted.length)
          const open = at(`${day} 00:00`) + anchorOf(Math.floor(at(`${day} 12:00`) / 86_400_000)) * 60_000
          sorted.forEach((minute, row) => {
            made.time[row] = open + minute * 60_000
            made.open[row] = 100 + ((minute * 7) % 13)
            made.close[row] = 100 + ((minute * 5) % 11)
            made.high[row] = 115 + ((minute * 3) % 17)
            made.low[row] = 90 - ((minute * 11) % 19)
            made.volume[row] = minute
            made.openInterest[row] = minute + 1
          })
          expect(resample(resample(made, middle, anchorOf), to, anchorOf)).toEqual(
            resample(made, to, anchorOf),
          )
        },
      ),
    )
  })
})
