import type { Instrument, InstrumentId } from '../instruments/instrument.ts'
import type { InstrumentIndex, OptionType } from '../instruments/instrument-index.ts'
import type { Product } from '../orders/order.ts'
import type { IstDate } from '../time.ts'

export interface ScalperMarket {
  readonly instruments: () => Pick<
    InstrumentIndex,
    'find' | 'findSymbol' | 'expiriesOf' | 'optionsOf' | 'futureOf'
  > | null
  readonly lastPrice: (instrument: InstrumentId) => number | null
}

export const LOTS_MAX = 10_000

export interface ScalperCursor {
  readonly underlying: InstrumentId
  /** Null until the expiries are known, and where there are none. */
  readonly expiry: IstDate | null
  /** Null until a price is known; later prices do not move it. */
  readonly strike: number | null
  readonly side: OptionType
  readonly trades: 'option' | 'underlying'
  /** The option, the underlying or its future; null when nothing can be traded. */
  readonly instrument: InstrumentId | null
  readonly product: Product
  /** A number is a limit price in rupees. */
  readonly price: 'market' | 'ask' | 'bid' | number
}

export const productsOf = ({ instrumentType }: Pick<Instrument, 'instrumentType'>): readonly Product[] =>
  instrumentType === 'EQ' ? ['MIS', 'cash'] : ['MIS', 'NRML']

/** The lower of two equally near strikes. */
export const nearestStrike = (strikes: readonly number[], price: number): number | null =>
  strikes.reduce<number | null>(
    (best, strike) => (best === null || Math.abs(strike - price) < Math.abs(best - price) ? strike : best),
    null,
  )

export const strikesAt = (
  { underlying, expiry, side }: Pick<ScalperCursor, 'underlying' | 'expiry' | 'side'>,
  { instruments }: ScalperMarket,
): readonly number[] =>
  expiry === null
    ? []
    : (instruments()?.optionsOf(underlying, expiry, side) ?? []).map(({ strike }) => strike)

const ownInstrument = (underlying: InstrumentId, { instruments }: ScalperMarket): Instrument | null => {
  const list = instruments()
  const found = list?.find(underlying) ?? null
  return found?.segment === 'INDICES' ? (list?.futureOf(underlying) ?? null) : found
}

/** Completes the cursor: listed expiry, strike, instrument. Another instrument drops the limit price. */
export const chosenIn = <Cursor extends ScalperCursor>(cursor: Cursor, market: ScalperMarket): Cursor => {
  const list = market.instruments()
  if (list === null) return { ...cursor, instrument: null }
  const isContract = (list.find(cursor.underlying)?.expiry ?? null) !== null
  const own = isContract ? { ...cursor, ...cursorAt(cursor.underlying, market) } : cursor
  return placed(own, market, list)
}

type InstrumentList = NonNullable<ReturnType<ScalperMarket['instruments']>>

const placed = <Cursor extends ScalperCursor>(
  cursor: Cursor,
  market: ScalperMarket,
  list: InstrumentList,
): Cursor => {
  const expiries = list.expiriesOf(cursor.underlying)
  const expiry =
    expiries.find((one) => one === cursor.expiry) ??
    expiries.find((one) => cursor.expiry !== null && one > cursor.expiry) ??
    expiries[0] ??
    null
  const trades = expiry === null ? 'underlying' : cursor.trades
  const there = { ...cursor, expiry, trades }
  const near = cursor.strike ?? market.lastPrice(cursor.underlying)
  const strike = near === null ? null : nearestStrike(strikesAt(there, market), near)
  const traded =
    trades === 'underlying'
      ? ownInstrument(cursor.underlying, market)
      : (expiry === null ? [] : list.optionsOf(cursor.underlying, expiry, cursor.side)).find(
          (option) => option.strike === strike,
        )
  const instrument = traded?.id ?? null
  const products = traded == null ? null : productsOf(traded)
  return {
    ...there,
    strike,
    instrument,
    product: products === null || products.includes(cursor.product) ? cursor.product : (products[1] ?? 'MIS'),
    price: typeof cursor.price === 'number' && instrument !== cursor.instrument ? 'market' : cursor.price,
  }
}

/** A contract selects its underlying, an option also its expiry, strike and side. */
export const cursorAt = (
  instrument: InstrumentId,
  { instruments }: ScalperMarket,
): Pick<ScalperCursor, 'underlying' | 'expiry' | 'strike' | 'trades'> & { readonly side?: OptionType } => {
  const list = instruments()
  const found = list?.find(instrument) ?? null
  const nowhere = { underlying: instrument, expiry: null, strike: null, trades: 'option' } as const
  if (found === null || found.expiry === null) return nowhere
  const underlying = list?.findSymbol(found.name)?.id
  if (underlying === undefined) return nowhere
  const { expiry, strike, instrumentType } = found
  return instrumentType === 'CE' || instrumentType === 'PE'
    ? { underlying, expiry, strike, trades: 'option', side: instrumentType }
    : { underlying, expiry: null, strike: null, trades: 'underlying' }
}

export const steppedStrike = (cursor: ScalperCursor, by: number, market: ScalperMarket): number | null => {
  const strikes = strikesAt(cursor, market)
  const index = cursor.strike === null ? -1 : strikes.indexOf(cursor.strike)
  if (index < 0) return cursor.strike
  return strikes[Math.min(strikes.length - 1, Math.max(0, index + by))] ?? cursor.strike
}

export const steppedExpiry = (
  { underlying, expiry }: ScalperCursor,
  by: number,
  { instruments }: ScalperMarket,
): IstDate | null => {
  const expiries = instruments()?.expiriesOf(underlying) ?? []
  const index = expiry === null ? -1 : expiries.indexOf(expiry)
  return expiries[index + by] ?? expiry
}

export const boundedLots = (lots: number): number =>
  Number.isFinite(lots) ? Math.min(LOTS_MAX, Math.max(1, Math.round(lots))) : 1
