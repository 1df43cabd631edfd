import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRoundTrips, type TripFill } from '../../../src/domain/analysis/round-trips.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { type Paise, paise } from '../../../src/domain/money.ts'

const INFY = 'NSE_INFY' as InstrumentId

const fill = (
  at: number,
  side: 'buy' | 'sell',
  quantity: number,
  price: number,
  more: Partial<TripFill> = {},
): TripFill => ({
  ...{ seq: at, at, side, quantity, key: INFY, price: paise(price), charges: paise(0), by: '' },
  ...more,
})

const tripsOf = (...fills: readonly TripFill[]) => {
  const trips = createRoundTrips()
  for (const one of fills) trips.add(one)
  return trips
}

const fills = fc.array(
  fc.record({
    key: fc.constantFrom(INFY, 'NSE_TCS' as InstrumentId),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    quantity: fc.integer({ min: 1, max: 9 }),
    price: fc.integer({ min: 1, max: 99_999 }).map((price) => price as Paise),
    charges: fc.nat(500).map((charges) => charges as Paise),
    by: fc.constantFrom('', 'a'),
  }),
  { maxLength: 60 },
)

describe('round trips', () => {
  test('have every unit, paisa and charge of the fills once: closed or still open', () => {
    fc.assert(
      fc.property(fills, (list) => {
        const all = list.map((one, at) => ({ ...one, seq: at, at }))
        const trips = tripsOf(...all)
        const net = new Map<InstrumentId, number>()
        for (const { key, side, quantity } of all)
          net.set(key, (net.get(key) ?? 0) + (side === 'buy' ? quantity : -quantity))
        for (const [key, quantity] of net) expect(trips.held().get(key) ?? 0).toBe(quantity)
        // Closing what is left at 0 leaves nothing open, and then all has been counted.
        for (const [key, quantity] of net)
          trips.add({
            ...{
              seq: all.length,
              at: all.length,
              key,
              side: quantity > 0 ? 'sell' : 'buy',
              quantity: Math.abs(quantity),
            },
            ...{ price: paise(0), charges: paise(0), by: '' },
          })
        const closed = trips.closed()
        const sum = (figure: (one: (typeof closed)[number]) => number) =>
          closed.reduce((total, one) => total + figure(one), 0)
        expect(trips.held().size).toBe(0)
        expect(sum(({ pnl }) => pnl)).toBe(
          all.reduce(
            (total, { side, quantity, price }) => total + (side === 'buy' ? -1 : 1) * quantity * price,
            0,
          ),
        )
        expect(sum(({ charges }) => charges)).toBe(all.reduce((total, { charges }) => total + charges, 0))
      }),
    )
  })

  test('scaled in and out, one trip from the first unit to the last', () => {
    const trips = tripsOf(
      fill(1, 'buy', 10, 100, { by: 'algo' }),
      fill(2, 'buy', 10, 90),
      fill(3, 'sell', 5, 110),
      fill(4, 'sell', 15, 100),
    )
    expect(trips.closed().map(({ fills: _, ...trip }) => trip)).toEqual([
      {
        id: 1,
        key: INFY,
        isLong: true,
        by: 'algo',
        openedAt: 1,
        closedAt: 4,
        quantity: 20,
        pnl: 150,
        charges: 0,
      },
    ])
  })

  test('each has its own part of the fills, and one that is held is open', () => {
    const trips = tripsOf(fill(1, 'sell', 10, 100), fill(2, 'buy', 15, 90))
    expect(trips.closed()[0]?.fills.map(({ at, quantity }) => [at, quantity])).toEqual([
      [1, 10],
      [2, 10],
    ])
    expect(trips.open()).toMatchObject([{ id: 2, isLong: true, closedAt: null, fills: [{ quantity: 5 }] }])
  })

  test('turned round by one fill: closed, and another begins with its share of the charges', () => {
    const trips = tripsOf(
      fill(1, 'sell', 10, 100),
      fill(2, 'buy', 15, 90, { charges: paise(30), by: 'algo' }),
      fill(3, 'sell', 5, 95),
    )
    expect(trips.closed().map(({ isLong, pnl, charges, by }) => ({ isLong, pnl, charges, by }))).toEqual([
      { isLong: false, pnl: 100, charges: 20, by: '' },
      { isLong: true, pnl: 25, charges: 10, by: 'algo' },
    ])
  })
})
