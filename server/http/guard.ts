import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { Refusal } from '../refusal.ts'
import type { Tickets } from '../services/notifications/stream-tickets.ts'
import type { Caller } from '../services/session/caller.ts'
import type { Sessions } from '../services/session/sessions.ts'
import type { TokenMisuse } from '../services/session/token-misuse.ts'
import type { BindingCookie } from './binding-cookie.ts'
import { findTypeProblem } from './content-type.ts'
import type { Connections } from './limits/connections.ts'
import type { LargeAnswers } from './limits/large-answers.ts'
import { refuseOutdatedPage } from './outdated-page.ts'
import { findForeignOrigin } from './same-origin.ts'

const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/

export const createGuard = (
  app: FastifyInstance,
  {
    sessions,
    cookie,
    tickets,
    misuse,
    connections,
    answers,
  }: {
    readonly sessions: Sessions
    readonly cookie: BindingCookie
    readonly tickets: Tickets
    readonly misuse: TokenMisuse
    readonly connections: Connections
    readonly answers: LargeAnswers
  },
): ((endpoint: Endpoint) => onRequestAsyncHookHandler) => {
  const count = app.createRateLimit()

  const limit = async (request: FastifyRequest): Promise<void> => {
    const verdict = await count(request)
    if (!verdict.isAllowed && verdict.isExceeded) {
      throw new Refusal('TOO_MANY', 'Too many requests, slow down', {
        retryAfterSeconds: verdict.ttlInSeconds,
      })
    }
  }

  const findCaller = async (request: FastifyRequest): Promise<Caller | null> => {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1]
    const binding = cookie.read(request)
    return token === undefined || binding === null ? null : sessions.find(token, binding)
  }

  let sessionTokensInAddress = 0

  /** Clients of the specification send the session's token instead of a ticket. */
  const findTicketHolder = async (request: FastifyRequest): Promise<Caller | null> => {
    const { token } = request.query as { readonly token?: unknown }
    const binding = cookie.read(request)
    if (typeof token !== 'string' || binding === null) return null
    const holder = tickets.redeem(token, 'stream', binding)
    if (holder !== null) return holder
    const caller = await sessions.find(token, binding)
    if (caller !== null) {
      sessionTokensInAddress++
      request.log.warn(
        { id: request.id, times: sessionTokensInAddress },
        'a stream was opened by a session token, not a ticket',
      )
    }
    return caller
  }

  const holdConnection = (request: FastifyRequest, reply: FastifyReply): void => {
    const { socket } = request.raw
    if (request.caller !== null) connections.claim(socket, request.caller.user.id)
    else reply.raw.once('close', connections.enter(socket, request.ip))
  }

  return (endpoint) => async (request, reply) => {
    if (endpoint.access === 'signedIn') request.caller = await findCaller(request)
    if (endpoint.access === 'ticket') request.caller = await findTicketHolder(request)
    holdConnection(request, reply)
    await limit(request)
    if (endpoint.access !== 'public' && request.caller === null) {
      const { token } = request.query as { readonly token?: unknown }
      if (endpoint.access === 'ticket' && typeof token === 'string')
        await misuse.look(token, { address: request.ip, request: request.id })
      const isGiven = endpoint.access === 'ticket' || request.headers.authorization !== undefined
      throw new Refusal(
        'UNAUTHORIZED',
        isGiven ? 'Unauthorized: the session has ended, sign in again' : 'Unauthorized: Token not found',
      )
    }
    if (request.caller?.mustChangePassword === true && !endpoint.servedWithGivenPassword) {
      throw new Refusal('PASSWORD_CHANGE_NEEDED', 'Choose your own password first')
    }
    if (endpoint.effect === 'changes') {
      const reason = findForeignOrigin(request.headers)
      if (reason !== null) {
        throw new Refusal('CROSS_SITE', `This call is for the console's own page only: ${reason}`)
      }
    }
    refuseOutdatedPage(endpoint, request.headers)
    const problem = findTypeProblem(request, endpoint)
    if (problem !== null) throw new Refusal('UNSUPPORTED_TYPE', problem)
    await answers.admit(request, reply)
    if (endpoint.bodyType === 'bytes') connections.allowUpload(request.raw)
  }
}
