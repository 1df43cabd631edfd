import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  createStreamHub,
  printEvent,
  type StreamHub,
} from '../../../../server/services/notifications/stream-hub.ts'
import type { UserId } from '../../../../server/user.ts'
import { createTicket, notificationStream } from '../../../../src/contract/notifications/notifications.ts'
import { changePassword, getUser, logout } from '../../../../src/contract/session.ts'
import { CONTRACT_VERSION } from '../../../../src/contract/version.ts'
import { listen, openStream, takeTicket } from '../../../support/server/connections.ts'
import { BINDING, type Session, startServer, type TestServer, urlOf } from '../../../support/server/server.ts'

describe('a notification stream', () => {
  let server: TestServer
  let host: string
  let streams: StreamHub
  beforeEach(async () => {
    streams = createStreamHub()
    server = await startServer({ parts: () => ({ streams }) })
    host = await listen(server)
  })
  afterEach(() => server.close())

  const open = async (session: Session) =>
    openStream(host, await takeTicket(server, session, 'stream'), session)
  const ownerOf = async (session: Session): Promise<UserId> =>
    (await server.call(session, getUser)).json().data.user_uuid

  test('is a stream of events that nobody stores or holds back', async () => {
    const { response } = await open(await server.enter('meera'))
    const { headers } = response
    expect([response.statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store, no-transform',
    ])
    expect([headers['x-accel-buffering'], headers['x-contract'], headers['x-content-type-options']]).toEqual([
      'no',
      CONTRACT_VERSION,
      'nosniff',
    ])
  })

  test('carries what is published to its user, in order, and nothing of another', async () => {
    const [meera, ravi] = [await server.enter('meera'), await server.enter('ravi')]
    const [mine, theirs] = [await open(meera), await open(ravi)]
    const [me, them] = [await ownerOf(meera), await ownerOf(ravi)]
    streams.publish(me, { id: 'n-1', data: { notification_msg: 'filled' } })
    streams.publish(them, { event: 'position-update', data: { syms: ['NSE_TCS'] } })
    streams.publish(me, { event: 'order-update', data: { order: 1 } })
    streams.heartbeat()
    await mine.until(() => (mine.events.length === 5 ? true : null))
    await theirs.until(() => (theirs.events.length === 4 ? true : null))
    expect([mine.events, theirs.events]).toEqual([
      [
        'retry: 5000',
        'event: heartbeat\ndata: {}',
        'id: n-1\ndata: {"notification_msg":"filled"}',
        'event: order-update\ndata: {"order":1}',
        'event: heartbeat\ndata: {}',
      ],
      [
        'retry: 5000',
        'event: heartbeat\ndata: {}',
        'event: position-update\ndata: {"syms":["NSE_TCS"]}',
        'event: heartbeat\ndata: {}',
      ],
    ])
  })

  test('that is to be padded follows each event with more than a proxy gathers', async () => {
    const meera = await server.enter('meera')
    const ticket = await takeTicket(server, meera, 'stream')
    const stream = await openStream(host, ticket, meera, { padded: '1' })
    streams.publish(await ownerOf(meera), { id: 'n-1', data: 1 })
    await stream.until(() => (stream.events.length === 5 ? true : null))
    const [, greeting, first, event, second] = stream.events
    expect([greeting, event]).toEqual(['event: heartbeat\ndata: {}', 'id: n-1\ndata: 1'])
    for (const filling of [first, second]) expect(filling).toMatch(/^: {16384}$/)
  })

  test('may be open twelve times for a user; one more is refused until one closes, and so is its ticket', async () => {
    const [meera, ravi] = [await server.enter('meera'), await server.enter('ravi')]
    const taken = await takeTicket(server, meera, 'stream')
    const opened = []
    for (let n = 0; n < 12; n++) opened.push(await open(meera))
    expect(opened.map(({ response }) => response.statusCode)).toEqual(Array(12).fill(200))
    expect((await openStream(host, taken, meera)).response.statusCode).toEqual(429)
    const askTicket = (session: Session) =>
      server.call(session, createTicket, { body: { purpose: 'stream' } })
    const refused = await askTicket(meera)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_WINDOWS'])
    expect((await askTicket(ravi)).statusCode).toEqual(200)
    opened[0]?.stop()
    const owner = await ownerOf(meera)
    while (streams.counts().open > 11) await new Promise((done) => setImmediate(done))
    expect([(await open(meera)).response.statusCode, streams.isListening(owner)]).toEqual([200, true])
  })

  test.each([
    ['logout', (meera: Session) => server.call(meera, logout)],
    [
      'a changed password',
      (meera: Session, password: string) =>
        server.call(meera, changePassword, {
          body: { current_password: password, next_password: 'plain walnut ferry kettle' },
        }),
    ],
    ['the sixth sign-in', async (_: Session, password: string) => signInTimes(5, password)],
    [
      'midnight',
      async () => {
        server.clock.advance(14 * 3_600_000)
      },
    ],
    [
      'another process',
      async () => {
        await server.store.db.deleteFrom('session').execute()
      },
    ],
  ])('is closed when its session is ended by %s', async (_, endSession) => {
    const password = await server.addUser('meera')
    const meera = await server.signIn('meera', password)
    const stream = await open(meera)
    await endSession(meera, password)
    await stream.closed
    // What another process ended may be answered once more within the second that a proof is good for.
    server.clock.advance(1000)
    expect((await server.call(meera, getUser)).statusCode).toEqual(401)
  })

  const signInTimes = async (times: number, password: string): Promise<void> => {
    for (let n = 0; n < times; n++) {
      server.clock.advance(1)
      await server.signIn('meera', password)
    }
  }

  test('that nobody reads is cut off at 256 KB and costs the others nothing', async () => {
    const [meera, ravi] = [await server.enter('meera'), await server.enter('ravi')]
    const [token, reading] = [await takeTicket(server, meera, 'stream'), await open(ravi)]
    const [host1, port] = host.split(':')
    const stuck = connect(Number(port), host1)
    stuck.on('error', () => {})
    stuck.write(
      `GET ${urlOf(notificationStream, { token })} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${BINDING}=${meera.binding}\r\n\r\n`,
    )
    await once(stuck, 'readable')
    stuck.pause()
    const [me, them] = [await ownerOf(meera), await ownerOf(ravi)]
    const words = 'x'.repeat(1000)
    let sent = 0
    while (streams.isListening(me) && sent < 100_000) {
      streams.publish(me, { data: { words, sent } })
      sent++
      if (sent % 100 === 0) await new Promise((done) => setImmediate(done))
    }
    expect([streams.isListening(me), streams.counts().tooSlow]).toEqual([false, 1])
    streams.publish(them, { id: 'n-1', data: 'still here' })
    await reading.until(() => (reading.events.at(-1) === 'id: n-1\ndata: "still here"' ? true : null))
    stuck.destroy()
  })

  test('ends when the server does', async () => {
    const stream = await open(await server.enter('meera'))
    const closing = server.app.close()
    expect(await stream.closed).toEqual('closed')
    await closing
  })
})

describe('an event', () => {
  /** As a browser parses it: fields of lines, the lines of `data` joined. */
  const parse = (text: string): Record<string, string> => {
    const fields: Record<string, string> = {}
    for (const line of text.split(/\r\n|\n|\r/)) {
      if (line === '') continue
      const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
      fields[name] = fields[name] === undefined ? value : `${fields[name]}\n${value}`
    }
    return fields
  }

  test('carries any text as it is, whatever lines and words it holds', () => {
    const control = fc.constantFrom(
      '\n',
      '\r',
      '\r\n',
      '\n\n',
      'data: x',
      'event: y',
      'id: z',
      'heartbeat',
      '\0',
      '\u2028',
    )
    const texts = fc.array(fc.oneof(control, fc.string()), { maxLength: 6 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.array(texts), (said) => {
        const fields = parse(printEvent({ id: 'n-1', data: { said } }))
        expect([Object.keys(fields), fields.id, JSON.parse(fields.data ?? '')]).toEqual([
          ['id', 'data'],
          'n-1',
          { said },
        ])
      }),
    )
  })

  test.each([
    'Heartbeat breakout',
    'heartbeat',
    'HEARTBEAT',
    '\\heartbeat',
    '\\u00heartbeat',
    'heheartbeatbeat',
  ])('that says %j does not hold the word in its bytes', (said) => {
    const text = printEvent({ data: { [said]: said } })
    expect([/heartbeat/i.test(text), JSON.parse(text.slice('data: '.length))]).toEqual([
      false,
      { [said]: said },
    ])
  })

  test('whose name or id is not one line is a fault of ours', () => {
    expect(() => printEvent({ id: 'a\ndata: b', data: 1 })).toThrow(
      new TypeError('an event\'s name or id is not one line: "a\\ndata: b"'),
    )
  })
})
