import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { OUTDATED_PAGE, OUTDATED_PAGE_STATUS } from '../../src/contract/api-error.ts'
import { CONTRACT_VERSION } from '../../src/contract/version.ts'
import type { Log } from '../ports.ts'
import { Refusal, type RefusalKind } from '../refusal.ts'
import { isStoreAway, isStoreLost } from '../store/database/transaction.ts'
import { dataHeaders } from './raw-answer.ts'

interface Failure {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly issues?: readonly string[]
  readonly retryAfterSeconds?: number
}

const kinds: Readonly<Record<RefusalKind, { readonly status: number; readonly code: string }>> = {
  unauthorized: { status: 401, code: 'UNAUTHORIZED' },
  forbidden: { status: 403, code: 'FORBIDDEN' },
  malformed: { status: 400, code: 'MALFORMED' },
  notFound: { status: 404, code: 'NOT_FOUND' },
  conflict: { status: 409, code: 'CONFLICT' },
  outdatedPage: { status: OUTDATED_PAGE_STATUS, code: OUTDATED_PAGE },
  addressTooLong: { status: 414, code: 'URL_TOO_LONG' },
  tooLarge: { status: 413, code: 'TOO_LARGE' },
  unsupportedType: { status: 415, code: 'UNSUPPORTED_TYPE' },
  tooMany: { status: 429, code: 'TOO_MANY' },
  unavailable: { status: 503, code: 'UNAVAILABLE' },
}

const NOTHING_HERE: Failure = { status: 404, code: 'NOT_FOUND', message: 'Not found' }

/** The messages of the framework and the file server name parts of the request. */
const frameworkFailures: Readonly<Record<number, Failure>> = {
  400: {
    status: 400,
    code: 'MALFORMED',
    message: 'The request cannot be read',
    issues: ['request: cannot be read'],
  },
  403: NOTHING_HERE,
  404: NOTHING_HERE,
  408: { status: 408, code: 'TIMEOUT', message: 'The request took too long to arrive' },
  413: { status: 413, code: 'TOO_LARGE', message: 'The body is too large' },
  414: { status: 414, code: 'URL_TOO_LONG', message: 'The address is too long' },
  415: { status: 415, code: 'UNSUPPORTED_TYPE', message: 'This body type is not supported' },
  503: { status: 503, code: 'UNAVAILABLE', message: 'The server is busy, try again', retryAfterSeconds: 1 },
}

const STORE_RETRY_SECONDS = 5

const toFailure = (error: FastifyError | Refusal, request: FastifyRequest): Failure | null => {
  if (error instanceof Refusal) {
    return {
      ...kinds[error.kind],
      ...(error.code === null ? {} : { code: error.code }),
      message: error.message,
      ...(error.issues.length === 0 ? {} : { issues: error.issues }),
      ...(error.retryAfterSeconds === null ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
    }
  }
  if (isStoreAway(error)) {
    return {
      ...kinds.unavailable,
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
      .code(failure.status)
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
      status: 500,
      code: 'INTERNAL',
      message: request.routeOptions.config.endpoint?.failure ?? 'Unexpected error',
    })
  }
