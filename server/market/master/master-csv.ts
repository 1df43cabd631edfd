import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import { printField } from './csv-line.ts'

export const MASTER_HEADER =
  'instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange,universe'

/** Names are quoted where necessary; symbols contain no comma and no quote. */
export const printInstrument = (instrument: Instrument): string => {
  const { instrumentToken, exchangeToken, tradingSymbol, name, lastPrice, expiry, strike } = instrument
  const { tickSize, lotSize, instrumentType, segment, exchange, universe } = instrument
  return `${instrumentToken},${exchangeToken},${tradingSymbol},${printField(name)},${lastPrice},${expiry ?? ''},${strike},${tickSize},${lotSize},${instrumentType},${segment},${exchange},${universe}`
}
