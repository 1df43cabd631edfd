import type { LiveMarket } from '../../../server/market/live/live-market.ts'
import type { OptionListing, OptionPorts } from '../../../server/services/options/chain-view.ts'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import {
  type Instrument,
  type InstrumentId,
  instrumentId,
  type Segment,
} from '../../../src/domain/instruments/instrument.ts'
import { fromRupees } from '../../../src/domain/money.ts'
import { black76Price } from '../../../src/domain/options/black-76.ts'
import type { ChainRow } from '../../../src/domain/options/chain.ts'
import { RISK_FREE_RATE } from '../../../src/domain/options/rate.ts'
import { yearsToExpiry } from '../../../src/domain/options/years-to-expiry.ts'
import type { Quote } from '../../../src/domain/quotes/quote.ts'
import { type EpochMs, type IstDate, istMinuteOfDay } from '../../../src/domain/time.ts'
import { clockAt, type HandClock } from '../clock.ts'

export const NIFTY = instrumentId('INDICES', 'NIFTY 50')
export const near = '2026-11-24' as IstDate
export const far = '2026-12-29' as IstDate

/** All prices follow from spot and volatility by minute of the day. */
export const spotAt = (at: number): number => 24_000 + (istMinuteOfDay(at) - 660) * 2
export const volatilityOf = (strike: number): number => 0.13 + 0.3 * Math.log(strike / 24_000) ** 2
/** Rupees of the forward above spot. */
export const basisOf = (expiry: IstDate): number => (expiry === near ? 10 : 90)

const strikes = Array.from({ length: 41 }, (_, index) => 23_000 + index * 50)

const instrument = (
  segment: Segment,
  tradingSymbol: string,
  fields: Partial<Instrument> = {},
): Instrument => ({
  id: instrumentId(segment, tradingSymbol),
  instrumentToken: 1,
  exchangeToken: 1,
  tradingSymbol,
  name: 'NIFTY',
  lastPrice: 0,
  expiry: null,
  strike: 0,
  tickSize: 0.05,
  lotSize: 65,
  instrumentType: 'EQ',
  segment,
  exchange: segment.startsWith('N') ? 'NFO' : 'NSE',
  universe: '000000',
  ...fields,
})

const nifty = instrument('INDICES', 'NIFTY 50', { name: 'NIFTY 50' })
const members = ['RELIANCE', 'TCS', 'INFY', 'SBIN'].map((symbol) =>
  instrument('NSE', symbol, { name: symbol }),
)
const futureOf = (expiry: IstDate): Instrument =>
  instrument('NFO-FUT', `NIFTY${expiry}FUT`, { expiry, instrumentType: 'FUT' })
const rowOf = (expiry: IstDate, strike: number): ChainRow<Instrument> => {
  const of = (instrumentType: 'CE' | 'PE'): Instrument =>
    instrument('NFO-OPT', `NIFTY${expiry}${strike}${instrumentType}`, { expiry, strike, instrumentType })
  return { strike, ce: of('CE'), pe: of('PE') }
}
const chains = new Map([near, far].map((expiry) => [expiry, strikes.map((strike) => rowOf(expiry, strike))]))

export interface OptionMarket {
  readonly ports: OptionPorts
  readonly clock: HandClock
  readonly silent: Set<InstrumentId>
  asked: number
}

// NIFTY with two expiries and a future of the far one only, priced by Black-76. Open interest per strike:
// calls 100, puts one more per minute since 09:15. TCS is unchanged; the others are up while NIFTY > 24,000.
export const openOptionMarket = (now: string): OptionMarket => {
  const clock = clockAt(now)
  const all = [nifty, ...members, futureOf(far)].concat(
    [...chains.values()].flatMap((rows) =>
      rows.flatMap(({ ce, pe }) => [ce, pe].filter((side) => side !== null)),
    ),
  )
  const byId = new Map(all.map((one) => [one.id, one]))
  const listing: OptionListing = {
    find: (id) => byId.get(id) ?? null,
    expiriesOf: (underlying) => (underlying === NIFTY ? [...chains.keys()] : []),
    optionsOf: (underlying, expiry) => (underlying === NIFTY ? (chains.get(expiry) ?? []) : []),
    futuresOf: (underlying) => (underlying === NIFTY ? [futureOf(far)] : []),
    nearest: (symbol) => (symbol.startsWith('NIF') ? [NIFTY] : []),
  }
  const market: OptionMarket = {
    clock,
    silent: new Set(),
    asked: 0,
    ports: {
      loadListing: async () => listing,
      live: liveOf(() => market),
      clock,
      calendar: exchangeCalendar,
    },
  }
  return market
}

const rupeesOf = ({ id, instrumentType, expiry, strike }: Instrument, at: EpochMs): number => {
  const spot = spotAt(at)
  if (id === NIFTY) return spot
  if (expiry === null) return 1_000 + (id.endsWith('TCS') ? 0 : Math.sign(spot - 24_000))
  const forward = spot + basisOf(expiry)
  if (instrumentType !== 'CE' && instrumentType !== 'PE') return forward
  const years = yearsToExpiry(expiry, at)
  return black76Price({
    forward,
    strike,
    years,
    volatility: volatilityOf(strike),
    rate: RISK_FREE_RATE,
    type: instrumentType,
  })
}

const liveOf = (market: () => OptionMarket): LiveMarket => ({
  quote: (of, at): Quote | null => {
    market().asked++
    const minute = istMinuteOfDay(at)
    if (market().silent.has(of.id) || minute < 555) return null
    const lastPrice = fromRupees(Math.max(0.1, rupeesOf(of, at)))
    const isOption = of.strike > 0
    return {
      instrument: of.id,
      at,
      lastPrice,
      lastQuantity: 65,
      dayOpen: lastPrice,
      dayHigh: lastPrice,
      dayLow: lastPrice,
      previousClose: isOption ? fromRupees(50) : fromRupees(of.id === NIFTY ? 24_000 : 1_000),
      minuteOpen: lastPrice,
      minuteHigh: lastPrice,
      minuteLow: lastPrice,
      volume: isOption ? (of.instrumentType === 'PE' ? 50 : 200) : 0,
      openInterest: isOption ? 100 + (of.instrumentType === 'PE' ? minute - 555 : 0) : 0,
      previousOpenInterest: isOption ? 90 : 0,
      lowerCircuit: null,
      upperCircuit: null,
      bid: of.id === NIFTY ? null : fromRupees(lastPrice / 100 - 0.05),
      ask: of.id === NIFTY ? null : fromRupees(lastPrice / 100 + 0.05),
    }
  },
  book: (_, at) => ({
    at,
    bids: [{ price: fromRupees(1), quantity: 65, orders: 1 }],
    asks: [{ price: fromRupees(2), quantity: 130, orders: 1 }],
  }),
  prints: () => [],
  auctionPrice: () => null,
  settlementPrice: () => null,
  forward: () => null,
  dailyVolatility: () => 0.01,
  averageDailyVolume: () => 0,
})
