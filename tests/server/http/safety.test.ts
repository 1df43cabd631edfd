import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../../src/contract/contract.ts'
import { dropProposals, forceStop, pauseDeployment } from '../../../src/contract/deployments.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { getCandles } from '../../../src/contract/instruments/instruments.ts'
import { cancelGtt } from '../../../src/contract/orders/gtt.ts'
import { previewOrders } from '../../../src/contract/orders/order-preview.ts'
import { cancelOrder, cancelOrderByPost } from '../../../src/contract/orders/orders.ts'
import {
  cancelAllOrders,
  exitAllPositions,
  getKillSwitch,
  setKillSwitch,
} from '../../../src/contract/orders/safety.ts'
import { getUser } from '../../../src/contract/session.ts'
import {
  ownPage,
  type Session,
  sessionHeaders,
  startServer,
  type TestServer,
  urlOf,
} from '../../support/server/server.ts'

const calls = contract as readonly Endpoint[]
const WINDOW = { windowMs: 60_000, perAddress: 1000 }

describe('a user who has used up the budgets of candles, of previews and of all other calls', () => {
  let server: TestServer
  let meera: Session
  beforeAll(async () => {
    server = await startServer({ callLimits: { ...WINDOW, perUser: 10, previewsPerUser: 3 } })
    meera = await server.enter('meera')
    for (const [endpoint, times] of [
      [getUser, 10],
      [previewOrders, 3],
      [getCandles, 10],
    ] as const)
      for (let n = 0; n < times; n++) await server.call(meera, endpoint)
  })
  afterAll(() => server.close())

  test('can still cancel, exit and use the kill switch, and nothing else', async () => {
    const served: string[] = []
    for (const endpoint of calls.filter(({ access }) => access === 'signedIn')) {
      const { statusCode } = await server.call(meera, endpoint, { body: { nonsense: true } })
      if (statusCode !== 429) served.push(endpoint.name)
    }
    expect(served).toEqual(
      [
        forceStop,
        pauseDeployment,
        dropProposals,
        cancelOrder,
        cancelOrderByPost,
        cancelGtt,
        cancelAllOrders,
        exitAllPositions,
        getKillSwitch,
        setKillSwitch,
      ].map(({ name }) => name),
    )
  })
})

test('a backtest that loads many candles refuses no other call of its user, only more candles', async () => {
  const server = await startServer({ callLimits: { ...WINDOW, perUser: 10 } })
  const meera = await server.enter('meera')
  for (let n = 0; n < 10; n++) await server.call(meera, getCandles)
  expect((await server.call(meera, getCandles)).statusCode).toEqual(429)
  expect((await server.call(meera, getUser)).statusCode).toEqual(200)
  await server.close()
})

describe('a body', () => {
  let server: TestServer
  let meera: Session
  beforeAll(async () => {
    server = await startServer()
    meera = await server.enter('meera')
  })
  afterAll(() => server.close())

  const send = async (endpoint: Endpoint, payload: string) =>
    server.app.inject({
      method: endpoint.method,
      url: urlOf(endpoint),
      headers: { ...ownPage, ...sessionHeaders(meera), 'content-type': 'application/json' },
      payload,
    })

  const taking = calls.filter(({ method, bodyType }) => bodyType === 'json' && /^P/.test(method))

  test.each(taking.map((endpoint) => [endpoint.name, endpoint] as const))(
    'of %s may have the bytes of its contract and not one more',
    async (_, endpoint) => {
      const { bytes = 16 * 1024 } = endpoint.bodyLimits
      const most = '{"nonsense":1}'.padEnd(bytes)
      expect((await send(endpoint, most)).statusCode).toEqual(400)
      expect((await send(endpoint, `${most} `)).statusCode).toEqual(413)
    },
  )

  test.each(taking.map((endpoint) => [endpoint.name, endpoint] as const))(
    'of %s may have texts as long as its contract says',
    async (_, endpoint) => {
      const { textLength = 4096 } = endpoint.bodyLimits
      const issuesOf = async (length: number): Promise<string> =>
        String((await send(endpoint, JSON.stringify({ nonsense: 'x'.repeat(length) }))).json().issues)
      const issue = `a text is longer than ${textLength} characters`
      expect(await issuesOf(textLength)).not.toContain(issue)
      expect(await issuesOf(textLength + 1)).toContain(issue)
    },
  )
})
