import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createClientAddress } from '../../../server/http/client-address.ts'
import { connectionLimitsFor } from '../../../server/http/connection-limits.ts'
import { type Connections, createConnections } from '../../../server/http/connections.ts'
import { createLog } from '../../../server/log.ts'
import { Refusal } from '../../../server/refusal.ts'
import { createSecretWatch } from '../../../server/services/secret-watch.ts'
import type { UserId } from '../../../server/user.ts'
import { HOST, type Session, sessionHeaders, startServer } from '../../support/server.ts'
import { listen } from '../push/connections.ts'
import { openSocket, readRaw } from './raw-socket.ts'

const LIMITS = {
  total: 12,
  strangers: 6,
  strangersPerAddress: 3,
  perUser: 4,
  bodyMs: 10_000,
  stallMs: 15_000,
  uploadBytes: 1000,
}
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const SLOW = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999\r\n\r\n{'

const sockets: Socket[] = []
const servers: Server[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

/** Answers a call with its user's name once its body is there; `X-User` signs in, `X-Upload` may take its time. */
const start = async (limits: Partial<typeof LIMITS> = {}, proxies: readonly string[] = []) => {
  let at = 0
  const addresses = createClientAddress(proxies)
  const connections = createConnections({
    limits: { ...LIMITS, ...limits },
    addresses,
    log: createLog({ level: 'silent', secrets: createSecretWatch(), write: () => {} }),
    now: () => at,
  })
  const server = createServer((request, response) => {
    const user = String(request.headers['x-user'] ?? '')
    try {
      if (user === '') response.once('close', connections.enter(request.socket, addresses.of(request)))
      else connections.claim(request.socket, user as UserId)
    } catch (error) {
      response.writeHead(error instanceof Refusal ? 429 : 500).end()
      return
    }
    if (request.headers['x-upload'] !== undefined) connections.allowUpload(request)
    if (request.url === '/large') response.end(Buffer.alloc(40_000_000))
    else request.on('end', () => response.end(user)).resume()
  })
  servers.push(server)
  connections.watch(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    connections,
    server,
    later: (ms: number): void => {
      at += ms
      connections.sweep()
    },
    /** A connection the server knows of, after it was sent these bytes. */
    async open(from: string, bytes = ''): Promise<Socket> {
      const known = once(server, 'connection')
      const socket = await openSocket(port, from)
      sockets.push(socket)
      await known
      if (bytes === '') return socket
      const asked = once(server, 'request')
      socket.write(bytes)
      await asked
      return socket
    },
  }
}

const answerOf = async (socket: Socket): Promise<number> => {
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  return readRaw(bytes.toString()).status
}
const callAs = (user: string) => GET.replace('\r\n\r\n', `\r\nX-User: ${user}\r\n\r\n`)
const openOf = (connections: Connections) => {
  const { open, strangers } = connections.counts()
  return { open, strangers }
}

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

  test('whose body does not come in ten seconds is told so and closed', async () => {
    const { later, open } = await start()
    const socket = await open('127.0.0.2', SLOW)
    later(LIMITS.bodyMs - 1)
    expect(socket.destroyed).toEqual(false)
    const told = answerOf(socket)
    later(1)
    expect(await told).toEqual(408)
    await once(socket, 'close')
  })

  test('that uploads may take longer while it goes on, and is closed when it does not', async () => {
    const { later, open, server, connections } = await start()
    const head = SLOW.replace('\r\n\r\n', '\r\nX-User: meera\r\nX-Upload: 1\r\n\r\n')
    const asked = once(server, 'request') as Promise<[IncomingMessage]>
    const socket = await open('127.0.0.2', head)
    const [request] = await asked
    for (let n = 0; n < 5; n++) {
      const came = once(request, 'data')
      socket.write('x'.repeat(LIMITS.uploadBytes))
      await came
      later(LIMITS.stallMs - 1)
    }
    expect([socket.destroyed, connections.counts().slowBodies]).toEqual([false, 0])
    const told = answerOf(socket)
    later(LIMITS.stallMs)
    expect([await told, connections.counts().slowBodies]).toEqual([408, 1])
  })

  test('that takes nothing of its answer for a quarter of a minute is cut', async () => {
    const { later, open, connections } = await start()
    const socket = await open('127.0.0.2', '')
    socket.pause()
    socket.write(GET.replace('/', '/large').replace('\r\n\r\n', '\r\nX-User: meera\r\n\r\n'))
    await once(servers.at(-1) as Server, 'request')
    later(0)
    later(LIMITS.stallMs)
    socket.resume()
    await once(socket, 'close')
    expect(connections.counts().slowReaders).toEqual(1)
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
