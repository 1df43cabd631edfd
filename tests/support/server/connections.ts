import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket } from 'ws'
import type * as z from 'zod/mini'
import { createTicket, notificationStream } from '../../../src/contract/notifications/notifications.ts'
import { decodeQuotes, type QuoteTick } from '../../../src/contract/quotes/quote-frame.ts'
import { QuoteText } from '../../../src/contract/quotes/quote-messages.ts'
import { BINDING, dataOf, type Session, type TestServer, urlOf } from './server.ts'

/** The server on a port of its own; answers `127.0.0.1:PORT`. */
export const listen = async (server: TestServer): Promise<string> => {
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  return `127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
}

export const takeTicket = async (
  server: TestServer,
  session: Session,
  purpose: 'stream' | 'quotes',
): Promise<string> => {
  const answer = await server.call(session, createTicket, { body: { purpose } })
  return dataOf(createTicket, answer).ticket
}

/** Waits until `look` answers something, asking again whenever it is told that something happened. */
const createWaiting = () => {
  const looks = new Set<() => void>()
  return {
    wake: (): void => {
      for (const look of looks) look()
    },
    until: <Found>(find: () => Found | null): Promise<Found> =>
      new Promise((done) => {
        const look = (): void => {
          const found = find()
          if (found === null) return
          looks.delete(look)
          done(found)
        }
        looks.add(look)
        look()
      }),
  }
}

export interface QuoteClient {
  readonly socket: WebSocket
  /** Ticks in the order they came, and `null` for a heartbeat. */
  readonly ticks: (QuoteTick | null)[]
  readonly texts: z.output<typeof QuoteText>[]
  readonly closed: Promise<number>
  subscribe(...symbols: readonly string[]): void
  until<Found>(find: () => Found | null): Promise<Found>
}

interface Knock {
  readonly ticket?: string
  readonly session?: Session
  readonly headers?: Readonly<Record<string, string>>
  readonly origin?: string | null
  readonly path?: string
  readonly protocols?: readonly string[]
}

const dial = (host: string, knock: Knock): WebSocket => {
  const { ticket, session, headers, path = '/quotes/v2' } = knock
  const origin = knock.origin === undefined ? `http://${host}` : knock.origin
  return new WebSocket(
    `ws://${host}${path}`,
    [...(knock.protocols ?? ['quote.v2', ...(ticket === undefined ? [] : [`t.${ticket}`])])],
    {
      headers: {
        ...(session === undefined ? {} : { cookie: `${BINDING}=${session.binding}` }),
        ...(origin === null ? {} : { origin }),
        ...headers,
      },
    },
  )
}

/** The status a handshake is refused with, or 101. */
export const statusOf = (host: string, knock: Knock): Promise<number> =>
  new Promise((done, failed) => {
    const socket = dial(host, knock)
    socket.once('open', () => {
      done(101)
      socket.terminate()
    })
    socket.once('unexpected-response', (_, response) => {
      done(response.statusCode ?? 0)
      response.resume()
    })
    socket.on('error', failed)
  })

export const openQuotes = async (host: string, knock: Knock): Promise<QuoteClient> => {
  const socket = dial(host, knock)
  const ticks: (QuoteTick | null)[] = []
  const texts: z.output<typeof QuoteText>[] = []
  const { wake, until } = createWaiting()
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) {
      const came = decodeQuotes(Uint8Array.from(data).buffer)
      ticks.push(...(came.length === 0 ? [null] : came))
    } else texts.push(QuoteText.parse(JSON.parse(data.toString())))
    wake()
  })
  const closed = new Promise<number>((done) => {
    socket.once('close', (code) => done(code))
  })
  await new Promise<void>((done, failed) => {
    socket.once('open', done)
    socket.once('error', failed)
  })
  socket.on('error', () => {})
  return {
    socket,
    ticks,
    texts,
    closed,
    until,
    subscribe: (...symbols) =>
      socket.send(
        JSON.stringify(
          symbols.map((symbol) => {
            const [segment, name] = symbol.split('_')
            return {
              stream_type: 'quote',
              action: 'subscribe',
              segment,
              symbol: name,
              user_uuid: 'label',
              broker: 'paper',
            }
          }),
        ),
      ),
  }
}

export interface StreamClient {
  readonly response: IncomingMessage
  /** Whole events as they came, without their last empty line. */
  readonly events: string[]
  readonly closed: Promise<'closed'>
  until<Found>(find: () => Found | null): Promise<Found>
  stop(): void
}

/** A notification stream as a browser opens it; resolves when its head has come. */
export const openStream = (
  host: string,
  token: string,
  session: Session | null,
  query: { readonly padded?: '1' } = {},
): Promise<StreamClient> =>
  new Promise((done, failed) => {
    const request = get(
      `http://${host}${urlOf(notificationStream, { token, ...query })}`,
      { agent: false, headers: session === null ? {} : { cookie: `${BINDING}=${session.binding}` } },
      (response) => {
        const { wake, until } = createWaiting()
        const events: string[] = []
        let rest = ''
        response.setEncoding('utf8')
        response.on('data', (text: string) => {
          const parts = (rest + text).split('\n\n')
          rest = parts.pop() ?? ''
          events.push(...parts)
          wake()
        })
        const closed = new Promise<'closed'>((end) => {
          response.once('close', () => end('closed'))
        })
        response.on('error', () => {})
        done({ response, events, closed, until, stop: () => request.destroy() })
      },
    )
    request.once('error', failed)
  })
