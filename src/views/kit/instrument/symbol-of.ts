import { type InstrumentId, parseInstrumentId } from '../../../domain/instruments/instrument.ts'

export const symbolOf = (id: InstrumentId): string => parseInstrumentId(id)?.tradingSymbol ?? id
