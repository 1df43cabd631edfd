import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { statusOf } from '../../../../src/contract/error-table.ts'
import {
  QUOTES_PATH,
  QUOTES_PROTOCOL,
  quoteCloseCodes,
  TICKET_PROTOCOL_PREFIX,
} from '../../../../src/contract/quotes/quote-messages.ts'
import type { Log } from '../../../ports.ts'
import type { QuoteSockets } from '../../../quotes/quote-sockets.ts'
import { Refusal } from '../../../refusal.ts'
import type { Tickets } from '../../../services/notifications/stream-tickets.ts'
import type { Caller } from '../../../services/session/caller.ts'
import type { SessionWatch } from '../../../services/session/session-watch.ts'
import { createTally } from '../../../tally.ts'
import type { UserId } from '../../../user.ts'
import type { BindingCookie } from '../../binding-cookie.ts'
import type { ClientAddress } from '../../limits/client-address.ts'
import type { Connections } from '../../limits/connections.ts'
import type { createRefusedKnocks } from '../../limits/refused-knocks.ts'
import { failSocket, type RawFailure } from '../../raw-answer.ts'
import { isOurs } from '../../same-origin.ts'
import type { AdmitConnection } from '../shell/tickets.ts'

export interface QuoteSocketLimits {
  readonly perUser: number
  readonly perAddress: number
}

/** Per user, twelve browsers, or six windows on two machines where windows cannot share a socket. */
export const DEFAULT_QUOTE_SOCKETS: QuoteSocketLimits = { perUser: 12, perAddress: 200 }

const answers = {
  nothing: { code: 'NOT_FOUND', message: 'Not found' },
  host: {
    code: 'UNKNOWN_HOST',
    message: 'Unknown host name; add it to ALLOWED_HOSTS',
  },
  origin: {
    code: 'CROSS_SITE',
    message: "This socket is for the console's own page only",
  },
  handshake: {
    code: 'MALFORMED',
    message: `This is no WebSocket handshake of version 13 for ${QUOTES_PROTOCOL}`,
  },
  ticket: {
    code: 'UNAUTHORIZED',
    message: 'Unauthorized: the ticket is not valid for this socket, get a new one',
  },
  tooMany: {
    code: 'TOO_MANY_WINDOWS',
    message: 'Too many quote connections, close another window',
    retryAfterSeconds: 5,
  },
  slowDown: {
    code: 'TOO_MANY',
    message: 'Too many requests, slow down',
    retryAfterSeconds: 5,
  },
  away: {
    code: 'UNAVAILABLE',
    message: 'Quotes are unavailable right now, try again',
    retryAfterSeconds: 5,
  },
} as const satisfies Record<string, RawFailure>

const KEY = /^[A-Za-z0-9+/]{22}==$/

interface Asked {
  readonly key: string
  readonly ticket: string
}

const readHandshake = ({ method, headers }: IncomingMessage): Asked | null => {
  const key = headers['sec-websocket-key'] ?? ''
  const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((text) => text.trim())
  const ticket = protocols.find((text) => text.startsWith(TICKET_PROTOCOL_PREFIX))
  const isSound =
    method === 'GET' &&
    headers.upgrade?.toLowerCase() === 'websocket' &&
    headers['sec-websocket-version'] === '13' &&
    KEY.test(key) &&
    protocols.includes(QUOTES_PROTOCOL)
  return isSound ? { key, ticket: ticket?.slice(TICKET_PROTOCOL_PREFIX.length) ?? '' } : null
}

export interface QuoteDoorParts {
  readonly quotes: QuoteSockets
  readonly tickets: Tickets
  readonly sessions: SessionWatch
  readonly cookie: BindingCookie
  readonly isOurHost: (header: string | undefined) => boolean
  readonly addresses: ClientAddress
  readonly connections: Pick<Connections, 'letGo'>
  readonly limits: QuoteSocketLimits
  /** Beyond its limit an address learns no reason and is not logged. */
  readonly refused: ReturnType<typeof createRefusedKnocks>
  readonly log: Log
}

export const quoteRoutes = (app: FastifyInstance, parts: QuoteDoorParts): AdmitConnection => {
  const { quotes, tickets, sessions, cookie, limits, connections, log } = parts
  const users = createTally<UserId>()
  const addresses = createTally<string>()

  const isFull = (user: UserId, address: string): boolean =>
    users.of(user) >= limits.perUser || addresses.of(address) >= limits.perAddress

  const admit = (request: IncomingMessage, address: string): RawFailure | { caller: Caller; key: string } => {
    const { headers } = request
    if (request.url?.split('?', 1)[0] !== QUOTES_PATH) return answers.nothing
    if (!parts.isOurHost(headers.host)) return answers.host
    if (headers.origin === undefined || !isOurs(headers.origin, headers.host)) return answers.origin
    const asked = readHandshake(request)
    if (asked === null) return answers.handshake
    if (!quotes.isReady()) return answers.away
    const binding = cookie.readFrom(request, app.parseCookie(headers.cookie ?? ''))
    const caller = binding === null ? null : tickets.redeem(asked.ticket, 'quotes', binding)
    if (caller === null) return answers.ticket
    if (isFull(caller.user.id, address)) return answers.tooMany
    return { caller, key: asked.key }
  }

  app.server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    connections.letGo(socket)
    const address = parts.addresses.of(request)
    const admitted = admit(request, address)
    if ('code' in admitted) {
      const { isBeyond, isFirstBeyond } = parts.refused.add(address)
      const answer = isBeyond ? answers.slowDown : admitted
      if (!isBeyond || isFirstBeyond)
        log.info(
          { route: QUOTES_PATH, status: statusOf(answer.code), code: answer.code },
          'quote socket refused',
        )
      failSocket(socket, answer)
      return
    }
    const { caller, key } = admitted
    users.add(caller.user.id)
    addresses.add(address)
    let release = (): void => {}
    let isOver = false
    const close = quotes.take(socket, { user: caller.user.id, key, head }, () => {
      if (isOver) return
      isOver = true
      release()
      users.remove(caller.user.id)
      addresses.remove(address)
    })
    if (!isOver) {
      release = sessions.hold(caller, () => close(quoteCloseCodes.sessionEnded, 'the session has ended'))
    }
    log.info({ route: QUOTES_PATH, status: 101 }, 'quote socket')
  })

  // A closing listener waits for upgraded sockets too.
  app.addHook('preClose', () => quotes.close())

  return (user, address) => {
    if (!isFull(user, address)) return
    const { message, code, retryAfterSeconds } = answers.tooMany
    throw new Refusal(code, message, { retryAfterSeconds })
  }
}
