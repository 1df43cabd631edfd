import { type Instrument, type InstrumentId, instrumentId } from '../../src/domain/instruments/instrument.ts'
import { indexAliases } from '../../src/domain/instruments/instrument-names.ts'
import { fromRupees, paise } from '../../src/domain/money.ts'
import { freezeQuantityOf } from '../../src/domain/orders/freeze.ts'
import type { IstDate } from '../../src/domain/time.ts'
import { hasClosingAuction } from '../market/master/universe.ts'
import type { InstrumentTerms } from './account.ts'

/** Paise, for masters that give no tick size. */
const SMALLEST_TICK = 1

export const sizesOf = (
  { exchange, name, lotSize, tickSize }: Instrument,
  on: IstDate,
): Pick<InstrumentTerms, 'lotSize' | 'tickSize' | 'freezeQuantity'> => {
  const lot = Math.max(1, lotSize)
  return {
    lotSize: lot,
    tickSize: paise(Math.max(SMALLEST_TICK, fromRupees(tickSize))),
    freezeQuantity: freezeQuantityOf({ exchange, root: name, lotSize: lot }, on),
  }
}

export const termsOf = (instrument: Instrument, on: IstDate): InstrumentTerms => {
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

/** Null for shares. Stock contracts of both exchanges refer to the NSE listing. */
export const underlyingOf = ({ instrumentType, name }: Instrument): InstrumentId | null => {
  if (instrumentType === 'EQ') return null
  const index = indexAliases.get(name)
  return index === undefined ? instrumentId('NSE', name) : instrumentId('INDICES', index)
}

export const sessionGroupOf = (instrument: Instrument): InstrumentTerms['sessionGroup'] => {
  if (instrument.instrumentType !== 'EQ') return 'derivatives'
  return hasClosingAuction(instrument) ? 'auctioned' : 'continuous'
}
