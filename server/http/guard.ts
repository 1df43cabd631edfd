import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { Refusal } from '../refusal.ts'
import type { Caller, Sessions } from '../services/sessions.ts'
import type { BindingCookie } from './binding-cookie.ts'
import { findTypeProblem } from './content-type.ts'
import { findForeignOrigin } from './same-origin.ts'

const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/

/** Everything a call must prove before its body is read: who, how often, from where, with what kind of body. */
export const createGuard = (
  app: FastifyInstance,
  { sessions, cookie }: { readonly sessions: Sessions; readonly cookie: BindingCookie },
): ((endpoint: Endpoint) => onRequestAsyncHookHandler) => {
  const count = app.createRateLimit()

  const limit = async (request: FastifyRequest): Promise<void> => {
    const verdict = await count(request)
    if (!verdict.isAllowed && verdict.isExceeded) {
      throw new Refusal('tooMany', 'Too many calls, slow down', { retryAfterSeconds: verdict.ttlInSeconds })
    }
  }

  const findCaller = async (request: FastifyRequest): Promise<Caller | null> => {
    const token = BEARER.exec(request.headers.authorization ?? '')?.[1]
    const binding = cookie.read(request)
    return token === undefined || binding === null ? null : sessions.find(token, binding)
  }

  return (endpoint) => async (request) => {
    if (endpoint.access === 'signedIn') request.caller = await findCaller(request)
    await limit(request)
    if (endpoint.access === 'signedIn' && request.caller === null) {
      throw new Refusal(
        'unauthorized',
        request.headers.authorization === undefined
          ? 'Token not found'
          : 'The session has ended, sign in again',
      )
    }
    if (endpoint.effect === 'changes') {
      const reason = findForeignOrigin(request.headers)
      if (reason !== null) {
        throw new Refusal('forbidden', `This call is for the console's own page only: ${reason}`, {
          code: 'CROSS_SITE',
        })
      }
    }
    const problem = findTypeProblem(request, endpoint)
    if (problem !== null) throw new Refusal('unsupportedType', problem)
  }
}
