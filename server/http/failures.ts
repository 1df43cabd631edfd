import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { WireCode } from '../../src/contract/error-codes.ts'
import { statusOf } from '../../src/contract/error-table.ts'
import { CONTRACT_VERSION } from '../../src/contract/version.ts'
import type { Log } from '../ports.ts'
import { Refusal } from '../refusal.ts'
import { isStoreAway, isStoreLost } from '../store/database/transaction.ts'
import { dataHeaders } from './raw-answer.ts'

interface Failure {
  readonly code: WireCode
  /** Absent: that of the code. */
  readonly status?: number
  readonly message: string
  readonly issues?: readonly string[]
  readonly retryAfterSeconds?: number
}

const NOTHING_HERE: Failure = { code: 'NOT_FOUND', message: 'Not found' }

/** The messages of the framework and the file server name parts of the request. */
const frameworkFailures: Readonly<Record<number, Failure>> = {
  400: {
    code: 'MALFORMED',
    message: 'The request cannot be read',
    issues: ['request: cannot be read'],
  },
  403: NOTHING_HERE,
  404: NOTHING_HERE,
  408: { code: 'TIMEOUT', message: 'The request took too long to arrive' },
  413: { code: 'TOO_LARGE', message: 'The body is too large' },
  414: { code: 'URL_TOO_LONG', message: 'The address is too long' },
  415: { code: 'UNSUPPORTED_TYPE', message: 'This body type is not supported' },
  503: { code: 'UNAVAILABLE', message: 'The server is busy, try again', retryAfterSeconds: 1 },
}

const STORE_RETRY_SECONDS = 5

const toFailure = (error: FastifyError | Refusal, request: FastifyRequest): Failure | null => {
  if (error instanceof Refusal) {
    const { code, status, message, issues } = error
    return {
      code,
      status,
      message,
      ...(issues.length === 0 ? {} : { issues }),
      ...(error.retryAfterSeconds === null ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    }
  }
  if (isStoreAway(error)) {
    return {
      code: 'UNAVAILABLE',
      message: request.routeOptions.config.endpoint?.failure ?? 'The server cannot reach its database',
      retryAfterSeconds: STORE_RETRY_SECONDS,
    }
  }
  return frameworkFailures[error.statusCode ?? 500] ?? null
}

const send = (request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply => {
  if (failure.retryAfterSeconds !== undefined) reply.header('retry-after', failure.retryAfterSeconds)
  return (
    reply
      .code(failure.status ?? statusOf(failure.code))
      .type('application/json; charset=utf-8')
      // Set here too: an address that cannot be decoded is refused before any hook runs.
      .headers({ ...dataHeaders, 'x-request-id': request.id })
      .header('x-contract', CONTRACT_VERSION)
      .send({
        status: 'error',
        data: null,
        message: failure.message,
        code: failure.code,
        ...(failure.issues === undefined ? {} : { issues: failure.issues }),
      })
  )
}

export const createFailureHandler =
  ({ log, onStoreLost }: { readonly log: Log; readonly onStoreLost: (error: unknown) => void }) =>
  (error: FastifyError | Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const failure = toFailure(error, request)
    if (failure !== null) return send(request, reply, failure)
    log.error({ id: request.id, route: request.routeOptions.url, err: error }, 'a call failed')
    if (isStoreLost(error)) onStoreLost(error)
    return send(request, reply, {
      code: 'INTERNAL',
      message: request.routeOptions.config.endpoint?.failure ?? 'Unexpected error',
    })
  }
