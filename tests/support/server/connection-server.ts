import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { createClientAddress } from '../../../server/http/limits/client-address.ts'
import { type Connections, createConnections } from '../../../server/http/limits/connections.ts'
import { createLog } from '../../../server/log.ts'
import { Refusal } from '../../../server/refusal.ts'
import { createSecretWatch } from '../../../server/services/session/secret-watch.ts'
import type { UserId } from '../../../server/user.ts'
import { openSocket, readRaw } from './raw-socket.ts'

export const LIMITS = {
  total: 12,
  strangers: 6,
  strangersPerAddress: 3,
  perUser: 4,
  bodyMs: 10_000,
  stallMs: 15_000,
  uploadBytes: 1000,
}
export const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
export const SLOW = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999\r\n\r\n{'
export const UPLOAD = SLOW.replace('\r\n\r\n', '\r\nX-User: meera\r\nX-Upload: 1\r\n\r\n')

const PIECE = Buffer.alloc(64 * 1024)

export const sockets: Socket[] = []
export const servers: Server[] = []
export const endConnections = (): void => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) server.close()
}

/** Answers a call with its user's name once its body is there; `X-User` signs in, `X-Upload` may take its time. */
export const start = async (limits: Partial<typeof LIMITS> = {}, proxies: readonly string[] = []) => {
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
    else if (request.url === '/pieces') Readable.from(Array(1600).fill(PIECE)).pipe(response)
    else if (request.url === '/busy') request.pause()
    else request.on('end', () => response.end(user)).resume()
  })
  servers.push(server)
  connections.watch(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    connections,
    server,
    pass: (ms: number): void => {
      at += ms
    },
    later: (ms: number): void => {
      at += ms
      connections.cutSlow()
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

export const answerOf = async (socket: Socket): Promise<number> => {
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  return readRaw(bytes.toString()).status
}
export const callAs = (user: string) => GET.replace('\r\n\r\n', `\r\nX-User: ${user}\r\n\r\n`)
export const openOf = (connections: Connections) => {
  const { open, strangers } = connections.counts()
  return { open, strangers }
}
