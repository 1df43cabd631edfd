import type { InstrumentId } from '../../instruments/instrument.ts'
import { fromRupees, paise, toRupees } from '../../money.ts'
import { isEnded, type OrderStatus, type OrderType, type Product, type Side } from '../../orders/order.ts'
import {
  type DayCurve,
  dayCurveOf,
  figuresThen,
  instantsOfDay,
  type MinuteCloses,
  type TradedDay,
} from '../../positions/day-pnl.ts'
import { MINUTE_MS } from '../../time.ts'

export interface RecordedInstrument extends TradedDay {
  /** Null without candles: it then counts at the previous close, or at what was paid. */
  readonly minutes: MinuteCloses | null
}

export interface OrderStepThen {
  readonly at: number
  readonly status: OrderStatus
  /** Rupees. */
  readonly price: number | null
  readonly triggerPrice: number | null
  readonly quantity: number
}

export interface RecordedOrder {
  readonly id: string
  readonly sym: InstrumentId
  readonly side: Side
  readonly product: Product
  readonly orderType: OrderType
  /** Oldest first; the first may be of an earlier day. */
  readonly steps: readonly OrderStepThen[]
  readonly fills: readonly { readonly at: number; readonly quantity: number }[]
}

/** One day of an account: positions carried in, trades, orders and prices. Times are of the market. */
export interface DayRecord {
  readonly opensAt: number
  readonly closesAt: number
  /** The close, or now; before the opening it is the opening. */
  readonly until: number
  readonly instruments: readonly RecordedInstrument[]
  readonly orders: readonly RecordedOrder[]
  readonly index: MinuteCloses | null
}

/** `quantity` in signed units, 0 once it has been closed; the rest in rupees. */
export interface PositionThen {
  readonly sym: InstrumentId
  readonly quantity: number
  /** Null where it has no candle yet. */
  readonly price: number | null
  readonly m2m: number
  readonly realised: number
}

export interface OrderThen extends Omit<RecordedOrder, 'steps' | 'fills'> {
  readonly step: OrderStepThen
  readonly filledQuantity: number
}

export interface AccountThen {
  readonly at: number
  /** Open positions before closed ones, then the largest P&L first. */
  readonly positions: readonly PositionThen[]
  readonly total: number
  readonly realised: number
  readonly openOrders: readonly OrderThen[]
  readonly trades: number
  readonly index: number | null
}

export const noTradesOn = ({ instruments, orders }: DayRecord): boolean =>
  instruments.length === 0 && orders.length === 0

const noMinutes: MinuteCloses = { time: [], close: [] }

const SECOND_MS = 1_000

export const curveOf = ({ instruments, opensAt, until }: DayRecord): DayCurve =>
  dayCurveOf(
    instruments.map((day) => ({ day, minutes: day.minutes ?? noMinutes })),
    instantsOfDay(opensAt, until),
  )

/** The close of the last minute that had ended; of the one in progress only at the end of the record. */
export const closeThen = ({ time, close }: MinuteCloses, at: number, until: number): number | null => {
  const latest = at >= until ? at : at - MINUTE_MS
  let [from, to] = [0, time.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((time[middle] ?? 0) <= latest) from = middle + 1
    else to = middle
  }
  return from === 0 ? null : (close[from - 1] ?? null)
}

const positionThen = (day: RecordedInstrument, at: number, until: number): PositionThen | null => {
  const price = closeThen(day.minutes ?? noMinutes, at, until)
  const figures = figuresThen(day, at, price === null ? day.previousClose : fromRupees(price))
  const hasTraded = (day.trades[0]?.at ?? Number.POSITIVE_INFINITY) <= at
  if (figures.quantity === 0 && !hasTraded) return null
  return {
    sym: day.key,
    quantity: figures.quantity,
    price,
    m2m: toRupees(paise(Math.round(figures.m2m))),
    realised: toRupees(paise(Math.round(figures.realised))),
  }
}

const orderThen = ({ steps, fills, ...order }: RecordedOrder, at: number): OrderThen | null => {
  const step = steps.findLast((one) => one.at <= at)
  if (step === undefined || isEnded(step.status)) return null
  const filledQuantity = fills.reduce((sum, fill) => sum + (fill.at <= at ? fill.quantity : 0), 0)
  return { ...order, step, filledQuantity }
}

const bySize = (one: PositionThen, other: PositionThen): number =>
  Number(other.quantity !== 0) - Number(one.quantity !== 0) || Math.abs(other.m2m) - Math.abs(one.m2m)

const isThere = <Value>(value: Value | null): value is Value => value !== null

export const accountThen = (record: DayRecord, at: number): AccountThen => {
  const { instruments, orders, index, until } = record
  const positions = instruments.map((day) => positionThen(day, at, until)).filter(isThere)
  const sumOf = (figure: 'm2m' | 'realised') =>
    positions.reduce((sum, one) => sum + fromRupees(one[figure]), 0)
  return {
    at,
    positions: positions.sort(bySize),
    total: toRupees(paise(sumOf('m2m'))),
    realised: toRupees(paise(sumOf('realised'))),
    openOrders: orders.map((order) => orderThen(order, at)).filter(isThere),
    trades: instruments.reduce((sum, { trades }) => sum + trades.filter((trade) => trade.at <= at).length, 0),
    index: closeThen(index ?? noMinutes, at, until),
  }
}

/** Whole seconds, ascending. */
export const tradeInstants = ({ instruments, until }: DayRecord): readonly number[] =>
  [
    ...new Set(
      instruments.flatMap(({ trades }) =>
        trades.map(({ at }) => Math.min(until, Math.ceil(at / SECOND_MS) * SECOND_MS)),
      ),
    ),
  ].sort((one, other) => one - other)

/** Within the record; the end is null, as it moves on while the day lasts. */
export const instantWithin = ({ opensAt, until }: DayRecord, at: number): number | null =>
  at >= until ? null : Math.max(opensAt, at)

/** A whole second; the end of the record where `at` is null. */
export const instantShown = (record: DayRecord, at: number | null): number => {
  const instant = (at === null ? null : instantWithin(record, at)) ?? record.until
  return Math.floor(instant / SECOND_MS) * SECOND_MS
}

export const minuteBeside = (record: DayRecord, at: number | null, by: 1 | -1): number | null => {
  const from = at ?? record.until
  const minute = by === 1 ? Math.floor(from / MINUTE_MS) + 1 : Math.ceil(from / MINUTE_MS) - 1
  return instantWithin(record, minute * MINUTE_MS)
}

/** Where there is no other trade on that side: the opening, or the end. */
export const tradeBeside = (record: DayRecord, at: number | null, by: 1 | -1): number | null => {
  const from = at ?? record.until
  const instants = tradeInstants(record)
  const next = by === 1 ? instants.find((one) => one > from) : instants.findLast((one) => one < from)
  return next === undefined ? (by === 1 ? null : record.opensAt) : instantWithin(record, next)
}
