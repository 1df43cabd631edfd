import { describe, expect, test } from 'vitest'
import {
  accountThen,
  closeThen,
  type DayRecord,
  instantShown,
  instantWithin,
  minuteBeside,
  noTradesOn,
  tradeBeside,
  tradeInstants,
} from '../../../../src/domain/analysis/journal/day-record.ts'
import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { paise } from '../../../../src/domain/money.ts'
import { type IstDate, MINUTE_MS, startOfIstDate } from '../../../../src/domain/time.ts'

const opensAt = startOfIstDate('2026-11-20' as IstDate) + 555 * MINUTE_MS
const at = (minute: number, second = 0) => opensAt + minute * MINUTE_MS + second * 1_000
const minutes = {
  time: [at(0), at(1), at(2), at(3), at(4)],
  close: [100, 101, 102, 103, 104],
}
const order = { sym: 'NSE_INFY' as InstrumentId, product: 'MIS' as const, orderType: 'LIMIT' as const }
const stepAt = (instant: number, status: 'OPEN' | 'COMPLETE') => ({
  ...{ at: instant, status, price: 101, triggerPrice: null, quantity: 10 },
})

const record: DayRecord = {
  ...{ opensAt, closesAt: at(375), until: at(4, 30) },
  instruments: [
    {
      key: 'NSE_INFY' as InstrumentId,
      ...{ overnightQuantity: 0, previousClose: paise(9_900), minutes },
      trades: [
        { at: at(1, 10) + 1, side: 'buy', quantity: 10, value: paise(100_000) },
        { at: at(3, 20), side: 'sell', quantity: 10, value: paise(103_000) },
      ],
    },
    {
      key: 'NFO-OPT_NEW' as InstrumentId,
      ...{ overnightQuantity: 0, previousClose: paise(0), minutes: null },
      trades: [{ at: at(2), side: 'sell', quantity: 65, value: paise(65 * 4_000) }],
    },
  ],
  orders: [
    {
      ...{ ...order, id: 'o-1', side: 'buy' },
      steps: [stepAt(at(1), 'OPEN'), stepAt(at(2), 'COMPLETE')],
      fills: [
        { at: at(1, 30), quantity: 4 },
        { at: at(2), quantity: 6 },
      ],
    },
  ],
  index: minutes,
}

describe('the record of a day', () => {
  test('has the close of the last whole minute, and of the one in progress at its end alone', () => {
    expect(
      [at(0, 59), at(1), at(1, 59), at(4, 29), at(4, 30)].map((one) => closeThen(minutes, one, at(4, 30))),
    ).toEqual([null, 100, 100, 103, 104])
  })

  test('has positions, orders and P&L of an instant', () => {
    expect(accountThen(record, opensAt)).toMatchObject({ positions: [], total: 0, openOrders: [], trades: 0 })
    expect(accountThen(record, at(1, 40))).toMatchObject({
      ...{ total: 0, realised: 0, trades: 1, index: 100 },
      positions: [{ sym: 'NSE_INFY', quantity: 10, price: 100, m2m: 0 }],
      openOrders: [{ id: 'o-1', filledQuantity: 4, step: { status: 'OPEN', price: 101 } }],
    })
    // An option without candles is worth what it was sold for.
    expect(accountThen(record, at(3, 30))).toMatchObject({
      ...{ total: 30, realised: 30, trades: 3, openOrders: [] },
      positions: [
        { sym: 'NFO-OPT_NEW', quantity: -65, price: null, m2m: 0 },
        { sym: 'NSE_INFY', quantity: 0, m2m: 30, realised: 30 },
      ],
    })
  })

  test('is gone through by the minute and by the trade; its end is no instant of its own', () => {
    expect(tradeInstants(record)).toEqual([at(1, 11), at(2), at(3, 20)])
    expect(minuteBeside(record, null, -1)).toBe(at(4))
    expect(minuteBeside(record, at(4), 1)).toBe(null)
    expect(minuteBeside(record, at(2, 30), -1)).toBe(at(2))
    expect(minuteBeside(record, at(2, 30), 1)).toBe(at(3))
    expect(minuteBeside(record, opensAt, -1)).toBe(opensAt)
    expect(tradeBeside(record, null, -1)).toBe(at(3, 20))
    expect(tradeBeside(record, at(2), -1)).toBe(at(1, 11))
    expect(tradeBeside(record, at(1, 11), -1)).toBe(opensAt)
    expect(tradeBeside(record, at(3, 20), 1)).toBe(null)
    expect(instantWithin(record, opensAt - 1)).toBe(opensAt)
    expect(noTradesOn(record)).toBe(false)
    expect(noTradesOn({ ...record, instruments: [], orders: [] })).toBe(true)
  })
})

test('the instant shown is a whole second within the record, and its end without one', () => {
  expect([null, at(2, 7) + 300, at(-60), at(100)].map((instant) => instantShown(record, instant))).toEqual([
    at(4, 30),
    at(2, 7),
    at(0),
    at(4, 30),
  ])
})
