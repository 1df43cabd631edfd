import '../../src/commands/palette/all-offers.ts'
import { emptyContext } from '../../src/commands/context.ts'
import {
  type Environment,
  type KnownOption,
  type KnownOrder,
  type KnownPosition,
  quietEnvironment,
} from '../../src/commands/environment.ts'
import { contractAt } from '../../src/commands/grammar/instruments/contract.ts'
import { addContractReader } from '../../src/commands/grammar/instruments/contract-reader.ts'
import { addSpanReader } from '../../src/commands/grammar/time/span.ts'
import { writtenSpanAt } from '../../src/commands/grammar/time/written-span.ts'
import { laterCommands } from '../../src/commands/later-commands.ts'
import { addCommands } from '../../src/commands/registry.ts'
import { tradingCommands } from '../../src/commands/trading-commands.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { SeenQuote } from '../../src/domain/orders/order-doubt.ts'
import type { IstDate } from '../../src/domain/time.ts'
import { openIndex } from '../../src/market/instruments/instrument-index.ts'
import { readMaster } from '../../src/market/instruments/read-master.ts'
import { smallMaster } from './server/synthetic-master.ts'

addCommands([...tradingCommands, ...laterCommands])
addContractReader(contractAt)
addSpanReader(writtenSpanAt)

export const environmentWith = (changes: Partial<Environment> = {}): Environment => ({
  ...quietEnvironment,
  instruments: smallIndex,
  book: 'virtual',
  today: '2026-11-21' as IstDate,
  savedRuns: [
    { slug: 'ema-cross-0a1b2c3d', name: 'EMA cross on NIFTY' },
    { slug: 'rsi-dip-11223344', name: 'RSI dip' },
  ],
  lastPrice: () => 25_960,
  ...changes,
  context: { ...emptyContext, signedIn: true, view: 'home', ...changes.context },
})

const smallIndex = openIndex(readMaster(smallMaster()))

const quotes: Readonly<Record<string, Partial<SeenQuote> & { readonly lastPrice: number }>> = {
  'INDICES_NIFTY 50': { lastPrice: 25_960 },
  NSE_TCS: { lastPrice: 2450, bid: 2449.95, ask: 2450.05, dayHigh: 2480, dayLow: 2401.5 },
  NSE_INFY: { lastPrice: 1500, bid: null, ask: null },
  'NFO-OPT_NIFTY26NOV25950CE': { lastPrice: 85.4, bid: 85.35, ask: 85.45, dayHigh: 120, dayLow: 60.05 },
  'NFO-OPT_NIFTY26NOV25950PE': { lastPrice: 70, bid: 69.95, ask: 70.05 },
  'NFO-FUT_NIFTY26NOVFUT': { lastPrice: 25_975, bid: 25_974.9, ask: 25_975.1 },
}

const CE = 'NFO-OPT_NIFTY26NOV25950CE' as InstrumentId
const TCS = 'NSE_TCS' as InstrumentId

export const openOrder: KnownOrder = {
  orderId: '26112100007',
  instrument: CE,
  side: 'buy',
  orderType: 'LIMIT',
  product: 'NRML',
  variety: 'regular',
  status: 'OPEN',
  quantity: 130,
  filledQuantity: 65,
  price: 80,
  triggerPrice: 0,
  isOpen: true,
}

export const filledOrder: KnownOrder = {
  ...openOrder,
  orderId: '26112100003',
  instrument: TCS,
  orderType: 'MARKET',
  product: 'MIS',
  status: 'COMPLETE',
  quantity: 40,
  filledQuantity: 40,
  price: 0,
  isOpen: false,
}

export const longOption: KnownPosition = { instrument: CE, product: 'NRML', quantity: 260, averagePrice: 80 }
export const shortShare: KnownPosition = {
  instrument: TCS,
  product: 'MIS',
  quantity: -40,
  averagePrice: 2460,
}

/** Nearest expiry: strikes of 50 from 25,800, calls from 210 down, deltas from 0.75. */
const chain: readonly KnownOption[] = [25_800, 25_850, 25_900, 25_950, 26_000, 26_050, 26_100].map(
  (strike, index) => ({
    instrument: `NFO-OPT_NIFTY26NOV${strike}CE` as InstrumentId,
    strike,
    lastPrice: 210 - index * 35,
    delta: 0.75 - index * 0.1,
  }),
)

export const tradingWith = (changes: Partial<Environment> = {}): Environment =>
  environmentWith({
    quoteOf: (instrument) => {
      const known = quotes[instrument]
      return known === undefined
        ? null
        : { bid: null, ask: null, dayHigh: null, dayLow: null, isTrusted: true, ...known }
    },
    lastPrice: (instrument) => quotes[instrument]?.lastPrice ?? null,
    chainOf: (underlying, expiry, type) =>
      underlying === 'INDICES_NIFTY 50' && expiry === '2026-11-23' && type === 'CE' ? chain : null,
    freeMargin: 500_000,
    orders: [openOrder, filledOrder],
    positions: [longOption, shortShare],
    watchlists: [
      { name: 'Banks', instruments: [] },
      { name: 'My "best" ones', instruments: [] },
    ],
    activeWatchlist: 'Banks',
    baskets: ['Iron condor', 'Straddle'],
    ...changes,
  })
