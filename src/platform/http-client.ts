import { createFetch } from 'ofetch'
import { ApiError, OUTDATED_PAGE_STATUS, RELOAD_PAGE, refusedByConsole } from '../contract/api-error.ts'
import type { BodyOf, QueryOf, ReplyOf } from '../contract/call-types.ts'
import type { Base, Endpoint } from '../contract/endpoint.ts'
import { CONTRACT_VERSION, CONTRACT_VERSION_HEADER } from '../contract/version.ts'
import { fromWire, toWire } from '../contract/wire.ts'
import { failureOfAnswer } from './failed-answer.ts'

export const CALL_TIMEOUT_MS = 30_000

export interface CallListeners {
  /** A call with the current token was rejected because of it. */
  unauthorized(): void
  /** How long a health call took; null for any other call. */
  answered(latencyMs: number | null): void
  unreachable(): void
  outdated(): void
  /** A `Date` header, and the monotonic ms at which the call went out and came back. */
  serverTime(serverMs: number, sentAt: number, receivedAt: number): void
}

export interface HttpClientSettings {
  readonly bases: Readonly<Record<Base, string>>
  readonly healthUrl: string
  readonly token: () => string | null
  readonly ticks: () => number
  readonly listeners: CallListeners
  readonly fetch?: typeof fetch
}

export interface CallOptions<Call extends Endpoint> {
  readonly query?: QueryOf<Call>
  readonly body?: BodyOf<Call>
  readonly signal?: AbortSignal
  readonly keepalive?: boolean
}

export interface RawAnswer {
  readonly bytes: ArrayBuffer
  readonly headers: Headers
}

export interface HttpClient {
  /** Rejects with ApiError, or with the reason of an aborted `signal`. Nothing is ever sent twice. */
  call<Call extends Endpoint>(endpoint: Call, options?: CallOptions<Call>): Promise<ReplyOf<Call>>
  callForBytes<Call extends Endpoint>(endpoint: Call, options?: CallOptions<Call>): Promise<RawAnswer>
  askHealth(signal?: AbortSignal): Promise<void>
  /** For a transport that shows progress. Throws ApiError without a token. */
  prepare<Call extends Endpoint>(endpoint: Call, options?: CallOptions<Call>): PreparedCall
  /** Reads the answer of any transport. Throws ApiError. */
  read(endpoint: Endpoint, answer: Answer): unknown
}

export interface PreparedCall {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: ArrayBuffer
  readonly sentToken: string | null
}

/** Path and query of a call; `:name` in the path stands for that part of the query. */
const addressOf = (endpoint: Endpoint, query: unknown): string => {
  const sent = new URLSearchParams(
    Object.entries((toWire(endpoint.query, query) ?? {}) as Record<string, unknown>)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
  const path = endpoint.path.replace(/:([a-z_]+)/g, (written, name: string) => {
    const value = sent.get(name)
    sent.delete(name)
    return value === null ? written : encodeURIComponent(value)
  })
  return sent.size === 0 ? path : `${path}?${sent}`
}

const parseJson = (bytes: ArrayBuffer): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** Only this refusal proves that nothing was done; another answer of another version proves nothing. */
const outdatedAnswer = ({ status, bytes }: Answer): ApiError => {
  const body = parseJson(bytes) as { readonly code?: unknown } | undefined
  const isRefused = status === OUTDATED_PAGE_STATUS && body?.code === 'OUTDATED_PAGE'
  return refusedByConsole(isRefused ? 'OUTDATED_PAGE' : 'OUTDATED', RELOAD_PAGE, status)
}

export const createHttpClient = (settings: HttpClientSettings): HttpClient => {
  const { bases, listeners, ticks } = settings
  const send = createFetch({ fetch: settings.fetch ?? ((...args) => fetch(...args)) })

  const authorize = (endpoint: Endpoint): string | null => {
    if (endpoint.access === 'public') return null
    const token = settings.token()
    if (token === null) throw new ApiError({ kind: 'unauthorized', reason: 'Token not found' })
    return token
  }

  const urlOf = (endpoint: Endpoint, query: unknown): string =>
    `${bases[endpoint.base]}${addressOf(endpoint, query)}`

  const exchange = async (
    url: string,
    init: { method: string; headers: Record<string, string>; body?: string; keepalive?: boolean },
    signal: AbortSignal | undefined,
  ): Promise<{ status: number; headers: Headers; bytes: ArrayBuffer }> => {
    const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS)
    const sentAt = ticks()
    try {
      const response = await send.raw(url, {
        ...init,
        responseType: 'arrayBuffer',
        ignoreResponseError: true,
        retry: 0,
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      })
      const receivedAt = ticks()
      listeners.answered(url === settings.healthUrl ? receivedAt - sentAt : null)
      const serverMs = Date.parse(response.headers.get('date') ?? '')
      if (!Number.isNaN(serverMs)) listeners.serverTime(serverMs, sentAt, receivedAt)
      return {
        status: response.status,
        headers: response.headers,
        bytes: response._data ?? new ArrayBuffer(0),
      }
    } catch (cause) {
      if (signal?.aborted) throw signal.reason
      listeners.unreachable()
      throw new ApiError({ kind: 'unreachable' }, { cause })
    }
  }

  /** Data of the envelope; undefined for a raw answer. Throws ApiError for a failure. */
  const dataOf = (endpoint: Endpoint, answer: Answer): unknown => {
    const version = answer.headers.get(CONTRACT_VERSION_HEADER)
    const isOtherVersion = version !== null && version !== CONTRACT_VERSION
    if (isOtherVersion) listeners.outdated()
    // Risk-reducing calls are served to an outdated page, so their answers are still read.
    if (isOtherVersion && !endpoint.riskReducing) throw outdatedAnswer(answer)
    const isWell = answer.status >= 200 && answer.status < 300
    if (isWell && endpoint.replyType !== 'json') return undefined
    const body = parseJson(answer.bytes)
    const failure = failureOfAnswer(endpoint, answer.status, body)
    if (failure === null) return (body as { readonly data?: unknown }).data
    if (failure.kind === 'unauthorized' && answer.sentToken !== null && answer.sentToken === settings.token())
      listeners.unauthorized()
    throw new ApiError(failure)
  }

  const read = (endpoint: Endpoint, answer: Answer): unknown => {
    const data = dataOf(endpoint, answer)
    if (endpoint.replyType === 'csv') return new TextDecoder().decode(answer.bytes)
    if (endpoint.replyType !== 'json') return answer.bytes
    const parsed = endpoint.reply.safeParse(data)
    if (parsed.success) return fromWire(endpoint.reply, parsed.data)
    throw new ApiError({
      kind: 'malformed',
      issues: parsed.error.issues.map(
        ({ path, message }) => `${endpoint.name} answered ${['data', ...path].join('.')}: ${message}`,
      ),
    })
  }

  const ask = async <Call extends Endpoint>(
    endpoint: Call,
    { query, body, signal, keepalive }: CallOptions<Call> = {},
  ): Promise<Answer> => {
    const sentToken = authorize(endpoint)
    const hasBody = body !== undefined
    const answer = await exchange(
      urlOf(endpoint, query),
      {
        method: endpoint.method,
        headers: {
          [CONTRACT_VERSION_HEADER]: CONTRACT_VERSION,
          accept: endpoint.replyType === 'json' ? 'application/json' : '*/*',
          ...(sentToken === null ? {} : { authorization: `Bearer ${sentToken}` }),
          ...(hasBody ? { 'content-type': 'application/json' } : {}),
        },
        ...(hasBody ? { body: JSON.stringify(toWire(endpoint.body, body)) } : {}),
        ...(keepalive === undefined ? {} : { keepalive }),
      },
      signal,
    )
    return { ...answer, sentToken }
  }

  return {
    call: async (endpoint, options) =>
      read(endpoint, await ask(endpoint, options)) as ReplyOf<typeof endpoint>,
    callForBytes: async (endpoint, options) => {
      const answer = await ask(endpoint, options)
      dataOf(endpoint, answer)
      return answer
    },
    askHealth: async (signal) => {
      const { status } = await exchange(settings.healthUrl, { method: 'GET', headers: {} }, signal)
      if (status >= 500) throw new ApiError({ kind: 'unreachable' })
    },
    prepare: (endpoint, { query } = {}) => {
      const token = authorize(endpoint)
      return {
        url: urlOf(endpoint, query),
        headers: {
          [CONTRACT_VERSION_HEADER]: CONTRACT_VERSION,
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
      }
    },
    read,
  }
}
