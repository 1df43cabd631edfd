import type { ReplyOf } from '../../../src/contract/call-types.ts'
import type { getDayPnl } from '../../../src/contract/positions/positions.ts'
import { type Calendar, sessionOn } from '../../../src/domain/calendar/calendar.ts'
import { emptyCandles } from '../../../src/domain/charts/candle.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { type Paise, paise } from '../../../src/domain/money.ts'
import type { Side } from '../../../src/domain/orders/order.ts'
import {
  closedTradesOf,
  type DayTrade,
  dayCurveOf,
  instantsOfDay,
  type MinuteCloses,
  type TradedDay,
} from '../../../src/domain/positions/day-pnl.ts'
import { type IstDate, MINUTE_MS, startOfIstDate, toIstDate } from '../../../src/domain/time.ts'
import type { Account, PositionSums } from '../../broker/account.ts'
import type { DayEnd } from '../../broker/history.ts'
import type { MarketClock } from '../../market/market-clock.ts'

export interface AccountDay {
  readonly day: IstDate
  readonly traded: readonly TradedDay[]
}

/** Fills by instrument and, at the close, what moved a position without one, such as a settlement that is not given. */
export const accountDayOf = (
  account: Account,
  calendar: Calendar,
  settled: DayEnd['settled'] = [],
): AccountDay => {
  const { day } = account
  const closesAt = hoursOf(day, calendar)?.closesAt ?? startOfIstDate(day)
  const fills = tradesOf(account, settled)
  const positions = new Map<InstrumentId, PositionSums[]>()
  for (const sums of account.positions.values())
    positions.set(sums.terms.id, [...(positions.get(sums.terms.id) ?? []), sums])
  return {
    day,
    traded: [...positions].map(([key, products]) => {
      const known = fills.get(key) ?? []
      const rest = (['buy', 'sell'] as const).flatMap((side) => restOf(products, known, side, closesAt))
      return {
        key,
        overnightQuantity: products.reduce((sum, { overnightQuantity }) => sum + overnightQuantity, 0),
        previousClose: products.find(({ previousClose }) => previousClose > 0)?.previousClose ?? paise(0),
        trades: [...known, ...rest],
      }
    }),
  }
}

const tradesOf = (
  { orders, day }: Account,
  settled: DayEnd['settled'],
): ReadonlyMap<InstrumentId, readonly DayTrade[]> => {
  const byInstrument = new Map<InstrumentId, DayTrade[]>()
  for (const { terms, side, fills } of orders.values()) {
    const trades = fills
      .filter(({ at }) => toIstDate(at) === day)
      .map(({ at, quantity, price }) => ({ at, side, quantity, value: paise(quantity * price) }))
    if (trades.length > 0) byInstrument.set(terms.id, [...(byInstrument.get(terms.id) ?? []), ...trades])
  }
  for (const { key, ...trade } of settled) byInstrument.set(key, [...(byInstrument.get(key) ?? []), trade])
  for (const trades of byInstrument.values()) trades.sort((one, other) => one.at - other.at)
  return byInstrument
}

const restOf = (
  positions: readonly PositionSums[],
  known: readonly DayTrade[],
  side: Side,
  at: number,
): readonly DayTrade[] => {
  let quantity = 0
  let value = 0
  for (const sums of positions) {
    quantity += side === 'buy' ? sums.dayBuyQuantity : sums.daySellQuantity
    value += side === 'buy' ? sums.dayBuyValue : sums.daySellValue
  }
  for (const trade of known) {
    if (trade.side !== side) continue
    quantity -= trade.quantity
    value -= trade.value
  }
  return quantity === 0 ? [] : [{ at, side, quantity, value: value as Paise }]
}

/** Opening and close of the session that lasts longest; null on a day without a session. */
export const hoursOf = (
  day: IstDate,
  calendar: Calendar,
): { readonly opensAt: number; readonly closesAt: number } | null => {
  const session = sessionOn(day, 'derivatives', calendar)
  if (session === null) return null
  const [opensAt, closesAt] = [session.openMinute, session.closeMinute].map(
    (minute) => startOfIstDate(day) + minute * MINUTE_MS,
  ) as [number, number]
  return { opensAt, closesAt }
}

/** One-minute candles of one trading day; null when there are none. */
export type ReadMinutes = (key: InstrumentId, day: IstDate) => Promise<MinuteCloses | null>

export interface DayPnlParts {
  readonly readMinutes: ReadMinutes
  readonly calendar: Calendar
  readonly clock: MarketClock
}

export const createDayPnl =
  ({ readMinutes, calendar, clock }: DayPnlParts) =>
  async ({ day, traded }: AccountDay): Promise<ReplyOf<typeof getDayPnl>> => {
    const now = clock.now()
    const { opensAt, closesAt } = hoursOf(day, calendar) ?? { opensAt: now, closesAt: now }
    const unpriced: string[] = []
    const days: { day: TradedDay; minutes: MinuteCloses }[] = []
    for (const one of traded) {
      const minutes = await readMinutes(one.key, day)
      if (minutes === null) unpriced.push(one.key)
      days.push({ day: one, minutes: minutes ?? emptyCandles(0) })
    }
    const { at, total, realised } = dayCurveOf(days, instantsOfDay(opensAt, Math.min(now, closesAt)))
    return {
      day,
      opensAt,
      closesAt,
      asOf: now,
      at: [...at],
      total: [...total],
      realised: [...realised],
      closed: closedTradesOf(traded).map(({ at: closedAt, key, pnl }) => ({ at: closedAt, sym: key, pnl })),
      unpriced,
    }
  }
