import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '../../../src/contract/api-error.ts'
import { contract } from '../../../src/contract/contract.ts'
import { defaultBases, type Endpoint } from '../../../src/contract/endpoint.ts'
import { createHttpClient } from '../../../src/platform/http-client.ts'
import { fetchFrom } from '../../support/console.ts'
import { valuesOf } from '../../support/schema-values.ts'
import { type Session, sessionHeaders, startServer, type TestServer } from '../../support/server/server.ts'

const clientOf = (server: TestServer, session: Session) => {
  let answered = { url: '', status: 0, text: '' }
  const client = createHttpClient({
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
    fetch: fetchFrom(server, [], () => async ({ path }, deliver) => {
      const response = await deliver(sessionHeaders(session))
      answered = { url: path, status: response.status, text: await response.clone().text() }
      return response
    }),
  })
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
