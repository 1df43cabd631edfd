import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contract } from '../../../../src/contract/contract.ts'
import type { Endpoint } from '../../../../src/contract/endpoint.ts'
import { getOrderBook } from '../../../../src/contract/orders/orders.ts'
import { changePassword, getUser, login, logout } from '../../../../src/contract/session.ts'
import {
  BINDING,
  dataOf,
  ownPage,
  type Session,
  sessionHeaders,
  startServer,
  type TestServer,
  urlOf,
} from '../../../support/server/server.ts'

const guarded = (contract as readonly Endpoint[]).filter((endpoint) => endpoint.access === 'signedIn')

describe('a session', () => {
  let server: TestServer
  beforeEach(async () => {
    server = await startServer()
  })
  afterEach(() => server.close())

  const statusOf = async (session: Session | null, endpoint: Endpoint = getUser) =>
    (await server.call(session, endpoint)).statusCode

  const signInAnswer = (name: string, password: string, headers: Record<string, string> = {}) =>
    server.call(null, login, { body: { user_name: name, password }, headers })

  test('tells who is signed in and when it ends', async () => {
    const session = await server.enter('meera')
    const { user_uuid, ...rest } = dataOf(getUser, await server.call(session, getUser))
    expect(rest).toEqual({
      user_name: 'meera',
      user_broker_id: `PAPER-${user_uuid.slice(0, 8).toUpperCase()}`,
      book: 'virtual',
      must_change_password: false,
      session_ends_at: Date.parse('2026-11-21T00:00:00+05:30'),
    })
  })

  test('with a password that somebody else gave is for choosing another, and nothing else', async () => {
    const password = await server.addUser('meera', { mustChange: true })
    const session = await server.signIn('meera', password)
    const given = new Set(['getUser', 'changePassword', 'logout'])
    const served = guarded.filter((endpoint) =>
      server.app.hasRoute({ method: endpoint.method, url: urlOf(endpoint) }),
    )
    const closed = served.filter(({ name }) => !given.has(name))
    const codes = await Promise.all(
      closed.map(async (endpoint) => (await server.call(session, endpoint)).json().code),
    )
    expect([served.length - closed.length, codes]).toEqual([3, closed.map(() => 'PASSWORD_CHANGE_NEEDED')])
    expect(dataOf(getUser, await server.call(session, getUser)).must_change_password).toEqual(true)
    const body = { current_password: password, next_password: 'monsoon over the ghats' }
    const changed = await server.call(session, changePassword, { body })
    const binding = changed.cookies.find((cookie) => cookie.name === BINDING)?.value ?? ''
    const fresh = { token: dataOf(changePassword, changed), binding }
    expect(await statusOf(fresh, getOrderBook)).toEqual(200)
  })

  test('ends at Indian midnight, neither earlier nor later', async () => {
    server.clock.set(Date.parse('2026-11-20T23:59:50+05:30'))
    const session = await server.enter('meera')
    server.clock.advance(9_999)
    expect(await statusOf(session)).toEqual(200)
    server.clock.advance(1)
    expect(await statusOf(session)).toEqual(401)
  })

  test('is refused to one half without the other, and to halves of two sessions', async () => {
    const meera = await server.enter('meera')
    const ravi = await server.enter('ravi')
    const { authorization, cookie } = sessionHeaders(meera)
    const tries: Record<string, Record<string, string | undefined>> = {
      'token alone': { authorization },
      'binding alone': { cookie },
      'token of one, binding of the other': sessionHeaders({ ...meera, binding: ravi.binding }),
      'token as binding': sessionHeaders({ ...meera, binding: meera.token }),
      'token cut short': { authorization: authorization?.slice(0, -1), cookie },
      'token with a tail': { authorization: `${authorization}A`, cookie },
      'another scheme': { authorization: authorization?.replace('Bearer', 'Basic'), cookie },
      'token in the address': { cookie },
    }
    for (const [name, headers] of Object.entries(tries)) {
      const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
      const answer = await server.app.inject({
        url: `/api/get_user${name === 'token in the address' ? `?token=${meera.token}` : ''}`,
        headers: { ...ownPage, ...(given as Record<string, string>) },
      })
      expect([name, answer.statusCode, answer.json().code]).toEqual([name, 401, 'UNAUTHORIZED'])
    }
    expect(await statusOf(meera)).toEqual(200)
  })

  test('halves that were planted before sign-in are worth nothing after it', async () => {
    const password = await server.addUser('meera')
    const planted = { token: 'A'.repeat(43), binding: 'B'.repeat(43) }
    const answer = await signInAnswer('meera', password, sessionHeaders(planted))
    expect(answer.statusCode).toEqual(200)
    expect(dataOf(login, answer)).not.toEqual(planted.token)
    expect(answer.cookies.find((cookie) => cookie.name === BINDING)?.value).not.toEqual(planted.binding)
    expect(await statusOf(planted)).toEqual(401)
  })

  test('is a new one at every sign-in, and the one the browser came with ends', async () => {
    const password = await server.addUser('meera')
    const first = await server.signIn('meera', password)
    await signInAnswer('meera', password, sessionHeaders(first))
    expect(await statusOf(first)).toEqual(401)
  })

  test('that is signed out answers 401 to every call', async () => {
    const session = await server.enter('meera')
    const answer = await server.call(session, logout)
    expect([answer.statusCode, answer.headers['clear-site-data']]).toEqual([200, '"cache"'])
    expect(String(answer.headers['set-cookie'])).toMatch(
      new RegExp(`^${BINDING}=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT`),
    )
    const served = guarded.filter(({ method, ...rest }) =>
      server.app.hasRoute({ method, url: urlOf({ method, ...rest }) }),
    )
    const statuses = await Promise.all(served.map((endpoint) => statusOf(session, endpoint)))
    expect(statuses).toEqual(served.map(() => 401))
    expect(served.length).toBeGreaterThan(9)
  })

  test('of one user are five at most: the oldest ends', async () => {
    const password = await server.addUser('meera')
    const sessions: Session[] = []
    for (let n = 0; n < 6; n++) {
      server.clock.advance(1000)
      sessions.push(await server.signIn('meera', password))
    }
    expect(await Promise.all(sessions.map((session) => statusOf(session)))).toEqual([
      401, 200, 200, 200, 200, 200,
    ])
  })

  test('is the only one left after its password changed, and is fresh', async () => {
    const password = await server.addUser('meera')
    const here = await server.signIn('meera', password)
    const elsewhere = await server.signIn('meera', password)
    const body = { current_password: password, next_password: 'monsoon over the ghats' }
    const answer = await server.call(here, changePassword, { body })
    const fresh = {
      token: dataOf(changePassword, answer),
      binding: answer.cookies.find((cookie) => cookie.name === BINDING)?.value ?? '',
    }
    expect([await statusOf(here), await statusOf(elsewhere), await statusOf(fresh)]).toEqual([401, 401, 200])
    expect(dataOf(getUser, await server.call(fresh, getUser)).must_change_password).toEqual(false)
    expect((await signInAnswer('meera', password)).statusCode).toEqual(401)
    expect((await signInAnswer('meera', 'monsoon over the ghats')).statusCode).toEqual(200)
  })

  test.each([
    ['not the password', 'monsoon over the ghats', 403, 'WRONG_PASSWORD', undefined],
    [null, 'passwordpassword', 400, 'MALFORMED', ['body.next_password: it is a commonly used password']],
    [null, null, 400, 'MALFORMED', ['body.next_password: it is the current password']],
    [
      null,
      'short',
      400,
      'MALFORMED',
      ['body.next_password: Too small: expected string to have >=12 characters'],
    ],
  ])('keeps its password when the change is from %j to %j', async (current, next, status, code, issues) => {
    const password = await server.addUser('meera')
    const session = await server.signIn('meera', password)
    const body = { current_password: current ?? password, next_password: next ?? password }
    const answer = await server.call(session, changePassword, { body })
    expect([answer.statusCode, answer.json().code, answer.json().issues]).toEqual([status, code, issues])
    expect(await statusOf(session)).toEqual(200)
  })

  test('is not given for a wrong name or a wrong password, and the two answers are the same', async () => {
    await server.addUser('meera')
    const wrongPassword = await signInAnswer('meera', 'not the password')
    const wrongName = await signInAnswer('nobody', 'not the password')
    expect(wrongPassword.json()).toEqual({
      status: 'error',
      data: null,
      message: 'Invalid credentials',
      code: 'UNAUTHORIZED',
    })
    const comparable = ({ statusCode, headers, body }: typeof wrongName) => {
      const { date: _, 'x-request-id': __, ...rest } = headers
      return { statusCode, body, rest }
    }
    expect(comparable(wrongName)).toEqual(comparable(wrongPassword))
  })

  test('asked for without a token says so in the words of the specification', async () => {
    const answer = await server.app.inject({ url: '/api/get_user', headers: ownPage })
    expect([answer.statusCode, answer.json().message, answer.json().code]).toEqual([
      401,
      'Unauthorized: Token not found',
      'UNAUTHORIZED',
    ])
  })

  test('is in the store as hashes only, and so is the password', async () => {
    const password = await server.addUser('meera')
    const session = await server.signIn('meera', password)
    const tables = await Promise.all(
      (['user', 'session', 'audit'] as const).map((table) =>
        server.store.db.selectFrom(table).selectAll().execute(),
      ),
    )
    const everything = JSON.stringify(tables)
    expect([password, session.token, session.binding].map((secret) => everything.includes(secret))).toEqual([
      false,
      false,
      false,
    ])
    expect(everything).toContain('signIn.succeeded')
  })

  test('leaves its beginning and end on record, with who, whence and why', async () => {
    const password = await server.addUser('meera')
    await signInAnswer('meera', 'not the password')
    await signInAnswer('nobody', 'not the password')
    const session = await server.signIn('meera', password)
    await server.call(session, logout)
    const user = await server.store.db.selectFrom('user').select('id').executeTakeFirst()
    const entries = await server.store.db
      .selectFrom('audit')
      .select(['action', 'actor', 'address', 'detail'])
      .orderBy('seq')
      .execute()
    const [actor, address] = [user?.id ?? 'none', '127.0.0.1']
    expect(entries).toEqual([
      { action: 'user.added', actor: null, address: null, detail: '{}' },
      { action: 'signIn.failed', actor, address, detail: '{}' },
      { action: 'signIn.failed', actor: null, address, detail: '{}' },
      { action: 'signIn.succeeded', actor, address, detail: '{"endsAt":1795199400000}' },
      { action: 'session.ended', actor, address: null, detail: '{"reason":"signed out"}' },
    ])
  })
})
