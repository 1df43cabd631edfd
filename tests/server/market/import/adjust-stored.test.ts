import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { adjustStored } from '../../../../server/market/import/adjust-stored.ts'
import { type CandleStore, createCandleStore } from '../../../../server/store/charts/candles.ts'
import type { Store } from '../../../../server/store/database/database.ts'
import { clockAt } from '../../../support/clock.ts'
import { fileOf, importFiles } from '../../../support/market/candle-import.ts'
import { candleLines } from '../../../support/market/candle-lines.ts'
import { stores } from '../../../support/server/stores.ts'

const HEADER = 'date,open,high,low,close,volume\n'
const rows = [
  '2024-04-01 15:29,1000,1020,990,1010,7',
  '2024-04-02 15:29,1000,1000,995,1000,3',
  '2024-04-03 09:15,100,102,99,101,50',
  '2024-04-04 09:15,101,103,100,102,60',
]
const SERIES = { key: 'NSE_INFY', interval: 'min' } as const

describe.each(stores)('stored candles in $name', ({ open, isAbsent }) => {
  describe.skipIf(isAbsent)('', () => {
    let database: Store
    let store: CandleStore
    let runs = 0

    beforeEach(async () => {
      database = await open()
      store = createCandleStore({ store: database, clock: clockAt('2026-11-20 10:00') })
      await importFiles(store, [fileOf('INFY.csv', `${HEADER}${rows.join('\n')}\n`)], {
        interval: 'min',
        onBreaks: 'keep',
      })
    })
    afterEach(() => database.close())

    const adjust = (series: { readonly key: string; readonly interval: 'min' | 'day' } = SERIES) =>
      adjustStored({ id: `adjust${++runs}`, ...series, by: { actor: 'test', request: null } }, store)
    const lines = async () => candleLines(await store.readDays(SERIES, { fromDay: 0, toDay: 100_000 }))

    test('are divided before a gap that is like a split, as an import that adjusts would', async () => {
      const breaks = await adjust()
      expect(breaks?.map(({ close, open: after, ratio }) => [close, after, ratio])).toEqual([
        [1000, 100, { from: 1, to: 10 }],
      ])
      expect(await lines()).toEqual([
        '2024-04-01 15:29 100 102 99 101 70',
        '2024-04-02 15:29 100 100 99.5 100 30',
        '2024-04-03 09:15 100 102 99 101 50',
        '2024-04-04 09:15 101 103 100 102 60',
      ])
      expect((await store.listAdjusted()).flatMap(({ key, breaks: found }) => found.map(() => key))).toEqual([
        'NSE_INFY',
      ])
      expect((await store.listSeries()).map(({ rows: count, days }) => [count, days])).toEqual([[4, 4]])
    })

    test('that are adjusted are not adjusted again, and nothing stored is nothing adjusted', async () => {
      await adjust()
      const once = await lines()
      expect(await adjust()).toEqual([])
      expect(await lines()).toEqual(once)
      expect([
        await adjust({ key: 'NSE_TCS', interval: 'min' }),
        await adjust({ key: 'NSE_INFY', interval: 'day' }),
      ]).toEqual([null, null])
    })
  })
})
