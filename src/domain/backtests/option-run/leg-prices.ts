import { type Candles, firstRowFrom } from '../../charts/candle.ts'
import type { InstrumentId } from '../../instruments/instrument.ts'
import { MINUTE_MS } from '../../time.ts'
import type { Instant, OptionModel, Pricer } from './model.ts'
import type { LegContract, PriceMark } from './rules.ts'

export interface LegPrice {
  readonly price: number
  readonly mark: PriceMark
}

const LAST_TRADE_MINUTES_MAX = 5

export interface LegPricesInput {
  readonly candles: Candles
  readonly candleMs: number
  readonly model: OptionModel
  /** Candles at the same interval; contracts that are missing are priced by the model. */
  readonly traded: ReadonlyMap<string, Candles>
}

/** Rupees a unit before slippage, by row of the underlying. Does not allocate: a run needs years of them. */
export interface LegTape {
  openAt(row: number): number
  closeAt(row: number): number
  /** At the underlying's high and low. A traded contract uses its own high and low, swapped for a put. */
  topAt(row: number): number
  bottomAt(row: number): number
  openMarkAt(row: number): PriceMark
  closeMarkAt(row: number): PriceMark
  insideMarkAt(row: number): PriceMark
  /** The contract has a candle of its own at this row, with volume where volumes are known. */
  isTradedIn(row: number): boolean
}

export interface LegPrices {
  openOf(row: number): Instant
  closeOf(row: number): Instant
  tapeOf(contract: LegContract): LegTape
}

/** Tapes are cached, because a run is repeated under several fill models. */
export const createLegPrices = (input: LegPricesInput): LegPrices => {
  const { candles, candleMs, model, traded } = input
  const { time, open, close } = candles
  const tapes = new Map<InstrumentId, LegTape>()
  return {
    openOf: (row) => ({ spot: open[row] ?? 0, at: time[row] ?? 0, day: model.dayOfRow[row] ?? 0 }),
    closeOf: (row) => ({
      spot: close[row] ?? 0,
      at: (time[row] ?? 0) + candleMs,
      day: model.dayOfRow[row] ?? 0,
    }),
    tapeOf: (contract) => {
      const known = tapes.get(contract.instrument)
      if (known !== undefined) return known
      const modelled = modelTape(input, model.pricerOf(contract))
      const own = traded.get(contract.instrument)
      const made = own === undefined ? modelled : tradedTape(input, own, contract, modelled)
      tapes.set(contract.instrument, made)
      return made
    },
  }
}

const byModel = (): PriceMark => 'model'

/** When high and low were touched is unknown; the candle's start leaves the option the most time. */
const modelTape = ({ candles, candleMs, model }: LegPricesInput, pricer: Pricer): LegTape => {
  const { time, open, high, low, close } = candles
  const { dayOfRow } = model
  const startedAt = (row: number, spot: number | undefined) =>
    pricer(spot ?? 0, time[row] ?? 0, dayOfRow[row] ?? 0)
  return {
    openAt: remembered((row) => startedAt(row, open[row])),
    topAt: remembered((row) => startedAt(row, high[row])),
    bottomAt: remembered((row) => startedAt(row, low[row])),
    closeAt: remembered((row) => pricer(close[row] ?? 0, (time[row] ?? 0) + candleMs, dayOfRow[row] ?? 0)),
    openMarkAt: byModel,
    closeMarkAt: byModel,
    insideMarkAt: byModel,
    isTradedIn: () => false,
  }
}

const tradedTape = (
  { candles, candleMs }: LegPricesInput,
  own: Candles,
  { type }: LegContract,
  modelled: LegTape,
): LegTape => {
  const { time } = candles
  const from = rowFinder(own.time)
  const hasVolume = own.volume.some((units) => units !== 0)

  const rowOf = (row: number): number => {
    const at = time[row] ?? 0
    const found = from(at)
    return own.time[found] === at ? found : -1
  }

  /** NaN without a close in the last `LAST_TRADE_MINUTES_MAX` minutes. */
  const lastTrade = (at: number): number => {
    const before = from(at - candleMs + 1) - 1
    const endedAt = (own.time[before] ?? Number.NEGATIVE_INFINITY) + candleMs
    return at - endedAt <= LAST_TRADE_MINUTES_MAX * MINUTE_MS ? (own.close[before] ?? Number.NaN) : Number.NaN
  }

  const openedAt = (row: number): number => {
    const found = rowOf(row)
    return found >= 0 ? (own.open[found] ?? Number.NaN) : lastTrade(time[row] ?? 0)
  }
  const closedAt = (row: number): number => lastTrade((time[row] ?? 0) + candleMs)
  const insideAt = (row: number, extreme: Float64Array): number => {
    const found = rowOf(row)
    return found >= 0 ? (extreme[found] ?? Number.NaN) : lastTrade(time[row] ?? 0)
  }
  const [atTop, atBottom] = type === 'CE' ? [own.high, own.low] : [own.low, own.high]
  const markOf = (price: number): PriceMark => (Number.isNaN(price) ? 'model' : 'traded')
  const or = (price: number, row: number, otherwise: (row: number) => number): number =>
    Number.isNaN(price) ? otherwise(row) : price
  return {
    openAt: (row) => or(openedAt(row), row, modelled.openAt),
    closeAt: (row) => or(closedAt(row), row, modelled.closeAt),
    topAt: (row) => or(insideAt(row, atTop), row, modelled.topAt),
    bottomAt: (row) => or(insideAt(row, atBottom), row, modelled.bottomAt),
    openMarkAt: (row) => markOf(openedAt(row)),
    closeMarkAt: (row) => markOf(closedAt(row)),
    insideMarkAt: (row) => markOf(insideAt(row, own.close)),
    isTradedIn: (row) => {
      const found = rowOf(row)
      return found >= 0 && !(hasVolume && own.volume[found] === 0)
    },
  }
}

/** First row at or after an instant. Optimised for instants in almost ascending order. */
const rowFinder = (time: Float64Array): ((at: number) => number) => {
  const rows = time.length
  let last = 0
  const isBefore = (row: number, at: number) => row < rows && (time[row] ?? 0) < at
  return (at) => {
    const isNear = last === 0 || isBefore(last - 1, at)
    if (isNear && isBefore(last, at)) last += 1
    if (!isNear || isBefore(last, at)) last = firstRowFrom(time, at)
    return last
  }
}

/** About an hour of minutes; a power of two. */
const BLOCK_BITS = 6
const BLOCK = 1 << BLOCK_BITS

const remembered = (priceAt: (row: number) => number): ((row: number) => number) => {
  const blocks = new Map<number, Float64Array>()
  let index = -1
  let block: Float64Array = new Float64Array(0)
  return (row) => {
    if (row >> BLOCK_BITS !== index) {
      index = row >> BLOCK_BITS
      block = blocks.get(index) ?? new Float64Array(BLOCK).fill(Number.NaN)
      blocks.set(index, block)
    }
    const known = block[row & (BLOCK - 1)] ?? Number.NaN
    if (!Number.isNaN(known)) return known
    const price = priceAt(row)
    block[row & (BLOCK - 1)] = price
    return price
  }
}
