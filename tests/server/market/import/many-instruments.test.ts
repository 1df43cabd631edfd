import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CandleStore, createCandleStore } from '../../../../server/store/charts/candles.ts'
import type { Store } from '../../../../server/store/database/database.ts'
import { clockAt } from '../../../support/clock.ts'
import { fileAt, fileOf, importFiles, minuteLines } from '../../../support/market/candle-import.ts'
import { candleLines } from '../../../support/market/candle-lines.ts'
import { stores } from '../../../support/server/stores.ts'

const HEADER = 'symbol,date,open,high,low,close,volume\n'
const vector = (name: string) => fileAt(join(import.meta.dirname, '../../../vectors/candles', name))
const bhavcopies = ['nse-bhavcopy-2026-02-02.csv', 'nse-bhavcopy-2026-02-03.csv'].map(vector)

describe.each(stores)('an import of many instruments into $name', ({ open, isAbsent }) => {
  describe.skipIf(isAbsent)('', () => {
    let database: Store
    let store: CandleStore

    beforeEach(async () => {
      database = await open()
      store = createCandleStore({ store: database, clock: clockAt('2026-11-20 10:00') })
    })
    afterEach(() => database.close())

    const held = async () =>
      (await store.listSeries()).map(
        ({ key, interval, rows, days }) => `${key} ${interval} ${rows} in ${days}`,
      )
    const linesOf = async (key: string, interval: 'day' | 'min' = 'day') =>
      candleLines(await store.readDays({ key, interval }, { fromDay: 0, toDay: 100_000 }))

    test('daily files of the exchange become a series of each share, and bonds none', async () => {
      const { kind, progress } = await importFiles(store, bhavcopies)
      expect(kind).toEqual('done')
      expect(await held()).toEqual([
        'NSE_20MICRONS day 2 in 2',
        'NSE_INFY day 2 in 2',
        'NSE_RELIANCE day 2 in 2',
        'NSE_TCS day 2 in 2',
      ])
      expect((await linesOf('NSE_INFY'))[0]).toEqual('2026-02-02 00:00 1662 1662 1618 1629.4 6784887')
      expect(progress).toMatchObject({ rows: 8, otherRows: 2, days: 2, instrumentCount: 4, missingKeys: [] })
    })

    test('of those that were chosen, the ones without a row are named', async () => {
      const onlyKeys = ['NSE_INFY', 'NSE_WIPRO']
      const { progress } = await importFiles(store, bhavcopies, { onlyKeys })
      expect(await held()).toEqual(['NSE_INFY day 2 in 2'])
      expect([progress.instrumentCount, progress.missingKeys, progress.otherRows]).toEqual([
        1,
        ['NSE_WIPRO'],
        8,
      ])
      const none = await importFiles(store, bhavcopies, { onlyKeys: ['NSE_WIPRO'] })
      expect(none).toMatchObject({
        kind: 'refused',
        reason: 'No rows for NSE_WIPRO; nothing was imported.',
      })
    })

    test('one file of each instrument goes by the file names', async () => {
      const minutes = (price: number) =>
        `date,open,high,low,close,volume\n${minuteLines(['2024-04-01'], price)}`
      const files = [fileOf('INFY_1min.csv', minutes(1500)), fileOf('TCS.csv', minutes(3000))]
      const { progress } = await importFiles(store, files)
      expect(await held()).toEqual(['NSE_INFY min 375 in 1', 'NSE_TCS min 375 in 1'])
      expect([progress.days, progress.instrumentCount]).toEqual([1, 2])
      expect((await linesOf('NSE_TCS', 'min'))[0]).toEqual('2024-04-01 09:15 3000 3002 2999 3001 0')
    })

    const row = (symbol: string, date: string, price: number) =>
      `${symbol},${date},${price},${price + 2},${price - 1},${price + 1},10`

    test('rows of each are in order by themselves, whether sorted by symbol or by day', async () => {
      const days = ['2024-04-01', '2024-04-02', '2024-04-03', '2024-04-04']
      const bySymbol = ['ITC', 'SBIN'].flatMap((symbol) => days.map((day) => row(symbol, day, 100)))
      expect((await importFiles(store, [fileOf('a.csv', HEADER + bySymbol.join('\n'))])).kind).toEqual('done')
      const byDay = days.flatMap((day) => ['WIPRO', 'HCLTECH'].map((symbol) => row(symbol, day, 100)))
      expect((await importFiles(store, [fileOf('b.csv', HEADER + byDay.join('\n'))])).kind).toEqual('done')
      expect(await held()).toEqual(
        ['HCLTECH', 'ITC', 'SBIN', 'WIPRO'].map((symbol) => `NSE_${symbol} day 4 in 4`),
      )
      const twice = [...bySymbol, row('SBIN', '2024-04-04', 101)]
      expect(await importFiles(store, [fileOf('c.csv', HEADER + twice.join('\n'))])).toMatchObject({
        kind: 'refused',
        progress: { badRowCount: 1, badRows: [{ line: 10, reason: '2024-04-04 00:00 appears twice' }] },
      })
    })

    test('a split of one is named with it, and adjusts no other', async () => {
      const rows = [
        row('ITC', '2024-04-01', 1000),
        row('SBIN', '2024-04-01', 800),
        row('ITC', '2024-04-02', 100),
        row('SBIN', '2024-04-02', 801),
      ]
      const file = fileOf('day.csv', HEADER + rows.join('\n'))
      const refused = await importFiles(store, [file])
      expect(refused).toMatchObject({
        kind: 'refused',
        reason: expect.stringMatching(
          /^Price gap of NSE_ITC on 02 Apr 2024: 1,001\.00 to 100\.00, looks like/,
        ),
        remedies: ['breaks'],
      })
      expect(await held()).toEqual([])
      expect((await importFiles(store, [file], { onBreaks: 'adjust' })).kind).toEqual('done')
      expect([await linesOf('NSE_ITC'), await linesOf('NSE_SBIN')]).toEqual([
        ['2024-04-01 00:00 100 100.2 99.9 100.1 100', '2024-04-02 00:00 100 102 99 101 10'],
        ['2024-04-01 00:00 800 802 799 801 10', '2024-04-02 00:00 801 803 800 802 10'],
      ])
      const adjusted = (await store.listAdjusted()).map(({ key, breaks }) => [key, breaks.length])
      expect(adjusted.filter(([, count]) => count !== 0)).toEqual([['NSE_ITC', 1]])
    })

    test('days that are stored of any of them stop it, and replacing leaves what is not in the file', async () => {
      const before = [row('ITC', '2024-04-01', 90), row('ITC', '2024-04-02', 91), row('LT', '2024-04-01', 70)]
      await importFiles(store, [fileOf('before.csv', HEADER + before.join('\n'))])
      const rows = [row('ITC', '2024-04-02', 100), row('SBIN', '2024-04-02', 800)]
      const file = fileOf('day.csv', HEADER + rows.join('\n'))
      expect(await importFiles(store, [file])).toMatchObject({
        kind: 'refused',
        reason: expect.stringMatching(/^One of these days, 2024-04-02, is already stored/),
        remedies: ['existing'],
      })
      expect((await importFiles(store, [file], { onExisting: 'replace' })).kind).toEqual('done')
      expect(await linesOf('NSE_ITC')).toEqual([
        '2024-04-01 00:00 90 92 89 91 10',
        '2024-04-02 00:00 100 102 99 101 10',
      ])
      expect([await linesOf('NSE_LT'), await linesOf('NSE_SBIN')].map(({ length }) => length)).toEqual([1, 1])
    })
  })
})
