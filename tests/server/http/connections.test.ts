import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { connectionLimitsFor } from '../../../server/http/limits/connection-limits.ts'
import {
  answerOf,
  callAs,
  endConnections,
  GET,
  LIMITS,
  openOf,
  SLOW,
  sockets,
  start,
} from '../../support/server/connection-server.ts'
import { listen } from '../../support/server/connections.ts'
import { openSocket } from '../../support/server/raw-socket.ts'
import { HOST, type Session, sessionHeaders, startServer } from '../../support/server/server.ts'

afterEach(endConnections)

describe('connections of strangers', () => {
  test('of one address are bounded: the one used longest ago gives way', async () => {
    const { connections, open } = await start()
    const first = await open('127.0.0.2')
    const gone = once(first, 'close')
    const second = await open('127.0.0.2', SLOW)
    await open('127.0.0.2')
    await open('127.0.0.2')
    await gone
    expect([openOf(connections), first.destroyed, second.destroyed]).toEqual([
      { open: 3, strangers: 3 },
      true,
      false,
    ])
  })

  test('of many addresses are bounded together, and the address that has most gives way', async () => {
    const { connections, open } = await start()
    const many = [await open('127.0.0.2'), await open('127.0.0.2'), await open('127.0.0.2')]
    const few = [await open('127.0.0.3'), await open('127.0.0.4'), await open('127.0.0.5')]
    const gone = once(many[0] as Socket, 'close')
    await open('127.0.0.6')
    await gone
    expect([openOf(connections), few.map((socket) => socket.destroyed)]).toEqual([
      { open: 6, strangers: 6 },
      [false, false, false],
    ])
  })

  test('never take the place of those who are signed in, from the same address', async () => {
    const { connections, open } = await start()
    const mine = await open('127.0.0.2', callAs('meera'))
    expect(await answerOf(mine)).toEqual(200)
    for (let n = 0; n < 30; n++) await open(`127.0.0.${2 + (n % 5)}`, n % 2 === 0 ? SLOW : '')
    mine.write(callAs('meera'))
    expect([await answerOf(mine), openOf(connections)]).toEqual([200, { open: 7, strangers: 6 }])
    const another = await open('127.0.0.2', callAs('meera'))
    expect(await answerOf(another)).toEqual(200)
  })

  test('that are being answered give way after those that wait for a body', async () => {
    const { open, server } = await start()
    const answered = await open('127.0.0.2', GET.replace('/', '/large'))
    answered.pause()
    const slow = await open('127.0.0.2', SLOW)
    const gone = once(slow, 'close')
    await open('127.0.0.2')
    await open('127.0.0.2')
    await gone
    expect([answered.destroyed, server.listening]).toEqual([false, true])
  })

  test('behind a trusted proxy are counted by client and not by the proxy', async () => {
    const { open } = await start({ strangersPerAddress: 1 }, ['127.0.0.2'])
    const slowFor = (client: string) => SLOW.replace('\r\n\r\n', `\r\nX-Forwarded-For: ${client}\r\n\r\n`)
    const held = [await open('127.0.0.2', slowFor('10.0.0.1')), await open('127.0.0.2', slowFor('10.0.0.2'))]
    const refused = await open('127.0.0.2', slowFor('9.9.9.9, 10.0.0.1'))
    expect([await answerOf(refused), held.map((socket) => socket.destroyed)]).toEqual([429, [false, false]])
  })

  test('behind a trusted proxy are counted until they are answered', async () => {
    const { open, server } = await start({ strangersPerAddress: 1 }, ['127.0.0.2'])
    const statuses: number[] = []
    for (let n = 0; n < 3; n++) {
      const over = new Promise<void>((resolve) =>
        server.once('request', (_, response) => response.once('close', resolve)),
      )
      const call = await open('127.0.0.2', GET.replace('\r\n\r\n', '\r\nX-Forwarded-For: 10.0.0.1\r\n\r\n'))
      statuses.push(await answerOf(call))
      await over
    }
    expect(statuses).toEqual([200, 200, 200])
  })

  test('give way where all places are taken, then idle ones of users; where all are in use the new one is refused', async () => {
    const { connections, open, server } = await start({ total: 3, perUser: 3 })
    const busy = (user: string) => SLOW.replace('\r\n\r\n', `\r\nX-User: ${user}\r\n\r\n`)
    const own = [await open('127.0.0.2', callAs('ravi')), await open('127.0.0.2')] as const
    await answerOf(own[0])
    own[1].write(callAs('ravi'))
    await answerOf(own[1])
    const stranger = await open('127.0.0.3')
    const strangerGone = once(stranger, 'close')
    const held = [await open('127.0.0.2', busy('meera'))]
    await strangerGone
    expect([own.map((socket) => socket.destroyed), openOf(connections)]).toEqual([
      [false, false],
      { open: 3, strangers: 0 },
    ])
    const idleGone = once(own[0], 'close')
    held.push(await open('127.0.0.2', busy('meera')))
    await idleGone
    const asked = once(server, 'request')
    own[1].write(busy('ravi'))
    await asked
    held.push(own[1])
    const refused = await open('127.0.0.4')
    await once(refused, 'close')
    expect([held.map((socket) => socket.destroyed), connections.counts()]).toEqual([
      [false, false, false],
      { evicted: 2, refused: 1, slowBodies: 0, slowReaders: 0, open: 3, strangers: 0 },
    ])
  })
})

describe('a connection', () => {
  test('of a user beyond the bound takes the place of an idle one, or is refused', async () => {
    const { open } = await start()
    const own: Socket[] = []
    for (let n = 0; n < 4; n++) {
      own.push(await open('127.0.0.2', callAs('meera')))
      await answerOf(own[n] as Socket)
    }
    const gone = once(own[0] as Socket, 'close')
    const busy = SLOW.replace('\r\n\r\n', '\r\nX-User: meera\r\n\r\n')
    await open('127.0.0.2', busy)
    await gone
    for (let n = 0; n < 3; n++) await open('127.0.0.2', busy)
    const fifth = await open('127.0.0.2', callAs('meera'))
    const other = await open('127.0.0.2', callAs('ravi'))
    expect([await answerOf(fifth), await answerOf(other)]).toEqual([429, 200])
  })
})

describe('the bounds of connections', () => {
  test('stay below the descriptors of the process and leave room for files', () => {
    expect([512, 1024, 1_000_000].map((most) => connectionLimitsFor(most))).toEqual(
      [
        [416, 208, 100],
        [928, 464, 100],
        [8192, 4096, 100],
      ].map(([total, strangers, strangersPerAddress]) => ({
        total,
        strangers,
        strangersPerAddress,
        perUser: 64,
        bodyMs: 10_000,
        stallMs: 15_000,
        uploadBytes: 245_760,
      })),
    )
  })

  test('hold on the real server: a trader is served while strangers hold all they can', async () => {
    const server = await startServer({
      parts: () => ({
        connectionLimits: { ...LIMITS, total: 40, strangers: 20, strangersPerAddress: 10, perUser: 8 },
      }),
    })
    const port = Number((await listen(server)).split(':')[1])
    const session = await server.enter('meera')
    const ask = (mine: Session) =>
      `GET /api/get_user HTTP/1.1\r\nHost: ${HOST}\r\n${Object.entries(sessionHeaders(mine))
        .filter(([name]) => name !== 'host')
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`
    const mine = await openSocket(port)
    sockets.push(mine)
    mine.write(ask(session))
    const statuses = [await answerOf(mine)]
    for (let n = 0; n < 60; n++) {
      const stranger = await openSocket(port, `127.0.0.${1 + (n % 6)}`)
      sockets.push(stranger)
      stranger.write(
        `POST /api/login HTTP/1.1\r\nHost: ${HOST}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{`,
      )
      if (n % 10 !== 0) continue
      mine.write(ask(session))
      const fresh = await openSocket(port)
      sockets.push(fresh)
      fresh.write(ask(session))
      statuses.push(await answerOf(mine), await answerOf(fresh))
    }
    expect([statuses, statuses.length]).toEqual([Array(13).fill(200), 13])
    for (const socket of sockets.splice(0)) socket.destroy()
    await server.close()
  })
})
