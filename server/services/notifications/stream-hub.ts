import type { ServerResponse } from 'node:http'
import { STREAM_HEARTBEAT_MS, streamEvents } from '../../../src/contract/notifications/notifications.ts'
import { Refusal } from '../../refusal.ts'
import type { UserId } from '../../user.ts'

/** A slower reader is disconnected and fetches what it missed by a call. */
const WAITING_BYTES_MAX = 256 * 1024

/** Common proxies buffer less than this. */
const PADDING_BYTES = 16 * 1024

export interface StreamLimits {
  readonly perUser: number
  readonly perAddress: number
}

/** Per user, six windows on each of two machines. */
export const DEFAULT_STREAMS: StreamLimits = { perUser: 12, perAddress: 200 }

/** Without `event`, a plain message. `data` is JSON in wire names. */
export interface StreamEvent {
  readonly event?: string
  readonly id?: string
  readonly data: unknown
}

export type StreamOutlet = Pick<ServerResponse, 'write' | 'writableLength' | 'end' | 'destroy' | 'once'>

interface Stream {
  readonly owner: UserId
  readonly address: string
  readonly outlet: StreamOutlet
  readonly isPadded: boolean
}

// Clients of the specification drop every message that contains the word heartbeat. Escaping its `a` is safe:
// no escape sequence can hold the `he` before it.
const withoutControlWord = (json: string): string =>
  json.replace(
    /(he)(a)(rtbeat)/gi,
    (_, head: string, letter: string, tail: string) =>
      `${head}${letter === 'a' ? '\\u0061' : '\\u0041'}${tail}`,
  )

const ONE_LINE = /^[^\r\n\0]*$/

/** JSON holds no raw line break, so a text in it cannot begin a line of its own. */
export const printEvent = ({ event, id, data }: StreamEvent): string => {
  for (const line of [event ?? '', id ?? ''])
    if (!ONE_LINE.test(line))
      throw new TypeError(`an event's name or id is not one line: ${JSON.stringify(line)}`)
  return [
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    `data: ${withoutControlWord(JSON.stringify(data))}`,
    '\n',
  ].join('\n')
}

const HEARTBEAT = printEvent({ event: streamEvents.heartbeat, data: {} }).replace('\\u0061', 'a')

/** An SSE comment, which parsers drop. */
const PADDING = `:${' '.repeat(PADDING_BYTES)}\n\n`

/** Nothing is queued: an event is written or closes its stream. */
export const createStreamHub = ({ limits = DEFAULT_STREAMS }: { readonly limits?: StreamLimits } = {}) => {
  const streams = new Map<UserId, Set<Stream>>()
  const perAddress = new Map<string, number>()
  const counts = { opened: 0, refused: 0, tooSlow: 0 }

  const leave = (stream: Stream): void => {
    const own = streams.get(stream.owner)
    if (own?.delete(stream) !== true) return
    if (own.size === 0) streams.delete(stream.owner)
    const left = (perAddress.get(stream.address) ?? 1) - 1
    if (left === 0) perAddress.delete(stream.address)
    else perAddress.set(stream.address, left)
  }

  const send = (stream: Stream, event: string): void => {
    const text = stream.isPadded ? event + PADDING : event
    if (stream.outlet.writableLength + text.length > WAITING_BYTES_MAX) {
      counts.tooSlow++
      leave(stream)
      stream.outlet.destroy()
      return
    }
    stream.outlet.write(text)
  }

  const heartbeat = (): void => {
    for (const own of streams.values()) for (const stream of own) send(stream, HEARTBEAT)
  }
  const timer = setInterval(heartbeat, STREAM_HEARTBEAT_MS)
  timer.unref()

  return {
    /** Throws Refusal at the limit of streams per user or address. */
    admit(owner: UserId, address: string): void {
      if (
        (streams.get(owner)?.size ?? 0) < limits.perUser &&
        (perAddress.get(address) ?? 0) < limits.perAddress
      )
        return
      counts.refused++
      throw new Refusal('TOO_MANY_WINDOWS', 'Too many notification streams, close another window', {
        retryAfterSeconds: 5,
      })
    },

    /** Sends a heartbeat at once: a client without one suspects a buffering proxy and asks for padding. */
    open(
      owner: UserId,
      address: string,
      outlet: StreamOutlet,
      { isPadded = false }: { readonly isPadded?: boolean } = {},
    ): () => void {
      const stream: Stream = { owner, address, outlet, isPadded }
      const own = streams.get(owner) ?? new Set()
      streams.set(owner, own.add(stream))
      perAddress.set(address, (perAddress.get(address) ?? 0) + 1)
      counts.opened++
      outlet.once('close', () => leave(stream))
      send(stream, HEARTBEAT)
      return () => {
        leave(stream)
        outlet.end()
      }
    },

    publish(owner: UserId, event: StreamEvent): void {
      const own = streams.get(owner)
      if (own === undefined) return
      const text = printEvent(event)
      for (const stream of own) send(stream, text)
    },

    publishToAll(event: StreamEvent): void {
      const text = printEvent(event)
      for (const own of [...streams.values()]) for (const stream of [...own]) send(stream, text)
    },

    isListening: (owner: UserId): boolean => streams.has(owner),
    heartbeat,
    counts: () => ({ ...counts, open: [...streams.values()].reduce((sum, own) => sum + own.size, 0) }),

    close(): void {
      clearInterval(timer)
      for (const own of [...streams.values()]) {
        for (const stream of [...own]) {
          leave(stream)
          stream.outlet.end()
        }
      }
    },
  }
}

export type StreamHub = ReturnType<typeof createStreamHub>
