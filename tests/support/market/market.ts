import { findSimulated } from '../../../server/market/master/universe.ts'
import type { Simulated } from '../../../server/market/simulated/character.ts'
import {
  type Instrument,
  type InstrumentId,
  instrumentId,
  parseInstrumentId,
} from '../../../src/domain/instruments/instrument.ts'
import { type EpochMs, epochMs, type IstDate } from '../../../src/domain/time.ts'

/** IST: `2026-11-20 10:00:07.250`. */
export const at = (text: string): EpochMs => epochMs(Date.parse(`${text.replace(' ', 'T')}+05:30`))

export const day = (text: string): IstDate => text as IstDate

export const simulated = (id: string): Simulated => {
  const found = findSimulated(id as InstrumentId)
  if (found === null) throw new Error(`${id} is not simulated`)
  return found
}

/** `NSE_INFY`, `INDICES_NIFTY 50`. */
export const cashRow = (id: string): Instrument => {
  const parsed = parseInstrumentId(id)
  if (parsed === null) throw new Error(`${id} is no instrument`)
  const { segment, tradingSymbol } = parsed
  const exchange = segment === 'BSE' || tradingSymbol === 'SENSEX' ? 'BSE' : 'NSE'
  return {
    id: parsed.id,
    instrumentToken: 1,
    exchangeToken: 1,
    tradingSymbol,
    name: tradingSymbol,
    lastPrice: 0,
    expiry: null,
    strike: 0,
    tickSize: segment === 'INDICES' ? 0 : simulated(id).tickSize,
    lotSize: segment === 'INDICES' ? 0 : 1,
    instrumentType: 'EQ',
    segment,
    exchange,
    universe: '000000',
  }
}

/** In NFO: `contract('NIFTY', '2026-12-01', 'CE', 24_000)`. */
export const contract = (
  root: string,
  expiry: string,
  type: 'FUT' | 'CE' | 'PE',
  strike = 0,
  lotSize = 65,
): Instrument => {
  const segment = type === 'FUT' ? 'NFO-FUT' : 'NFO-OPT'
  const tradingSymbol = `${root} ${expiry} ${strike === 0 ? '' : strike}${type}`
  return {
    id: instrumentId(segment, tradingSymbol),
    instrumentToken: 1,
    exchangeToken: 1,
    tradingSymbol,
    name: root,
    lastPrice: 0,
    expiry: day(expiry),
    strike,
    tickSize: 0.05,
    lotSize,
    instrumentType: type,
    segment,
    exchange: 'NFO',
    universe: '000000',
  }
}
