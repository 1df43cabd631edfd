import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_CALLS } from '../../../server/http/limits/body-limits.ts'
import { changePassword, getUser } from '../../../src/contract/session.ts'
import { ownPage, sessionHeaders, startServer, type TestServer } from '../../support/server/server.ts'

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

  const attackFromEverywhere = async (name: string): Promise<void> => {
    for (let n = 0; n < 20; n++)
      expect((await attempt(name, 'not the password', { from: `10.9.0.${n}` })).statusCode).toEqual(401)
  }

  test('fails three times for an account at an address, then says how long to wait, even for the right password', async () => {
    const password = await server.addUser('meera')
    const statuses: number[] = []
    for (let n = 0; n < 3; n++) statuses.push((await attempt('MEERA', 'not the password')).statusCode)
    const refused = await attempt('meera', password)
    const { message, code } = refused.json()
    expect([statuses, refused.statusCode, refused.headers['retry-after'], code, message]).toEqual([
      [401, 401, 401],
      429,
      '1',
      'TOO_MANY',
      'Too many failed sign-ins. Try again in 1 second',
    ])
    server.clock.advance(1000)
    expect((await attempt('meera', password)).statusCode).toEqual(200)
  })

  test('says the same of a name that nobody has', async () => {
    await server.addUser('meera')
    const answers = async (name: string) => {
      const bodies: string[] = []
      for (let n = 0; n < 5; n++)
        bodies.push((await attempt(name, 'not the password', { from: '10.3.0.1' })).body)
      return bodies
    }
    expect(await answers('meera')).toEqual(await answers('nobody'))
  })

  test('is not held up for colleagues at the address of an attacker', async () => {
    const password = await server.addUser('ravi')
    for (let n = 0; n < 30; n++) await attempt('meera', 'not the password')
    expect((await attempt('ravi', password)).statusCode).toEqual(200)
  })

  test('is not held up in a browser the user has signed in from, whoever attacks the account from wherever', async () => {
    const password = await server.addUser('meera')
    const first = await attempt('meera', password)
    const known = first.cookies.find(({ name }) => name.startsWith('known-'))
    await attackFromEverywhere('meera')
    const headers = { cookie: `${known?.name}=${known?.value}` }
    const statuses = [
      (await attempt('meera', password)).statusCode,
      (await attempt('meera', password, { headers })).statusCode,
      (await attempt('meera', password, { headers, from: '10.9.0.1' })).statusCode,
    ]
    expect(statuses).toEqual([429, 200, 200])
    const attributes = String(
      [first.headers['set-cookie']].flat().find((cookie) => String(cookie).startsWith('known-')),
    )
    expect(attributes.replace(/=[^;]+/, '=…')).toEqual(
      `${known?.name}=…; Path=/; Expires=Wed, 19 May 2027 04:30:00 GMT; HttpOnly; SameSite=Strict`,
    )
  })

  test('in a known browser has failures of its own, and its proof is of no use for another user', async () => {
    const password = await server.addUser('meera')
    await server.addUser('ravi')
    const known = (await attempt('meera', password)).cookies.find(({ name }) => name.startsWith('known-'))
    const headers = { cookie: `${known?.name}=${known?.value}` }
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push((await attempt('meera', 'wrong', { headers })).statusCode)
    for (let n = 0; n < 4; n++) statuses.push((await attempt('ravi', 'wrong', { headers })).statusCode)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 401, 401, 401, 429])
  })

  test('knows no browser any more once the password was changed, but the one it was changed in', async () => {
    const password = await server.addUser('meera')
    const old = (await attempt('meera', password)).cookies.find(({ name }) => name.startsWith('known-'))
    const session = await server.signIn('meera', password)
    const body = { current_password: password, next_password: 'monsoon over the ghats' }
    const changed = await server.call(session, changePassword, { body })
    const fresh = changed.cookies.find(({ name }) => name.startsWith('known-'))
    await attackFromEverywhere('meera')
    const withProof = (proof: string | undefined) =>
      attempt('meera', 'monsoon over the ghats', { headers: { cookie: `${old?.name}=${proof}` } })
    expect([(await withProof(old?.value)).statusCode, (await withProof(fresh?.value)).statusCode]).toEqual([
      429, 200,
    ])
  })

  test('is asked for again by a change of password, which waits after five wrong ones', async () => {
    const session = await server.enter('meera')
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) {
      const body = { current_password: 'not the password', next_password: 'monsoon over the ghats' }
      statuses.push((await server.call(session, changePassword, { body })).statusCode)
    }
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
  })

  test('in many tabs at once with the right password is never a failure', async () => {
    const password = await server.addUser('meera')
    const tabs = await Promise.all(Array.from({ length: 12 }, () => attempt('meera', password)))
    expect(tabs.map(({ statusCode }) => statusCode)).toEqual(Array(12).fill(200))
    expect(await server.store.db.selectFrom('sign_in_failure').selectAll().execute()).toEqual([])
  })

  test('is counted by the address of the socket, whatever it claims to be forwarded for', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) {
      const headers = { 'x-forwarded-for': `10.1.1.${n}`, forwarded: `for=10.1.1.${n}` }
      statuses.push((await attempt('meera', 'not the password', { headers })).statusCode)
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429])
  })

  test('is counted by what a trusted proxy says, read from its end', async () => {
    const behind = await startServer({ environment: { TRUSTED_PROXIES: '10.0.0.0/24' } })
    const from = async (forwarded: string) =>
      (
        await behind.app.inject({
          method: 'POST',
          url: '/api/login',
          remoteAddress: '10.0.0.1',
          headers: { ...ownPage, 'x-forwarded-for': forwarded },
          payload: { user_name: 'meera', password: 'not the password' },
        })
      ).statusCode
    const statuses: number[] = []
    for (const spoofed of ['1.1.1.1', '2.2.2.2', '3.3.3.3', '4.4.4.4'])
      statuses.push(await from(`${spoofed}, 192.0.2.7, 10.0.0.9`))
    statuses.push(await from('192.0.2.8'))
    expect(statuses).toEqual([401, 401, 401, 429, 401])
    await behind.close()
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
    expect(entries).toEqual(Array(3).fill({ action: 'signIn.failed' }))
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
