import type { Instrument } from '../../../src/domain/instrument.ts'

export const MASTER_HEADER =
  'instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange,universe'

/** One line of the master. Commas and quotes in a name become spaces: readers of this list split at commas. */
export const printInstrument = (instrument: Instrument): string => {
  const { instrumentToken, exchangeToken, tradingSymbol, name, lastPrice, expiry, strike } = instrument
  const { tickSize, lotSize, instrumentType, segment, exchange, universe } = instrument
  const plain = /[",\r\n]/.test(name) ? name.replace(/[",\r\n]+/g, ' ').trim() : name
  return `${instrumentToken},${exchangeToken},${tradingSymbol},${plain},${lastPrice},${expiry ?? ''},${strike},${tickSize},${lotSize},${instrumentType},${segment},${exchange},${universe}`
}
