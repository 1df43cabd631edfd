import { type Candles, firstRowFrom } from '../candle.ts'
import { MINUTE_MS } from '../time.ts'
import type { Instant, OptionModel } from './model.ts'
import type { LegContract, PriceMark } from './rules.ts'

/** Rupees a unit before slippage, and where they come from. */
export interface LegPrice {
  readonly price: number
  readonly mark: PriceMark
}

export interface LegRange {
  readonly low: number
  readonly high: number
  readonly mark: PriceMark
}

/** A trade so many minutes old still is a price; an older one gives way to the model. */
const LAST_TRADE_MINUTES_MAX = 5

export interface LegPricesInput {
  readonly candles: Candles
  /** Milliseconds of a candle. */
  readonly step: number
  readonly model: OptionModel
  /** Candles of contracts at the same interval; a contract that is not among them is priced by the model. */
  readonly traded: ReadonlyMap<string, Candles>
}

export interface LegPrices {
  /** When a candle opens and closes, and what the underlying is then. */
  openOf(row: number): Instant
  closeOf(row: number): Instant
  atOpen(contract: LegContract, row: number): LegPrice
  atClose(contract: LegContract, row: number): LegPrice
  inside(contract: LegContract, row: number): LegRange
}

/** What a leg was worth at each candle of its underlying: as it traded, else by the model. */
export const createLegPrices = ({ candles, step, model, traded }: LegPricesInput): LegPrices => {
  const { time, open, high, low, close } = candles
  const { dayOfRow } = model

  const openOf = (row: number): Instant => ({
    spot: open[row] ?? 0,
    at: time[row] ?? 0,
    day: dayOfRow[row] ?? 0,
  })
  const closeOf = (row: number): Instant => ({
    spot: close[row] ?? 0,
    at: (time[row] ?? 0) + step,
    day: dayOfRow[row] ?? 0,
  })

  const byModel = (contract: LegContract, instant: Instant): LegPrice => ({
    price: model.premiumOf(contract, instant),
    mark: 'model',
  })

  /** The row of the contract's candle that begins with this one, or -1. */
  const rowOf = (own: Candles, row: number): number => {
    const at = time[row] ?? 0
    const found = firstRowFrom(own.time, at)
    return own.time[found] === at ? found : -1
  }

  /** The close of the last candle that ended by `at` and not long before. */
  const lastTrade = (own: Candles, at: number): number | null => {
    const before = firstRowFrom(own.time, at - step + 1) - 1
    const endedAt = (own.time[before] ?? Number.NEGATIVE_INFINITY) + step
    return at - endedAt <= LAST_TRADE_MINUTES_MAX * MINUTE_MS ? (own.close[before] ?? null) : null
  }

  const asTraded = (price: number): LegPrice => ({ price, mark: 'traded' })

  const atOpen = (contract: LegContract, row: number): LegPrice => {
    const own = traded.get(contract.instrument)
    if (own === undefined) return byModel(contract, openOf(row))
    const found = rowOf(own, row)
    const price = found >= 0 ? (own.open[found] ?? null) : lastTrade(own, time[row] ?? 0)
    return price === null ? byModel(contract, openOf(row)) : asTraded(price)
  }

  const atClose = (contract: LegContract, row: number): LegPrice => {
    const own = traded.get(contract.instrument)
    if (own === undefined) return byModel(contract, closeOf(row))
    const price = lastTrade(own, (time[row] ?? 0) + step)
    return price === null ? byModel(contract, closeOf(row)) : asTraded(price)
  }

  const inside = (contract: LegContract, row: number): LegRange => {
    const own = traded.get(contract.instrument)
    const found = own === undefined ? -1 : rowOf(own, row)
    if (own !== undefined && found >= 0)
      return { low: own.low[found] ?? 0, high: own.high[found] ?? 0, mark: 'traded' }
    const last = own === undefined ? null : lastTrade(own, time[row] ?? 0)
    if (last !== null) return { low: last, high: last, mark: 'traded' }
    // When the underlying touched its high and low is not known; the candle's start leaves the option the most time.
    const instant = openOf(row)
    const atHigh = model.premiumOf(contract, { ...instant, spot: high[row] ?? 0 })
    const atLow = model.premiumOf(contract, { ...instant, spot: low[row] ?? 0 })
    return { low: Math.min(atHigh, atLow), high: Math.max(atHigh, atLow), mark: 'model' }
  }

  return { openOf, closeOf, atOpen, atClose, inside }
}
