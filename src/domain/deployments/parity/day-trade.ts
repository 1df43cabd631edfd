import type { Candles } from '../../charts/candle.ts'
import { firstRowFrom } from '../../charts/candle.ts'
import type { InstrumentId } from '../../instruments/instrument.ts'
import type { Side } from '../../orders/order.ts'
import type { ExitCause, LogCause } from '../deployment.ts'

/** `carried` and `held` are no fills: the position is priced at the close before the day, or at the day's last. */
export type PointKind = 'fill' | 'carried' | 'held'

export interface TradePoint {
  readonly kind: PointKind
  /** Start of the candle in which it filled. */
  readonly candle: number
  readonly at: number
  /** Rupees a unit; charges are rupees. */
  readonly price: number
  readonly charges: number
}

/** A round trip as far as it lies in one day. */
export interface DayTrade {
  readonly segSym: InstrumentId
  readonly contract: InstrumentId
  /** One contract of a strategy on options, whose prices are never those of `segSym`. */
  readonly isLeg: boolean
  readonly side: Side
  readonly quantity: number
  readonly entry: TradePoint
  readonly exit: TradePoint
  readonly cause: ExitCause | LogCause | 'expiry' | null
  /** Start of the candle that decided the entry, where one is known. */
  readonly decidedBy: number | null
}

/** A round trip over any number of days; `exit` is null while it is open. */
export interface WholeTrade extends Omit<DayTrade, 'entry' | 'exit'> {
  readonly entry: Omit<TradePoint, 'kind'>
  readonly exit: Omit<TradePoint, 'kind'> | null
}

export interface DaySpan {
  /** Instants of its beginning and its end. */
  readonly from: number
  readonly until: number
}

export const candleAt = ({ time }: Pick<Candles, 'time'>, at: number): number =>
  time[firstRowFrom(time, at + 1) - 1] ?? at

/** Start of the candle after the one that decided: orders fill at its open. */
export const candleAfter = ({ time }: Pick<Candles, 'time'>, bar: number): number | null =>
  time[firstRowFrom(time, bar + 1)] ?? null

const lastCloseBefore = ({ time, close }: Candles, until: number): number | null =>
  close[firstRowFrom(time, until) - 1] ?? null

export const pricesOf = (
  { segSym, contract, isLeg }: Pick<DayTrade, 'segSym' | 'contract' | 'isLeg'>,
  candlesOf: (instrument: InstrumentId) => Candles | null,
): Candles | null => candlesOf(contract) ?? (isLeg ? null : candlesOf(segSym))

/** `candles` have the times, `prices` those of what was traded, where they are known. */
export const onDay = (
  trade: WholeTrade,
  { from, until }: DaySpan,
  candles: Candles,
  prices: Candles | null,
): DayTrade | null => {
  const { entry, exit } = trade
  if (entry.at >= until || (exit !== null && exit.at < from)) return null
  const mark = (kind: 'carried' | 'held', at: number): TradePoint => ({
    kind,
    candle: candleAt(candles, at),
    at,
    price: (prices && lastCloseBefore(prices, kind === 'carried' ? from : until)) ?? entry.price,
    charges: 0,
  })
  return {
    ...trade,
    entry: entry.at < from ? mark('carried', from) : { ...entry, kind: 'fill' },
    exit: exit === null || exit.at >= until ? mark('held', until - 1) : { ...exit, kind: 'fill' },
  }
}
