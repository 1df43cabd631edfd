import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { createReplayLive } from '../../../server/market/live/replay-live.ts'
import { createDayReader } from '../../../server/market/live/stored-days.ts'
import { createMarket } from '../../../server/market/market.ts'
import { createCandleStore } from '../../../server/store/charts/candles.ts'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { epochMs, toIstDate } from '../../../src/domain/time.ts'
import { clockAt } from '../../support/clock.ts'
import { fileOf, importFiles } from '../../support/market/candle-import.ts'
import { at, cashRow, day } from '../../support/market/market.ts'
import { stores, throwAwayFolder } from '../../support/server/stores.ts'

const infy = cashRow('NSE_INFY')
const HEADER = 'time,open,high,low,close,volume\n'
const minutes = [
  '2024-04-01 15:28,1500,1500,1500,1500,10',
  '2024-04-01 15:29,1500,1502,1499,1501,500',
  '2024-04-02 09:15,1510,1512.5,1504.3,1506,12000',
  '2024-04-02 09:16,1506,1506,1506,1506,3',
  '2024-04-02 09:17,1507,1515.2,1507,1515.2,900',
]

const open = async () => {
  const store = await stores[0].open()
  const clock = clockAt('2026-11-21 12:00')
  const candles = createCandleStore({ store, clock })
  await importFiles(candles, [fileOf('INFY.csv', `${HEADER}${minutes.join('\n')}\n`)])
  const faults: unknown[] = []
  const live = createReplayLive({
    seed: 1,
    calendar: exchangeCalendar,
    storedDays: await candles.listDays('min'),
    storedIds: new Set(await candles.listKeys('min')),
    readDay: createDayReader(candles),
    onFault: (error) => faults.push(error),
  })
  return { store, clock, candles, live, faults }
}

describe('a replayed market', () => {
  test('goes through each stored minute from its open over its ends to its close, with its volume', async () => {
    const { live, store } = await open()
    await live.prepare(infy, day('2024-04-02'))
    const lines = ['09:15', '09:16', '09:17'].map((minute) => {
      const begin = at(`2024-04-02 ${minute}`)
      const prints = live.prints(infy, epochMs(begin - 1), epochMs(begin + 59_999))
      const prices = prints.map(({ price }) => price / 100)
      const volume = prints.reduce((sum, { quantity }) => sum + quantity, 0)
      return [minute, prices[0], Math.max(...prices), Math.min(...prices), prices.at(-1), volume].join(' ')
    })
    expect(lines).toEqual([
      '09:15 1510 1512.5 1504.3 1506 12000',
      '09:16 1506 1506 1506 1506 3',
      '09:17 1507 1515.2 1507 1515.2 900',
    ])
    // The high was nearer to the open, so it came first.
    const shown = (clock: string) => (live.quote(infy, at(`2024-04-02 ${clock}`))?.lastPrice ?? 0) / 100
    expect(['09:15:00', '09:15:15', '09:15:30', '09:15:45'].map(shown)).toEqual([1510, 1512.5, 1504.3, 1506])
    await store.close()
  })

  test('shows the day before until the first print, and its close as the previous one', async () => {
    const { live, store } = await open()
    await live.prepare(infy, day('2024-04-02'))
    const quote = (when: string) => live.quote(infy, at(when))
    expect([quote('2024-04-02 09:14:59')?.lastPrice, quote('2024-04-02 09:15')?.previousClose]).toEqual([
      150_100, 150_100,
    ])
    const { bids, asks } = live.book(infy, at('2024-04-02 09:15:20'))
    expect((bids[0]?.price ?? 0) < (asks[0]?.price ?? 0)).toBe(true)
    expect(live.book(infy, at('2024-04-02 09:20')).bids).toEqual([])
    await store.close()
  })

  test('an instrument without stored candles has no price, and a day not read yet is read meanwhile', async () => {
    const { live, store, faults } = await open()
    const tcs = cashRow('NSE_TCS')
    await live.prepare(tcs, day('2024-04-02'))
    expect(live.quote(tcs, at('2024-04-02 09:16'))).toBeNull()
    expect(live.quote(infy, at('2024-04-02 09:16'))).toBeNull()
    await live.prepare(infy, day('2024-04-02'))
    expect(live.quote(infy, at('2024-04-02 09:16'))?.lastPrice).toBe(150_600)
    expect(faults).toEqual([])
    await store.close()
  })

  test('the clock lives through the stored days alone', async () => {
    const { store, clock } = await open()
    const config = {
      dataDir: throwAwayFolder(),
      market: 'imported',
      marketSeed: 1,
      marketClock: { kind: 'accelerated', speed: 600 },
      marketStart: null,
    } as const
    const market = await createMarket({ store, clock, config, log: pino({ level: 'silent' }) })
    expect([market.source, toIstDate(market.clock.now())]).toEqual(['imported', '2024-04-01'])
    // A session of 22,530 seconds passes in 37.55.
    const later = (ms: number) => toIstDate(market.clock.at(epochMs(clock.now() + ms)))
    expect([37_000, 38_000, 75_000, 500_000].map(later)).toEqual([
      '2024-04-01',
      '2024-04-02',
      '2024-04-02',
      '2024-04-02',
    ])
    await market.close()
    await store.close()
  })
})
