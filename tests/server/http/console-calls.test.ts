import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callForCandles } from '../../../src/console/read-candles.ts'
import { ApiError } from '../../../src/contract/api-error.ts'
import { decodeCandles } from '../../../src/contract/charts/candle-columns.ts'
import { contract } from '../../../src/contract/contract.ts'
import { defaultBases, type Endpoint } from '../../../src/contract/endpoint.ts'
import { createHttpClient } from '../../../src/platform/http-client.ts'
import { fetchFrom } from '../../support/console.ts'
import { date } from '../../support/engine/notation.ts'
import { valuesOf } from '../../support/schema-values.ts'
import {
  ownPage,
  type Session,
  sessionHeaders,
  startServer,
  type TestServer,
} from '../../support/server/server.ts'

const clientBy = (session: Session, send: typeof fetch) =>
  createHttpClient({
    bases: defaultBases,
    healthUrl: '/health',
    token: () => session.token,
    ticks: () => performance.now(),
    listeners: {
      unauthorized: () => {},
      answered: () => {},
      unreachable: () => {},
      outdated: () => {},
      serverTime: () => {},
    },
    fetch: send,
  })

const clientOf = (server: TestServer, session: Session) => {
  let answered = { url: '', status: 0, text: '' }
  const client = clientBy(
    session,
    fetchFrom(server, [], () => async ({ path }, deliver) => {
      const response = await deliver(sessionHeaders(session))
      answered = { url: path, status: response.status, text: await response.clone().text() }
      return response
    }),
  )
  return { client, answered: () => answered }
}

const calls = (contract as readonly Endpoint[]).filter(
  // Files go by another transport, and nothing would be answered after the login session.
  ({ name, bodyType }) => bodyType === 'json' && !['login', 'logout'].includes(name),
)

const sampleOf = (schema: Endpoint['query']): unknown =>
  fc.sample(valuesOf(schema), { numRuns: 1, seed: 7 })[0]?.code

describe('a call of the console', () => {
  let server: TestServer
  let session: Session
  beforeAll(async () => {
    server = await startServer()
    session = await server.enter('asha')
  })
  afterAll(() => server.close())

  test.each(calls.map((call) => [call.name, call] as const))('%s reaches its route', async (_, call) => {
    const { client, answered } = clientOf(server, session)
    const options = { query: sampleOf(call.query), body: sampleOf(call.body) } as object
    await client.callForBytes(call, options).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
    })
    const { url, status, text } = answered()
    const names = [...call.path.matchAll(/:[a-z_]+/g)].map(([name]) => name)
    expect(names.filter((name) => url.includes(name))).toEqual([])
    expect(status).toBeGreaterThanOrEqual(200)
    expect(text).not.toContain('"message":"Not found"')
  })
})

test('candles of more contracts than the server gives at once are waited for, and none is missing', async () => {
  const callLimits = { windowMs: 500, perUser: 2, perAddress: 1000 }
  const server = await startServer({ now: '2026-11-20 12:00', callLimits })
  const session = await server.enter('asha')
  const statuses: number[] = []
  const client = clientBy(session, async (url) => {
    const headers = { ...ownPage, ...sessionHeaders(session) }
    const answer = await server.app.inject({ url: String(url), headers })
    statuses.push(answer.statusCode)
    return new Response(Uint8Array.from(answer.rawPayload), {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
    })
  })
  const day = date('2026-11-19')
  const query = { key: 'NSE_INFY', interval: '5min', from: day, to: day, source: 'simulated' } as const
  const { signal } = new AbortController()
  const answers = await Promise.all(
    Array.from({ length: 7 }, () => callForCandles(query, client, signal, 50)),
  )
  expect(statuses).toContain(429)
  expect(answers.map(({ bytes }) => decodeCandles(bytes).time.length)).toEqual(Array(7).fill(73))
  await server.close()
})
