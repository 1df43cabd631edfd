import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { startTrading, type Trading } from '../../support/orders/trading.ts'
import { actKinds, type Met, meet } from '../../support/server/simulation/meeting.ts'

/** One seed to play again, or how many from 1 on. */
const ONE_SEED = process.env.SAUDA_SEED
const SEEDS = Number(process.env.SAUDA_SEEDS ?? 1000)
/** Positions of one market; the last of them meets the end of its day. */
const OF_ONE_MARKET = 10

const begin = async (): Promise<Trading> => {
  const trading = await startTrading({ now: '2026-11-20 10:00' })
  // What survives a power cut is proved elsewhere; here no turn waits for the disk.
  await sql`pragma synchronous = off`.execute(trading.store.db)
  return trading
}

describe('a position that many things take from in one instant', () => {
  test('is never reversed, and no more is reserved of it than is held', async () => {
    const met: Met = { acts: new Map(), shared: 0 }
    const seeds =
      ONE_SEED === undefined ? Array.from({ length: SEEDS }, (_, row) => row + 1) : [Number(ONE_SEED)]
    for (let from = 0; from < seeds.length; from += OF_ONE_MARKET) {
      const some = seeds.slice(from, from + OF_ONE_MARKET)
      const trading = await begin()
      try {
        for (const seed of some) await meet(trading, { seed, isLast: seed % OF_ONE_MARKET === 0, met })
      } finally {
        await trading.end()
      }
    }
    if (ONE_SEED !== undefined || SEEDS < 100) return
    // A generator that never makes what it is for proves nothing.
    expect(actKinds.filter((kind) => (met.acts.get(kind) ?? 0) < SEEDS / 100)).toEqual([])
    expect(met.shared).toBeGreaterThan(SEEDS / 3)
  }, 600_000)
})
