import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../../ports.ts'
import { Refusal } from '../../refusal.ts'
import type { UserId } from '../../user.ts'
import { failSocket } from '../raw-answer.ts'
import { addressGroup, type ClientAddress } from './client-address.ts'
import type { ConnectionLimits } from './connection-limits.ts'

const LOOK_MS = 1000
const TELL_MS = 60_000

/** A trusted proxy carries the calls of many clients, so those are counted instead. */
type Holder =
  | { readonly kind: 'stranger'; readonly group: string }
  | { readonly kind: 'user'; readonly id: UserId }
  | { readonly kind: 'proxy' }

interface Connection {
  readonly socket: Socket
  readonly address: string
  holder: Holder
  call: { readonly request: IncomingMessage; readonly response: ServerResponse } | null
  since: number
  isUpload: boolean
  /** Bytes received when the upload was last fast enough. */
  received: number
  receivedAt: number
  answering: number
  sent: number
  sentAt: number
}

const TIMED_OUT = { status: 408, code: 'TIMEOUT', message: 'The request took too long to arrive' } as const

const addTo = <Key>(groups: Map<Key, Set<Connection>>, key: Key, connection: Connection): Set<Connection> => {
  const own = groups.get(key) ?? new Set()
  groups.set(key, own.add(connection))
  return own
}

const removeFrom = <Key>(groups: Map<Key, Set<Connection>>, key: Key, connection: Connection): void => {
  const own = groups.get(key)
  if (own?.delete(connection) === true && own.size === 0) groups.delete(key)
}

const isAwaitingBody = ({ call }: Connection): boolean => call !== null && !call.request.complete

const findStranger = (own: Iterable<Connection>): Connection | null => {
  let first: Connection | null = null
  for (const connection of own) {
    if (connection.answering === 0 || isAwaitingBody(connection)) return connection
    first ??= connection
  }
  return first
}

const findIdle = (own: Iterable<Connection>): Connection | null => {
  for (const connection of own) if (connection.answering === 0) return connection
  return null
}

const largest = <Key>(groups: ReadonlyMap<Key, Set<Connection>>): Set<Connection> => {
  let most: Set<Connection> = new Set()
  for (const own of groups.values()) if (own.size > most.size) most = own
  return most
}

/** A full share drops its least recently used connection, so that a sign-in always gets in. */
export const createConnections = ({
  limits,
  addresses,
  log,
  now = () => performance.now(),
}: {
  readonly limits: ConnectionLimits
  readonly addresses: ClientAddress
  readonly log: Log
  /** Monotonic ms. */
  readonly now?: () => number
}) => {
  const open = new Map<Socket, Connection>()
  const strangers = new Map<string, Set<Connection>>()
  const users = new Map<UserId, Set<Connection>>()
  /** Unanswered calls of strangers behind a trusted proxy, by address group. */
  const proxied = new Map<string, number>()
  const counts = { evicted: 0, refused: 0, slowBodies: 0, slowReaders: 0 }
  let strangerCount = 0

  const hold = (connection: Connection): void => {
    const { holder } = connection
    if (holder.kind === 'stranger') {
      addTo(strangers, holder.group, connection)
      strangerCount++
    } else if (holder.kind === 'user') addTo(users, holder.id, connection)
  }

  const release = (connection: Connection): void => {
    const { holder } = connection
    if (holder.kind === 'stranger') {
      removeFrom(strangers, holder.group, connection)
      strangerCount--
    } else if (holder.kind === 'user') removeFrom(users, holder.id, connection)
  }

  const forget = (socket: Socket): void => {
    const connection = open.get(socket)
    if (connection === undefined) return
    open.delete(socket)
    release(connection)
  }

  const evict = (connection: Connection | null): boolean => {
    if (connection === null) return false
    counts.evicted++
    forget(connection.socket)
    connection.socket.destroy()
    return true
  }

  const makeRoom = (group: string): void => {
    const own = strangers.get(group)
    if (own !== undefined && own.size >= limits.strangersPerAddress) evict(findStranger(own))
    else if (strangerCount >= limits.strangers) evict(findStranger(largest(strangers)))
    else if (open.size >= limits.total)
      evict(strangerCount > 0 ? findStranger(largest(strangers)) : findIdle(largest(users)))
  }

  const opened = (socket: Socket): void => {
    const address = addresses.of({ socket, headers: {} })
    const isProxy = addresses.isProxy(address)
    if (!isProxy) makeRoom(addressGroup(address))
    if (open.size >= limits.total) {
      counts.refused++
      socket.destroy()
      return
    }
    const at = now()
    const connection: Connection = {
      socket,
      address,
      holder: isProxy ? { kind: 'proxy' } : { kind: 'stranger', group: addressGroup(address) },
      call: null,
      since: at,
      isUpload: false,
      received: 0,
      receivedAt: at,
      answering: 0,
      sent: 0,
      sentAt: at,
    }
    open.set(socket, connection)
    hold(connection)
    socket.once('close', () => forget(socket))
  }

  const asked = (request: IncomingMessage, response: ServerResponse): void => {
    const connection = open.get(request.socket)
    if (connection === undefined) return
    connection.call = { request, response }
    connection.since = now()
    connection.isUpload = false
    connection.answering++
    response.once('close', () => {
      connection.answering--
    })
    // Reinserted as the most recently used.
    release(connection)
    hold(connection)
  }

  const cutSlowBody = (connection: Connection, at: number): void => {
    const { call, socket } = connection
    if (call === null) return
    const { request, response } = call
    if (request.complete) {
      connection.call = null
      return
    }
    if (connection.isUpload) {
      // With a full buffer it is the server that is slow.
      const isWaitingForUs = request.readableLength >= request.readableHighWaterMark
      if (isWaitingForUs || socket.bytesRead - connection.received >= limits.uploadBytes) {
        connection.received = socket.bytesRead
        connection.receivedAt = at
        return
      }
      if (at - connection.receivedAt < limits.stallMs) return
    } else if (at - connection.since < limits.bodyMs) return
    counts.slowBodies++
    forget(socket)
    if (response.headersSent) socket.destroy()
    else failSocket(socket, TIMED_OUT)
  }

  const cutSlowReader = (connection: Connection, at: number): void => {
    const { socket } = connection
    const sent = socket.bytesWritten - socket.writableLength
    if (socket.writableLength === 0 || sent > connection.sent) {
      connection.sent = sent
      connection.sentAt = at
    } else if (at - connection.sentAt >= limits.stallMs) {
      counts.slowReaders++
      forget(socket)
      socket.destroy()
    }
  }

  const cutSlow = (): void => {
    const at = now()
    for (const connection of [...open.values()]) {
      cutSlowBody(connection, at)
      cutSlowReader(connection, at)
    }
  }

  let told = 0
  let toldAt = Number.NEGATIVE_INFINITY
  const timer = setInterval(() => {
    cutSlow()
    const cut = counts.evicted + counts.refused + counts.slowBodies + counts.slowReaders
    if (cut === told || now() - toldAt < TELL_MS) return
    told = cut
    toldAt = now()
    log.warn({ ...counts, open: open.size, strangers: strangerCount }, 'connections were cut')
  }, LOOK_MS)
  timer.unref()

  return {
    watch(server: Server): void {
      server.on('connection', opened)
      server.prependListener('request', asked)
    },

    /** The new owner of the socket has limits of its own. */
    letGo: forget,

    /** Throws Refusal when the user has too many busy connections. */
    claim(socket: Socket, user: UserId): void {
      const connection = open.get(socket)
      if (connection === undefined || connection.holder.kind === 'proxy') return
      if (connection.holder.kind === 'user' && connection.holder.id === user) return
      release(connection)
      connection.holder = { kind: 'user', id: user }
      hold(connection)
      const own = users.get(user)
      if (own === undefined || own.size <= limits.perUser) return
      if (evict(findIdle(own))) return
      throw new Refusal('tooMany', 'Too many connections, close another window', {
        retryAfterSeconds: 1,
      })
    },

    /** Counts a stranger's call through a trusted proxy. Returns its release. Throws Refusal at the limit. */
    enter(socket: Socket, address: string): () => void {
      if (open.get(socket)?.holder.kind !== 'proxy') return () => {}
      const group = addressGroup(address)
      const count = proxied.get(group) ?? 0
      if (count >= limits.strangersPerAddress)
        throw new Refusal('tooMany', 'Too many requests, slow down', { retryAfterSeconds: 1 })
      proxied.set(group, count + 1)
      return () => {
        const left = (proxied.get(group) ?? 1) - 1
        if (left === 0) proxied.delete(group)
        else proxied.set(group, left)
      }
    },

    allowUpload(request: IncomingMessage): void {
      const connection = open.get(request.socket)
      if (connection === undefined || connection.call?.request !== request) return
      connection.isUpload = true
      connection.received = request.socket.bytesRead
      connection.receivedAt = now()
    },

    cutSlow,
    counts: () => ({ ...counts, open: open.size, strangers: strangerCount }),
    close: () => clearInterval(timer),
  }
}

export type Connections = ReturnType<typeof createConnections>
