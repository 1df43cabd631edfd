import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TripFillShown } from '../../../../src/domain/analysis/journal/journal-trip.ts'
import { excursionOf, pathOf } from '../../../../src/domain/analysis/journal/trip-path.ts'
import { ruleInWords, usualRules, whatIf } from '../../../../src/domain/analysis/journal/what-if.ts'
import { type Candles, emptyCandles } from '../../../../src/domain/charts/candle.ts'

const MINUTE = 60_000

type Row = readonly [open: number, high: number, low: number, close: number]

const candlesOf = (rows: readonly Row[]): Candles => {
  const candles = emptyCandles(rows.length)
  rows.forEach(([open, high, low, close], row) => {
    candles.time[row] = row * MINUTE
    candles.open[row] = open
    candles.high[row] = high
    candles.low[row] = low
    candles.close[row] = close
  })
  return candles
}

const fill = (at: number, side: 'buy' | 'sell', quantity: number, price: number): TripFillShown => ({
  ...{ at, side, quantity, price },
})

const legOf = (rows: readonly Row[], ...fills: readonly TripFillShown[]) => ({
  candles: candlesOf(rows),
  trip: { fills, isLong: fills[0]?.side === 'buy' },
})

const flat: Row = [100, 100, 100, 100]

describe('the way of a trip', () => {
  const rows: readonly Row[] = [
    // What was before the entry within its candle is not the trip's.
    [90, 130, 80, 100],
    [100, 110, 99, 108],
    [108, 109, 94, 96],
    [96, 140, 95, 104],
    flat,
  ]

  test('its worst and best are of the candles that it was held through, with price and time', () => {
    const path = pathOf(
      [legOf(rows, fill(30_000, 'buy', 10, 100), fill(3 * MINUTE + 30_000, 'sell', 10, 104))],
      MINUTE,
    )
    expect(excursionOf(path)).toEqual({
      worst: { at: 3 * MINUTE, gained: -60, price: 94 },
      best: { at: 2 * MINUTE, gained: 100, price: 110 },
      exit: 40,
    })
  })

  test('of a short trip the high is the worst', () => {
    const path = pathOf(
      [legOf(rows, fill(30_000, 'sell', 10, 100), fill(3 * MINUTE + 30_000, 'buy', 10, 104))],
      MINUTE,
    )
    expect(excursionOf(path)).toMatchObject({
      worst: { gained: -100, price: 110 },
      best: { gained: 60, price: 94 },
      exit: -40,
    })
  })

  test('scaled out: what has been taken stays, and the rest goes on', () => {
    const path = pathOf(
      [
        legOf(
          [flat, [100, 120, 100, 120], [120, 120, 90, 90], flat],
          fill(0, 'buy', 10, 100),
          fill(2 * MINUTE + 1, 'sell', 5, 120),
          fill(3 * MINUTE + 1, 'sell', 5, 90),
        ),
      ],
      MINUTE,
    )
    expect(excursionOf(path)).toMatchObject({ best: { gained: 200 }, worst: { gained: 0 }, exit: 50 })
  })

  test('of several legs the gain together counts, at closes', () => {
    const call = legOf(
      [flat, [100, 140, 100, 130], [130, 130, 60, 60]],
      fill(0, 'sell', 1, 100),
      fill(2 * MINUTE + 1, 'buy', 1, 60),
    )
    const put = legOf(
      [flat, [100, 100, 60, 80], [80, 150, 80, 150]],
      fill(0, 'sell', 1, 100),
      fill(2 * MINUTE + 2, 'buy', 1, 150),
    )
    const path = pathOf([call, put], MINUTE)
    expect(excursionOf(path)).toMatchObject({
      worst: { gained: -10, price: null },
      // The call is bought back while the put is still worth its last close.
      best: { gained: 60 },
      exit: -10,
    })
  })

  const price = fc.integer({ min: 50, max: 150 })
  const candle = fc.tuple(price, price, price, price).map((four): Row => {
    const [open, , , close] = four
    return [open, Math.max(...four), Math.min(...four), close]
  })
  const fills = fc
    .array(
      fc.record({
        at: fc.integer({ min: 0, max: 20 * MINUTE - 1 }),
        isEntry: fc.boolean(),
        quantity: fc.integer({ min: 1, max: 5 }),
        price,
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((list) => {
      const sorted = list.toSorted((one, other) => one.at - other.at)
      let held = 0
      const trip: TripFillShown[] = []
      for (const one of sorted) {
        const quantity = one.isEntry || held === 0 ? one.quantity : Math.min(held, one.quantity)
        const isEntry = one.isEntry || held === 0
        held += isEntry ? quantity : -quantity
        trip.push(fill(one.at, isEntry ? 'buy' : 'sell', quantity, one.price))
      }
      if (held > 0) trip.push(fill(20 * MINUTE, 'sell', held, 100))
      return trip
    })

  test('it ends at what the fills come to, and worst and best enclose every close', () => {
    fc.assert(
      fc.property(fc.array(candle, { minLength: 20, maxLength: 20 }), fills, (rows, trip) => {
        const path = pathOf([legOf(rows, ...trip)], MINUTE)
        const excursion = excursionOf(path)
        const pnl = trip.reduce(
          (sum, { side, quantity, price: at }) => sum + (side === 'buy' ? -1 : 1) * quantity * at,
          0,
        )
        expect(excursion?.exit).toBeCloseTo(pnl, 6)
        for (const { close } of path) {
          expect(close).toBeGreaterThanOrEqual((excursion?.worst.gained ?? 0) - 1e-6)
          expect(close).toBeLessThanOrEqual((excursion?.best.gained ?? 0) + 1e-6)
        }
      }),
    )
  })

  test('another exit is never before the entry nor after one’s own, and one not hit changes nothing', () => {
    fc.assert(
      fc.property(fc.array(candle, { minLength: 20, maxLength: 20 }), fills, (rows, trip) => {
        const legs = [legOf(rows, ...trip)]
        const [traded, held] = [pathOf(legs, MINUTE), pathOf(legs, MINUTE, true)]
        for (const rule of usualRules(true)) {
          const { exit, pnl } = whatIf(traded, held, rule)
          if (exit === null) expect(pnl).toBe(traded.at(-1)?.close)
          else if (rule.kind !== 'hold') {
            expect(exit.at).toBeGreaterThan(trip[0]?.at ?? 0)
            expect(exit.at).toBeLessThanOrEqual(20 * MINUTE)
          }
        }
      }),
    )
  })
})

describe('another exit', () => {
  const rows: readonly Row[] = [flat, [100, 104, 98, 103], [106, 112, 105, 111], [92, 93, 88, 90], flat, flat]
  const legs = [legOf(rows, fill(0, 'buy', 10, 100), fill(4 * MINUTE + 1, 'sell', 10, 100))]
  const [traded, held] = [pathOf(legs, MINUTE), pathOf(legs, MINUTE, true)]
  const result = (kind: 'stop' | 'target' | 'trail', percent: number) =>
    whatIf(traded, held, { kind, percent })

  test('a target is had at its level', () => {
    expect(result('target', 3)).toMatchObject({ exit: { at: 2 * MINUTE, price: 103 }, pnl: 30 })
  })
  test('beyond which a candle begins, at its opening', () => {
    expect(result('target', 5)).toMatchObject({ exit: { at: 3 * MINUTE, price: 106 }, pnl: 60 })
    expect(result('stop', 5)).toMatchObject({ exit: { at: 4 * MINUTE, price: 92 }, pnl: -80 })
  })
  test('a target that was missed says by how much', () => {
    expect(result('target', 15)).toMatchObject({ exit: null, pnl: 0, missedBy: 3 })
  })
  test('a stop that was not hit changes nothing', () => {
    expect(result('stop', 20)).toMatchObject({ exit: null, pnl: 0, missedBy: null })
  })
  test('a trailing stop counts from the best of the candles before', () => {
    expect(result('trail', 6)).toMatchObject({ exit: { at: 4 * MINUTE, price: 92 }, pnl: -80 })
  })
  test('of one’s own ends at the first level that is hit, the stop where a candle hits both', () => {
    const own = (stop: number | null, trail: number | null, target: number | null) =>
      whatIf(traded, held, { kind: 'own', levels: { stop, trail, target } })
    expect(own(5, null, 3)).toMatchObject({ exit: { at: 2 * MINUTE, price: 103 }, pnl: 30 })
    expect(own(1, null, 3)).toMatchObject({ exit: { at: 2 * MINUTE, price: 99 }, pnl: -10 })
    expect(own(5, 6, null)).toMatchObject({ exit: { at: 4 * MINUTE, price: 92 }, pnl: -80 })
    expect(own(20, null, 15)).toMatchObject({ exit: null, pnl: 0, missedBy: 3 })
    expect(ruleInWords({ kind: 'own', levels: { stop: 1.5, trail: null, target: 3 } })).toBe(
      'Yours: stop 1.5%, target 3%',
    )
  })
  test('holding on ends with the last candle', () => {
    expect(whatIf(traded, held, { kind: 'hold' })).toMatchObject({
      exit: { at: 6 * MINUTE, price: 100 },
      pnl: 0,
    })
  })
})
