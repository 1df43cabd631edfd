import type * as z from 'zod/mini'
import type { OptionChain } from '../../../src/contract/options.ts'
import type { FromWire } from '../../../src/contract/wire.ts'
import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import { toRupees, toRupeesOrNull } from '../../../src/domain/money.ts'
import { type Black76, black76, type OptionType } from '../../../src/domain/options/black-76.ts'
import {
  atmStrikeOf,
  buildUpOf,
  type ChainRow,
  type ChainTerms,
  expectedMoveOf,
  maxPainOf,
  putCallOf,
  straddleOf,
  straddleVolatility,
  strikeVolatility,
} from '../../../src/domain/options/chain.ts'
import type { EpochMs } from '../../../src/domain/time.ts'
import type { LiveMarket } from '../../market/live/live-market.ts'
import { createEventLoopYield } from '../../market/yield-to-event-loop.ts'
import { Refusal } from '../../refusal.ts'
import {
  type Contract,
  chainTerms,
  findSeries,
  forwardOf,
  type OptionListing,
  type OptionPorts,
  readRows,
  rounded,
  roundedOrNull,
  rowsNear,
  spotOf,
} from './chain-view.ts'

type Chain = FromWire<z.output<typeof OptionChain>>
type Side = NonNullable<Chain['strikes'][number]['ce']>

interface ChainRequest {
  readonly listing: OptionListing
  readonly key: string
  readonly at: EpochMs
  /** Around the spot; absent: every listed one. */
  readonly strikesMax?: number
  /** Awaited before the first price of these instruments is read. */
  readonly prepare?: (instruments: readonly Instrument[]) => Promise<void>
}

export const readChain = async (
  { live, calendar }: Pick<OptionPorts, 'live' | 'calendar'>,
  { listing, key, at, strikesMax, prepare }: ChainRequest,
): Promise<Chain> => {
  const breathe = createEventLoopYield()
  const series = findSeries(listing, key, { at, calendar })
  const { underlying, expiry, expiries, options, future } = series
  const terms = chainTerms(series, at, calendar)
  await breathe()
  await prepare?.(future === null ? [underlying] : [underlying, future])
  const spot = spotOf(live, underlying, at)
  await breathe()
  const near = strikesMax === undefined || spot === null ? options : rowsNear(options, spot, strikesMax)
  await prepare?.(near.flatMap(({ ce, pe }) => [ce, pe].filter((side) => side !== null)))
  const rows = await readRows(live, near, at, breathe)
  const forward = spot === null ? null : forwardOf(live, series, rows, { spot, terms, at })
  if (spot === null || forward === null)
    throw new Refusal('NOT_FOUND', `No prices for ${underlying.id} and its options yet`)
  const strikes: Chain['strikes'] = []
  for (const row of rows) {
    strikes.push(strikeOf(row, { live, at, terms, forward: forward.forward }))
    await breathe()
  }
  return {
    key,
    underlying: underlying.id,
    expiry,
    expiries: [...expiries],
    lotSize: (options[0]?.ce ?? options[0]?.pe)?.lotSize ?? 0,
    spot,
    forward: rounded(forward.forward, PRICE_DIGITS),
    forwardFrom: forward.from,
    ...atTheMoney(rows, forward.forward, terms),
    ...openInterestOf(rows),
    asOf: at,
    daysToExpiry: rounded(terms.years * 365, 5),
    strikes,
  }
}

const strikeOf = (
  row: ChainRow<Contract>,
  {
    live,
    at,
    terms,
    forward,
  }: {
    readonly live: LiveMarket
    readonly at: EpochMs
    readonly terms: ChainTerms
    readonly forward: number
  },
): Chain['strikes'][number] => {
  const { strike } = row
  const volatility = strikeVolatility(row, forward, terms)
  const sideOf = (contract: Contract | null, type: OptionType): Side | null => {
    if (contract === null) return null
    const greeks =
      volatility === null ? null : { volatility, ...black76({ ...terms, forward, strike, volatility, type }) }
    return toSide(contract, { ...depthOf(live, contract, at), greeks })
  }
  return { strike, ce: sideOf(row.ce, 'CE'), pe: sideOf(row.pe, 'PE') }
}

export const createOptionChain =
  ({ loadListing, clock, ...market }: OptionPorts) =>
  async (key: string): Promise<Chain> => {
    const listing = await loadListing()
    return readChain(market, { listing, key, at: clock.now() })
  }

const PRICE_DIGITS = 4
const PERCENT_DIGITS = 4

export const atTheMoney = (rows: readonly ChainRow<Contract>[], forward: number, terms: ChainTerms) => {
  const atmStrike =
    atmStrikeOf(
      rows.map(({ strike }) => strike),
      forward,
    ) ?? 0
  const atm = rows.find(({ strike }) => strike === atmStrike)
  const atmIv = atm === undefined ? null : strikeVolatility(atm, forward, terms)
  const straddle = atm === undefined ? null : straddleOf(atm)
  const straddleIv =
    straddle === null ? null : straddleVolatility({ straddle, strike: atmStrike, forward }, terms)
  const volatility = atmIv ?? straddleIv
  const percent = (share: number | null): number | null =>
    roundedOrNull(share === null ? null : share * 100, PERCENT_DIGITS)
  return {
    atmStrike,
    atmIv: percent(atmIv),
    straddle: roundedOrNull(straddle, PRICE_DIGITS),
    straddleIv: percent(straddleIv),
    expectedMove: roundedOrNull(
      volatility === null ? null : expectedMoveOf(forward, volatility, terms.years),
      PRICE_DIGITS,
    ),
  }
}

const openInterestOf = (rows: readonly ChainRow<Contract>[]) => ({
  maxPain: maxPainOf(rows),
  pcr: roundedOrNull(putCallOf(rows, 'openInterest').ratio, 4),
  volumePcr: roundedOrNull(putCallOf(rows, 'volume').ratio, 4),
})

interface Depth {
  readonly bidQuantity: number
  readonly askQuantity: number
}

const depthOf = (live: LiveMarket, { instrument, quote }: Contract, at: EpochMs): Depth => {
  if (quote.bid === null && quote.ask === null) return { bidQuantity: 0, askQuantity: 0 }
  const { bids, asks } = live.book(instrument, at, 1)
  return { bidQuantity: bids[0]?.quantity ?? 0, askQuantity: asks[0]?.quantity ?? 0 }
}

const toSide = (
  { instrument, quote }: Contract,
  { greeks, ...depth }: Depth & { readonly greeks: (Black76 & { readonly volatility: number }) | null },
): Side => {
  const oiChange = quote.openInterest - quote.previousOpenInterest
  return {
    sym: instrument.id,
    instrumentToken: instrument.instrumentToken,
    lastPrice: toRupees(quote.lastPrice),
    closePrice: toRupees(quote.previousClose),
    bid: toRupeesOrNull(quote.bid),
    ask: toRupeesOrNull(quote.ask),
    ...depth,
    volume: quote.volume,
    oi: quote.openInterest,
    oiChange,
    buildUp: buildUpOf(quote.lastPrice - quote.previousClose, oiChange),
    iv: roundedOrNull(greeks === null ? null : greeks.volatility * 100, PERCENT_DIGITS),
    delta: roundedOrNull(greeks?.delta ?? null, 5),
    gamma: roundedOrNull(greeks?.gamma ?? null, 8),
    theta: roundedOrNull(greeks?.theta ?? null, 4),
    vega: roundedOrNull(greeks?.vega ?? null, 4),
    rho: roundedOrNull(greeks?.rho ?? null, 5),
  }
}
