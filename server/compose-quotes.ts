import type { Config } from './config.ts'
import type { Market, Replay } from './market/market.ts'
import type { Clock, Log } from './ports.ts'
import type { FindInstruments } from './quotes/feeds.ts'
import type { ReplayStart } from './quotes/process-messages.ts'
import { createQuoteProcess, findQuotesEntry } from './quotes/quote-process.ts'
import type { QuoteSockets } from './quotes/quote-sockets.ts'

/** Quote sockets are served by a process of its own, which makes the same market again from seed, clock and store. */
export const composeQuotes = ({
  config,
  market,
  clock,
  log,
  serverDir,
}: {
  readonly config: Pick<Config, 'marketSeed' | 'logLevel' | 'dataDir' | 'databaseUrl'>
  readonly market: Market
  /** Wall time. */
  readonly clock: Clock
  readonly log: Log
  /** Where the entry of the process stands, built or not. */
  readonly serverDir: string
}): QuoteSockets => {
  const { marketSeed: seed, logLevel, dataDir, databaseUrl } = config
  const findInstruments: FindInstruments = async (ids) => {
    const master = await market.master.load()
    return ids.map((id) => master.find(id))
  }
  const toReplayStart = ({ storedDays, storedIds, livedDays }: Replay): ReplayStart => ({
    place: { dataDir, databaseUrl },
    storedDays,
    storedIds,
    livedDays,
  })
  return createQuoteProcess({
    entry: findQuotesEntry(serverDir),
    start: () => ({
      seed,
      origin: market.clock.origin,
      logLevel,
      ...(market.replay === null ? {} : { replay: toReplayStart(market.replay) }),
    }),
    findInstruments,
    clock,
    log,
  })
}
