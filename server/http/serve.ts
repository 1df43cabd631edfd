import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { CANDLE_COLUMNS_MIME } from '../../src/contract/charts/candle-columns.ts'
import { defaultBases, type Endpoint, type MediaType } from '../../src/contract/endpoint.ts'
import { CONTRACT_VERSION } from '../../src/contract/version.ts'
import { type FromWire, fromWire, type Sendable } from '../../src/contract/wire.ts'
import { Refusal } from '../refusal.ts'
import type { AnswerBytes } from '../threads/pieces.ts'
import type { User } from '../user.ts'
import { PrintedEnvelope, toEnvelope } from './envelope.ts'
import { issuesOf } from './issues.ts'
import { CALL_TIMEOUT_MS, DEFAULT_BODY, UPLOAD_TIMEOUT_MS } from './limits/body-limits.ts'
import { refuseBodyOfOutdatedPage } from './outdated-page.ts'
import { hasHiddenCharacters } from './plain-text.ts'

export interface Call<E extends Endpoint> {
  readonly query: FromWire<z.output<E['query']>>
  /** Names are those of code. With `bodyType` bytes, read `request.raw` instead. */
  readonly body: FromWire<z.output<E['body']>>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** For `replyType` csv, columns or bytes; null has no body, such as 304. */
type Raw = string | AnswerBytes | Uint8Array | null

type Answer<E extends Endpoint> = Sendable<FromWire<z.output<E['reply']>>> | PrintedEnvelope | Raw

const mimes: Readonly<Record<Exclude<MediaType, 'json'>, string>> = {
  csv: 'text/csv; charset=utf-8',
  columns: CANDLE_COLUMNS_MIME,
  bytes: 'application/octet-stream',
  events: 'text/event-stream',
}

export const serve = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E> & { readonly user: User }) => Promise<Answer<E>> | Answer<E>,
): void => {
  if (endpoint.access === 'public')
    throw new TypeError(`${endpoint.name} is public: serve it with servePublic`)
  route(app, endpoint, (call) => {
    const { caller } = call.request
    if (caller === null) throw new Error(`${endpoint.name} was reached without a session`)
    return handler({ ...call, user: caller.user })
  })
}

export const servePublic = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer<E>> | Answer<E>,
): void => {
  if (endpoint.access !== 'public') throw new TypeError(`${endpoint.name} needs a session: use serve`)
  route(app, endpoint, handler)
}

const route = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer<E>> | Answer<E>,
): void => {
  const limits = { ...DEFAULT_BODY, ...endpoint.bodyLimits }
  const timeoutMs = endpoint.bodyType === 'bytes' ? UPLOAD_TIMEOUT_MS : CALL_TIMEOUT_MS
  app.route({
    method: endpoint.method,
    url: `${defaultBases[endpoint.base]}${endpoint.path}`,
    bodyLimit: limits.bytes,
    config: { endpoint, limits },
    onRequest: app.guard(endpoint),
    handler: async (request, reply) => {
      const params = request.params as Record<string, unknown>
      const query = read(endpoint, 'query', { ...(request.query as object), ...params })
      const body = endpoint.bodyType === 'json' ? read(endpoint, 'body', (request.body ?? {}) as object) : {}
      refuseBodyOfOutdatedPage(endpoint, request)
      const call = { query: query as Call<E>['query'], body: body as Call<E>['body'], request, reply }
      const answer = await within(timeoutMs, handler(call))
      // A stream has written its own response.
      if (reply.sent) return reply
      reply.header('x-contract', CONTRACT_VERSION)
      return endpoint.replyType === 'json'
        ? sendEnvelope(endpoint, reply, answer)
        : sendRaw(mimes[endpoint.replyType], reply, answer as Raw)
    },
  })
}

/** The framework's timeout ends with the request's body, so it never applies to a call that has one. */
const within = <Value>(ms: number, work: Promise<Value> | Value): Promise<Value> | Value => {
  if (!(work instanceof Promise)) return work
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Refusal('UNAVAILABLE', 'The server is busy, try again', { retryAfterSeconds: 1 })),
      ms,
    )
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

const read = (endpoint: Endpoint, part: 'query' | 'body', value: object): unknown => {
  const parsed = endpoint[part].safeParse(value)
  if (!parsed.success)
    throw new Refusal('MALFORMED', endpoint.failure, { issues: issuesOf(part, parsed.error) })
  const hidden =
    part === 'query'
      ? Object.entries(value).find(([, text]) => hasHiddenCharacters(String(text)))?.[0]
      : undefined
  if (hidden !== undefined)
    throw new Refusal('MALFORMED', endpoint.failure, {
      issues: [`query.${hidden}: holds a control character`],
    })
  return fromWire(endpoint[part], parsed.data)
}

const toPayload = <Payload>(answer: Payload | ArrayBuffer): Payload | Uint8Array =>
  answer instanceof ArrayBuffer ? new Uint8Array(answer) : answer

const sendEnvelope = (endpoint: Endpoint, reply: FastifyReply, answer: unknown): FastifyReply =>
  answer instanceof PrintedEnvelope
    ? reply.type('application/json; charset=utf-8').send(toPayload(answer.bytes))
    : reply.send(toEnvelope(endpoint, answer))

const sendRaw = (mime: string, reply: FastifyReply, answer: Raw): FastifyReply => {
  if (!reply.hasHeader('content-type')) reply.type(mime)
  if (answer === null) return reply.send()
  return reply.send(toPayload(answer))
}
