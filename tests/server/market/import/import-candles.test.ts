import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { discardAbandonedImports } from '../../../../server/market/import/abandoned-imports.ts'
import { type CandleStore, createCandleStore } from '../../../../server/store/charts/candles.ts'
import type { Store } from '../../../../server/store/database/database.ts'
import { instrumentId } from '../../../../src/domain/instruments/instrument.ts'
import {
  dayNumberToIstDate,
  type IstDate,
  istDateToDayNumber,
  startOfIstDate,
} from '../../../../src/domain/time.ts'
import { clockAt } from '../../../support/clock.ts'
import { fileAt, fileOf, importFiles, minuteLines } from '../../../support/market/candle-import.ts'
import { candleLines } from '../../../support/market/candle-lines.ts'
import { stores } from '../../../support/server/stores.ts'

const HEADER = 'date,open,high,low,close,volume\n'
const vectors = join(import.meta.dirname, '../../../vectors/candles')
const dayNumber = (date: string) => istDateToDayNumber(date as IstDate)
const all = { fromDay: 0, toDay: 100_000 }

describe.each(stores)('importing into $name', ({ open, isAbsent }) => {
  describe.skipIf(isAbsent)('', () => {
    const clock = clockAt('2026-11-20 10:00')
    let database: Store
    let store: CandleStore

    beforeEach(async () => {
      database = await open()
      store = createCandleStore({ store: database, clock })
    })
    afterEach(() => database.close())

    const held = async () =>
      (await store.listSeries()).map(
        ({ key, interval, rows, days, firstDay, lastDay }) =>
          `${key} ${interval} ${rows} rows ${days} days ${dayNumberToIstDate(firstDay)} ${dayNumberToIstDate(lastDay)}`,
      )
    const minutes = async (from: string, to: string) =>
      candleLines(
        await store.readDays(
          { key: 'NSE_INFY', interval: 'min' },
          { fromDay: dayNumber(from), toDay: dayNumber(to) },
        ),
      )
    /** Rows of both tables, so that nothing hidden is left. */
    const remains = async () => {
      const [chunks, imports] = await Promise.all([
        database.db.selectFrom('candle_chunk').select('day').execute(),
        database.db.selectFrom('candle_import').select('state').execute(),
      ])
      return [chunks.length, imports.map(({ state }) => state)]
    }

    test('what was read is what was written', async () => {
      const text = `${HEADER}2024-04-01 09:15,100,102,99,101,5\n2024-04-01 09:16,101,101.5,100.25,100.5,\n2024-04-02 15:29,101,102,100.5,102,7\n`
      const outcome = await importFiles(store, [fileOf('INFY.csv', text)])
      expect(outcome).toEqual({
        kind: 'done',
        progress: {
          bytesRead: text.length,
          rows: 3,
          skippedRows: 0,
          otherRows: 0,
          instrumentCount: 1,
          missingKeys: [],
          sortedRows: 0,
          mendedRows: [],
          mendedRowCount: 0,
          mendableRows: 0,
          days: 2,
          firstDay: '2024-04-01',
          lastDay: '2024-04-02',
          badRows: [],
          badRowCount: 0,
          priceBreaks: [],
          priceBreakCount: 0,
        },
      })
      expect(await minutes('2024-04-01', '2024-04-02')).toEqual([
        '2024-04-01 09:15 100 102 99 101 5',
        '2024-04-01 09:16 101 101.5 100.25 100.5 0',
        '2024-04-02 15:29 101 102 100.5 102 7',
      ])
      expect(await minutes('2024-04-02', '2024-04-02')).toEqual(['2024-04-02 15:29 101 102 100.5 102 7'])
      expect(await held()).toEqual(['NSE_INFY min 3 rows 2 days 2024-04-01 2024-04-02'])
    })

    test('several files are read in the order of their times, whatever their names', async () => {
      const files = [
        fileOf('INFY_1.csv', HEADER + minuteLines(['2024-04-03'])),
        fileOf('INFY_2.csv.gz', gzipSync(HEADER + minuteLines(['2024-04-01', '2024-04-02']))),
      ]
      const outcome = await importFiles(store, files)
      expect([outcome.kind, outcome.progress.rows, outcome.progress.days]).toEqual(['done', 1125, 3])
      expect((await minutes('2024-04-01', '2024-04-03')).map((line) => line.slice(0, 16))).toEqual(
        [...(await minutes('2024-04-01', '2024-04-03'))].map((line) => line.slice(0, 16)).sort(),
      )
    })

    test('a day that goes on in the next file stays one day', async () => {
      const lines = minuteLines(['2024-04-01']).split('\n')
      const files = [
        fileOf('INFY_b.csv', HEADER + lines.slice(200).join('\n')),
        fileOf('INFY_a.csv', `${HEADER}${lines.slice(0, 200).join('\n')}\n`),
      ]
      expect((await importFiles(store, files)).kind).toBe('done')
      expect(await held()).toEqual(['NSE_INFY min 375 rows 1 days 2024-04-01 2024-04-01'])
    })

    test('one bad row stops everything, and is named with file, line and reason', async () => {
      const text = `${HEADER}2024-04-01 09:15,100,102,99,101,5\n\n2024-04-01 09:16,100,90,99,101,5\n2024-04-01 09:17,100,102,99,101,5\n`
      const outcome = await importFiles(store, [fileOf('INFY.csv', text)])
      expect(outcome).toEqual({
        kind: 'refused',
        reason: '1 of 3 rows cannot be used (1 that cannot be read or appear twice); nothing was imported.',
        remedies: ['rows'],
        progress: {
          bytesRead: text.length,
          rows: 2,
          skippedRows: 0,
          otherRows: 0,
          instrumentCount: 1,
          missingKeys: [],
          sortedRows: 0,
          mendedRows: [],
          mendedRowCount: 0,
          mendableRows: 0,
          days: 1,
          firstDay: '2024-04-01',
          lastDay: '2024-04-01',
          badRows: [
            {
              file: 'INFY.csv',
              line: 4,
              reason: 'high 90 is below low 99',
              text: '2024-04-01 09:16,100,90,99,101,5',
            },
          ],
          badRowCount: 1,
          priceBreaks: [],
          priceBreakCount: 0,
        },
      })
      expect(await remains()).toEqual([0, []])
    })

    test('fifty bad rows are shown and all are counted', async () => {
      const bad = Array.from(
        { length: 60 },
        (_, row) => `2024-04-01 ${10 + Math.floor(row / 60)}:${String(row).padStart(2, '0')},5,1,9,5,0`,
      )
      const outcome = await importFiles(store, [fileOf('INFY.csv', `${HEADER}${bad.join('\n')}\n`)])
      const { badRows, badRowCount } = outcome.progress
      expect([outcome.kind, badRows.length, badRowCount, badRows[49]?.line]).toEqual(['refused', 50, 60, 51])
    })

    test('rows outside the session are refused, or left out by choice', async () => {
      const file = fileAt(join(vectors, 'NIFTY_1min_2022-01.txt'))
      const refused = await importFiles(store, [file])
      expect([
        refused.kind === 'refused' && refused.remedies,
        refused.kind === 'refused' && refused.reason,
        refused.progress.badRows,
      ]).toEqual([
        ['rows'],
        '3 of 18 rows cannot be used (3 outside the session); nothing was imported.',
        [1, 17, 18].map((line) => ({
          file: 'NIFTY_1min_2022-01.txt',
          line,
          reason: `2022-01-03 ${line === 1 ? '09:07' : line === 17 ? '15:30' : '15:31'} is outside the session`,
          text:
            line === 1
              ? 'NIFTY,20220103,09:08,17387.15,17387.15,17387.15,17387.15,0,0'
              : line === 17
                ? 'NIFTY,20220103,15:31,17637.10,17637.10,17637.10,17637.10,0,0'
                : 'NIFTY,20220103,15:32,17625.70,17625.70,17625.70,17625.70,0,0',
        })),
      ])
      const skipped = await importFiles(store, [file], { outsideSession: 'skip' })
      expect([skipped.kind, skipped.progress.rows, skipped.progress.skippedRows]).toEqual(['done', 15, 3])
    })

    test('days that are stored stop a second import and stay as they were, unless they are to be replaced', async () => {
      await importFiles(store, [fileOf('INFY.csv', HEADER + minuteLines(['2024-04-01', '2024-04-02'], 100))])
      const corrected = fileOf('INFY.csv', HEADER + minuteLines(['2024-04-02', '2024-04-03'], 200))
      const refused = await importFiles(store, [corrected])
      expect(refused.kind === 'refused' && [refused.reason, refused.remedies]).toEqual([
        'One of these days, 2024-04-02, is already stored; choose to replace them, or skip them. Nothing was imported.',
        ['existing'],
      ])
      expect((await minutes('2024-04-02', '2024-04-03'))[0]).toBe('2024-04-02 09:15 100 102 99 101 0')
      expect(await remains()).toEqual([2, ['visible']])

      expect((await importFiles(store, [corrected], { onExisting: 'replace' })).kind).toBe('done')
      expect([
        (await minutes('2024-04-01', '2024-04-01'))[0],
        (await minutes('2024-04-02', '2024-04-02'))[0],
        (await minutes('2024-04-03', '2024-04-03'))[0],
      ]).toEqual([
        '2024-04-01 09:15 100 102 99 101 0',
        '2024-04-02 09:15 200 202 199 201 0',
        '2024-04-03 09:15 200 202 199 201 0',
      ])
      expect(await held()).toEqual(['NSE_INFY min 1125 rows 3 days 2024-04-01 2024-04-03'])
    })

    test('the same file twice, replacing, leaves one of each day and nothing of the first', async () => {
      const file = fileOf('INFY.csv', HEADER + minuteLines(['2024-04-01', '2024-04-02']))
      await importFiles(store, [file])
      await importFiles(store, [file], { onExisting: 'replace' })
      expect(await remains()).toEqual([2, ['visible']])
    })

    test('of two imports of the same days at once one wins and the other is refused', async () => {
      const outcomes = await Promise.all(
        [100, 200].map((price) =>
          importFiles(store, [fileOf('INFY.csv', HEADER + minuteLines(['2024-04-01', '2024-04-02'], price))]),
        ),
      )
      expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['done', 'refused'])
      expect(await held()).toEqual(['NSE_INFY min 750 rows 2 days 2024-04-01 2024-04-02'])
      const opens = (await minutes('2024-04-01', '2024-04-02')).map((line) => line.split(' ')[2])
      expect(new Set(opens).size).toBe(1)
    })

    test('a cancelled import leaves nothing', async () => {
      const stopping = new AbortController()
      stopping.abort()
      const file = fileOf('INFY.csv', HEADER + minuteLines(['2024-04-01']))
      expect((await importFiles(store, [file], {}, stopping.signal)).kind).toBe('cancelled')
      expect(await remains()).toEqual([0, []])
    })

    test('staged days are invisible, and swept once their process has ended', async () => {
      const runner = { host: 'elsewhere', process: 1 }
      await store.beginImport('left', runner)
      const file = fileOf('INFY.csv', HEADER + minuteLines(['2024-04-01']))
      await importFiles(store, [file])
      const candles = await store.readDays({ key: 'NSE_INFY', interval: 'min' }, all)
      await store.stageDays('left', 'min', [{ key: 'NSE_INFY', day: 1, candles }])
      expect(await held()).toEqual(['NSE_INFY min 375 rows 1 days 2024-04-01 2024-04-01'])

      expect(await discardAbandonedImports(store, clock)).toBe(0)
      expect(await discardAbandonedImports(store, clockAt('2026-11-20 10:11'))).toBe(1)
      expect(await remains()).toEqual([1, ['visible']])
    })

    test('a deleted series is gone, and only it', async () => {
      await importFiles(store, [fileOf('INFY.csv', HEADER + minuteLines(['2024-04-01']))])
      await importFiles(store, [fileOf('TCS.csv', HEADER + minuteLines(['2024-04-01']))])
      const by = { actor: 'test', request: null }
      expect(await store.deleteSeries({ key: 'NSE_INFY', interval: 'min' }, by)).toBe(1)
      expect(await store.deleteSeries({ key: 'NSE_INFY', interval: 'min' }, by)).toBe(0)
      expect(await held()).toEqual(['NSE_TCS min 375 rows 1 days 2024-04-01 2024-04-01'])
      expect(await remains()).toEqual([1, ['visible']])
    })

    describe('prices that break as at a split', () => {
      const before = ['2024-04-01 15:29,1000,1020,990,1010,7', '2024-04-02 15:29,1000,1000,995.55,1000,3']
      const behind = ['2024-04-03 09:15,100,102,99,101,50', '2024-04-04 09:15,101,103,100,102,60']
      const text = `${HEADER}${[...before, ...behind].join('\n')}\n`
      const found = {
        at: startOfIstDate('2024-04-03' as IstDate) + 555 * 60_000,
        close: 1000,
        open: 100,
        ratio: { from: 1, to: 10 },
      }

      test('are refused with the day and the ratio, and nothing is written', async () => {
        const outcome = await importFiles(store, [fileOf('INFY.csv', text)], { interval: 'min' })
        expect(outcome).toMatchObject({
          kind: 'refused',
          reason:
            'Price gap on 03 Apr 2024: 1,000.00 to 100.00, looks like a 1:10 split; no circuit limit allows that. Nothing was imported.',
          remedies: ['breaks'],
          progress: { priceBreaks: [found], priceBreakCount: 1 },
        })
        expect(await remains()).toEqual([0, []])
      })

      test('are kept when that is chosen, and still named', async () => {
        const outcome = await importFiles(store, [fileOf('INFY.csv', text)], {
          interval: 'min',
          onBreaks: 'keep',
        })
        expect([outcome.kind, outcome.progress.priceBreaks]).toEqual([
          'done',
          [{ key: 'NSE_INFY', ...found }],
        ])
        expect((await minutes('2024-04-01', '2024-04-01'))[0]).toBe('2024-04-01 15:29 1000 1020 990 1010 7')
        expect(await store.listAdjusted()).toEqual([])
      })

      test('are divided by the ratio and volumes multiplied when that is chosen, and the series says so', async () => {
        const again = ['2024-04-05 09:15,51,52,50,51,100']
        const files = [
          fileOf('INFY_2.csv', `${HEADER}${[...behind, ...again].join('\n')}\n`),
          fileOf('INFY_1.csv', `${HEADER}${before.join('\n')}\n`),
        ]
        const outcome = await importFiles(store, files, { interval: 'min', onBreaks: 'adjust' })
        expect([outcome.kind, outcome.progress.priceBreakCount]).toEqual(['done', 2])
        expect(await minutes('2024-04-01', '2024-04-05')).toEqual([
          '2024-04-01 15:29 50 51 49.5 50.5 140',
          '2024-04-02 15:29 50 50 49.7775 50 60',
          '2024-04-03 09:15 50 51 49.5 50.5 100',
          '2024-04-04 09:15 50.5 51.5 50 51 120',
          '2024-04-05 09:15 51 52 50 51 100',
        ])
        const [series] = await store.listAdjusted()
        expect([series?.key, series?.breaks.map(({ ratio }) => ratio)]).toEqual([
          'NSE_INFY',
          [
            { from: 1, to: 10 },
            { from: 1, to: 2 },
          ],
        ])
      })

      test('of an option are none: a premium has no circuit of its own', async () => {
        const outcome = await importFiles(store, [fileOf('x.csv', text)], {
          interval: 'min',
          key: instrumentId('NFO-OPT', 'NIFTY24APR22000CE'),
        })
        expect(outcome.kind).toBe('done')
      })
    })

    test('imports and deletions are in the audit log', async () => {
      await importFiles(store, [fileOf('INFY.csv', HEADER + minuteLines(['2024-04-01']))])
      await store.deleteSeries({ key: 'NSE_INFY', interval: 'min' }, { actor: 'test', request: 'r1' })
      const entries = await database.db
        .selectFrom('audit')
        .select(['action', 'actor', 'request', 'object', 'detail'])
        .orderBy('seq')
        .execute()
      expect(entries).toEqual([
        {
          action: 'import.committed',
          actor: 'test',
          request: null,
          object: 'NSE_INFY',
          detail: '{"interval":"min","replacedDays":0}',
        },
        {
          action: 'candles.deleted',
          actor: 'test',
          request: 'r1',
          object: 'NSE_INFY',
          detail: '{"interval":"min","days":1}',
        },
      ])
    })

    describe('rows that cannot be used', () => {
      const rows = [
        '2024-04-01 09:15,100,102,99,101,5',
        '2024-04-01 09:16,101,101.5,100,101.75,5',
        '2024-04-01 09:16,101,102,100,101,5',
        'Total,,,,,',
        '2024-04-01 16:00,101,102,100,101,5',
        '2024-04-01 09:17,101,102,100,101,5',
        '2024-04-01 09:18,101,102,100,101,5',
        '2024-04-01 09:19,101,102,100,101,5',
      ]
      const file = () => fileOf('INFY.csv', `${HEADER}${rows.join('\n')}\n`)
      const interval = 'min'

      test('are listed by kind, with what would let the file through', async () => {
        const outcome = await importFiles(store, [file()], { interval })
        expect(outcome.kind === 'refused' && [outcome.reason, outcome.remedies]).toEqual([
          '3 of 8 rows cannot be used (1 outside the session, 1 with high or low slightly off the open or close, 1 that cannot be read or appear twice); nothing was imported.',
          ['ranges', 'rows'],
        ])
        expect(outcome.progress.mendableRows).toBe(1)
        expect(await remains()).toEqual([0, []])
      })

      test('are left out, counted and listed by choice', async () => {
        const { kind, progress } = await importFiles(store, [file()], { interval, onBadRows: 'skip' })
        expect([kind, progress.rows, progress.badRowCount, progress.badRows.map(({ line }) => line)]).toEqual(
          ['done', 5, 3, [3, 5, 6]],
        )
        expect(await minutes('2024-04-01', '2024-04-01')).toEqual([
          '2024-04-01 09:15 100 102 99 101 5',
          ...['16', '17', '18', '19'].map((minute) => `2024-04-01 09:${minute} 101 102 100 101 5`),
        ])
      })

      test('are mended where a high or low misses by a little, and then the second of two is left out', async () => {
        const chosen = { interval, onBadRows: 'skip', onBadRanges: 'mend' } as const
        const { progress } = await importFiles(store, [file()], chosen)
        expect([progress.mendedRows, progress.badRows.map(({ line, reason }) => [line, reason])]).toEqual([
          [
            {
              file: 'INFY.csv',
              line: 3,
              reason: 'close 101.75 is outside low 100 to high 101.5',
              text: rows[1],
            },
          ],
          [
            [4, '2024-04-01 09:16 appears twice'],
            [5, '"Total" is not a time written iso'],
            [6, '2024-04-01 16:00 is outside the session'],
          ],
        ])
        expect((await minutes('2024-04-01', '2024-04-01'))[1]).toBe(
          '2024-04-01 09:16 101 101.75 100 101.75 5',
        )
      })

      test('of more than half of a file are left out in no case: it is read wrongly', async () => {
        const wrong = rows.map((row) => row.replace('2024-04-01 ', '2024-04-06 '))
        const outcome = await importFiles(
          store,
          [fileOf('INFY.csv', `${HEADER}${[rows[0], ...wrong].join('\n')}\n`)],
          { interval, onBadRows: 'skip' },
        )
        expect(outcome.kind === 'refused' && [outcome.reason, outcome.remedies]).toEqual([
          '8 of 9 rows cannot be used (7 outside the session, 1 that cannot be read or appear twice); nothing was imported. That is more than half, so the file is probably misread: check columns, time format and interval.',
          [],
        ])
      })
    })

    describe('rows out of order', () => {
      const days = ['2024-04-01', '2024-04-02', '2024-04-03']
      const lines = minuteLines(days).trimEnd().split('\n')
      const sorted = async () => (await minutes('2024-04-01', '2024-04-03')).map((line) => line.slice(0, 16))

      test('newest first is put in the order of time', async () => {
        const text = HEADER + [...lines].reverse().join('\n')
        const { kind, progress } = await importFiles(store, [fileOf('INFY.csv', text)])
        expect([kind, progress.rows, progress.days, progress.firstDay, progress.sortedRows]).toEqual([
          'done',
          1125,
          3,
          '2024-04-01',
          0,
        ])
        expect(await sorted()).toEqual((await sorted()).sort())
      })

      test('no order at all is asked about, and sorted by choice', async () => {
        const shuffled = [...lines.slice(750), ...lines.slice(0, 375), ...lines.slice(375, 750)].join('\n')
        const file = fileOf('INFY.csv', HEADER + shuffled)
        const refused = await importFiles(store, [file])
        expect(refused.kind === 'refused' && [refused.remedies, refused.progress.badRows[0]?.reason]).toEqual(
          [['order'], '2024-04-01 09:15 comes after 2024-04-03 15:29: rows are not ascending'],
        )
        const { kind, progress } = await importFiles(store, [file], { rowOrder: 'any' })
        expect([kind, progress.rows, progress.sortedRows]).toEqual(['done', 1125, 750])
        expect(await sorted()).toEqual((await sorted()).sort())
      })

      test('overlap of candles is seen against the one before and the one after', async () => {
        const text = `${HEADER}2024-04-01 09:30,2,3,1,2,5\n2024-04-01 09:20,2,3,1,2,5\n2024-04-01 09:15,2,3,1,2,5\n2024-04-01 09:45,2,3,1,2,5\n`
        const { progress } = await importFiles(store, [fileOf('INFY.csv', text)], { interval: '15min' })
        expect(progress.badRows.map(({ line, reason }) => [line, reason])).toEqual([
          [3, '09:30 begins before the 15-minute candle of 09:20 ends'],
        ])
      })
    })
  })
})
