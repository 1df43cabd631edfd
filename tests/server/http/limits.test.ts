import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_CALLS } from '../../../server/http/limits.ts'
import { getUser } from '../../../src/contract/accounts.ts'
import { ownPage, sessionHeaders, startServer, type TestServer } from '../../support/server.ts'

const MINUTE = 60_000

describe('signing in', () => {
  let server: TestServer
  beforeEach(async () => {
    server = await startServer()
  })
  afterEach(() => server.close())

  const attempt = (
    name: string,
    password: string,
    more: { from?: string; headers?: Record<string, string> } = {},
  ) =>
    server.app.inject({
      method: 'POST',
      url: '/api/login',
      remoteAddress: more.from ?? '10.0.0.1',
      headers: { ...ownPage, ...more.headers },
      payload: { user_name: name, password },
    })

  test('fails five times for an account, then waits a quarter of an hour, even with the right password', async () => {
    const password = await server.addUser('meera')
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) statuses.push((await attempt('MEERA', 'not the password')).statusCode)
    const refused = await attempt('meera', password, { from: '10.0.0.2' })
    expect([...statuses, refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([
      401,
      401,
      401,
      401,
      401,
      429,
      '900',
      'TOO_MANY',
    ])
    server.clock.advance(15 * MINUTE)
    expect((await attempt('meera', password)).statusCode).toEqual(200)
  })

  test('fails twenty times from an address, whatever it claims to be forwarded for', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 22; n++) {
      const headers = { 'x-forwarded-for': `10.1.1.${n}`, forwarded: `for=10.1.1.${n}` }
      statuses.push((await attempt(`user${n}`, 'not the password', { headers })).statusCode)
    }
    expect(statuses).toEqual([...Array(20).fill(401), 429, 429])
  })

  test('that floods is held to the hash work of two with twenty waiting', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) => attempt(`user${n}`, 'not the password', { from: `10.0.1.${n}` })),
    )
    const of = (status: number) => answers.filter((answer) => answer.statusCode === status).length
    expect([of(401) + of(429), of(401) >= 22, of(429) > 0]).toEqual([60, true, true])
  })

  test('leaves no trace of a refused attempt beyond the count', async () => {
    for (let n = 0; n < 9; n++) await attempt('meera', 'not the password')
    const entries = await server.store.db.selectFrom('audit').select('action').execute()
    expect(entries).toEqual(Array(5).fill({ action: 'signIn.failed' }))
  })
})

describe('calls', () => {
  test('of a user are a hundred in two seconds, of a stranger forty', async () => {
    const server = await startServer({ callLimits: { ...DEFAULT_CALLS, windowMs: 60_000 } })
    const meera = await server.enter('meera')
    const ravi = await server.enter('ravi')
    const statusesOf = async (times: number, headers: Record<string, string>, from: string) => {
      const statuses: number[] = []
      for (let n = 0; n < times; n++) {
        const answer = await server.app.inject({ url: '/api/get_user', headers, remoteAddress: from })
        statuses.push(answer.statusCode)
      }
      return statuses
    }
    const mine = await statusesOf(101, sessionHeaders(meera), '10.0.0.1')
    expect(mine).toEqual([...Array(100).fill(200), 429])
    expect(await statusesOf(1, sessionHeaders(ravi), '10.0.0.1')).toEqual([200])
    const stranger = await statusesOf(41, ownPage, '10.0.0.2')
    expect(stranger).toEqual([...Array(40).fill(401), 429])
    const refused = await server.app.inject({
      url: '/api/get_user',
      headers: ownPage,
      remoteAddress: '10.0.0.2',
    })
    expect([refused.json().code, Number(refused.headers['retry-after']) > 0]).toEqual(['TOO_MANY', true])
    await server.close()
  })

  test('that find the store away say so and when to come back', async () => {
    const server = await startServer()
    const meera = await server.enter('meera')
    const query = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
    const original = server.store.db.selectFrom
    Object.assign(server.store.db, {
      selectFrom: () => {
        throw query
      },
    })
    const answer = await server.call(meera, getUser)
    Object.assign(server.store.db, { selectFrom: original })
    expect([answer.statusCode, answer.json(), answer.headers['retry-after']]).toEqual([
      503,
      { status: 'error', data: null, message: 'Error fetching user details', code: 'UNAVAILABLE' },
      '5',
    ])
    await server.close()
  })
})
