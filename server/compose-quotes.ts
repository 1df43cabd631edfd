import { yearsInForce } from '../src/domain/calendar/holidays/calendar-in-force.ts'
import type { Config } from './config.ts'
import type { Market, Replay } from './market/market.ts'
import type { Clock, Log } from './ports.ts'
import type { FindInstruments } from './quotes/feeds.ts'
import type { QuotesStart, ReplayStart } from './quotes/process-messages.ts'
import { createQuoteProcess, findQuotesEntry } from './quotes/quote-process.ts'
import type { QuoteSockets } from './quotes/quote-sockets.ts'
import type { SteadyClock } from './steady-clock.ts'

const toReplayStart = (
  { storedDays, storedIds, livedDays }: Replay,
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
): ReplayStart => ({ location: { dataDir, databaseUrl }, storedDays, storedIds, livedDays })

export const toQuotesStart = (
  config: Pick<Config, 'marketSeed' | 'logLevel' | 'dataDir' | 'databaseUrl'>,
  { anchorPrices, clock, replay, shocks }: Market,
): QuotesStart => ({
  seed: config.marketSeed,
  anchorPrices,
  origin: clock.origin,
  calendar: yearsInForce(),
  shocks: shocks(),
  logLevel: config.logLevel,
  ...(replay === null ? {} : { replay: toReplayStart(replay, config) }),
})

export const composeQuotes = ({
  config,
  market,
  clock,
  steadyClock,
  log,
  serverDir,
}: {
  readonly config: Pick<Config, 'marketSeed' | 'logLevel' | 'dataDir' | 'databaseUrl'>
  readonly market: Market
  /** Wall time. */
  readonly clock: Clock
  readonly steadyClock: SteadyClock
  readonly log: Log
  readonly serverDir: string
}): QuoteSockets => {
  const findInstruments: FindInstruments = async (ids) => {
    const master = await market.master.load()
    return ids.map((id) => master.find(id))
  }
  return createQuoteProcess({
    entry: findQuotesEntry(serverDir),
    steadyClock,
    start: () => toQuotesStart(config, market),
    findInstruments,
    clock,
    watchCalendar: market.watchCalendar,
    watchShocks: market.watchShocks,
    log,
  })
}
