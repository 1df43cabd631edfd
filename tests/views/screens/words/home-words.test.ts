import { describe, expect, test } from 'vitest'
import type { OrderRow } from '../../../../src/views/orders/order-row.ts'
import { distanceBy } from '../../../../src/views/screens/home/home-orders.tsx'
import { staleInWords } from '../../../../src/views/screens/home/stale-in-words.ts'

const row = (symbol: string, price: number | null, trigger: number | null = null) =>
  ({ instrument: `NSE_${symbol}`, price, trigger }) as OrderRow

describe('open orders', () => {
  const last: Readonly<Record<string, number>> = { NSE_INFY: 1500, NSE_TCS: 3000 }
  const distance = distanceBy(
    (price, now) => Math.abs(price - now),
    (instrument) => last[instrument] ?? null,
  )

  test('are sorted by the distance of trigger or limit to the last price', () => {
    expect(distance(row('INFY', 1490))).toEqual(10)
    expect(distance(row('TCS', 3100, 3050))).toEqual(50)
  })

  test('have no distance without a price', () => {
    expect([distance(row('INFY', null)), distance(row('SBIN', 900))]).toEqual([null, null])
  })
})

test('a stale day says since when there are no quotes', () => {
  expect(staleInWords(Date.parse('2026-11-20T11:40:12+05:30'))).toEqual(', no quotes since 11:40')
  expect(staleInWords(null)).toEqual(', stale prices')
})
