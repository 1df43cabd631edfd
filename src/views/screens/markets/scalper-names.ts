import { type InstrumentId, parseInstrumentId } from '../../../domain/instrument.ts'

/** The symbol at the exchange, without its segment. */
export const symbolOf = (id: InstrumentId): string => parseInstrumentId(id)?.tradingSymbol ?? id
