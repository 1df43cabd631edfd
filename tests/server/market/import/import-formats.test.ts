import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { printMapping } from '../../../../server/market/import/mapping.ts'
import { type ChosenOptions, proposeImport } from '../../../../server/market/import/propose.ts'
import { type CandleStore, createCandleStore } from '../../../../server/store/charts/candles.ts'
import type { Store } from '../../../../server/store/database/database.ts'
import { exchangeCalendar } from '../../../../src/domain/calendar/calendar.ts'
import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { clockAt } from '../../../support/clock.ts'
import { fileAt, fileOf, importFiles } from '../../../support/market/candle-import.ts'
import { candleLines } from '../../../support/market/candle-lines.ts'
import { stores } from '../../../support/server/stores.ts'

const vector = (name: string) => fileAt(join(import.meta.dirname, '../../../vectors/candles', name))
const all = { fromDay: 0, toDay: 100_000 }

describe('files as people have them', () => {
  let database: Store
  let store: CandleStore
  beforeEach(async () => {
    database = await stores[0].open()
    store = createCandleStore({ store: database, clock: clockAt('2026-11-20 10:00') })
  })
  afterEach(() => database.close())

  const stored = async () => {
    const [series] = await store.listSeries()
    return series === undefined ? [] : candleLines(await store.readDays(series, all))
  }
  const imported = async (names: readonly string[], chosen: ChosenOptions) => {
    const outcome = await importFiles(store, names.map(vector), chosen)
    expect(outcome.kind === 'refused' ? outcome.reason : outcome.kind).toBe('done')
    return { progress: outcome.progress, lines: await stored() }
  }

  test('DDMMYY and seconds after midnight, without a header', async () => {
    const { lines } = await imported(['ddmmyy-seconds.txt'], { key: 'INDICES_NIFTY 50' })
    expect([lines.length, lines[1], lines[4]]).toEqual([
      6,
      '2024-04-01 09:16 22474.65 22499.55 22474.6 22496.4 0',
      '2024-04-02 09:15 22458.8 22497.6 22441.1 22464.2 0',
    ])
  })

  test('newest first, with Price as the close, commas in prices and M for a million', async () => {
    const { lines, progress } = await imported(['newest-first.csv'], { key: 'NSE_INFY' })
    expect([lines[0], lines[3], lines.length, progress.sortedRows]).toEqual([
      '2024-04-01 00:00 1508 1508 1484.6 1495.4 3600000',
      '2024-04-04 00:00 1487 1497.7 1471 1481.35 4310000',
      4,
      0,
    ])
  })

  test('Open Price, No.of Shares and whole names of months', async () => {
    const { lines } = await imported(['open-price.csv'], { key: 'BSE_INFY' })
    expect([lines[0], lines[3]]).toEqual([
      '2024-04-01 00:00 1508 1508 1484.6 1495.4 87120',
      '2024-04-04 00:00 1487 1497.7 1471 1481.35 152340',
    ])
  })

  test('no header and a clock without a colon', async () => {
    const { lines } = await imported(['no-header.csv'], { key: 'NSE_INFY' })
    expect(lines).toEqual([
      '2024-04-01 09:15 100 102 99 101 5',
      '2024-04-01 09:20 101 101.5 100.25 100.5 7',
      '2024-04-01 09:25 100.5 102 100.5 102 9',
    ])
  })

  test('minutes of which neighbours are swapped', async () => {
    const { progress, lines } = await imported(['kite-2016/RELIANCE.csv'], {})
    expect(progress.sortedRows).toBe(1)
    expect(lines.map((line) => line.slice(0, 16))).toEqual(lines.map((line) => line.slice(0, 16)).sort())
  })

  test('days of which a spreadsheet exchanged day and month up to the twelfth', async () => {
    const { lines } = await imported(['NIFTY50_daily_to_2025-09.csv'], { key: 'INDICES_NIFTY 50' })
    expect(lines.map((line) => line.slice(0, 10)).slice(0, 10)).toEqual(
      '03 04 05 06 07 10 11 12 13 14'.split(' ').map((day) => `2000-01-${day}`),
    )
  })

  test.each([
    [
      ['nse-bhavcopy-2026-02-03.csv', 'nse-bhavcopy-2026-02-02.csv'],
      'NSE_RELIANCE',
      [
        '2026-02-02 00:00 1340 1392.9 1335.5 1390.4 15711165',
        '2026-02-03 00:00 1473.9 1489.5 1430.2 1437.1 25456171',
      ],
      8,
    ],
    [
      ['nse-full-bhavcopy-2025-11-14.csv'],
      'NSE_INFY',
      ['2025-11-14 00:00 1520 1530 1488.8 1502.8 9739549'],
      3,
    ],
    [
      ['nse-udiff-fo-2026-08-13.csv'],
      'NFO-FUT_NIFTY26AUGFUT',
      ['2026-08-13 00:00 24460.5 24514 24385.4 24468 21683'],
      3,
    ],
  ])('of the exchange files %s the rows of %s', async (names, key, expected, others) => {
    const { lines, progress } = await imported(names, { key: key as InstrumentId })
    expect([lines, progress.otherRows]).toEqual([expected, others])
  })

  test('of contracts, whose segment no name tells, one is asked for', async () => {
    const { missing, remarks, options } = await proposeImport(
      [vector('nse-udiff-fo-2026-08-13.csv')],
      {},
      exchangeCalendar,
    )
    expect([missing, remarks[0], options.key, options.otherSymbols, options.instrumentsFrom]).toEqual([
      ['symbol'],
      'The first rows have 4 symbols: choose the instrument; other rows are skipped.',
      '',
      'skip',
      'key',
    ])
  })

  test('options by expiry and strike without the day of trading are refused in words', async () => {
    await expect(proposeImport([vector('nse-options-2025-11-14.csv')], {}, exchangeCalendar)).rejects.toThrow(
      'lists futures or options by expiry and strike without the day of trading',
    )
  })

  test('columns that nothing shows can be chosen', async () => {
    const file = fileOf('INFY.csv', 'a,b,c,d,e,f\n5,101,99,102,100;2024-04-01\n'.replaceAll(';', ','))
    const shown = await proposeImport([file], {}, exchangeCalendar)
    expect(shown.missing).toEqual(['columns', 'time-format', 'interval'])
    const columns = { date: 5, open: 4, high: 3, low: 2, close: 1, volume: 0 }
    const { options, missing, sample } = await proposeImport([file], { columns }, exchangeCalendar)
    expect([missing, printMapping(options.mapping), sample[0]?.reads]).toEqual([
      [],
      'comma between columns, a header line, time 6 as iso, open 5, high 4, low 3, close 2, volume 1, no open interest, no symbol',
      '2024-04-01 00:00 open 100 high 102 low 99 close 101 volume 5',
    ])
  })

  test('years before the calendar are named, and their days are taken as they are', async () => {
    const file = fileOf(
      'INFY.csv',
      'date,open,high,low,close\n2010-01-02,1,2,1,2\n2010-01-26,1,2,1,2\n2010-01-27,1,2,1,2\n',
    )
    const { remarks } = await proposeImport([file], {}, exchangeCalendar)
    expect(remarks).toEqual([
      'The holiday calendar begins in 2022: rows of earlier years are accepted on any day.',
    ])
    expect((await importFiles(store, [file])).progress.rows).toBe(3)
  })
})
