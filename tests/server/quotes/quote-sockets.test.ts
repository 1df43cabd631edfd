import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../../server/log.ts'
import { systemClock } from '../../../server/ports.ts'
import { createQuoteSocketsInProcess } from '../../../server/quotes/quote-sockets.ts'
import { createSecretWatch } from '../../../server/services/session/secret-watch.ts'
import { createTicket } from '../../../src/contract/notifications/notifications.ts'
import { logout } from '../../../src/contract/session.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { listen, openQuotes, statusOf, takeTicket } from '../../support/server/connections.ts'
import { BINDING, type Session, startServer, type TestServer } from '../../support/server/server.ts'
import { createMovingMarket } from './moving-market.ts'

const infy = instrumentId('NSE', 'INFY')
const tcs = instrumentId('NSE', 'TCS')

describe('the quote socket', () => {
  let server: TestServer
  let host: string
  let meera: Session
  let market: ReturnType<typeof createMovingMarket>

  beforeEach(async () => {
    // Rounds and heartbeats follow the wall; sessions the clock of the test.
    market = createMovingMarket(systemClock)
    const log = createLog({ level: 'silent', secrets: createSecretWatch(), write: () => {} })
    server = await startServer({
      parts: () => ({ quotes: createQuoteSocketsInProcess({ ...market, clock: systemClock, log }) }),
    })
    host = await listen(server)
    meera = await server.enter('meera')
    market.trade(infy, 1500.5)
    market.trade(tcs, 3000)
  })
  afterEach(() => server.close())

  const open = async (session = meera) =>
    openQuotes(host, { ticket: await takeTicket(server, session, 'quotes'), session })

  test('chooses its protocol, compresses nothing, and sends what is subscribed as it changes', async () => {
    const client = await open()
    client.subscribe('NSE_INFY', 'NSE_TCS', 'NSE_NOWHERE')
    await client.until(() => client.ticks.find((tick) => tick?.instrument === tcs) ?? null)
    market.trade(infy, 1501, 7)
    const tick = await client.until(() => client.ticks.find((one) => one?.price === 1501) ?? null)
    expect([client.socket.protocol, client.socket.extensions]).toEqual(['quote.v2', ''])
    expect(tick).toEqual({
      instrument: infy,
      timestamp: tick.timestamp,
      price: 1501,
      dayOpen: 1500.5,
      prevClose: 1500.5,
      size: 7,
      open: 1501,
      high: 1501,
      low: 1501,
      close: 1501,
      volume: 8,
      oi: 0,
      bid: 0,
      ask: 0,
      dayHigh: 1501,
      dayLow: 1501,
    })
    expect(client.texts.map((text) => (text.type === 'clock' ? text.speed : text))).toEqual([
      1,
      { type: 'error', message: 'there is no such instrument', segment: 'NSE', symbol: 'NOWHERE' },
    ])
  })

  test('sends a heartbeat each second when nothing changes', async () => {
    const client = await open()
    const begun = performance.now()
    await client.until(() => (client.ticks.length >= 3 ? true : null))
    expect(client.ticks).toEqual([null, null, null])
    expect(performance.now() - begun).toBeGreaterThan(1800)
  })

  test.each<[string, number, (ticket: string) => Parameters<typeof statusOf>[1]]>([
    ['a ticket and our origin', 101, (ticket) => ({ ticket, session: meera })],
    ['no ticket', 401, () => ({ session: meera })],
    ['a ticket of nobody', 401, () => ({ ticket: 'A'.repeat(32), session: meera })],
    ['a ticket without the cookie', 401, (ticket) => ({ ticket })],
    ['another origin', 403, (ticket) => ({ ticket, session: meera, origin: 'http://evil.example' })],
    ['no origin', 403, (ticket) => ({ ticket, session: meera, origin: null })],
    [
      'another host',
      403,
      (ticket) => ({
        ticket,
        session: meera,
        headers: { host: 'evil.example' },
        origin: 'http://evil.example',
      }),
    ],
    ['another path', 404, (ticket) => ({ ticket, session: meera, path: '/quotes/v1' })],
    ['another protocol', 400, (ticket) => ({ session: meera, protocols: ['quote.v1', `t.${ticket}`] })],
  ])('with %s answers %i', async (_, status, knock) => {
    const ticket = await takeTicket(server, meera, 'quotes')
    expect(await statusOf(host, knock(ticket))).toEqual(status)
  })

  test('is not opened by a stream ticket, nor by the session token', async () => {
    const ticket = await takeTicket(server, meera, 'stream')
    expect([
      await statusOf(host, { ticket, session: meera }),
      await statusOf(host, { ticket: meera.token, session: meera }),
    ]).toEqual([401, 401])
  })

  test('lets one in of eight who show one ticket at once', async () => {
    const ticket = await takeTicket(server, meera, 'quotes')
    const statuses = await Promise.all(
      Array.from({ length: 8 }, () => statusOf(host, { ticket, session: meera })),
    )
    expect(statuses.toSorted()).toEqual([101, ...Array(7).fill(401)])
  })

  test('may be open twelve times for a user; one more is refused, and so is its ticket; closing one makes room', async () => {
    const taken = await takeTicket(server, meera, 'quotes')
    const clients = []
    for (let n = 0; n < 12; n++) clients.push(await open())
    expect(await statusOf(host, { ticket: taken, session: meera })).toEqual(429)
    const refused = await server.call(meera, createTicket, { body: { purpose: 'quotes' } })
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_WINDOWS'])
    clients[0]?.socket.close()
    await clients[0]?.closed
    const ticket = await takeTicket(server, meera, 'quotes')
    expect(await statusOf(host, { ticket, session: meera })).toEqual(101)
  })

  test.each([
    ['logout', () => server.call(meera, logout)],
    ['midnight', async () => server.clock.advance(14 * 3_600_000)],
    ['another process', () => server.store.db.deleteFrom('session').execute()],
  ])(
    'is closed 4401 before a fourth heartbeat, one a second, once its session is ended by %s',
    async (_, endSession) => {
      const client = await open()
      const before = client.ticks.length
      await endSession()
      expect(await client.closed).toEqual(4401)
      // Counted in the server's own beats, which a busy machine slows as it slows the look at the sessions.
      expect(client.ticks.slice(before).filter((tick) => tick === null).length).toBeLessThan(4)
    },
  )

  test('of another user outlives the end of a session', async () => {
    const [client, bystander] = [await open(), await open(await server.enter('ravi'))]
    await server.call(meera, logout)
    await client.closed
    market.trade(infy, 42)
    bystander.subscribe('NSE_INFY')
    const tick = await bystander.until(
      () => bystander.ticks.find((one) => one?.instrument === infy && one.price > 0) ?? null,
    )
    expect(tick.price).toEqual(42)
  })

  test('closes 1009 on a message longer than 4 KB', async () => {
    const client = await open()
    client.socket.send('x'.repeat(4097))
    expect(await client.closed).toEqual(1009)
  })

  test('closes 1009 on a message of 64 MB without reading it', async () => {
    const client = await open()
    const before = process.memoryUsage().arrayBuffers
    // Only the head of a frame that promises 64 MB, and its first kilobytes.
    const head = Buffer.alloc(14)
    head.writeUInt8(0x82, 0)
    head.writeUInt8(0x80 | 127, 1)
    head.writeBigUInt64BE(64n * 1024n * 1024n, 2)
    const raw = (client.socket as unknown as { _socket: NodeJS.WritableStream })._socket
    raw.write(Buffer.concat([head, Buffer.alloc(4096)]))
    expect(await client.closed).toEqual(1009)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 1024 * 1024)
  })

  test('closes 1008 on fragments of one byte and on a flood of pings', async () => {
    const [fragments, pings] = [await open(), await open()]
    for (let n = 0; n < 40; n++) fragments.socket.send('x', { fin: false })
    for (let n = 0; n < 100; n++) pings.socket.ping()
    expect([await fragments.closed, await pings.closed]).toEqual([1008, 1008])
  })

  test('answers a ping', async () => {
    const { socket } = await open()
    socket.ping('are you there')
    const [data] = await once(socket, 'pong')
    expect(String(data)).toEqual('are you there')
  })

  test('closes 4408 on a bomb of subscriptions and forgets them all', async () => {
    const client = await open()
    for (let n = 0; n < 200; n++) client.subscribe(`NSE_S${n}`)
    expect(await client.closed).toEqual(4408)
  })

  test('refuses two thousand headers', async () => {
    const headers = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`x-header-${n}`, 'value']))
    const ticket = await takeTicket(server, meera, 'quotes')
    expect(await statusOf(host, { ticket, session: meera, headers })).toEqual(431)
  })

  test('serves the others while one of them does not read', async () => {
    const ravi = await server.enter('ravi')
    const ticket = await takeTicket(server, ravi, 'quotes')
    const [address, port] = host.split(':')
    const stuck = connect(Number(port), address)
    stuck.on('error', () => {})
    stuck.write(
      [
        'GET /quotes/v2 HTTP/1.1',
        `host: ${host}`,
        `origin: http://${host}`,
        'connection: upgrade',
        'upgrade: websocket',
        'sec-websocket-version: 13',
        'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
        `sec-websocket-protocol: quote.v2, t.${ticket}`,
        `cookie: ${BINDING}=${ravi.binding}`,
        '\r\n',
      ].join('\r\n'),
    )
    await once(stuck, 'readable')
    stuck.pause()
    const client = await open()
    client.subscribe('NSE_INFY')
    for (let price = 100; price < 105; price++) {
      market.trade(infy, price)
      await client.until(() => client.ticks.find((tick) => tick?.price === price) ?? null)
    }
    expect(client.ticks.filter((tick) => tick !== null).length).toBeGreaterThan(4)
    stuck.destroy()
  })

  test('closes 1001 when the server stops', async () => {
    const client = await open()
    const closing = server.app.close()
    expect(await client.closed).toEqual(1001)
    await closing
  })
})

test('without anyone to serve quotes the upgrade goes nowhere', async () => {
  const server = await startServer()
  const host = await listen(server)
  const meera = await server.enter('meera')
  const ticket = await takeTicket(server, meera, 'quotes')
  expect(await statusOf(host, { ticket, session: meera })).toEqual(404)
  await server.close()
})
