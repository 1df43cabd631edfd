import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paise, toRupees } from '../../../src/domain/money.ts'
import { holdingOf } from '../../../src/domain/positions/holding.ts'
import { holdingAt, openGainPercent, positionAt } from '../../../src/domain/positions/live-figures.ts'
import { type PositionInput, positionOf } from '../../../src/domain/positions/position.ts'

const quantity = fc.integer({ min: 0, max: 5_000 })
const price = fc.integer({ min: 5, max: 5_000_000 }).map(paise)

const sums = fc
  .record({
    carried: fc.integer({ min: -5_000, max: 5_000 }),
    carriedAt: price,
    previousClose: price,
    bought: quantity,
    boughtAt: price,
    sold: quantity,
    soldAt: price,
  })
  .map(
    ({ carried, carriedAt, previousClose, bought, boughtAt, sold, soldAt }): PositionInput => ({
      overnightQuantity: carried,
      overnightValue: paise(carried * carriedAt),
      previousClose,
      dayBuyQuantity: bought,
      dayBuyValue: paise(bought * boughtAt),
      daySellQuantity: sold,
      daySellValue: paise(sold * soldAt),
    }),
  )

/** As the server writes it. */
const rowAt = (input: PositionInput, last: ReturnType<typeof paise>) => {
  const { quantity, multiplier, pnl, m2m, unrealised, averagePrice } = positionOf(input, last)
  return {
    quantity,
    multiplier,
    lastPrice: toRupees(last),
    pnl: toRupees(pnl),
    m2m: toRupees(m2m),
    unrealised: toRupees(unrealised),
    averagePrice: averagePrice / 100,
  }
}

describe('a position at another price', () => {
  test('is the position reckoned anew at that price', () => {
    fc.assert(
      fc.property(sums, price, price, (input, before, now) => {
        const { pnl, m2m, unrealised } = rowAt(input, now)
        expect(positionAt(rowAt(input, before), toRupees(now))).toEqual({ pnl, m2m, unrealised })
      }),
    )
  })

  test('keeps what was realised', () => {
    fc.assert(
      fc.property(sums, price, price, (input, before, now) => {
        const { pnl, unrealised } = positionAt(rowAt(input, before), toRupees(now))
        expect(pnl - unrealised).toBeCloseTo(toRupees(positionOf(input, now).realised), 4)
      }),
    )
  })

  test.each([
    { quantity: 150, averagePrice: 100, price: 125, percent: 25 },
    { quantity: -75, averagePrice: 60, price: 45, percent: 25 },
    { quantity: -75, averagePrice: 60, price: 75, percent: -25 },
    { quantity: 0, averagePrice: 0, price: 100, percent: null },
  ])('of $quantity gains $percent % on its average', ({ price: at, percent, ...position }) => {
    expect(openGainPercent(position, at)).toEqual(percent)
  })
})

describe('a holding at another price', () => {
  test('is the holding reckoned anew at that price', () => {
    fc.assert(
      fc.property(
        quantity,
        quantity,
        price,
        price,
        price,
        (settled, t1Quantity, cost, previousClose, now) => {
          const input = { quantity: settled, t1Quantity, usedQuantity: 0, cost, previousClose }
          const { invested, currentValue, pnl, todayPnl, closeValue } = holdingOf(input, now)
          const row = {
            quantity: settled,
            t1Quantity,
            invested: toRupees(invested),
            closePrice: toRupees(previousClose),
          }
          expect(holdingAt(row, toRupees(now))).toEqual({
            currentValue: toRupees(currentValue),
            pnl: toRupees(pnl),
            pnlPercent: invested === 0 ? null : (100 * toRupees(pnl)) / toRupees(invested),
            dayPnl: toRupees(todayPnl),
            closeValue: toRupees(closeValue),
          })
        },
      ),
    )
  })
})
