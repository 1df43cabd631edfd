import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectionLimitsFor } from '../../../server/http/limits/connection-limits.ts'
import { listen } from '../../support/server/connections.ts'
import { sendRaw } from '../../support/server/raw-socket.ts'
import { HOST, startServer, type TestServer } from '../../support/server/server.ts'

const policies = [
  'x-content-type-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'content-security-policy',
  'cache-control',
]

describe('an answer over a bare socket', () => {
  let server: TestServer
  let port: number
  beforeAll(async () => {
    server = await startServer({
      parts: () => ({ connectionLimits: { ...connectionLimitsFor(), bodyMs: 100 } }),
    })
    port = Number((await listen(server)).split(':')[1])
  })
  afterAll(() => server.close())

  const get = (path: string, headers = ''): string =>
    `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n${headers}\r\n`
  const post = (headers: string, body: string): string =>
    `POST /api/login HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\n${headers}\r\n${body}`

  test.each<[string, string, number, string]>([
    ['a call', get('/api/get_user'), 401, 'UNAUTHORIZED'],
    ['an unknown path', get('/api/nothing'), 404, 'NOT_FOUND'],
    ['an unknown method', get('/api/get_user').replace('GET', 'PROPFIND'), 404, 'NOT_FOUND'],
    ['an address that cannot be decoded', get('/api/%zz'), 400, 'MALFORMED'],
    ['an address of 5 KB', get(`/api/get_user?${'x'.repeat(5000)}`), 414, 'URL_TOO_LONG'],
    ['headers of 20 KB', get('/', `X: ${'y'.repeat(20_000)}\r\n`), 431, 'HEADERS_TOO_LARGE'],
    ['no HTTP at all', 'hello\r\n\r\n', 400, 'MALFORMED'],
    ['two lengths', get('/', 'Content-Length: 1\r\nContent-Length: 2\r\n'), 400, 'MALFORMED'],
    ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'MALFORMED'],
    [
      'a foreign host',
      'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
      403,
      'UNKNOWN_HOST',
    ],
    ['an expectation', get('/', 'Expect: miracles\r\n'), 417, 'EXPECTATION_FAILED'],
    ['a body too large', post('Content-Length: 99999\r\n', '{'), 413, 'TOO_LARGE'],
    ['a body that does not come', post('Content-Length: 99\r\n', '{'), 408, 'TIMEOUT'],
    [
      'a body in pieces that do not come',
      post('Transfer-Encoding: chunked\r\n', '1\r\n{\r\n'),
      408,
      'TIMEOUT',
    ],
  ])('to %s carries the policies', async (_, bytes, status, code) => {
    const answer = await sendRaw(port, bytes)
    expect([
      answer.status,
      JSON.parse(answer.body).code,
      policies.filter((name) => !answer.headers.has(name)),
    ]).toEqual([status, code, []])
  })
})
