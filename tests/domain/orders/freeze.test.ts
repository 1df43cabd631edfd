import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../../src/domain/instruments/instrument.ts'
import { freezeQuantityOf, largestOrder } from '../../../src/domain/orders/freeze.ts'
import type { IstDate } from '../../../src/domain/time.ts'

describe('the largest order', () => {
  // Freeze quantity, then the most in whole lots.
  test.each<[Exchange, string, number, string, number, number]>([
    ['NFO', 'NIFTY', 65, '2026-12-07', 1800, 1755],
    ['NFO', 'BANKNIFTY', 30, '2026-12-07', 600, 600],
    ['NFO', 'FINNIFTY', 60, '2026-12-07', 1800, 1800],
    ['NFO', 'FINNIFTY', 60, '2026-02-01', 1800, 1800],
    ['NFO', 'FINNIFTY', 60, '2026-01-31', 1200, 1200],
    ['NFO', 'MIDCPNIFTY', 120, '2026-12-07', 2800, 2760],
    ['NFO', 'NIFTYNXT50', 25, '2026-12-07', 600, 600],
    ['BFO', 'SENSEX', 20, '2026-12-07', 1000, 1000],
    ['BFO', 'BANKEX', 30, '2026-12-07', 900, 900],
    ['NFO', 'RELIANCE', 500, '2026-12-07', 15_000, 15_000],
    ['NFO', 'NIFTY', 65, '2024-01-01', 1800, 1755],
    ['NFO', 'ZYDUSLIFE', 900, '2026-12-07', 36_000, 36_000],
    ['NFO', 'PAGEIND', 1000, '2026-12-07', 1000, 1000],
    ['NSE', 'INFY', 1, '2026-12-07', 100_000, 100_000],
    ['BSE', 'NIFTY', 1, '2026-12-07', 100_000, 100_000],
  ])('%s %s, lot %d, on %s', (exchange, root, lotSize, on, freezeQuantity, largest) => {
    const found = freezeQuantityOf({ exchange, root, lotSize }, on as IstDate)
    expect([found, largestOrder({ freezeQuantity: found, lotSize })]).toEqual([freezeQuantity, largest])
  })
})
