import { describe, expect, test } from 'vitest'
import { createMarketClockStore } from '../../../server/store/calendar/market-clock.ts'
import { openStore, openStoreToRead } from '../../../server/store/database/database.ts'
import { at } from '../../support/market/market.ts'
import { hasPostgres, makePostgres, throwAwayFolder } from '../../support/server/stores.ts'

const instant = at('2024-04-01 09:20')

const places = [
  {
    name: 'SQLite',
    isAbsent: false,
    make: async () => ({ dataDir: throwAwayFolder(), databaseUrl: null, drop: async () => {} }),
  },
  {
    name: hasPostgres ? 'PostgreSQL' : 'PostgreSQL (skipped: none answers)',
    isAbsent: !hasPostgres,
    make: async () => {
      const { url, drop } = await makePostgres()
      return { dataDir: '', databaseUrl: url, drop }
    },
  },
]

for (const { name, isAbsent, make } of places) {
  test.skipIf(isAbsent)(
    `a second look at a store on ${name} sees what is written and writes nothing`,
    async () => {
      const { drop, ...location } = await make()
      const store = await openStore(location)
      const look = await openStoreToRead(location)
      await createMarketClockStore(store).write(instant)
      const seen = createMarketClockStore(look)
      expect(await seen.read()).toEqual(instant)
      await expect(seen.write(at('2024-04-02 09:20'))).rejects.toThrow(/read.?only/i)
      expect(await createMarketClockStore(store).read()).toEqual(instant)
      await look.close()
      await store.close()
      await drop()
    },
  )
}

describe('a store that is not there', () => {
  test('is not made by looking at it', async () => {
    const location = { dataDir: throwAwayFolder(), databaseUrl: null }
    await expect(openStoreToRead(location)).rejects.toThrow('unable to open database file')
  })
})
