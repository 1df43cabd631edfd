import type { Exchange, Segment } from '../../../src/domain/instruments/instrument.ts'
import { hashText } from '../simulated/random.ts'

const exchangeCodes: Readonly<Record<Exchange, number>> = { NSE: 1, NFO: 2, BSE: 4, BFO: 5 }
const INDICES_CODE = 9

/** A broker's token: `exchange_token * 256` and a code of the segment. */
export const toInstrumentToken = (exchangeToken: number, exchange: Exchange, segment: Segment): number =>
  exchangeToken * 256 + (segment === 'INDICES' ? INDICES_CODE : exchangeCodes[exchange])

/** By hash of the symbol, so that a contract keeps its token; on a collision the first to ask keeps it. */
export const createTokens = (from: number, count: number) => {
  const taken = new Set<number>()
  return (symbol: string): number => {
    for (let attempt = 0; attempt < count; attempt++) {
      const token = from + (hashText(`${symbol} ${attempt}`) % count)
      if (taken.has(token)) continue
      taken.add(token)
      return token
    }
    throw new RangeError(`all ${count} tokens from ${from} on are taken`)
  }
}
