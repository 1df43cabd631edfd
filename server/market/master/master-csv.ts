import type { Instrument } from '../../../src/domain/instrument.ts'
import { printField } from './csv-line.ts'

export const MASTER_HEADER =
  'instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange,universe'

/** One line of the master; a name that holds a comma or a quote stands in quotes. Symbols hold neither. */
export const printInstrument = (instrument: Instrument): string => {
  const { instrumentToken, exchangeToken, tradingSymbol, name, lastPrice, expiry, strike } = instrument
  const { tickSize, lotSize, instrumentType, segment, exchange, universe } = instrument
  return `${instrumentToken},${exchangeToken},${tradingSymbol},${printField(name)},${lastPrice},${expiry ?? ''},${strike},${tickSize},${lotSize},${instrumentType},${segment},${exchange},${universe}`
}
