import { findUserByName } from '../../../server/store/session/users.ts'
import type { UserId } from '../../../server/user.ts'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import {
  type ListThatChanges,
  listed,
  listThatChanges,
  marketClockOf,
  steadyPrices,
} from '../orders/trading.ts'
import { startServer, type TestServer } from './server.ts'
import { type SteadyMarket, steadyMarket } from './steady-market.ts'

interface TradingServer extends TestServer {
  readonly prices: SteadyMarket
  readonly list: ListThatChanges
  idOf(name: string): Promise<UserId>
}

export const startTradingServer = async (
  options: Parameters<typeof startServer>[0] & {
    readonly prices?: Readonly<Record<string, number>>
    readonly instruments?: typeof listed
  } = {},
): Promise<TradingServer> => {
  const prices = steadyMarket(options.prices ?? steadyPrices)
  const list = listThatChanges(options.instruments ?? listed)
  const server = await startServer({
    brokerMarket: (clock) => ({
      live: prices,
      clock: marketClockOf(clock),
      calendar: exchangeCalendar,
      master: list.master,
    }),
    ...options,
  })
  return {
    ...server,
    prices,
    list,
    async idOf(name) {
      const user = await findUserByName(server.store.db, name)
      if (user === undefined) throw new Error(`nobody is called ${name}`)
      return user.id
    },
  }
}
