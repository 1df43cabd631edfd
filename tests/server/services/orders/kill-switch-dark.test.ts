import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultRiskLimits } from '../../../../server/broker/account.ts'
import { systemScheduler } from '../../../../server/broker/runtime/scheduler.ts'
import type { Endpoint } from '../../../../src/contract/endpoint.ts'
import { defaultBases } from '../../../../src/contract/endpoint.ts'
import { getOrderBook, placeOrder } from '../../../../src/contract/orders/orders.ts'
import { setKillSwitch } from '../../../../src/contract/orders/safety.ts'
import { getPositions } from '../../../../src/contract/positions/positions.ts'
import { instrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { listed } from '../../../support/orders/trading.ts'
import { runningClockAt } from '../../../support/running-clock.ts'
import { type Session, sessionHeaders } from '../../../support/server/server.ts'
import { startTradingServer } from '../../../support/server/trading-server.ts'

const POSITIONS = 12
const OPEN_ORDERS = 40
const AFTERWARDS = 30

const [infy] = listed
if (infy === undefined) throw new Error('no instrument')
const shares = Array.from({ length: POSITIONS }, (_, index) => {
  const tradingSymbol = `SHARE${index}`
  return {
    ...infy,
    id: instrumentId('NSE', tradingSymbol),
    tradingSymbol,
    name: tradingSymbol,
    instrumentToken: infy.instrumentToken + 256 * (index + 1),
  }
})
const sym = (index: number): string => `NSE_SHARE${index % POSITIONS}`

let server: Awaited<ReturnType<typeof startTradingServer>>
let address: string
let meera: Session
beforeEach(async () => {
  server = await startTradingServer({
    clock: runningClockAt('2026-11-20 10:00'),
    scheduler: systemScheduler,
    instruments: shares,
    prices: Object.fromEntries(shares.map(({ id }) => [id, 1500])),
  })
  address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  meera = await server.enter('meera')
  await server.trading.broker.setLimits(await server.idOf('meera'), {
    ...defaultRiskLimits,
    ordersPerSecond: 1000,
  })
})
afterEach(() => server.close())

const call = async (endpoint: Endpoint, body?: object) => {
  const { host: _, ...headers } = sessionHeaders(meera)
  const answer = await fetch(`${address}${defaultBases[endpoint.base]}${endpoint.path}`, {
    method: endpoint.method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const { data, code } = (await answer.json()) as { data: never; code?: string }
  return { status: answer.status, code: code ?? null, data }
}
const order = (key: string, index: number, more: object = {}) => ({
  client_order_id: `dark-key-${key}-${index}`,
  sym: sym(index),
  transaction_type: 'BUY',
  order_type: 'MARKET',
  product: 'MIS',
  quantity: 1,
  ...more,
})
interface Row {
  readonly status: string
  readonly order_id: string
}
const book = async (): Promise<readonly Row[]> => (await call(getOrderBook)).data
const until = async (is: () => Promise<boolean>): Promise<void> => {
  while (!(await is())) await systemScheduler.after(20)
}
const count = async (status: string): Promise<number> =>
  (await book()).filter((row) => row.status === status).length

test('the kill switch works in the dark: at once, for good, and telling what is left', async () => {
  for (let index = 0; index < POSITIONS; index++) await call(placeOrder, order('held', index))
  await until(async () => (await count('COMPLETE')) === POSITIONS)
  for (let index = 0; index < OPEN_ORDERS; index++)
    await call(placeOrder, order('open', index, { order_type: 'LIMIT', price: 1490 }))
  await until(async () => (await count('OPEN')) === OPEN_ORDERS)
  for (const { id } of shares) server.prices.silence(id)

  const killed = await call(setKillSwitch, { is_on: true, exit_positions: true })
  const { is_on, order_ids, leftovers } = killed.data as {
    is_on: boolean
    order_ids: readonly string[]
    leftovers: readonly { sym: string; order_id: string | null; reason: string }[]
  }
  expect([killed.status, is_on]).toEqual([200, true])

  const rows = await book()
  const before = rows.length
  const afterwards = await Promise.all(
    Array.from({ length: AFTERWARDS }, (_, index) =>
      call(placeOrder, order('late', index, index % 2 === 0 ? {} : { transaction_type: 'SELL' })),
    ),
  )
  expect(new Set(afterwards.map(({ status, code }) => `${status} ${code}`))).toEqual(
    new Set(['409 KILL_SWITCH']),
  )
  expect((await book()).length).toEqual(before)

  expect([order_ids.length, rows.filter(({ status }) => status === 'CANCELLED').length]).toEqual([
    OPEN_ORDERS,
    OPEN_ORDERS,
  ])
  expect(leftovers.map(({ sym: left }) => left).sort()).toEqual(shares.map(({ id }) => id).sort())
  expect(leftovers.filter(({ reason }) => reason.trim() === '')).toEqual([])
  const { net } = (await call(getPositions)).data as { net: readonly { sym: string; quantity: number }[] }
  expect(net.filter(({ quantity }) => quantity !== 0).length).toEqual(POSITIONS)
})
