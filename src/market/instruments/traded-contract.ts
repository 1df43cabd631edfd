import type { TradedContract } from '../../domain/backtests/backtest.ts'
import type { Instrument } from '../../domain/instruments/instrument.ts'
import type { InstrumentIndex } from '../../domain/instruments/instrument-index.ts'

/** Null for an index without futures, which cannot be traded. */
export const contractOf = (instrument: Instrument, index: InstrumentIndex): TradedContract | null => {
  const isIndex = instrument.segment === 'INDICES'
  const traded = isIndex ? index.futureOf(instrument.id) : instrument
  if (traded === null) return null
  return {
    instrument: instrument.id,
    lotSize: traded.lotSize,
    tickSize: traded.tickSize,
    chargedAs:
      traded.instrumentType === 'EQ' ? 'equity' : traded.instrumentType === 'FUT' ? 'futures' : 'options',
    exchange: traded.exchange === 'BSE' || traded.exchange === 'BFO' ? 'BSE' : 'NSE',
  }
}
