import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterEach, describe, expect, test } from 'vitest'
import { createMarket } from '../../../server/market/market.ts'
import { printInstrument } from '../../../server/market/master/master-csv.ts'
import { findSimulated, setAnchorPrices } from '../../../server/market/master/universe.ts'
import { createInstrumentStore } from '../../../server/store/instruments.ts'
import { atmStrikeOf } from '../../../src/domain/options/chain.ts'
import { clockAt } from '../../support/clock.ts'
import { at, cashRow, contract, day } from '../../support/market/market.ts'
import { stores, throwAwayFolder } from '../../support/server/stores.ts'

const NOW = '2026-11-20 12:00'
const EXPIRY = '2026-12-29'
const reliance = cashRow('NSE_RELIANCE')
const nifty = cashRow('INDICES_NIFTY 50')

const strikesFrom = (first: number, step: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index * step)

const ladder = (root: string, strikes: readonly number[], lotSize: number) =>
  strikes.flatMap((strike) =>
    (['CE', 'PE'] as const).map((type) => printInstrument(contract(root, EXPIRY, type, strike, lotSize))),
  )

/** A market that begins with these lines as NFO's imported master. */
const begin = async (lines: readonly string[]) => {
  const clock = clockAt(NOW)
  const store = await stores[0].open()
  const imported = {
    exchange: 'NFO',
    rows: lines.length,
    source: 'nfo.csv',
    importedAt: at(NOW),
    csv: gzipSync(lines.join('\n')),
  } as const
  if (lines.length > 0)
    await createInstrumentStore({ store, clock }).replaceMasters([imported], { actor: 'test', request: null })
  const market = await createMarket({
    store,
    clock,
    config: {
      dataDir: throwAwayFolder(),
      market: 'simulated',
      marketSeed: 1,
      marketClock: { kind: 'real' },
      marketStart: null,
    },
    log: pino({ level: 'silent' }),
  })
  const priceOf = (row: typeof reliance) => (market.live.quote(row, market.clock.now())?.lastPrice ?? 0) / 100
  const seen = {
    anchorPrices: market.anchorPrices,
    reliance: priceOf(reliance),
    nifty: priceOf(nifty),
    forward: market.live.forward(reliance.id, day(EXPIRY), market.clock.now()) ?? 0,
  }
  await market.close()
  await store.close()
  return seen
}

describe('the simulated market beside an imported master', () => {
  afterEach(() => setAnchorPrices({}))

  test('begins in the middle of the strikes that are listed, and where it was if it lies among them', async () => {
    const strikes = strikesFrom(2400, 20, 41)
    const plain = await begin([])
    const moved = await begin([
      ...ladder('RELIANCE', strikes, 500),
      ...ladder('NIFTY', strikesFrom(Math.round(plain.nifty / 50) * 50 - 2000, 50, 81), 65),
    ])
    expect(plain.anchorPrices).toEqual({})
    expect(plain.reliance).toBeLessThan(2000)
    expect(Object.keys(moved.anchorPrices)).toEqual(['NSE_RELIANCE'])
    expect(moved.reliance).toBeGreaterThan(2700)
    expect(moved.reliance).toBeLessThan(2900)
    expect(Math.abs((atmStrikeOf(strikes, moved.forward) ?? 0) - moved.forward)).toBeLessThanOrEqual(10)
    expect(Math.abs(moved.nifty / plain.nifty - 1)).toBeLessThan(0.001)
    expect(findSimulated(reliance.id)?.anchorPrice).toBe(moved.anchorPrices.NSE_RELIANCE)
  })

  test('moves an index as a whole, its shares stay', async () => {
    const plain = await begin([])
    const moved = await begin(ladder('NIFTY', strikesFrom(30_000, 50, 81), 65))
    expect(Object.keys(moved.anchorPrices)).toEqual(['INDICES_NIFTY 50'])
    expect(Math.abs(moved.nifty / 32_000 - 1)).toBeLessThan(0.03)
    expect(moved.reliance).toBe(plain.reliance)
  })
})
