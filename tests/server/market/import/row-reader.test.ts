import { describe, expect, test } from 'vitest'
import type { CandleImportOptions } from '../../../../server/market/import/mapping.ts'
import { createRowReader } from '../../../../server/market/import/row-reader.ts'
import { exchangeCalendar } from '../../../../src/domain/calendar/calendar.ts'
import { toIstClock, toIstDate } from '../../../../src/domain/time.ts'

const options: CandleImportOptions = {
  key: 'NSE_INFY',
  interval: 'min',
  mapping: {
    delimiter: ',',
    hasHeader: false,
    date: 0,
    time: null,
    timeFormat: 'iso',
    open: 1,
    high: 2,
    low: 3,
    close: 4,
    volume: 5,
    openInterest: null,
    symbol: null,
  },
  timeZone: 'Asia/Kolkata',
  timeMarks: 'open',
  outsideSession: 'refuse',
  onExisting: 'refuse',
}

/** What becomes of each line, in words. */
const read = (lines: readonly string[], more: Partial<CandleImportOptions> = {}): readonly string[] => {
  const reader = createRowReader({ ...options, ...more }, exchangeCalendar)
  const columns = lines[0]?.split(',').length ?? 0
  return lines.map((line) => {
    const result = reader?.(line, columns)
    if (result === undefined) return 'no reader'
    if (result.kind === 'other') return 'other'
    if (result.kind === 'bad')
      return `${result.fault === 'unreadable' ? 'bad' : result.fault}: ${result.reason}`
    const { at, open, high, low, close, volume } = result.row
    return `${toIstDate(at)} ${toIstClock(at)} ${open} ${high} ${low} ${close} ${volume}`
  })
}

const good = '2024-04-01 09:15,2,3,1,2,5'

describe('rows of an import', () => {
  test.each([
    [good, '2024-04-01 09:15 2 3 1 2 5'],
    ['2024-04-01 09:15, 2, 3, 1, 2, 5', '2024-04-01 09:15 2 3 1 2 5'],
    ['2024-04-01 09:15,2,3,1,2,', '2024-04-01 09:15 2 3 1 2 0'],
    ['2024-04-01 09:15,2,3,1,2,-', '2024-04-01 09:15 2 3 1 2 0'],
    ['2024-04-01 09:15,"2","3",1,2,5', '2024-04-01 09:15 2 3 1 2 5'],
    ['2024-04-01 09:15,2.5,1e1,.5,2,5.0', '2024-04-01 09:15 2.5 10 0.5 2 5'],
    ['2024-04-01 09:15,2,1,3,2,5', 'bad: high 1 is below low 3'],
    ['2024-04-01 09:15,4,3,1,2,5', 'bad: open 4 is outside low 1 to high 3'],
    ['2024-04-01 09:15,2,3,1,0.5,5', 'bad: close 0.5 is outside low 1 to high 3'],
    ['2024-04-01 09:15,2,3,1,,5', 'bad: close "" is not a number'],
    ['2024-04-01 09:15,2,NaN,1,2,5', 'bad: high "NaN" is not a number'],
    ['2024-04-01 09:15,2,Infinity,1,2,5', 'bad: high "Infinity" is not a number'],
    ['2024-04-01 09:15,2,1e999,1,2,5', 'bad: high is Infinity, which is no price'],
    ['2024-04-01 09:15,2,3,0,2,5', 'bad: low is 0, which is no price'],
    ['2024-04-01 09:15,0x10,30,1,2,5', 'bad: open "0x10" is not a number'],
    ['2024-04-01 09:15,2,3,1,2,-5', 'bad: volume "-5" is not a quantity'],
    ['2024-04-01 09:15,2,3,1,2,many', 'bad: volume "many" is not a quantity'],
    ['2024-04-31 09:15,2,3,1,2,5', 'bad: "2024-04-31 09:15" is not a time written iso'],
    [',2,3,1,2,5', 'bad: "" is not a time written iso'],
    ['2024-04-01 09:15:30,2,3,1,2,5', 'bad: "2024-04-01 09:15:30" is not on a whole minute'],
    ['2024-04-01 09:14,2,3,1,2,5', 'outside: 2024-04-01 09:14 is outside the session'],
    ['2024-04-01 15:30,2,3,1,2,5', 'outside: 2024-04-01 15:30 is outside the session'],
    ['2024-04-01 15:29,2,3,1,2,5', '2024-04-01 15:29 2 3 1 2 5'],
    ['2024-04-06 10:00,2,3,1,2,5', 'outside: 2024-04-06 is not a trading day'],
    ['2024-04-11 10:00,2,3,1,2,5', 'outside: 2024-04-11 is not a trading day'],
    ['2024-03-02 10:30,2,3,1,2,5', 'outside: 2024-03-02 10:30 is outside the session'],
    ['2024-03-02 11:30,2,3,1,2,5', '2024-03-02 11:30 2 3 1 2 5'],
    ['2024-11-01 18:30,2,3,1,2,5', '2024-11-01 18:30 2 3 1 2 5'],
    ['2016-10-30 18:30,2,3,1,2,5', '2016-10-30 18:30 2 3 1 2 5'],
  ])('%s: %s', (line, expected) => {
    expect(read([line])).toEqual([expected])
  })

  test('a row with more or fewer columns than the first is refused', () => {
    expect(read([good, '2024-04-01 09:16,2,3,1,2', '2024-04-01 09:16,2,3,1,2,5,6']).slice(1)).toEqual([
      'bad: has 5 columns, the first row has 6',
      'bad: has 7 columns, the first row has 6',
    ])
  })

  test('a change of symbol is refused', () => {
    const mapping = { ...options.mapping, symbol: 6 }
    expect(read([`${good},INFY`, '2024-04-01 09:16,2,3,1,2,5,TCS'], { mapping }).slice(1)).toEqual([
      'symbol: belongs to TCS; earlier rows belong to INFY',
    ])
  })

  test('of many symbols the rows of the instrument are taken, and of a share those of its own series', () => {
    const mapping = { ...options.mapping, symbol: 6, series: 7 }
    const rows = ['INFY,EQ', 'TCS,EQ', 'INFY,GS', 'infy,BE', 'NSE:INFY,EQ'].map((end) => `${good},${end}`)
    expect(read(rows, { mapping, otherSymbols: 'skip' })).toEqual([
      '2024-04-01 09:15 2 3 1 2 5',
      'other',
      'other',
      '2024-04-01 09:15 2 3 1 2 5',
      '2024-04-01 09:15 2 3 1 2 5',
    ])
  })

  test('a high or low that misses open or close by a little is told apart, and moved out by choice', () => {
    const rows = [
      '2024-04-01 09:15,264.29,266.66,264.78,266.27,5',
      '2024-04-01 09:16,100,100.45,99,100.5,5',
      '2024-04-01 09:17,100,102,101.5,101.6,5',
    ]
    expect(read(rows)).toEqual([
      'range: open 264.29 is outside low 264.78 to high 266.66',
      'range: close 100.5 is outside low 99 to high 100.45',
      'bad: open 100 is outside low 101.5 to high 102',
    ])
    expect(read(rows, { onBadRanges: 'mend' })).toEqual([
      '2024-04-01 09:15 264.29 266.66 264.29 266.27 5',
      '2024-04-01 09:16 100 100.5 99 100.5 5',
      'bad: open 100 is outside low 101.5 to high 102',
    ])
  })

  test('times that mark the close are moved back by the interval', () => {
    expect(
      read(['2024-04-01 09:16,2,3,1,2,5', '2024-04-01 15:30,2,3,1,2,5', '2024-04-01 15:31,2,3,1,2,5'], {
        timeMarks: 'close',
      }),
    ).toEqual([
      '2024-04-01 09:15 2 3 1 2 5',
      '2024-04-01 15:29 2 3 1 2 5',
      'outside: 2024-04-01 15:30 is outside the session',
    ])
  })

  test('a candle that only overlaps the session is of it', () => {
    expect(read(['2024-04-01 09:00,2,3,1,2,5'], { interval: '30min' })).toEqual([
      '2024-04-01 09:00 2 3 1 2 5',
    ])
    expect(read(['2024-04-01 09:00,2,3,1,2,5'], { interval: '15min' })).toEqual([
      'outside: 2024-04-01 09:00 is outside the session',
    ])
  })

  test('derivatives trade on until 15:40 since the closing auction came', () => {
    const line = '2026-08-03 15:35,2,3,1,2,5'
    expect([...read([line], { key: 'NFO-FUT_NIFTY26AUGFUT' }), ...read([line])]).toEqual([
      '2026-08-03 15:35 2 3 1 2 5',
      'outside: 2026-08-03 15:35 is outside the session',
    ])
  })

  test('days, weeks and months begin at Indian midnight, on Monday, on the first', () => {
    const lines = ['2024-04-03 15:30,2,3,1,2,5']
    expect((['day', 'week', 'month'] as const).map((interval) => read(lines, { interval })[0])).toEqual([
      '2024-04-03 00:00 2 3 1 2 5',
      '2024-04-01 00:00 2 3 1 2 5',
      '2024-04-01 00:00 2 3 1 2 5',
    ])
  })

  test('the chosen zone decides the day of a row that has none', () => {
    expect(read(['2023-01-01 18:30:00,2,3,1,2,5'], { interval: 'day', timeZone: 'UTC' })).toEqual([
      '2023-01-02 00:00 2 3 1 2 5',
    ])
    expect(read(['2023-01-01 18:30:00,2,3,1,2,5'], { interval: 'day' })).toEqual([
      'outside: 2023-01-01 is not a trading day',
    ])
  })
})
