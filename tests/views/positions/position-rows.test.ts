import { describe, expect, test } from 'vitest'
import {
  exitSharesOf,
  isCarried,
  newestTradeFirst,
  type PositionRow,
} from '../../../src/views/positions/position-row.ts'

describe('the parts of a position to exit', () => {
  test.each([
    { of: '1 lot of 65', quantity: 65, lotSize: 65, parts: '100%=65' },
    { of: '1 lot of 65, short', quantity: -65, lotSize: 65, parts: '100%=65' },
    { of: '2 lots of 65', quantity: 130, lotSize: 65, parts: '50%=65 100%=130' },
    { of: '3 lots of 65', quantity: -195, lotSize: 65, parts: '25%=65 75%=130 100%=195' },
    { of: '8 lots of 65', quantity: 520, lotSize: 65, parts: '25%=130 50%=260 75%=390 100%=520' },
    { of: 'less than a lot', quantity: 40, lotSize: 65, parts: '100%=40' },
    { of: '40 shares', quantity: 40, lotSize: 1, parts: '25%=10 50%=20 75%=30 100%=40' },
    { of: '1 share', quantity: 1, lotSize: 1, parts: '100%=1' },
  ])('differ in units: $of', ({ parts, ...position }) => {
    expect(exitSharesOf(position).map(({ percent, units }) => `${percent}%=${units}`)).toEqual(
      parts.split(' '),
    )
  })
})

describe('positions beside the chart', () => {
  test('begin with the last one traded, and end with those not traded today', () => {
    const rows = ['MIS|NSE_SBIN', 'NRML|NFO_OLD', 'MIS|NSE_TCS', 'MIS|NSE_INFY'].map(rowOf)
    const orders = [
      order('NSE_SBIN 10:05:00 filled 0'),
      order('NSE_INFY 10:02:00 filled 5'),
      order('NSE_TCS 10:03:00 filled 5'),
      order('NSE_SBIN 10:01:00 filled 5'),
    ]
    expect(newestTradeFirst(rows, orders).map(({ key }) => key)).toEqual([
      'MIS|NSE_TCS',
      'MIS|NSE_INFY',
      'MIS|NSE_SBIN',
      'NRML|NFO_OLD',
    ])
  })

  test('of one second come in the order of the book', () => {
    const rows = ['MIS|NSE_SBIN', 'MIS|NSE_TCS'].map(rowOf)
    const orders = [order('NSE_TCS 10:01:00 filled 5'), order('NSE_SBIN 10:01:00 filled 5')]
    expect(newestTradeFirst(rows, orders).map(({ key }) => key)).toEqual(['MIS|NSE_TCS', 'MIS|NSE_SBIN'])
  })
})

test('a position is carried where the day has another P&L than the time since entry', () => {
  expect([
    isCarried([{ pnl: 10, m2m: 10 }]),
    isCarried([
      { pnl: 10, m2m: 10 },
      { pnl: 10, m2m: -4 },
    ]),
  ]).toEqual([false, true])
})

const rowOf = (key: string) => ({ key }) as PositionRow

/** `NSE_TCS 10:03:00 filled 5` */
const order = (text: string) => {
  const [sym = '', time = '', , filled = ''] = text.split(' ')
  return {
    product: 'MIS' as const,
    sym,
    filledQuantity: Number(filled),
    orderTimestamp: '2026-11-23 09:15:00',
    exchangeTimestamp: `2026-11-23 ${time}`,
  }
}
