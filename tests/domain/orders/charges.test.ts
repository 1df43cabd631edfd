import { describe, expect, test } from 'vitest'
import {
  type ChargedAs,
  type ChargedOrder,
  chargedAsOf,
  chargesOf,
  chargesRemark,
  exerciseTaxOf,
} from '../../../src/domain/orders/charges.ts'
import { type IstDate, istDateToDayNumber } from '../../../src/domain/time.ts'

const day = (date: string) => istDateToDayNumber(date as IstDate)

/** Both orders of a trade: bought and sold at these prices on one day. */
const roundTrip = (
  chargedAs: ChargedAs,
  quantity: number,
  bought: number,
  sold: number,
  { exchange = 'NSE', on = '2026-05-04' }: { exchange?: 'NSE' | 'BSE'; on?: string } = {},
) => {
  const order = { chargedAs, exchange, quantity, day: day(on), isFirstSaleOfDay: true }
  const entry = chargesOf({ ...order, side: 'buy', price: bought })
  const exit = chargesOf({ ...order, side: 'sell', price: sold })
  const names = ['brokerage', 'stt', 'transaction', 'sebi', 'stamp', 'gst', 'dp', 'total'] as const
  return Object.fromEntries(names.map((name) => [name, entry[name] + exit[name]]))
}

/** The sums, each as printed where it is within half a paisa of that. */
const asPrinted = (sums: Record<string, number>, printed: readonly number[]) =>
  Object.values(sums).map((amount, index) => {
    const expected = printed[index] ?? Number.NaN
    return Math.abs(amount - expected) <= 0.005 + 1e-9 ? expected : amount
  })

describe('worked examples, FY 2026-27', () => {
  // Trade, then brokerage, STT, transaction, SEBI, stamp, GST, DP, total as printed to the paisa.
  test.each<[string, ReturnType<typeof roundTrip>, number[]]>([
    [
      'delivery 100 @1400→1450',
      roundTrip('delivery', 100, 1400, 1450),
      [0, 285, 8.75, 0.285, 21, 1.63, 15.34, 332],
    ],
    [
      'intraday 100 @1400→1410',
      roundTrip('intraday', 100, 1400, 1410),
      [40, 35.25, 8.63, 0.28, 4.2, 8.8, 0, 97.16],
    ],
    [
      'NIFTY future 65 @24000→24100',
      roundTrip('futures', 65, 24_000, 24_100),
      [40, 783.25, 57.21, 3.13, 31.2, 18.06, 0, 932.85],
    ],
    [
      'NIFTY option 65 @150→180',
      roundTrip('options', 65, 150, 180),
      [40, 17.55, 7.62, 0.02, 0.29, 8.58, 0, 74.06],
    ],
    [
      'SENSEX option 20 @300→350 at BSE',
      roundTrip('options', 20, 300, 350, { exchange: 'BSE' }),
      [40, 10.5, 4.22, 0.01, 0.18, 7.96, 0, 62.88],
    ],
    [
      'short NIFTY option 65 sold 150, bought 90',
      roundTrip('options', 65, 90, 150),
      [40, 14.62, 5.54, 0.02, 0.18, 8.2, 0, 68.56],
    ],
  ])('%s', (_, found, expected) => {
    expect(asPrinted(found, expected)).toEqual(expected)
  })
})

describe('rates by date', () => {
  test.each<[string, string, ChargedAs, number]>([
    ['the last day of FY 2025-26', '2026-03-31', 'futures', 462.9],
    ['the last day of FY 2025-26', '2026-03-31', 'options', 68.21],
    ['the first day of the higher tax', '2026-04-01', 'futures', 932.85],
    ['the first day of the higher tax', '2026-04-01', 'options', 74.06],
  ])('%s (%s, %s)', (_, on, chargedAs, total) => {
    const trade =
      chargedAs === 'futures'
        ? roundTrip(chargedAs, 65, 24_000, 24_100, { on })
        : roundTrip(chargedAs, 65, 150, 180, { on })
    expect(trade.total).toBeCloseTo(total, 2)
  })
  test.each<[string, number, number]>([
    ['2024-09-30', 0.0125, 0.0625],
    ['2024-10-01', 0.02, 0.1],
    ['2026-03-31', 0.02, 0.1],
    ['2026-04-01', 0.05, 0.15],
    ['2019-01-01', 0.0125, 0.0625],
  ])('tax on %s: futures %d %%, options %d %%, on the sale alone', (on, futures, options) => {
    const stt = (chargedAs: ChargedAs, side: ChargedOrder['side']) =>
      chargesOf({
        chargedAs,
        side,
        exchange: 'NSE',
        price: 100,
        quantity: 1,
        day: day(on),
        isFirstSaleOfDay: true,
      }).stt
    expect(stt('futures', 'sell')).toBeCloseTo(futures, 12)
    expect(stt('options', 'sell')).toBeCloseTo(options, 12)
    expect([stt('futures', 'buy'), stt('options', 'buy')]).toEqual([0, 0])
  })
  test.each([
    ['2024-10-01', null],
    ['2024-09-30', 'Exchange fees before 2024-10-01 use the rates of that day.'],
    [
      '2022-06-01',
      'Exchange fees before 2024-10-01 use the rates of that day and the securities transaction tax before 2023-04-01 at the rate of that day.',
    ],
  ])('a span from %s says which rates are not its own', (from, remark) => {
    expect(chargesRemark(from as IstDate)).toBe(remark)
  })
})

describe('details', () => {
  const order: ChargedOrder = {
    chargedAs: 'intraday',
    exchange: 'NSE',
    side: 'buy',
    price: 100,
    quantity: 100,
    day: day('2026-05-04'),
    isFirstSaleOfDay: true,
  }
  test.each([
    ['a small order pays its share', 100, 3],
    ['a large order pays ₹20', 10_000, 20],
  ])('brokerage: %s', (_, quantity, brokerage) => {
    expect(chargesOf({ ...order, quantity }).brokerage).toBeCloseTo(brokerage, 10)
  })
  test('the depository is paid once a day for a scrip, on sales alone', () => {
    const delivery = { ...order, chargedAs: 'delivery' as const }
    const sale = { ...delivery, side: 'sell' as const }
    expect(chargesOf(delivery).dp).toBe(0)
    expect(chargesOf(sale).dp).toBe(15.34)
    expect(chargesOf({ ...sale, isFirstSaleOfDay: false }).dp).toBe(0)
  })
  test.each([
    ['equity', 'cash', 'delivery'],
    ['equity', 'NRML', 'delivery'],
    ['equity', 'MIS', 'intraday'],
    ['futures', 'MIS', 'futures'],
    ['options', 'NRML', 'options'],
  ] as const)('%s as %s is charged as %s', (contract, product, chargedAs) => {
    expect(chargedAsOf(contract, product)).toBe(chargedAs)
  })
})

describe('tax on exercise', () => {
  // 65 units that end 120.40 in the money.
  test.each([
    ['2024-09-30', 9.7825],
    ['2025-04-01', 9.7825],
    ['2026-03-31', 9.7825],
    ['2026-04-01', 11.739],
  ])('of an option that ends on %s is %s', (on, tax) => {
    expect(exerciseTaxOf(65 * 120.4, day(on))).toBeCloseTo(tax, 10)
  })
})
