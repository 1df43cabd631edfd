import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveBacktest } from '../../../src/contract/backtests.ts'
import {
  HOST,
  ownPage,
  type Session,
  sessionHeaders,
  startServer,
  type TestServer,
} from '../../support/server/server.ts'

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const wide = (keys: number): string => `{${Array.from({ length: keys }, (_, n) => `"k${n}":1`).join(',')}}`

describe('a body', () => {
  let server: TestServer
  let session: Session
  beforeAll(async () => {
    server = await startServer()
    session = await server.enter('meera')
  })
  afterAll(() => server.close())

  const send = (
    text: string | Buffer,
    headers: Record<string, string> = { 'content-type': 'application/json' },
  ) =>
    server.app.inject({
      method: 'POST',
      url: '/api/login',
      headers: { ...ownPage, ...headers },
      payload: text,
    })

  const right = JSON.stringify({ user_name: 'nobody', password: 'wrong password' })

  test.each<[string, string | undefined, number]>([
    ['exact', 'application/json', 401],
    ['with its charset', 'application/json; charset=utf-8', 401],
    ['in capitals', 'Application/JSON', 415],
    ['after a tab', '\tapplication/json', 415],
    ['after a space', ' application/json', 415],
    ['with another charset', 'application/json; charset=utf-7', 415],
    ['with a tail', 'application/json;', 415],
    ['of two types', 'application/json, text/plain', 415],
    ['of text', 'text/plain', 415],
    ['of a form', 'application/x-www-form-urlencoded', 415],
    ['of a form with files', 'multipart/form-data; boundary=x', 415],
    ['of bytes', 'application/octet-stream', 415],
    ['of a relative of JSON', 'application/vnd.api+json', 415],
    ['absent', undefined, 415],
  ])('whose type is %s answers accordingly', async (_, type, status) => {
    const answer = await send(Buffer.from(right), type === undefined ? {} : { 'content-type': type })
    expect(answer.statusCode).toEqual(status)
  })

  test('that is compressed is not unpacked', async () => {
    const answer = await send(gzipSync(Buffer.alloc(10_000_000)), {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    })
    expect([answer.statusCode, answer.json().message]).toEqual([415, 'an encoded body is not read'])
  })

  test.each([
    ['no JSON', '{"user_name":', 'body: not JSON'],
    ['deeper than twenty levels', deep(21), 'body: nested deeper than 20 levels'],
    [
      'of ten thousand levels in little space',
      '['.repeat(7000) + ']'.repeat(7000),
      'body: nested deeper than 20 levels',
    ],
    [
      'with a long text',
      JSON.stringify({ a: 'x'.repeat(4097) }),
      'body: a text is longer than 4096 characters',
    ],
    [
      'with a long name',
      JSON.stringify({ ['x'.repeat(121)]: 1 }),
      'body: a name is longer than 120 characters',
    ],
    ['with a number beyond all numbers', '{"a":1e999}', 'body: a number is out of range'],
    ['with a NUL', '{"a":"\\u0000"}', 'body: a text holds a control character'],
    ['with an escape', '{"a":"\\u001b[31m"}', 'body: a text holds a control character'],
    ['that turns the direction', '{"a":"x\\u202ey"}', 'body: a text holds a control character'],
    ['that reaches for the prototype', '{"__proto__":{}}', 'body: the name __proto__ is not allowed'],
  ])('%s is refused with that word', async (_, text, issue) => {
    const answer = await send(text)
    expect([answer.statusCode, answer.json().code, answer.json().issues]).toEqual([400, 'MALFORMED', [issue]])
  })

  test('of more than 16 KB is refused, but a report may be 8 MB', async () => {
    expect([
      (await send(' '.repeat(16_384) + right)).statusCode,
      (await send(' '.repeat(16_000) + right)).statusCode,
    ]).toEqual([413, 401])
    const report = (bytes: number) =>
      server.call(session, saveBacktest, {
        body: {
          slug: `run-${bytes}`,
          seg_sym: 'NSE_TCS',
          algo_uuid: '',
          backtest_params: {},
          backtest_results: { NSE_TCS: { pnl: Array(Math.floor(bytes / 2)).fill(1) } },
        },
      })
    expect([(await report(900_000)).statusCode, (await report(1_990_000)).statusCode]).toEqual([200, 200])
    const tooLarge = await report(9_000_000)
    expect([tooLarge.statusCode, tooLarge.json().code]).toEqual([413, 'TOO_LARGE'])
  })

  test('of a report is bounded in keys and items as well', async () => {
    const answer = (results: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/backtest/save',
        headers: { ...sessionHeaders(session), 'content-type': 'application/json' },
        payload: `{"backtest_results":${results}}`,
      })
    expect((await answer(wide(1_000_001).replaceAll('"k', '"'))).json().code).toEqual('TOO_LARGE')
    expect((await answer(`[${'0,'.repeat(1_000_001)}0]`)).json().issues).toEqual([
      'body: a list is longer than 1000000 items',
    ])
  })

  test('of a call that declares none must be empty', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/change_password',
      headers: { ...sessionHeaders(session), 'content-type': 'application/json' },
      payload: '',
    })
    expect(answer.json().issues).toEqual([
      'body.current_password: Invalid input: expected string, received undefined',
      'body.next_password: Invalid input: expected string, received undefined',
    ])
  })
})

describe('over a real socket', () => {
  let server: TestServer
  let port: number
  beforeAll(async () => {
    server = await startServer()
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    port = (server.app.server.address() as AddressInfo).port
  })
  afterAll(() => server.close())

  const raw = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      let answer = ''
      socket.on('data', (bytes) => {
        answer += bytes.toString()
      })
      socket.on('close', () => resolve(answer.split('\r\n', 1)[0] ?? ''))
      socket.on('error', reject)
    })

  const post = (headers: string, body = '') =>
    raw(
      `POST /api/login HTTP/1.1\r\nHost: ${HOST}\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n${headers}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )

  test.each([
    [
      'a doubled type',
      'Content-Type: application/json\r\nContent-Type: text/plain',
      'HTTP/1.1 415 Unsupported Media Type',
    ],
    ['two lengths', 'Content-Type: application/json\r\nContent-Length: 3', 'HTTP/1.1 400 Bad Request'],
    [
      'length and chunks',
      'Content-Type: application/json\r\nTransfer-Encoding: chunked',
      'HTTP/1.1 400 Bad Request',
    ],
    ['headers of 20 KB', `X: ${'y'.repeat(20_000)}`, 'HTTP/1.1 431 Request Header Fields Too Large'],
  ])('%s is refused', async (_, headers, line) => {
    expect(await post(headers, '{}')).toEqual(line)
  })

  test('an address of more than 4 KB is refused', async () => {
    expect(
      await raw(
        `GET /api/get_user?${'x'.repeat(5000)} HTTP/1.1\r\nHost: ${HOST}\r\nConnection: close\r\n\r\n`,
      ),
    ).toEqual('HTTP/1.1 414 URI Too Long')
  })

  test('an address that cannot be decoded is answered in an envelope', async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      httpRequest({ host: '127.0.0.1', port, path: '/%zz', headers: { host: HOST } }, (incoming) => {
        let text = ''
        incoming.on('data', (bytes) => {
          text += bytes
        })
        incoming.on('end', () => resolve(text))
      })
        .on('error', reject)
        .end()
    })
    expect(JSON.parse(answer)).toEqual({
      status: 'error',
      data: null,
      message: 'The request cannot be read',
      code: 'MALFORMED',
      issues: ['request: cannot be read'],
    })
  })

  test('an unknown path is told so before its body arrives', async () => {
    const line = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(
          `POST /api/nothing HTTP/1.1\r\nHost: ${HOST}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
        ),
      )
      socket.on('data', (bytes) => {
        resolve(bytes.toString().split('\r\n', 1)[0] ?? '')
        socket.destroy()
      })
      socket.on('error', reject)
    })
    expect(line).toEqual('HTTP/1.1 404 Not Found')
  })

  test('sign-in answers a call made with nothing but a socket', async () => {
    const body = JSON.stringify({ user_name: 'nobody', password: 'wrong password' })
    expect(await post(`Content-Type: application/json`, body)).toEqual('HTTP/1.1 401 Unauthorized')
  })
})
