import { findUserByName } from '../../server/store/users.ts'
import type { UserId } from '../../server/user.ts'
import { exchangeCalendar } from '../../src/domain/calendar.ts'
import type { InstrumentId } from '../../src/domain/instrument.ts'
import { startServer, type TestServer } from './server.ts'
import { type SteadyMarket, steadyMarket } from './steady-market.ts'
import { listed, marketClockOf, steadyPrices } from './trading.ts'

interface TradingServer extends TestServer {
  readonly prices: SteadyMarket
  idOf(name: string): Promise<UserId>
}

/** The real server with a broker on a steady market. */
export const startTradingServer = async (
  options: Parameters<typeof startServer>[0] & {
    readonly prices?: Readonly<Record<string, number>>
    readonly instruments?: typeof listed
  } = {},
): Promise<TradingServer> => {
  const prices = steadyMarket(options.prices ?? steadyPrices)
  const found = new Map((options.instruments ?? listed).map((instrument) => [instrument.id, instrument]))
  const server = await startServer({
    brokerMarket: (clock) => ({
      live: prices,
      clock: marketClockOf(clock),
      calendar: exchangeCalendar,
      master: { load: async () => ({ find: (id: InstrumentId) => found.get(id) ?? null }) },
    }),
    ...options,
  })
  return {
    ...server,
    prices,
    async idOf(name) {
      const user = await findUserByName(server.store.db, name)
      if (user === undefined) throw new Error(`nobody is called ${name}`)
      return user.id
    },
  }
}
