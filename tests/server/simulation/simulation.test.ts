import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '../../../server/store/database/database.ts'
import { TEST_MS } from '../../support/limits.ts'
import { play, type Seen } from '../../support/server/simulation/play.ts'
import { faultKinds } from '../../support/server/simulation/world.ts'
import { stores } from '../../support/server/stores.ts'

/** One seed to play again, or how many from 1 on. */
const ONE_SEED = process.env.SAUDA_SEED
const SEEDS = Number(process.env.SAUDA_SEEDS ?? 1000)
/** A thousand seeds are ten minutes of work on a machine that is busy otherwise. */
const SEEDS_MS = 4 * TEST_MS

describe('a server, its exchange and its traders', () => {
  let store: Store
  beforeAll(async () => {
    store = await stores[0].open()
    // What survives a power cut is proved elsewhere; here no turn waits for the disk.
    await sql`pragma synchronous = off`.execute(store.db)
  })
  afterAll(() => store.close())

  test(
    'keep every promise whatever goes wrong, and come to rest when it stops',
    async () => {
      const seen: Seen = { faults: new Map(), statuses: new Set(), orders: 0, fills: 0, partialFills: 0 }
      const seeds =
        ONE_SEED === undefined ? Array.from({ length: SEEDS }, (_, row) => row + 1) : [Number(ONE_SEED)]
      for (const seed of seeds) await play(store, seed, seen)
      if (ONE_SEED !== undefined || SEEDS < 50) return
      // A simulation that never meets what it is for proves nothing.
      expect(faultKinds.filter((kind) => (seen.faults.get(kind) ?? 0) < 5)).toEqual([])
      expect([...seen.statuses]).toEqual(
        expect.arrayContaining([
          'OPEN',
          'TRIGGER PENDING',
          'COMPLETE',
          'CANCELLED',
          'REJECTED',
          'CANCEL PENDING',
          'MODIFIED',
        ]),
      )
      expect([seen.orders > SEEDS * 10, seen.fills > SEEDS * 10, seen.partialFills > SEEDS / 4]).toEqual([
        true,
        true,
        true,
      ])
    },
    SEEDS_MS,
  )
})
