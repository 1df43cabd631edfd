import type { Brand } from '../brand.ts'
import type { IstDate } from '../time.ts'

export const segments = ['NSE', 'BSE', 'NFO-FUT', 'NFO-OPT', 'BFO-FUT', 'BFO-OPT', 'INDICES'] as const
export type Segment = (typeof segments)[number]

export const exchanges = ['NSE', 'BSE', 'NFO', 'BFO'] as const
export type Exchange = (typeof exchanges)[number]

export const instrumentTypes = ['EQ', 'FUT', 'CE', 'PE'] as const
export type InstrumentType = (typeof instrumentTypes)[number]

/** `segment_symbol`, such as `INDICES_NIFTY 50`. Stable, while tokens are reused after expiry. */
export type InstrumentId = Brand<string, 'InstrumentId'>

/** In the order of the six flags of the master's universe column. */
export const universes = ['NIFTY50', 'NIFTY100', 'NIFTY200', 'NIFTY500', 'BANKNIFTY', 'SENSEX'] as const
export type Universe = (typeof universes)[number]

/** Prices in rupees; strike 0 and expiry null where there is none. */
export interface Instrument {
  readonly id: InstrumentId
  readonly instrumentToken: number
  readonly exchangeToken: number
  readonly tradingSymbol: string
  readonly name: string
  readonly lastPrice: number
  readonly expiry: IstDate | null
  readonly strike: number
  readonly tickSize: number
  readonly lotSize: number
  readonly instrumentType: InstrumentType
  readonly segment: Segment
  readonly exchange: Exchange
  readonly universe: string
}

export const instrumentId = (segment: Segment, tradingSymbol: string): InstrumentId =>
  `${segment}_${tradingSymbol}` as InstrumentId

export const parseInstrumentId = (
  text: string,
): { id: InstrumentId; segment: Segment; tradingSymbol: string } | null => {
  const cut = text.indexOf('_')
  const segment = segments.find((known) => known === text.slice(0, cut))
  const tradingSymbol = text.slice(cut + 1)
  if (cut < 0 || segment === undefined || tradingSymbol === '') return null
  return { id: text as InstrumentId, segment, tradingSymbol }
}

/** `INFY` of `NSE_INFY`; a text that is no id is returned as it is. */
export const tradingSymbolOf = (id: string): string => parseInstrumentId(id)?.tradingSymbol ?? id

export const defaultIndices: readonly InstrumentId[] = [
  instrumentId('INDICES', 'NIFTY 50'),
  instrumentId('INDICES', 'NIFTY BANK'),
  instrumentId('INDICES', 'SENSEX'),
]

export const followedIndices: readonly InstrumentId[] = [
  ...defaultIndices,
  instrumentId('INDICES', 'NIFTY FIN SERVICE'),
  instrumentId('INDICES', 'INDIA VIX'),
]
