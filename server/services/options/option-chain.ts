import type * as z from 'zod/mini'
import type { OptionChain } from '../../../src/contract/options.ts'
import type { FromWire } from '../../../src/contract/wire.ts'
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
  type OptionPorts,
  readRows,
  rounded,
  roundedOrNull,
  spotOf,
} from './chain-view.ts'

type Chain = FromWire<z.output<typeof OptionChain>>
type Side = NonNullable<Chain['strikes'][number]['ce']>

export const createOptionChain =
  ({ loadListing, live, clock, calendar }: OptionPorts) =>
  async (key: string): Promise<Chain> => {
    const listing = await loadListing()
    const at = clock.now()
    const breathe = createEventLoopYield()
    const series = findSeries(listing, key, { at, calendar })
    const { underlying, expiry, expiries, options } = series
    const terms = chainTerms(series, at, calendar)
    await breathe()
    const spot = spotOf(live, underlying, at)
    await breathe()
    const rows = await readRows(live, options, at, breathe)
    const forward = spot === null ? null : forwardOf(live, series, rows, { spot, terms, at })
    if (spot === null || forward === null)
      throw new Refusal('NOT_FOUND', `No prices for ${underlying.id} and its options yet`)
    const strikes: Chain['strikes'] = []
    for (const row of rows) {
      const volatility = strikeVolatility(row, forward.forward, terms)
      const sideOf = (contract: Contract | null, type: OptionType): Side | null =>
        contract === null
          ? null
          : toSide(contract, {
              ...depthOf(live, contract, at),
              greeks:
                volatility === null
                  ? null
                  : {
                      volatility,
                      ...black76({
                        ...terms,
                        forward: forward.forward,
                        strike: row.strike,
                        volatility,
                        type,
                      }),
                    },
            })
      strikes.push({ strike: row.strike, ce: sideOf(row.ce, 'CE'), pe: sideOf(row.pe, 'PE') })
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
