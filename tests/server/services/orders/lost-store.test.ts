import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '../../../../server/store/database/database.ts'
import { cancelOrder, getOrderBook, placeOrder } from '../../../../src/contract/orders/orders.ts'
import { getPositions } from '../../../../src/contract/positions/positions.ts'
import { saveWatchlist } from '../../../../src/contract/watchlists.ts'
import { HOST, type Session } from '../../../support/server/server.ts'
import { throwAwayFolder } from '../../../support/server/stores.ts'
import { startTradingServer } from '../../../support/server/trading-server.ts'

const GONE =
  'The server has stopped taking orders and changes: the database sauda.db was deleted or moved while it ran. The server’s owner has to put the right file back, or restore a backup, and restart it'

const order = (key: string) => ({
  client_order_id: key,
  sym: 'NSE_INFY',
  transaction_type: 'BUY',
  order_type: 'LIMIT',
  price: 1490,
  product: 'MIS',
  quantity: 1,
})

let dataDir: string
let server: Awaited<ReturnType<typeof startTradingServer>>
let meera: Session
beforeEach(async () => {
  dataDir = throwAwayFolder()
  server = await startTradingServer({ open: () => openStore({ dataDir, databaseUrl: null }) })
  meera = await server.enter('meera')
})
afterEach(() => server.close())

const readiness = async () => {
  const answer = await server.app.inject({ url: '/ready', headers: { host: HOST } })
  const { event_loop_delay_ms: _, ...said } = answer.json()
  return [answer.statusCode, said]
}

test('with its database gone the server says so, takes nothing and shows what it knows', async () => {
  const placed = await server.call(meera, placeOrder, { body: order('before-it-went') })
  const orderId: string = placed.json().data.order_id
  expect([placed.statusCode, await readiness()]).toEqual([200, [200, { status: 'ready' }]])

  renameSync(join(dataDir, 'sauda.db'), join(dataDir, 'elsewhere.db'))
  expect(await readiness()).toEqual([503, { status: 'not ready', reason: GONE }])
  for (const [endpoint, asked] of [
    [placeOrder, { body: order('after-it-went') }],
    [cancelOrder, { query: { order_id: orderId } }],
    [saveWatchlist, { body: { name: 'Mine', symbols: 'NSE_INFY' } }],
  ] as const) {
    const answer = await server.call(meera, endpoint, asked)
    const { code, message } = answer.json()
    expect([endpoint.name, answer.statusCode, code, message]).toEqual([
      endpoint.name,
      503,
      'STORE_LOST',
      GONE,
    ])
  }
  const book = await server.call(meera, getOrderBook)
  expect([book.statusCode, book.json().data.map((row: { order_id: string }) => row.order_id)]).toEqual([
    200,
    [orderId],
  ])
  expect((await server.call(meera, getPositions)).statusCode).toBe(200)
  expect((await server.app.inject({ url: '/health', headers: { host: HOST } })).statusCode).toBe(200)
})
