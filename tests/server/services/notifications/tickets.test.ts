import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTicket, notificationStream } from '../../../../src/contract/notifications/notifications.ts'
import { listen, openStream, takeTicket } from '../../../support/server/connections.ts'
import {
  BINDING,
  dataOf,
  type Session,
  startServer,
  type TestServer,
} from '../../../support/server/server.ts'

describe('a ticket', () => {
  let server: TestServer
  let host: string
  let meera: Session
  beforeEach(async () => {
    server = await startServer()
    host = await listen(server)
    meera = await server.enter('meera')
  })
  afterEach(() => server.close())

  const statusOf = async (token: string, session: Session | null): Promise<number | undefined> => {
    const stream = await openStream(host, token, session)
    stream.stop()
    await stream.closed
    return stream.response.statusCode
  }

  test('is 192 random bits and valid for thirty seconds', async () => {
    const answer = await server.call(meera, createTicket, { body: { purpose: 'stream' } })
    const { ticket, expires_at } = dataOf(createTicket, answer)
    expect([/^[A-Za-z0-9_-]{32}$/.test(ticket), expires_at - server.clock.now()]).toEqual([true, 30_000])
  })

  test('opens one stream, once', async () => {
    const ticket = await takeTicket(server, meera, 'stream')
    expect([await statusOf(ticket, meera), await statusOf(ticket, meera)]).toEqual([200, 401])
  })

  test('used by eight at once opens one stream', async () => {
    const ticket = await takeTicket(server, meera, 'stream')
    const statuses = await Promise.all(Array.from({ length: 8 }, () => statusOf(ticket, meera)))
    expect(statuses.toSorted()).toEqual([200, ...Array(7).fill(401)])
  })

  test('is worth nothing after thirty seconds', async () => {
    const early = await takeTicket(server, meera, 'stream')
    const late = await takeTicket(server, meera, 'stream')
    server.clock.advance(29_999)
    expect(await statusOf(early, meera)).toEqual(200)
    server.clock.advance(1)
    expect(await statusOf(late, meera)).toEqual(401)
  })

  test('is worth nothing to another user, without the cookie, or for another purpose, and is not spent so', async () => {
    const ravi = await server.enter('ravi')
    const ticket = await takeTicket(server, meera, 'stream')
    const quotes = await takeTicket(server, meera, 'quotes')
    expect([
      await statusOf(ticket, ravi),
      await statusOf(ticket, null),
      await statusOf(quotes, meera),
      await statusOf(ticket, meera),
    ]).toEqual([401, 401, 401, 200])
  })

  test('ends with its session', async () => {
    const ticket = await takeTicket(server, meera, 'stream')
    await server.app.inject({
      url: '/api/logout',
      headers: {
        host: '127.0.0.1:4173',
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'cors',
        authorization: `Bearer ${meera.token}`,
        cookie: `${BINDING}=${meera.binding}`,
      },
    })
    expect(await statusOf(ticket, meera)).toEqual(401)
  })

  test('of which too many are taken drops the oldest of its session alone', async () => {
    const ravi = await server.enter('ravi')
    const other = await takeTicket(server, ravi, 'stream')
    const oldest = await takeTicket(server, meera, 'stream')
    const newest = []
    for (let n = 0; n < 16; n++) newest.push(await takeTicket(server, meera, 'stream'))
    expect([
      await statusOf(oldest, meera),
      await statusOf(newest[0] ?? '', meera),
      await statusOf(other, ravi),
    ]).toEqual([401, 200, 200])
  })

  test('need not be one: the session token opens a stream too, with the cookie, and is counted', async () => {
    expect([await statusOf(meera.token, meera), await statusOf(meera.token, null)]).toEqual([200, 401])
    expect(server.logged.filter((line) => line.includes('by a session token'))).toHaveLength(1)
  })

  test('never reaches the log', async () => {
    const ticket = await takeTicket(server, meera, 'stream')
    await statusOf(ticket, meera)
    await statusOf(ticket, meera)
    const told = server.logged.filter((line) => line.includes(ticket.slice(0, 8)))
    expect([server.logged.length > 2, told]).toEqual([true, []])
  })

  test.each(['', 'x', 'a'.repeat(64), '\0', '"', ' '.repeat(32)])(
    'that is %j opens nothing',
    async (token) => {
      const answer = await server.call(meera, notificationStream, { query: { token } })
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'UNAUTHORIZED'])
    },
  )
})
