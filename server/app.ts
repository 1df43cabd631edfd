import { randomUUID } from 'node:crypto'
import cookiePlugin from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { composeAccounts } from './compose-accounts.ts'
import type { Config } from './config.ts'
import { accountRoutes } from './http/accounts.ts'
import { apiDocRoutes } from './http/api-docs.ts'
import { backtestRoutes } from './http/backtests.ts'
import { createBindingCookie } from './http/binding-cookie.ts'
import { logCalls } from './http/call-log.ts'
import { createFailureHandler } from './http/failures.ts'
import { createGuard } from './http/guard.ts'
import { commonHeaders, DATA_POLICY } from './http/headers.ts'
import { healthRoutes } from './http/health.ts'
import { createHostCheck } from './http/hosts.ts'
import { importRoutes } from './http/imports.ts'
import { instrumentRoutes } from './http/instruments.ts'
import { parseJsonBody } from './http/json-body.ts'
import {
  CALLERS_COUNTED,
  type CallLimits,
  DEFAULT_BODY,
  DEFAULT_CALLS,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_TIMEOUT_MS,
  UPLOAD_TIMEOUT_MS,
  URL_LENGTH_MAX,
} from './http/limits.ts'
import { notificationRoutes } from './http/notifications.ts'
import { pageRoutes } from './http/pages.ts'
import './http/request.ts'
import type { Market } from './market/market.ts'
import type { Clock, Log } from './ports.ts'
import { Refusal } from './refusal.ts'
import { createBacktests } from './services/backtests.ts'
import { createNotifications } from './services/notifications.ts'
import type { SecretWatch } from './services/secret-watch.ts'
import type { Store } from './store/database.ts'

export interface AppParts {
  readonly config: Config
  readonly store: Store
  readonly clock: Clock
  readonly market: Market
  readonly log: Log
  readonly secrets: SecretWatch
  readonly version: string
  /** The built console; null serves calls only. */
  readonly clientDir: string | null
  /** The store can no longer be trusted: stop. */
  readonly onStoreLost: (error: unknown) => void
  readonly callLimits?: CallLimits
}

/** The server without its socket: tests inject into it, `main.ts` listens with it. */
export const buildApp = async (parts: AppParts): Promise<FastifyInstance> => {
  const { config, store, clock, log, secrets } = parts
  const answerFailure = createFailureHandler({ log, onStoreLost: parts.onStoreLost })
  const loggerInstance: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    exposeHeadRoutes: false,
    trustProxy: false,
    genReqId: () => randomUUID(),
    bodyLimit: DEFAULT_BODY.bytes,
    requestTimeout: UPLOAD_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    frameworkErrors: answerFailure,
  })
  app.server.headersTimeout = HEADERS_TIMEOUT_MS

  app.decorateRequest('caller', null)
  app.setErrorHandler(answerFailure)
  app.setNotFoundHandler(() => {
    throw new Refusal('notFound', 'There is nothing here')
  })
  logCalls(app, log)
  readBodies(app)
  const isOurHost = createHostCheck(config)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(commonHeaders).headers({
      'x-request-id': request.id,
      'cache-control': 'no-store',
      'content-security-policy': DATA_POLICY,
    })
    if (!isOurHost(request.headers.host)) {
      throw new Refusal('forbidden', 'This server does not go by that name; ALLOWED_HOSTS can add it', {
        code: 'UNKNOWN_HOST',
      })
    }
    if (request.url.length > URL_LENGTH_MAX) throw new Refusal('addressTooLong', 'The address is too long')
    // Before its body is read.
    if (request.is404) throw new Refusal('notFound', 'There is nothing here')
  })

  await app.register(cookiePlugin)
  const limits = parts.callLimits ?? DEFAULT_CALLS
  await app.register(rateLimit, {
    global: false,
    cache: CALLERS_COUNTED,
    timeWindow: limits.windowMs,
    max: (request) => (request.caller === null ? limits.perAddress : limits.perUser),
    keyGenerator: ({ caller, ip }) => (caller === null ? `address ${ip}` : `user ${caller.user.id}`),
  })

  const cookie = createBindingCookie(config)
  const { accounts, sessions } = composeAccounts({ store, clock, secrets })
  app.decorate('guard', createGuard(app, { sessions, cookie }))

  accountRoutes(app, { accounts, cookie })
  notificationRoutes(app, createNotifications({ store }))
  backtestRoutes(app, createBacktests({ store, clock }))
  instrumentRoutes(app, parts.market)
  importRoutes(app, parts.market)
  apiDocRoutes(app, parts.version)
  healthRoutes(app, { version: parts.version, isReady: () => store.answers() })
  if (parts.clientDir !== null) await pageRoutes(app, parts.clientDir)
  return app
}

const readBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (request: FastifyRequest, text: string) =>
      text === '' ? undefined : parseJsonBody(text, request.routeOptions.config.limits ?? DEFAULT_BODY),
  )
  // The call reads the bytes itself, as they come.
  app.addContentTypeParser('application/octet-stream', async () => undefined)
}
