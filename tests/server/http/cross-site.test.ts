import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../../src/contract/contract.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { getUser } from '../../../src/contract/session.ts'
import {
  HOST,
  ORIGIN,
  ownPage,
  type Session,
  sessionHeaders,
  startServer,
  type TestServer,
  urlOf,
} from '../../support/server/server.ts'

const changing = (contract as readonly Endpoint[]).filter((endpoint) => endpoint.effect === 'changes')

/** What a page of another site can make the user's browser send, and what a careless script sends. */
const vectors: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  'fetch from another site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
  'fetch from another port of this machine': {
    'sec-fetch-site': 'same-site',
    origin: 'http://127.0.0.1:9999',
  },
  'a typed address': { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
  'a link on our own page': { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
  'a prefetch': { 'sec-purpose': 'prefetch' },
  'an older prefetch': { purpose: 'prefetch' },
  'an older browser, another origin': { 'sec-fetch-site': undefined, origin: 'http://evil.example' },
  'an older browser, another page': {
    'sec-fetch-site': undefined,
    referer: 'http://evil.example/127.0.0.1:4173',
  },
  'an opaque origin': { 'sec-fetch-site': undefined, origin: 'null' },
  'nothing said at all': { 'sec-fetch-site': undefined, 'sec-fetch-mode': undefined },
  'a form with the cookie alone': { authorization: undefined, 'sec-fetch-site': 'cross-site' },
  'an image with the cookie alone': {
    authorization: undefined,
    'sec-fetch-site': 'cross-site',
    'sec-fetch-dest': 'image',
  },
}

describe('a call that changes something', () => {
  let server: TestServer
  let session: Session
  beforeAll(async () => {
    server = await startServer()
    session = await server.enter('meera')
  })
  afterAll(() => server.close())

  const send = (
    endpoint: Endpoint,
    headers: Readonly<Record<string, string | undefined>>,
    method = endpoint.method as string,
  ) => {
    const all = { ...sessionHeaders(session), ...headers }
    return server.app.inject({
      method: method as 'GET',
      url: urlOf(endpoint),
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<
        string,
        string
      >,
    })
  }

  const trace = async () => ({
    audit: (await server.store.db.selectFrom('audit').select('seq').execute()).length,
    ledger: (await server.store.db.selectFrom('ledger_event').select('seq').execute()).length,
    watchlists: (await server.store.db.selectFrom('watchlist').selectAll().execute()).length,
    brackets: (await server.store.db.selectFrom('bracket').select('id').execute()).length,
    runs: (await server.store.db.selectFrom('backtest_run').select('id').execute()).length,
    user: (await server.call(session, getUser)).statusCode,
  })

  const cases = changing.flatMap((endpoint) =>
    Object.keys(vectors).map((vector) => [endpoint.name, vector] as const),
  )

  test('stands in the contract for all that do, whatever their method', () => {
    expect(changing.map((endpoint) => endpoint.name)).toEqual(
      expect.arrayContaining(['login', 'logout', 'changePassword', 'saveBacktest', 'deleteBacktest']),
    )
    expect(cases.length).toBeGreaterThanOrEqual(12 * 12)
  })

  test.each(cases)('%s by %s changes nothing', async (name, vector) => {
    const endpoint = changing.find((known) => known.name === name)
    if (endpoint === undefined) throw new Error(name)
    const before = await trace()
    const { statusCode, json } = await send(endpoint, vectors[vector] ?? {})
    const withoutToken = vectors[vector] !== undefined && 'authorization' in (vectors[vector] ?? {})
    const expected =
      withoutToken && endpoint.access === 'signedIn' ? [401, 'UNAUTHORIZED'] : [403, 'CROSS_SITE']
    expect([statusCode, json().code]).toEqual(expected)
    expect(await trace()).toEqual(before)
  })

  test.each(changing.map((endpoint) => endpoint.name))(
    '%s is not answered to HEAD or OPTIONS',
    async (name) => {
      const endpoint = changing.find((known) => known.name === name)
      if (endpoint === undefined) throw new Error(name)
      const before = await trace()
      for (const method of ['HEAD', 'OPTIONS']) {
        const answer = await send(endpoint, {}, method)
        expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([404, undefined])
      }
      expect(await trace()).toEqual(before)
    },
  )

  test('is heard from our own page, however its browser says so', async () => {
    const save = changing.find((endpoint) => endpoint.name === 'saveBacktest')
    if (save === undefined) throw new Error('saveBacktest')
    const ours = [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': undefined, origin: ORIGIN },
      { 'sec-fetch-site': undefined, referer: `${ORIGIN}/backtest?slug=x` },
    ]
    const statuses = await Promise.all(ours.map(async (headers) => (await send(save, headers)).statusCode))
    expect(statuses).toEqual([400, 400, 400])
  })
})

describe('the Host header', () => {
  test.each([
    [HOST, [], 200],
    ['localhost:5173', [], 200],
    ['LOCALHOST', [], 200],
    ['[::1]:4173', [], 200],
    ['console.example', ['console.example'], 200],
    ['evil.example', [], 403],
    ['127.0.0.1.evil.example', [], 403],
    ['localhost@evil.example', [], 403],
    ['127.0.0.1:4173, evil.example', [], 403],
    ['127.0.0.1:port', [], 403],
  ])('%j with names %j allowed answers %i', async (host, allowed, status) => {
    const server = await startServer({ environment: { ALLOWED_HOSTS: allowed.join(',') } })
    const answer = await server.app.inject({ url: '/health', headers: { ...ownPage, host } })
    expect([answer.statusCode, status === 403 ? answer.json().code : '']).toEqual([
      status,
      status === 403 ? 'UNKNOWN_HOST' : '',
    ])
    await server.close()
  })

  test('forwarded by whoever it was changes nothing', async () => {
    const server = await startServer()
    const forwarded = {
      'x-forwarded-host': HOST,
      'x-forwarded-for': '10.9.9.9',
      'x-forwarded-proto': 'https',
    }
    const answer = await server.app.inject({
      url: '/health',
      headers: { ...forwarded, host: 'evil.example' },
    })
    expect(answer.statusCode).toEqual(403)
    await server.close()
  })
})
