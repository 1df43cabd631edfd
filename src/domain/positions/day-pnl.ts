import type { InstrumentId } from '../instruments/instrument.ts'
import { type Paise, paise, toRupees } from '../money.ts'
import type { Side } from '../orders/order.ts'
import { MINUTE_MS } from '../time.ts'
import { type PositionFigures, positionOf } from './position.ts'

/** Market time and units; `value` is price times quantity. */
export interface DayTrade {
  readonly at: number
  readonly side: Side
  readonly quantity: number
  readonly value: Paise
}

/** All products of one instrument, signed units; trades oldest first. */
export interface TradedDay {
  readonly key: InstrumentId
  readonly overnightQuantity: number
  /** Per unit; the gain of the overnight quantity counts from it. */
  readonly previousClose: Paise
  readonly trades: readonly DayTrade[]
}

/** Ascending; `time` is the start of the minute, `close` in rupees. */
export interface MinuteCloses {
  readonly time: ArrayLike<number>
  readonly close: ArrayLike<number>
}

export interface DayCurve {
  readonly at: readonly number[]
  readonly total: readonly number[]
  readonly realised: readonly number[]
}

/** A trade that made the position flat, with the rupees gained since it was last flat. */
export interface ClosedTrade {
  readonly at: number
  readonly key: InstrumentId
  readonly pnl: number
}

/** The opening, the end of each minute, and `until`. Empty before the opening. */
export const instantsOfDay = (opensAt: number, until: number): readonly number[] => {
  if (until < opensAt) return []
  const instants: number[] = []
  for (let at = opensAt; at < until; at += MINUTE_MS) instants.push(at)
  instants.push(until)
  return instants
}

/** Uses `positionOf` at the last close before each instant, so the last point equals the positions. */
export const dayCurveOf = (
  days: readonly { readonly day: TradedDay; readonly minutes: MinuteCloses }[],
  at: readonly number[],
): DayCurve => {
  const total = new Array<number>(at.length).fill(0)
  const realised = new Array<number>(at.length).fill(0)
  for (const { day, minutes } of days) {
    let sums = noTrades
    let traded = 0
    let minute = 0
    let price = day.previousClose
    at.forEach((instant, index) => {
      for (; minute < minutes.time.length && (minutes.time[minute] ?? 0) < instant; minute++)
        price = paise(Math.round((minutes.close[minute] ?? 0) * 100))
      for (let next = day.trades[traded]; next && next.at <= instant; next = day.trades[++traded]) {
        sums = withTrade(sums, next)
        // A contract listed today without a candle yet is worth what was paid for it.
        if (price === 0) price = paise(Math.round(next.value / next.quantity))
      }
      const figures = figuresOf(day, sums, price)
      total[index] = (total[index] ?? 0) + figures.m2m
      realised[index] = (realised[index] ?? 0) + figures.realised
    })
  }
  return { at, total: total.map(inRupees), realised: realised.map(inRupees) }
}

/** At `price`; of the trades, those that were before or at the instant count. */
export const figuresThen = (day: TradedDay, at: number, price: Paise): PositionFigures => {
  let sums = noTrades
  let paidLast: Paise | null = null
  for (const trade of day.trades) {
    if (trade.at > at) break
    sums = withTrade(sums, trade)
    paidLast = paise(Math.round(trade.value / trade.quantity))
  }
  return figuresOf(day, sums, price === 0 ? (paidLast ?? price) : price)
}

export const closedTradesOf = (days: readonly TradedDay[]): readonly ClosedTrade[] =>
  days.flatMap(closedIn).sort((one, other) => one.at - other.at)

const closedIn = (day: TradedDay): readonly ClosedTrade[] => {
  const closed: ClosedTrade[] = []
  let sums = noTrades
  let before = 0
  for (const trade of day.trades) {
    sums = withTrade(sums, trade)
    const { quantity, m2m } = figuresOf(day, sums, paise(0))
    if (quantity !== 0) continue
    closed.push({ at: trade.at, key: day.key, pnl: inRupees(m2m - before) })
    before = m2m
  }
  return closed
}

interface DaySums {
  readonly buyQuantity: number
  readonly buyValue: number
  readonly sellQuantity: number
  readonly sellValue: number
}

const noTrades: DaySums = { buyQuantity: 0, buyValue: 0, sellQuantity: 0, sellValue: 0 }

const withTrade = (sums: DaySums, { side, quantity, value }: DayTrade): DaySums =>
  side === 'buy'
    ? { ...sums, buyQuantity: sums.buyQuantity + quantity, buyValue: sums.buyValue + value }
    : { ...sums, sellQuantity: sums.sellQuantity + quantity, sellValue: sums.sellValue + value }

/** The overnight quantity is valued at the previous close, so that all of the gain is of this day. */
const figuresOf = (day: TradedDay, sums: DaySums, price: Paise): PositionFigures =>
  positionOf(
    {
      overnightQuantity: day.overnightQuantity,
      overnightValue: paise(Math.abs(day.overnightQuantity) * day.previousClose),
      previousClose: day.previousClose,
      dayBuyQuantity: sums.buyQuantity,
      dayBuyValue: paise(sums.buyValue),
      daySellQuantity: sums.sellQuantity,
      daySellValue: paise(sums.sellValue),
    },
    price,
  )

const inRupees = (amount: number): number => toRupees(paise(Math.round(amount)))
