import type { Config } from './config.ts'
import type { Market } from './market/market.ts'
import type { Clock, Log } from './ports.ts'
import type { FindInstruments } from './quotes/feeds.ts'
import { createQuoteProcess, findQuotesEntry } from './quotes/quote-process.ts'
import { createQuoteSocketsHere, type QuoteSockets } from './quotes/quote-sockets.ts'

/**
 * Who serves quote sockets. A simulated market is made again in a process of its own from seed and clock; stored
 * candles are read here, so their replay is served here.
 */
export const composeQuotes = ({
  config,
  market,
  clock,
  log,
  serverDir,
}: {
  readonly config: Pick<Config, 'marketSeed' | 'logLevel'>
  readonly market: Market
  /** Wall time. */
  readonly clock: Clock
  readonly log: Log
  /** Where the entry of the process stands, built or not. */
  readonly serverDir: string
}): QuoteSockets => {
  const findInstruments: FindInstruments = async (ids) => {
    const master = await market.master.load()
    return ids.map((id) => master.find(id))
  }
  if (market.source === 'imported') {
    const { live, clock: marketClock } = market
    return createQuoteSocketsHere({ live, marketClock, clock, findInstruments, log })
  }
  return createQuoteProcess({
    entry: findQuotesEntry(serverDir),
    start: () => ({ seed: config.marketSeed, origin: market.clock.origin, logLevel: config.logLevel }),
    findInstruments,
    clock,
    log,
  })
}
