import type { InstrumentId } from './instrument.ts'
import { type Paise, paise, toRupees } from './money.ts'
import type { Side } from './order.ts'
import { type PositionFigures, positionOf } from './position.ts'
import { MINUTE_MS } from './time.ts'

export interface DayTrade {
  /** Market time. */
  readonly at: number
  readonly side: Side
  /** Units. */
  readonly quantity: number
  /** Price times quantity. */
  readonly value: Paise
}

/** One instrument on one day, all products together: what was carried in, and its trades, oldest first. */
export interface TradedDay {
  readonly key: InstrumentId
  /** Signed units. */
  readonly overnightQuantity: number
  /** Of the day before, a unit; what was carried counts from it. */
  readonly previousClose: Paise
  readonly trades: readonly DayTrade[]
}

/** Minutes of one instrument, ascending: `time` is when each begins, `close` in rupees. */
export interface MinuteCloses {
  readonly time: ArrayLike<number>
  readonly close: ArrayLike<number>
}

/** The day's gain in rupees, one figure for each instant. */
export interface DayCurve {
  readonly at: readonly number[]
  readonly total: readonly number[]
  /** The part of `total` that no price changes any more. */
  readonly realised: readonly number[]
}

/** A trade that left nothing open, with what was gained since nothing was open before. Rupees. */
export interface ClosedTrade {
  readonly at: number
  readonly key: InstrumentId
  readonly pnl: number
}

/** The opening, the end of each minute since, and the present or the close. Empty before the opening. */
export const instantsOfDay = (opensAt: number, until: number): readonly number[] => {
  if (until < opensAt) return []
  const instants: number[] = []
  for (let at = opensAt; at < until; at += MINUTE_MS) instants.push(at)
  instants.push(until)
  return instants
}

/**
 * The gain of a day through its minutes. At each instant the same figures as `positionOf` at the last close before it, so
 * that the last point is what the positions show.
 */
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
    at.forEach((instant, place) => {
      for (; minute < minutes.time.length && (minutes.time[minute] ?? 0) < instant; minute++)
        price = paise(Math.round((minutes.close[minute] ?? 0) * 100))
      for (let next = day.trades[traded]; next && next.at <= instant; next = day.trades[++traded]) {
        sums = withTrade(sums, next)
        // A contract of this day that has no candle yet is worth what was paid for it.
        if (price === 0) price = paise(Math.round(next.value / next.quantity))
      }
      const figures = figuresOf(day, sums, price)
      total[place] = (total[place] ?? 0) + figures.m2m
      realised[place] = (realised[place] ?? 0) + figures.realised
    })
  }
  return { at, total: total.map(inRupees), realised: realised.map(inRupees) }
}

/** The trades of a day after which nothing of their instrument was open, oldest first. */
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

/** With what was carried at the close of the day before, so that all of it is of this day. */
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
