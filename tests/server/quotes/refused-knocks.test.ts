import { expect, test } from 'vitest'
import { createLog } from '../../../server/log.ts'
import { systemClock } from '../../../server/ports.ts'
import { createQuoteSocketsInProcess } from '../../../server/quotes/quote-sockets.ts'
import { createSecretWatch } from '../../../server/services/session/secret-watch.ts'
import { listen, statusOf, takeTicket } from '../../support/server/connections.ts'
import { startServer } from '../../support/server/server.ts'
import { createMovingMarket } from './moving-market.ts'

const PER_ADDRESS = 5
const WINDOW_MS = 2000

test('an address whose handshakes are refused too often is told to slow down, and whoever has a ticket comes in', async () => {
  const market = createMovingMarket(systemClock)
  const silent = createLog({ level: 'silent', secrets: createSecretWatch(), write: () => {} })
  const server = await startServer({
    callLimits: { windowMs: WINDOW_MS, perUser: 100, perAddress: PER_ADDRESS },
    parts: () => ({ quotes: createQuoteSocketsInProcess({ ...market, clock: systemClock, log: silent }) }),
  })
  const host = await listen(server)
  const meera = await server.enter('meera')
  const knock = async (times: number): Promise<number[]> => {
    const statuses: number[] = []
    for (let n = 0; n < times; n++) statuses.push(await statusOf(host, { session: meera }))
    return statuses
  }
  expect(await knock(PER_ADDRESS + 3)).toEqual([...Array(PER_ADDRESS).fill(401), 429, 429, 429])
  const ticket = await takeTicket(server, meera, 'quotes')
  expect(await statusOf(host, { ticket, session: meera })).toEqual(101)
  const lines = server.logged.filter((line) => line.includes('quote socket refused'))
  expect(lines.length).toEqual(PER_ADDRESS + 1)
  server.clock.advance(WINDOW_MS)
  expect(await knock(1)).toEqual([401])
  await server.close()
})
