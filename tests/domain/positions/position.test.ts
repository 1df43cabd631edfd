import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromRupees, type Paise, paise } from '../../../src/domain/money.ts'
import {
  dayPositionOf,
  type PositionFigures,
  type PositionInput,
  positionOf,
} from '../../../src/domain/positions/position.ts'
import { sharedData } from '../../support/shared-data.ts'

/** Rupees: carried units at their average, close of the day before, bought and sold today. */
const sums = ({
  carried = [0, 0],
  close = 0,
  bought = [0, 0],
  sold = [0, 0],
  multiplier = 1,
}: {
  carried?: readonly [number, number]
  close?: number
  bought?: readonly [number, number]
  sold?: readonly [number, number]
  multiplier?: number
}): PositionInput => {
  const value = ([quantity, price]: readonly [number, number]): Paise =>
    fromRupees(Math.abs(quantity) * price * multiplier)
  return {
    overnightQuantity: carried[0],
    overnightValue: value(carried),
    previousClose: fromRupees(close),
    dayBuyQuantity: bought[0],
    dayBuyValue: value(bought),
    daySellQuantity: sold[0],
    daySellValue: value(sold),
  }
}

const guinea = sums({ carried: [3, 23_057], close: 23_232, bought: [1, 23_388], sold: [4, 23_340] })

const brief = ({ quantity, averagePrice, value, pnl, realised, unrealised, m2m }: PositionFigures) => [
  quantity,
  ...[averagePrice, value, pnl, realised, unrealised, m2m].map((amount) => amount / 100),
]

describe('a position', () => {
  // Quantity, average price, value, P&L, realised, unrealised and gain of the day, rupees.
  test.each<[string, PositionInput, number, number, number[]]>([
    ['GOLDGUINEA, bought and sold to nothing', guinea, 23_355, 1, [0, 0, 801, 801, 801, 0, 276]],
    [
      'LEADMINI, a multiplier of 1,000',
      sums({ bought: [1, 161.05], multiplier: 1000 }),
      161.05,
      1000,
      [1, 161.05, -161_050, 0, 0, 0, 0],
    ],
    [
      'half of a long is sold',
      sums({ bought: [100, 50], sold: [50, 60] }),
      55,
      1,
      [50, 50, -2000, 750, 500, 250, 750],
    ],
    [
      'half of a short is bought back',
      sums({ bought: [50, 45], sold: [100, 50] }),
      48,
      1,
      [-50, 50, 2750, 350, 250, 100, 350],
    ],
    [
      'more of a short that was carried',
      sums({ carried: [-65, 200], close: 180, sold: [65, 150] }),
      160,
      1,
      [-130, 175, 22_750, 1950, 0, 1950, 650],
    ],
    [
      'opened again after it was flat',
      sums({ bought: [20, 102], sold: [10, 110] }),
      100,
      1,
      [10, 102, -940, 60, 80, -20, 60],
    ],
  ])('%s', (_, input, last, multiplier, expected) => {
    expect(brief(positionOf(input, fromRupees(last), multiplier))).toEqual(expected)
  })

  test('the day row of GOLDGUINEA forgets what was carried', () => {
    const day = dayPositionOf(guinea, fromRupees(23_355))
    expect(day === null ? null : brief(day)).toEqual([-3, 23_340, 69_972, -93, -48, -45, -93])
  })

  test('a position without a fill today has no day row', () => {
    expect(dayPositionOf(sums({ carried: [3, 100], close: 101 }), fromRupees(100))).toBe(null)
  })
})

const sums10 = fc.record({
  overnightQuantity: fc.integer({ min: -5000, max: 5000 }),
  overnightValue: fc.integer({ min: 0, max: 10 ** 9 }).map(paise),
  previousClose: fc.integer({ min: 0, max: 10 ** 6 }).map(paise),
  dayBuyQuantity: fc.integer({ min: 0, max: 5000 }),
  dayBuyValue: fc.integer({ min: 0, max: 10 ** 9 }).map(paise),
  daySellQuantity: fc.integer({ min: 0, max: 5000 }),
  daySellValue: fc.integer({ min: 0, max: 10 ** 9 }).map(paise),
})

describe('always', () => {
  test('realised and unrealised add up, and every amount is whole paise', () => {
    fc.assert(
      fc.property(sums10, fc.integer({ min: 1, max: 10 ** 6 }).map(paise), (input, last) => {
        const figures = positionOf(input, last)
        expect(figures.realised + figures.unrealised).toBe(figures.pnl)
        expect(figures.pnl).toBe(figures.value + figures.quantity * last)
        const { buyValue, sellValue, value, m2m, realised } = figures
        expect([buyValue, sellValue, value, m2m, realised].every(Number.isSafeInteger)).toBe(true)
      }),
    )
  })
  test('a position bought and sold at one price gains nothing', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 1, max: 10 ** 6 }),
        (quantity, price) => {
          const value = paise(quantity * price)
          const flat = {
            dayBuyQuantity: quantity,
            dayBuyValue: value,
            daySellQuantity: quantity,
            daySellValue: value,
          }
          const { realised, unrealised, m2m } = positionOf({ ...sums({}), ...flat }, paise(7))
          expect([realised, unrealised, m2m]).toEqual([0, 0, 0])
        },
      ),
    )
  })
})

interface KiteRow {
  readonly tradingsymbol: string
  readonly [field: string]: number | string
}

const sample = sharedData('kite_api/mocks/positions.json')

describe.skipIf(sample === null)('the sample of Kite Connect (needs the reference data)', () => {
  const rows = (which: 'net' | 'day'): readonly KiteRow[] =>
    sample === null ? [] : JSON.parse(readFileSync(sample, 'utf8')).data[which]

  /** Every field of ours under Kite's name, in rupees; Kite puts all of the gain into `unrealised`. */
  const asKite = (figures: PositionFigures) => ({
    quantity: figures.quantity,
    overnight_quantity: figures.overnightQuantity,
    multiplier: figures.multiplier,
    average_price: figures.averagePrice / 100,
    close_price: figures.closePrice / 100,
    last_price: figures.lastPrice / 100,
    value: figures.value / 100,
    pnl: figures.pnl / 100,
    m2m: figures.m2m / 100,
    unrealised: (figures.unrealised + figures.realised) / 100,
    buy_quantity: figures.buyQuantity,
    buy_price: figures.buyPrice / 100,
    buy_value: figures.buyValue / 100,
    buy_m2m: figures.buyM2m / 100,
    sell_quantity: figures.sellQuantity,
    sell_price: figures.sellPrice / 100,
    sell_value: figures.sellValue / 100,
    sell_m2m: figures.sellM2m / 100,
    day_buy_quantity: figures.dayBuyQuantity,
    day_buy_price: figures.dayBuyPrice / 100,
    day_buy_value: figures.dayBuyValue / 100,
    day_sell_quantity: figures.daySellQuantity,
    day_sell_price: figures.daySellPrice / 100,
    day_sell_value: figures.daySellValue / 100,
  })
  const number = (row: KiteRow, field: string): number => Number(row[field])
  const amount = (row: KiteRow, field: string): Paise => fromRupees(number(row, field))
  const inputOf = (row: KiteRow): PositionInput => ({
    overnightQuantity: number(row, 'overnight_quantity'),
    overnightValue: paise(
      amount(row, 'buy_value') -
        amount(row, 'day_buy_value') +
        amount(row, 'sell_value') -
        amount(row, 'day_sell_value'),
    ),
    previousClose: amount(row, 'close_price'),
    dayBuyQuantity: number(row, 'day_buy_quantity'),
    dayBuyValue: amount(row, 'day_buy_value'),
    daySellQuantity: number(row, 'day_sell_quantity'),
    daySellValue: amount(row, 'day_sell_value'),
  })

  test.each(['net', 'day'] as const)('every field of every %s row', (which) => {
    const all = rows(which)
    expect(all.length).toBe(3)
    for (const row of all) {
      const figures = asKite(positionOf(inputOf(row), amount(row, 'last_price'), number(row, 'multiplier')))
      const published = Object.fromEntries(Object.keys(figures).map((field) => [field, row[field]]))
      expect(figures).toEqual(published)
    }
  })
})
