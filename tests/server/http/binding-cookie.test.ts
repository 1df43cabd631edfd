import type { LightMyRequestResponse } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { getUser, login, logout } from '../../../src/contract/session.ts'
import { dataOf, ownPage, startServer, type TestServer, urlOf } from '../../support/server/server.ts'

const PROXY = '10.0.0.7'
const OF_A_PROXY = { 'x-forwarded-for': '203.0.113.9' }

interface Visit {
  readonly headers: Readonly<Record<string, string>>
  /** The address the connection comes from. */
  readonly from?: string
}

/** `sid=…; Path=/` and so on, of every cookie that an answer sets. */
const cookiesOf = (answer: LightMyRequestResponse): readonly string[] =>
  [answer.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.replace(/=[^;]+/, '=…'))

describe('the binding cookie', () => {
  let server: TestServer
  afterEach(() => server.close())

  const start = (args: readonly string[] = []) =>
    startServer({
      environment: { ALLOWED_HOSTS: 'sauda.example,192.168.1.5', TRUSTED_PROXIES: PROXY },
      args,
    })

  const signIn = async ({ headers, from }: Visit, password?: string) =>
    server.app.inject({
      method: 'POST',
      url: urlOf(login),
      headers: { ...ownPage, ...headers },
      payload: { user_name: 'meera', password: password ?? (await server.addUser('meera')) },
      ...(from === undefined ? {} : { remoteAddress: from }),
    })

  /** The status of a call with this token and these cookies. */
  const statusWith = async ({ headers, from }: Visit, token: string, cookie: string) =>
    (
      await server.app.inject({
        method: 'GET',
        url: urlOf(getUser),
        headers: { ...ownPage, ...headers, authorization: `Bearer ${token}`, cookie },
        ...(from === undefined ? {} : { remoteAddress: from }),
      })
    ).statusCode

  const END = 'Path=/; Expires=Fri, 20 Nov 2026 18:30:00 GMT; HttpOnly'
  const PLAIN = `sid=…; ${END}; SameSite=Strict`
  const SECURE = `__Host-sid=…; ${END}; Secure; SameSite=Strict`

  const visits: readonly (readonly [string, Visit, string])[] = [
    ['on 127.0.0.1', { headers: { host: '127.0.0.1:4173' } }, PLAIN],
    ['on localhost', { headers: { host: 'localhost:4173' } }, PLAIN],
    ['on LOCALHOST without a port', { headers: { host: 'LOCALHOST' } }, PLAIN],
    ['on [::1]', { headers: { host: '[::1]:4173' } }, PLAIN],
    ['on another name', { headers: { host: 'sauda.example' } }, SECURE],
    ['on an address of a network', { headers: { host: '192.168.1.5:4173' } }, SECURE],
    [
      'behind a proxy that ends TLS',
      { headers: { host: 'localhost', ...OF_A_PROXY, 'x-forwarded-proto': 'https' }, from: PROXY },
      SECURE,
    ],
    [
      'behind a proxy that does not say how',
      { headers: { host: 'localhost', ...OF_A_PROXY }, from: PROXY },
      SECURE,
    ],
    [
      'behind a proxy by plain HTTP',
      { headers: { host: 'localhost', ...OF_A_PROXY, 'x-forwarded-proto': 'http' }, from: PROXY },
      PLAIN,
    ],
    [
      'behind a proxy by plain HTTP, on another name',
      { headers: { host: 'sauda.example', ...OF_A_PROXY, 'x-forwarded-proto': 'http' }, from: PROXY },
      SECURE,
    ],
    [
      'from an address that only claims to be a proxy',
      { headers: { host: 'localhost', 'x-forwarded-proto': 'https' }, from: '127.0.0.1' },
      PLAIN,
    ],
    ['from the address of a proxy itself', { headers: { host: 'localhost' }, from: PROXY }, PLAIN],
  ]

  test.each(visits)(
    '%s is one that browsers keep there, and opens the session',
    async (_, visit, expected) => {
      server = await start()
      const answer = await signIn(visit)
      const [binding, known] = cookiesOf(answer)
      expect([binding, /; Secure/.test(known ?? '')]).toEqual([expected, expected === SECURE])
      const [cookie = ''] = [answer.headers['set-cookie']].flat()
      expect(await statusWith(visit, dataOf(login, answer), cookie.split(';', 1)[0] ?? '')).toEqual(200)
    },
  )

  test('needs no TLS anywhere with --insecure-lan', async () => {
    server = await start(['--insecure-lan'])
    expect(cookiesOf(await signIn({ headers: { host: '192.168.1.5:4173' } }))[0]).toEqual(PLAIN)
  })

  test('named sid, which a page of a subdomain can set, is not read by TLS', async () => {
    server = await start()
    const visit = { headers: { host: 'sauda.example' } }
    const answer = await signIn(visit)
    const token = dataOf(login, answer)
    const [pair = ''] = ([answer.headers['set-cookie']].flat()[0] ?? '').split(';', 1)
    const value = pair.slice('__Host-sid='.length)
    expect(await statusWith(visit, token, `sid=${value}`)).toEqual(401)
    expect(await statusWith(visit, token, `sid=planted; ${pair}`)).toEqual(200)
  })

  test('of a sign-in before names depended on the host goes on being good on loopback, until the next sign-in', async () => {
    server = await start()
    const visit = { headers: { host: '127.0.0.1:4173' } }
    const password = await server.addUser('meera')
    const { token, binding } = await server.signIn('meera', password)
    const kept = `__Host-sid=${binding}`
    expect(await statusWith(visit, token, kept)).toEqual(200)

    const again = await signIn({ headers: { ...visit.headers, cookie: kept } }, password)
    const set = again.cookies.map(({ name, value, secure }) => [name, value === '', secure ?? false])
    expect(set.slice(0, 2)).toEqual([
      ['sid', false, false],
      ['__Host-sid', true, true],
    ])
    // A browser that refuses to clear it sends both.
    const fresh = server.app.parseCookie([again.headers['set-cookie']].flat().join('; ')).sid
    expect(await statusWith(visit, dataOf(login, again), `${kept}; sid=${fresh}`)).toEqual(200)
  })

  test('of either name is gone after signing out', async () => {
    server = await start()
    const { token, binding } = await server.enter('meera')
    const headers = { authorization: `Bearer ${token}`, cookie: `sid=${binding}; __Host-sid=left` }
    const answer = await server.call(null, logout, { headers })
    const names = answer.cookies.map(({ name, value, maxAge }) => [name, value, maxAge])
    expect(names).toEqual([
      ['sid', '', 0],
      ['__Host-sid', '', 0],
    ])
  })
})
