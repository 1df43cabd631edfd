import { describe, expect, test } from 'vitest'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { paise } from '../../../src/domain/money.ts'
import {
  closedTradesOf,
  type DayTrade,
  dayCurveOf,
  instantsOfDay,
  type TradedDay,
} from '../../../src/domain/positions/day-pnl.ts'
import { positionOf } from '../../../src/domain/positions/position.ts'
import { MINUTE_MS } from '../../../src/domain/time.ts'

const OPEN = 1_000_000 * MINUTE_MS
const minute = (index: number): number => OPEN + index * MINUTE_MS
const infy = 'NSE_INFY' as InstrumentId
const tcs = 'NSE_TCS' as InstrumentId

const trade = (at: number, side: 'buy' | 'sell', quantity: number, rupees: number): DayTrade => ({
  at,
  side,
  quantity,
  value: paise(Math.round(quantity * rupees * 100)),
})
const dayOf = (trades: readonly DayTrade[], more: Partial<TradedDay> = {}): TradedDay => ({
  key: infy,
  overnightQuantity: 0,
  previousClose: paise(0),
  trades,
  ...more,
})
/** Minutes from the opening on, each of this close. */
const minutesOf = (...closes: number[]) => ({ time: closes.map((_, index) => minute(index)), close: closes })

describe('the gain of a day through its minutes', () => {
  test('its instants are the opening, the ends of minutes and the present', () => {
    expect(instantsOfDay(OPEN, minute(2) + 20_000)).toEqual([OPEN, minute(1), minute(2), minute(2) + 20_000])
    expect(instantsOfDay(OPEN, minute(2))).toEqual([OPEN, minute(1), minute(2)])
    expect(instantsOfDay(OPEN, OPEN)).toEqual([OPEN])
    expect(instantsOfDay(OPEN, OPEN - 1)).toEqual([])
  })

  test('a trade counts from its own minute, at the last close before each instant', () => {
    const day = dayOf([trade(minute(1) + 5000, 'buy', 10, 100), trade(minute(3) + 1000, 'sell', 4, 110)])
    const minutes = minutesOf(99, 101, 103, 108)
    const curve = dayCurveOf([{ day, minutes }], instantsOfDay(OPEN, minute(4)))
    expect(curve.total).toEqual([0, 0, 10, 30, 88])
    expect(curve.realised).toEqual([0, 0, 0, 0, 40])
  })

  test('what was carried counts from the close of the day before, also before the first candle', () => {
    const day = dayOf([trade(minute(2), 'buy', 50, 95)], {
      overnightQuantity: -50,
      previousClose: paise(10_000),
    })
    const minutes = minutesOf(98, 96)
    const curve = dayCurveOf([{ day, minutes }], instantsOfDay(OPEN, minute(3)))
    expect(curve.total).toEqual([0, 100, 250, 250])
    expect(curve.realised).toEqual([0, 0, 250, 250])
  })

  test('the last point is the day gain that the position shows at that price', () => {
    const trades = [trade(minute(0) + 1, 'buy', 75, 104.35), trade(minute(1) + 1, 'sell', 150, 99.9)]
    const day = dayOf(trades, { overnightQuantity: 75, previousClose: paise(10_105) })
    const curve = dayCurveOf([{ day, minutes: minutesOf(101.2, 97.15) }], instantsOfDay(OPEN, minute(2)))
    const shown = positionOf(
      {
        overnightQuantity: 75,
        overnightValue: paise(75 * 9800),
        previousClose: paise(10_105),
        dayBuyQuantity: 75,
        dayBuyValue: paise(75 * 10_435),
        daySellQuantity: 150,
        daySellValue: paise(150 * 9990),
      },
      paise(9715),
    )
    expect(curve.total.at(-1)).toBe(shown.m2m / 100)
  })

  test('instruments add up, and one without candles stays at what is known of it', () => {
    const one = { day: dayOf([trade(minute(0), 'buy', 1, 100)]), minutes: minutesOf(105, 106) }
    const silent = {
      day: dayOf([trade(minute(1), 'sell', 2, 50)], { key: tcs }),
      minutes: minutesOf(),
    }
    const curve = dayCurveOf([one, silent], instantsOfDay(OPEN, minute(2)))
    expect(curve.total).toEqual([0, 5, 6])
  })

  test('trades that leave nothing open are counted each for itself', () => {
    const day = dayOf([
      trade(minute(0), 'buy', 10, 100),
      trade(minute(1), 'sell', 5, 102),
      trade(minute(2), 'sell', 5, 104),
      trade(minute(3), 'sell', 10, 103),
      trade(minute(4), 'buy', 10, 105),
      trade(minute(5), 'buy', 1, 105),
    ])
    const other = dayOf([trade(minute(3) + 1, 'sell', 1, 90)], {
      key: tcs,
      overnightQuantity: 1,
      previousClose: paise(8800),
    })
    expect(closedTradesOf([day, other])).toEqual([
      { at: minute(2), key: infy, pnl: 30 },
      { at: minute(3) + 1, key: tcs, pnl: 2 },
      { at: minute(4), key: infy, pnl: -20 },
    ])
  })
})
