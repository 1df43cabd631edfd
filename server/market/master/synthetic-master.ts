import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import { type Exchange, type Instrument, instrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import { type ClosesOf, listContracts } from './derivative-listing.ts'
import type { ListedEquity } from './listed-equities.ts'
import { listedIndices } from './listed-indices.ts'
import { shareTick } from './price-rules.ts'
import { createTokens, toInstrumentToken } from './tokens.ts'
import { bseOnlyShares, nseFunds, nseShares, universeFlags } from './universe.ts'

const knownScrips: Readonly<Record<string, number>> = {
  RELIANCE: 500_325,
  INFY: 500_209,
  TCS: 532_540,
  SBIN: 500_112,
}

const cash = (
  { symbol, name, anchorPrice }: ListedEquity,
  exchange: 'NSE' | 'BSE',
  exchangeToken: number,
): Instrument => ({
  id: instrumentId(exchange, symbol),
  instrumentToken: toInstrumentToken(exchangeToken, exchange, exchange),
  exchangeToken,
  tradingSymbol: symbol,
  name,
  lastPrice: 0,
  expiry: null,
  strike: 0,
  tickSize: shareTick(anchorPrice),
  lotSize: 1,
  instrumentType: 'EQ',
  segment: exchange,
  exchange,
  universe: universeFlags(exchange, symbol),
})

const listIndices = (): readonly Instrument[] =>
  listedIndices.map(({ symbol, exchange, exchangeToken }) => ({
    id: instrumentId('INDICES', symbol),
    instrumentToken: toInstrumentToken(exchangeToken, exchange, 'INDICES'),
    exchangeToken,
    tradingSymbol: symbol,
    name: symbol,
    lastPrice: 0,
    expiry: null,
    strike: 0,
    tickSize: 0,
    lotSize: 0,
    instrumentType: 'EQ',
    segment: 'INDICES',
    exchange,
    universe: '000000',
  }))

const listCash = (): readonly Instrument[] => {
  const scrips = createTokens(500_000, 100_000)
  const onBse = [...nseShares, ...bseOnlyShares]
  const known = onBse.filter(({ symbol }) => symbol in knownScrips)
  const others = onBse.filter(({ symbol }) => !(symbol in knownScrips))
  const reserved = new Set(Object.values(knownScrips))
  const scripOf = (symbol: string): number => {
    for (let token = scrips(symbol); ; token = scrips(`${symbol} again`))
      if (!reserved.has(token)) return token
  }
  return [
    ...nseShares.map((equity) => cash(equity, 'NSE', equity.exchangeToken)),
    ...nseFunds.map((fund) => cash(fund, 'NSE', fund.exchangeToken)),
    ...known.map((equity) => cash(equity, 'BSE', knownScrips[equity.symbol] ?? 0)),
    ...others.map((equity) => cash(equity, 'BSE', scripOf(equity.symbol))),
  ]
}

/** About 100,000 instruments, the same for the same day and prices; per underlying, to bound memory. */
export function* listSynthetic(
  today: IstDate,
  closesOf: ClosesOf,
  calendar: Calendar,
): Generator<readonly Instrument[]> {
  yield listIndices()
  yield listCash()
  yield* listContracts(today, closesOf, calendar)
}

export const masterExchanges: readonly Exchange[] = ['NSE', 'BSE', 'NFO', 'BFO']
