import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { fromRupees } from '../../../src/domain/money.ts'
import { type HoldingInput, holdingOf, totalsOf } from '../../../src/domain/positions/holding.ts'
import { sharedData } from '../../support/shared-data.ts'

/** Units settled, of the day before and sold today; rupees of cost in all and of the close before. */
const held = (
  [quantity, t1Quantity, usedQuantity]: readonly [number, number, number],
  cost: number,
  close: number,
): HoldingInput => ({
  quantity,
  t1Quantity,
  usedQuantity,
  cost: fromRupees(cost),
  previousClose: fromRupees(close),
})

describe('a holding', () => {
  test('in all its figures', () => {
    expect(holdingOf(held([10, 5, 3], 1500, 110), fromRupees(121))).toEqual({
      heldQuantity: 15,
      sellableQuantity: 12,
      averagePrice: 10_000,
      invested: 150_000,
      currentValue: 181_500,
      pnl: 31_500,
      dayChange: 1100,
      dayChangePercentage: 10,
      todayPnl: 16_500,
      closeValue: 165_000,
    })
  })
  test('of nothing, and without a close', () => {
    const { averagePrice, dayChangePercentage, sellableQuantity } = holdingOf(
      held([0, 0, 0], 0, 0),
      fromRupees(5),
    )
    expect([averagePrice, dayChangePercentage, sellableQuantity]).toEqual([0, null, 0])
  })
})

describe('totals', () => {
  test('of two', () => {
    const rows = [
      holdingOf(held([10, 0, 0], 1000, 100), fromRupees(110)),
      holdingOf(held([5, 5, 0], 2000, 250), fromRupees(240)),
    ]
    expect(totalsOf(rows)).toEqual({
      investedAmount: 300_000,
      currentValue: 350_000,
      todayPnl: 0,
      todayPnlPercent: 0,
      totalPnl: 50_000,
      totalPnlPercent: 50 / 3,
    })
  })
  test('of none have no percentages', () => {
    const { todayPnlPercent, totalPnlPercent } = totalsOf([])
    expect([todayPnlPercent, totalPnlPercent]).toEqual([null, null])
  })
})

const sample = sharedData('kite_api/mocks/holdings.json')
const summary = sharedData('kite_api/mocks/holdings_summary.json')

describe.skipIf(sample === null || summary === null)(
  'samples of Kite Connect (need the reference data)',
  () => {
    const data = (path: string | null) => (path === null ? null : JSON.parse(readFileSync(path, 'utf8')).data)

    test('every holding', () => {
      const rows: readonly Record<string, number>[] = data(sample)
      expect(rows.length).toBe(2)
      for (const row of rows) {
        const { quantity = 0, t1_quantity = 0, used_quantity = 0, average_price = 0 } = row
        const { last_price = 0, close_price = 0 } = row
        const input = held(
          [quantity, t1_quantity, used_quantity],
          average_price * (quantity + t1_quantity),
          close_price,
        )
        const { pnl, averagePrice, dayChange, dayChangePercentage } = holdingOf(input, fromRupees(last_price))
        expect(averagePrice / 100).toBe(average_price)
        expect(pnl / 100).toBeCloseTo(row.pnl ?? Number.NaN, 8)
        expect(dayChange / 100).toBeCloseTo(row.day_change ?? Number.NaN, 8)
        expect(dayChangePercentage).toBeCloseTo(row.day_change_percentage ?? Number.NaN, 8)
      }
    })

    test('percentages of the summary', () => {
      const row: Record<string, number> = data(summary)
      const { current_value = 0, today_pnl = 0, invested_amount = 0 } = row
      const close = current_value - today_pnl
      const { todayPnlPercent, totalPnlPercent } = totalsOf([
        {
          ...holdingOf(held([1, 0, 0], invested_amount, close), fromRupees(current_value)),
        },
      ])
      expect(todayPnlPercent).toBeCloseTo(row.today_pnl_percent ?? Number.NaN, 6)
      // The published sum has a fraction of a paisa.
      expect(totalPnlPercent).toBeCloseTo(row.total_pnl_percent ?? Number.NaN, 4)
    })
  },
)
