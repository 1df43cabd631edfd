import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ChosenOptions } from '../../../../server/market/import/propose.ts'
import { type CandleStore, createCandleStore } from '../../../../server/store/charts/candles.ts'
import type { Store } from '../../../../server/store/database/database.ts'
import type { Interval } from '../../../../src/domain/charts/interval.ts'
import { instrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { clockAt } from '../../../support/clock.ts'
import { fileAt, importFiles } from '../../../support/market/candle-import.ts'
import { candleLines } from '../../../support/market/candle-lines.ts'
import { stores } from '../../../support/server/stores.ts'
import { sharedData } from '../../../support/shared-data.ts'

const all = { fromDay: 0, toDay: 100_000 }
const hasData = sharedData('candles_intraday/README.md') !== null
const name = (title: string) => (hasData ? title : `${title} (skipped: the reference data set is absent)`)

const textOf = (path: string): readonly string[] =>
  gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split(/\r?\n/)

const two = (value: number) => String(value).padStart(2, '0')

/** `HH:MM` some minutes later. */
const later = (clock: string, minutes: number): string => {
  const minute = Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5)) + minutes
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}

const line = (day: string, clock: string, prices: readonly string[], volume = '0') =>
  [`${day} ${clock}`, ...prices.map(Number), Number(volume)].join(' ')

interface Family {
  readonly files: readonly string[]
  readonly key: string
  readonly interval: Interval
  readonly chosen?: ChosenOptions
  readonly rows: number
  readonly skipped: number
  readonly days: number
  /** The candle of one line of the file, written by hand for the family; null is no candle. */
  readonly expected: (fields: readonly string[]) => string | null
}

const months = Array.from({ length: 12 }, (_, month) => two(month + 1))
const dashed = (packed = '') => `${packed.slice(0, 4)}-${packed.slice(4, 6)}-${packed.slice(6)}`

const minutes2022 = (symbol: string, key: string, rows: number, skipped: number): Family => ({
  files: months.map((month) => `candles_intraday/index_1min/${symbol}_1min_2022-${month}.txt.gz`),
  key: instrumentId('INDICES', key),
  interval: 'min',
  chosen: { outsideSession: 'skip' },
  rows,
  skipped,
  days: 248,
  expected: ([, day, clock = '', ...prices]) => {
    const isMuhurat = day === '20221024'
    const isInside = isMuhurat ? clock > '18:15' && clock <= '19:15' : clock > '09:15' && clock <= '15:30'
    return isInside ? line(dashed(day), later(clock, -1), prices.slice(0, 4)) : null
  },
})

const families: Readonly<Record<string, Family>> = {
  'NIFTY minutes of 2022, marked at the close': minutes2022('NIFTY', 'NIFTY 50', 92_632, 738),
  'BANKNIFTY minutes of 2022, marked at the close': minutes2022('BANKNIFTY', 'NIFTY BANK', 92_595, 743),
  'BANKNIFTY minutes of 2024, mislabelled': {
    files: ['candles_intraday/index_1min/BANKNIFTY_1min_2024-01_2024-08.csv.gz'],
    key: 'INDICES_NIFTY BANK',
    interval: 'min',
    chosen: { key: 'INDICES_NIFTY BANK', outsideSession: 'skip' },
    rows: 57_960,
    skipped: 167,
    days: 156,
    expected: ([, day, clock = '', ...prices]) => (clock < '15:30' ? line(dashed(day), clock, prices) : null),
  },
  'RELIANCE quarters of an hour': {
    files: ['candles_intraday/stocks_15min/RELIANCE.csv.gz'],
    key: 'NSE_RELIANCE',
    interval: '15min',
    rows: 13_747,
    skipped: 0,
    days: 553,
    expected: ([time = '', open = '', high = '', low = '', close = '', volume]) =>
      line(time.slice(0, 10), time.slice(11, 16), [open, high, low, close], volume),
  },
  'SENSEX three minutes': {
    files: ['candles_intraday/index_3min/SENSEX_3min_2025-07_2026-08.csv.gz'],
    key: 'INDICES_SENSEX',
    interval: '3min',
    chosen: { outsideSession: 'skip' },
    rows: 31_138,
    skipped: 7,
    days: 250,
    expected: ([time = '', open = '', high = '', low = '', close = '']) => {
      const [day, clock] = [time.slice(0, 10), time.slice(11, 16)]
      const isMuhurat = day === '2025-10-21'
      return isMuhurat && (clock < '13:45' || clock >= '14:45')
        ? null
        : line(day, clock, [open, high, low, close])
    },
  },
  'NIFTY days written in UTC': {
    files: ['candles_daily/nifty50_2023_2026/NIFTY.csv.gz'],
    key: 'INDICES_NIFTY 50',
    interval: 'day',
    rows: 876,
    skipped: 0,
    days: 876,
    expected: ([time = '', open = '', high = '', low = '', close = '', volume]) => {
      const day = new Date(Date.parse(`${time.replace(' ', 'T')}Z`) + 19_800_000).toISOString().slice(0, 10)
      return line(day, '00:00', [open, high, low, close], volume)
    },
  },
  'TCS days, split-adjusted': {
    files: ['candles_daily/yahoo_long_1996_2024/TCS.csv.gz'],
    key: 'NSE_TCS',
    interval: 'day',
    chosen: { outsideSession: 'skip', onBreaks: 'keep' },
    rows: 5493,
    skipped: 0,
    days: 5493,
    expected: ([day = '', open = '', high = '', low = '', close = '', , volume]) =>
      line(day, '00:00', [open, high, low, close], volume),
  },
}

describe.skipIf(!hasData)(name('real files'), () => {
  let database: Store
  let store: CandleStore
  beforeEach(async () => {
    database = await stores[0].open()
    store = createCandleStore({ store: database, clock: clockAt('2026-11-20 10:00') })
  })
  afterEach(() => database.close())

  test.each(Object.entries(families))('%s are stored as they are written', async (_, family) => {
    const paths = family.files.map((file) => sharedData(file) ?? file)
    const outcome = await importFiles(store, paths.map(fileAt), family.chosen)
    const { rows, skippedRows, days, badRows } = outcome.progress
    expect(badRows).toEqual([])
    expect([outcome.kind, rows, skippedRows, days]).toEqual([
      'done',
      family.rows,
      family.skipped,
      family.days,
    ])
    const written = paths
      .flatMap(textOf)
      .filter((text) => /\d,\s*\d/.test(text))
      .map((text) => family.expected(text.split(',').map((field) => field.trim())))
      .filter((text) => text !== null)
    const { key, interval } = family
    expect(candleLines(await store.readDays({ key, interval }, all))).toEqual(written)
  })

  test.each([
    ['candles_intraday/stocks_15min/BANKBARODA.csv.gz', 'open 264.29 is outside low 264.78 to high 266.66'],
    ['candles_intraday/stocks_15min/BHARTIARTL.csv.gz', 'open 1434 is outside low 1421.65 to high 1429.85'],
    ['candles_intraday/stocks_15min/HDFCBANK.csv.gz', 'open 835.6 is outside low 837.4 to high 845'],
  ])('%s is refused at its line 2941, and mended by choice', async (file, reason) => {
    const files = [fileAt(sharedData(file) ?? file)]
    const chosen = { outsideSession: 'skip', onBreaks: 'keep' } as const
    const refused = await importFiles(store, files, chosen)
    expect(refused.progress.badRows.map((row) => [row.line, row.reason])).toEqual([[2941, reason]])
    expect(refused.kind === 'refused' && refused.remedies).toEqual(['ranges', 'rows'])
    const { kind, progress } = await importFiles(store, files, { ...chosen, onBadRanges: 'mend' })
    expect([kind, progress.rows, progress.mendedRows.map(({ line }) => line)]).toEqual([
      'done',
      13_747,
      [2941],
    ])
  })

  test.each([
    [
      'candles_intraday/stocks_1min_2016/RELIANCE.csv.gz',
      'NSE_RELIANCE',
      6750,
      9,
      '2016-08-16',
      '2016-09-09',
    ],
    [
      'candles_daily/index_long/NIFTY50_daily_to_2025-09.csv.gz',
      'INDICES_NIFTY 50',
      6387,
      0,
      '2000-01-03',
      '2025-09-08',
    ],
  ])('%s is put in the order of time', async (file, key, rows, sortedRows, firstDay, lastDay) => {
    const chosen: ChosenOptions = { key, outsideSession: 'skip', onBadRanges: 'mend', onBreaks: 'keep' }
    const { progress } = await importFiles(store, [fileAt(sharedData(file) ?? file)], chosen)
    expect([progress.badRows, progress.rows, progress.sortedRows]).toEqual([[], rows, sortedRows])
    expect([progress.firstDay, progress.lastDay]).toEqual([firstDay, lastDay])
  })

  test('two months of the exchange files of a day give the days of one share', async () => {
    const names = ['2026-02-01', '2026-02-02', '2026-03-02', '2026-04-30']
    const files = names.map((day) => fileAt(sharedData(`bhavcopy_nse_cash/${day}.csv.gz`) ?? day))
    const { kind, progress } = await importFiles(store, files, { key: 'NSE_RELIANCE', onBreaks: 'keep' })
    expect([kind, progress.rows, progress.otherRows > 12_000]).toEqual(['done', 4, true])
    const lines = candleLines(await store.readDays({ key: 'NSE_RELIANCE', interval: 'day' }, all))
    expect(lines[1]).toBe('2026-02-02 00:00 1340 1392.9 1335.5 1390.4 15711165')
  })
})
