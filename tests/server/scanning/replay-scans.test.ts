import { expect, test } from 'vitest'
import { type CandleStore, createCandleStore } from '../../../server/store/charts/candles.ts'
import { scanMarket } from '../../../src/contract/scanners/scan.ts'
import { clockAt } from '../../support/clock.ts'
import { fileOf, importFiles } from '../../support/market/candle-import.ts'
import { dataOf, startServer } from '../../support/server/server.ts'
import { stores } from '../../support/server/stores.ts'

const importDay = (candles: CandleStore, day: string, closes: readonly number[], onExisting = {}) => {
  const lines = closes.map((close, minute) => `${day} 09:${15 + minute},100,110,90,${close},50`)
  const file = fileOf('INFY.csv', `time,open,high,low,close,volume\n${lines.join('\n')}\n`)
  return importFiles(candles, [file], { interval: 'min', ...onExisting })
}

test('a scan of a replay is of the imported candles up to its time, and of those imported meanwhile', async () => {
  const clock = clockAt('2026-11-21 12:00')
  const server = await startServer({
    now: '2026-11-21 12:00',
    environment: { MARKET: 'imported', MARKET_START: '2024-04-03 09:18' },
    open: async () => {
      const store = await stores[0].open()
      const candles = createCandleStore({ store, clock })
      await importDay(candles, '2024-04-01', [101, 102, 103])
      await importDay(candles, '2024-04-03', [104, 105, 106, 99, 98])
      return store
    },
  })
  const session = await server.enter('scanner')
  const body = { logic: 'close > 0', universe: 'NSE_INFY,NSE_TCS', interval: 'min', moment: 'close' }
  const scan = async () => dataOf(scanMarket, await server.call(session, scanMarket, { body }))
  const before = await scan()
  expect(before.found.map(({ seg_sym: id, trail }) => [id, trail])).toEqual([
    ['NSE_INFY', [101, 102, 103, 104, 105, 106]],
  ])
  expect(before.unknown).toEqual([
    { seg_sym: 'NSE_TCS', reason: expect.stringContaining('no minute candles of it are imported') },
  ])

  const candles = createCandleStore({ store: server.store, clock })
  await importDay(candles, '2024-04-01', [91, 92, 93], { onExisting: 'replace' })
  const [row] = (await scan()).found
  expect(row?.trail).toEqual([91, 92, 93, 104, 105, 106])
  await server.close()
})
