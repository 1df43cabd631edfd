import { freezeQuantityOf } from '../../src/domain/freeze.ts'
import { type Instrument, type InstrumentId, instrumentId } from '../../src/domain/instrument.ts'
import { indexAliases } from '../../src/domain/instrument-names.ts'
import { fromRupees, paise } from '../../src/domain/money.ts'
import type { IstDate } from '../../src/domain/time.ts'
import { findSimulated } from '../market/master/universe.ts'
import type { Terms } from './account.ts'

/** Where a master gives none, prices are whole paise. */
const SMALLEST_TICK = 1

/** What a list says of how much and at which prices an instrument is traded on a day. */
export const sizesOf = (
  { exchange, name, lotSize, tickSize }: Instrument,
  on: IstDate,
): Pick<Terms, 'lotSize' | 'tickSize' | 'freezeQuantity'> => {
  const lot = Math.max(1, lotSize)
  return {
    lotSize: lot,
    tickSize: paise(Math.max(SMALLEST_TICK, fromRupees(tickSize))),
    freezeQuantity: freezeQuantityOf({ exchange, root: name, lotSize: lot }, on),
  }
}

/** What an order says of its instrument, as the exchange's parameters stand on a day. */
export const termsOf = (instrument: Instrument, on: IstDate): Terms => {
  const { id, instrumentToken, tradingSymbol, name, segment, exchange, instrumentType, expiry, strike } =
    instrument
  return {
    id,
    instrumentToken,
    tradingSymbol,
    name,
    segment,
    exchange,
    instrumentType,
    underlying: underlyingOf(instrument),
    expiry,
    strike,
    ...sizesOf(instrument, on),
    sessionGroup: sessionGroupOf(instrument),
  }
}

/** What a derivative is of, or null. Shares of both exchanges' contracts are named by their listing at NSE. */
export const underlyingOf = ({ instrumentType, name }: Instrument): InstrumentId | null => {
  if (instrumentType === 'EQ') return null
  const index = indexAliases.get(name)
  return index === undefined ? instrumentId('NSE', name) : instrumentId('INDICES', index)
}

const sessionGroupOf = ({ id, instrumentType }: Instrument): Terms['sessionGroup'] => {
  if (instrumentType !== 'EQ') return 'derivatives'
  return findSimulated(id)?.isAuctioned === true ? 'auctioned' : 'continuous'
}
