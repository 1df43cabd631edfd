import type { Instrument, InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { Simulated } from '../simulated/character.ts'
import { hashText } from '../simulated/random.ts'
import { inventEquities, inventFunds, priceAtQuantile } from './invented-equities.ts'
import { type ListedEquity, listedEquities, sectorLetters } from './listed-equities.ts'
import { type ListedIndex, listedIndices } from './listed-indices.ts'
import { bankNiftyMembers, sensexMembers } from './members.ts'
import { shareTick } from './price-rules.ts'

const NSE_SHARES = 2500
const BSE_ONLY_SHARES = 2000

const named = new Set(listedEquities.map(({ symbol }) => symbol))
const invented = inventEquities(NSE_SHARES - listedEquities.length + BSE_ONLY_SHARES, named)

export const nseShares: readonly ListedEquity[] = [
  ...listedEquities,
  ...invented.slice(0, NSE_SHARES - listedEquities.length),
]
export const nseFunds: readonly ListedEquity[] = inventFunds().filter(({ symbol }) => !named.has(symbol))
export const bseOnlyShares: readonly ListedEquity[] = invented.slice(NSE_SHARES - listedEquities.length)

export const derivativeShares: readonly ListedEquity[] = listedEquities.filter(({ lotSize }) => lotSize > 0)

export interface IndexContract {
  readonly root: string
  readonly index: string
  readonly exchange: 'NFO' | 'BFO'
  readonly lotSize: number
  readonly strikeStep: number
}

export const indexContracts: readonly IndexContract[] = [
  { root: 'NIFTY', index: 'NIFTY 50', exchange: 'NFO', lotSize: 65, strikeStep: 50 },
  { root: 'BANKNIFTY', index: 'NIFTY BANK', exchange: 'NFO', lotSize: 30, strikeStep: 100 },
  { root: 'FINNIFTY', index: 'NIFTY FIN SERVICE', exchange: 'NFO', lotSize: 60, strikeStep: 50 },
  { root: 'MIDCPNIFTY', index: 'NIFTY MID SELECT', exchange: 'NFO', lotSize: 120, strikeStep: 25 },
  { root: 'NIFTYNXT50', index: 'NIFTY NEXT 50', exchange: 'NFO', lotSize: 25, strikeStep: 100 },
  { root: 'SENSEX', index: 'SENSEX', exchange: 'BFO', lotSize: 20, strikeStep: 100 },
  { root: 'BANKEX', index: 'BANKEX', exchange: 'BFO', lotSize: 30, strikeStep: 100 },
]

const shareBySymbol = new Map(
  [...nseShares, ...nseFunds, ...bseOnlyShares].map((equity) => [equity.symbol, equity]),
)
const bseOnly = new Set(bseOnlyShares.map(({ symbol }) => symbol))
const indexBySymbol = new Map(listedIndices.map((index) => [index.symbol, index]))

/** The specification's six flags, in its sequence; only cash shares have any. */
export const universeFlags = (segment: string, symbol: string): string => {
  const equity = shareBySymbol.get(symbol)
  if (equity === undefined || (segment !== 'NSE' && segment !== 'BSE')) return '000000'
  const sensex = sensexMembers.has(symbol) ? '1' : '0'
  if (segment === 'BSE') return `00000${sensex}`
  const tiers = [0, 1, 2, 3].map((tier) => (equity.tier <= tier ? '1' : '0')).join('')
  return `${tiers}${bankNiftyMembers.has(symbol) ? '1' : '0'}${sensex}`
}

/** The exchanges close shares that have derivatives by an auction, in both listings. */
export const hasClosingAuction = ({
  segment,
  tradingSymbol,
}: Pick<Instrument, 'segment' | 'tradingSymbol'>): boolean =>
  (segment === 'NSE' || segment === 'BSE') && (shareBySymbol.get(tradingSymbol)?.lotSize ?? 0) > 0

const BAND = 0.2

const simulatedShare = ({ symbol, anchorPrice, sector, lotSize, tier }: ListedEquity): Simulated => ({
  name: `${bseOnly.has(symbol) ? 'BSE' : 'NSE'}_${symbol}`,
  kind: 'share',
  anchorPrice,
  tickSize: shareTick(anchorPrice),
  sector,
  tier,
  band: lotSize > 0 ? null : BAND,
  isAuctioned: lotSize > 0,
})

const simulatedIndex = ({ symbol, anchorLevel, sector }: ListedIndex): Simulated => {
  const isVolatility = symbol === 'INDIA VIX'
  return {
    name: `INDICES_${symbol}`,
    kind: isVolatility ? 'volatility' : 'index',
    anchorPrice: anchorLevel || 3000 + (hashText(symbol) % 30_000),
    tickSize: isVolatility ? 0.01 : 0.05,
    sector,
    tier: 0,
    band: null,
    isAuctioned: false,
  }
}

/** Rupees at the close of the anchor day, by `Simulated.name`. */
export type AnchorPrices = Readonly<Record<string, number>>

let anchorPrices: AnchorPrices = {}

/** Set alike in every process and thread before a market is made, as a market caches what it read. */
export const setAnchorPrices = (prices: AnchorPrices): void => {
  anchorPrices = prices
}

const anchored = (simulated: Simulated): Simulated => {
  const anchorPrice = anchorPrices[simulated.name]
  if (anchorPrice === undefined) return simulated
  const tickSize = simulated.kind === 'share' ? shareTick(anchorPrice) : simulated.tickSize
  return { ...simulated, anchorPrice, tickSize }
}

/** Null for a derivative. An unknown share, as of an imported master, gets price and sector by its name. */
export const findSimulated = (id: InstrumentId): Simulated | null => {
  const cut = id.indexOf('_')
  const [segment, symbol] = [id.slice(0, cut), id.slice(cut + 1)]
  if (segment === 'INDICES') {
    const known = indexBySymbol.get(symbol)
    return anchored(
      simulatedIndex(known ?? { symbol, exchange: 'NSE', exchangeToken: 0, anchorLevel: 0, sector: null }),
    )
  }
  if (segment !== 'NSE' && segment !== 'BSE') return null
  const known = shareBySymbol.get(symbol)
  return anchored(simulatedShare(known ?? guessEquity(symbol)))
}

const guessEquity = (symbol: string): ListedEquity => {
  const hash = hashText(symbol)
  return {
    symbol,
    name: symbol,
    exchangeToken: 0,
    anchorPrice: priceAtQuantile((hash % 10_000) / 10_000),
    sector: (hash >>> 16) % sectorLetters.length,
    lotSize: 0,
    tier: 4,
  }
}
