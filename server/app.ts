import { randomUUID } from 'node:crypto'
import cookiePlugin from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { Budget } from '../src/contract/endpoint.ts'
import type { AlertsWithOrders } from './alerts/compose-alerts.ts'
import type { Automation } from './automation/automation.ts'
import type { Broker } from './broker/broker.ts'
import { composeAccounts } from './compose-accounts.ts'
import type { Config } from './config.ts'
import { createBindingCookie, createBrowserCookie } from './http/binding-cookie.ts'
import { logCalls } from './http/call-log.ts'
import { createFailureHandler } from './http/failures.ts'
import { createGuard } from './http/guard.ts'
import { createHostCheck } from './http/hosts.ts'
import { answerUnparsed, createHttpServer } from './http/http-server.ts'
import { parseJsonBody } from './http/json-body.ts'
import { type AnswerLimits, createAnswersInFlight } from './http/limits/answers-in-flight.ts'
import {
  CALLERS_COUNTED,
  type CallLimits,
  callsMaxOf,
  DEFAULT_BODY,
  DEFAULT_CALLS,
  URL_LENGTH_MAX,
} from './http/limits/body-limits.ts'
import { createClientAddress } from './http/limits/client-address.ts'
import { type ConnectionLimits, connectionLimitsFor } from './http/limits/connection-limits.ts'
import { createConnections } from './http/limits/connections.ts'
import { boundLargeAnswers } from './http/limits/large-answers.ts'
import { createRefusedKnocks } from './http/limits/refused-knocks.ts'
import { createPlainHttpCheck } from './http/plain-http.ts'
import { dataHeaders } from './http/raw-answer.ts'
import { analysisRoutes } from './http/routes/analysis.ts'
import { backtestRoutes } from './http/routes/backtests.ts'
import { chartLayoutRoutes } from './http/routes/chart-layouts.ts'
import { deploymentRoutes } from './http/routes/deployments.ts'
import { drawingRoutes } from './http/routes/drawings.ts'
import { drillRoutes } from './http/routes/drills.ts'
import { gttRoutes } from './http/routes/gtt.ts'
import { importRoutes } from './http/routes/instruments/imports.ts'
import { instrumentRoutes } from './http/routes/instruments/instruments.ts'
import { notificationStreamRoutes } from './http/routes/notifications/notification-stream.ts'
import { notificationRoutes } from './http/routes/notifications/notifications.ts'
import { webhookRoutes } from './http/routes/notifications/webhook.ts'
import { optionRoutes } from './http/routes/options.ts'
import { orderRoutes } from './http/routes/orders.ts'
import { marketMeasureRoutes } from './http/routes/quotes/market-measures.ts'
import { marketStateRoutes } from './http/routes/quotes/market-state.ts'
import { DEFAULT_QUOTE_SOCKETS, type QuoteSocketLimits, quoteRoutes } from './http/routes/quotes/quotes.ts'
import { ruleDefinitionRoutes } from './http/routes/rule-definitions.ts'
import { alertRoutes, scannerRoutes, scanRoutes } from './http/routes/scanners.ts'
import { accountRoutes } from './http/routes/session.ts'
import { apiDocRoutes } from './http/routes/shell/api-docs.ts'
import { healthRoutes } from './http/routes/shell/health.ts'
import { pageRoutes } from './http/routes/shell/pages.ts'
import './http/request.ts'
import { type AdmitConnection, ticketRoutes } from './http/routes/shell/tickets.ts'
import { strategyRoutes } from './http/routes/strategies.ts'
import { watchlistRoutes } from './http/routes/watchlists.ts'
import type { Market } from './market/market.ts'
import { speedOf } from './market/market-clock.ts'
import type { Clock, Log } from './ports.ts'
import type { QuoteSockets } from './quotes/quote-sockets.ts'
import { createReader } from './reading/reader.ts'
import { createLocalReading, type Reading } from './reading/reading.ts'
import { Refusal } from './refusal.ts'
import type { Scanning } from './scanning/scanning.ts'
import { createTripNotes } from './services/analysis/trip-notes.ts'
import { createBacktests } from './services/backtests/backtests.ts'
import type { Holidays } from './services/calendar/holidays.ts'
import { createChartLayouts } from './services/chart-layouts.ts'
import { createDeployments } from './services/deployments/deployments.ts'
import { createDrawings } from './services/drawings.ts'
import { createDrills, type DrillParts } from './services/learning/drills.ts'
import { createLateAnswers } from './services/learning/late-answers.ts'
import { createNotifications } from './services/notifications/notifications.ts'
import { createStreamHub, type StreamHub } from './services/notifications/stream-hub.ts'
import { createTickets } from './services/notifications/stream-tickets.ts'
import type { WebhookCalls } from './services/notifications/webhooks.ts'
import type { GttCalls } from './services/orders/gtts.ts'
import type { Orders } from './services/orders/orders.ts'
import { createMarketDepth } from './services/quotes/market-depth.ts'
import { createRuleDefinitions } from './services/rule-definitions.ts'
import { createAlertCalls } from './services/scanners/alerts.ts'
import type { SampleScanner } from './services/scanners/sample-scanner.ts'
import { createScanners } from './services/scanners/scanners.ts'
import { createScanInputs } from './services/scanners/scans.ts'
import type { PasswordCost } from './services/session/passwords.ts'
import type { SecretWatch } from './services/session/secret-watch.ts'
import { createSessionWatch } from './services/session/session-watch.ts'
import { createTokenMisuse } from './services/session/token-misuse.ts'
import type { SampleStrategy } from './services/strategies/sample-strategy.ts'
import { createStrategies } from './services/strategies/strategies.ts'
import { createWatchlists } from './services/watchlists.ts'
import type { Store } from './store/database/database.ts'
import { toStoreLost } from './store/database/store-lost.ts'

export interface AppParts {
  readonly config: Config
  readonly store: Store
  readonly clock: Clock
  readonly market: Market
  readonly log: Log
  readonly secrets: SecretWatch
  readonly passwordCost?: PasswordCost
  readonly version: string
  /** The built console; null serves calls only. */
  readonly clientDir: string | null
  readonly samples: readonly SampleStrategy[]
  readonly sampleScanners: readonly SampleScanner[]
  readonly onStoreLost: (error: unknown) => void
  readonly callLimits?: CallLimits
  readonly connectionLimits?: ConnectionLimits
  readonly answerLimits?: AnswerLimits
  readonly orders: Orders
  readonly automation: Automation
  readonly alerts: AlertsWithOrders
  readonly gtts: GttCalls
  readonly webhooks: WebhookCalls
  readonly holidays: Holidays
  readonly broker: Pick<Broker, 'isStarted' | 'accountIdOf' | 'book'>
  readonly streams?: StreamHub
  /** Absent: long reads run on the calling thread. */
  readonly reading?: Reading
  readonly scanning: Scanning
  readonly quotes?: QuoteSockets
  /** Absent: prices of this market cannot be moved. */
  readonly shocks?: DrillParts['shocks']
  readonly tradingUsers: DrillParts['tradingUsers']
  readonly quoteSocketLimits?: QuoteSocketLimits
}

/** Does not listen: tests inject requests, `main.ts` opens the socket. */
export const buildApp = async (parts: AppParts): Promise<FastifyInstance> => {
  const { config, store, clock, log, secrets, broker } = parts
  const answerFailure = createFailureHandler({ log, onStoreLost: parts.onStoreLost })
  const loggerInstance: FastifyBaseLogger = log
  const addresses = createClientAddress(config.trustedProxies)
  const connections = createConnections({
    limits: parts.connectionLimits ?? connectionLimitsFor(),
    addresses,
    log,
  })
  const httpServer = createHttpServer(connections)
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // Log lines name their call, so a logger per call is not needed.
    childLoggerFactory: (logger) => logger,
    exposeHeadRoutes: false,
    trustProxy: (address) => addresses.isProxy(address),
    genReqId: () => randomUUID(),
    bodyLimit: DEFAULT_BODY.bytes,
    serverFactory: httpServer.make,
    clientErrorHandler: answerUnparsed,
    frameworkErrors: answerFailure,
  })
  app.addHook('preClose', async () => httpServer.stop())
  app.addHook('onClose', async () => connections.close())

  app.decorateRequest('caller', null)
  app.setErrorHandler(answerFailure)
  app.setNotFoundHandler(() => {
    throw new Refusal('NOT_FOUND', 'Not found')
  })
  logCalls(app, log)
  readBodies(app)
  const isOurHost = createHostCheck(config)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(dataHeaders).header('x-request-id', request.id)
    if (request.headers.host === undefined)
      throw new Refusal('MALFORMED', 'The request cannot be read', { issues: ['request: names no host'] })
    if (!isOurHost(request.headers.host)) {
      throw new Refusal('UNKNOWN_HOST', 'Unknown host name; add it to ALLOWED_HOSTS')
    }
    if (request.url.length > URL_LENGTH_MAX) throw new Refusal('URL_TOO_LONG', 'The address is too long')
    // Before its body is read.
    if (request.is404) throw new Refusal('NOT_FOUND', 'Not found')
  })

  await app.register(cookiePlugin)
  const limits = parts.callLimits ?? DEFAULT_CALLS
  await app.register(rateLimit, {
    global: false,
    cache: CALLERS_COUNTED,
    timeWindow: limits.windowMs,
    max: ({ caller, routeOptions }) =>
      caller === null ? limits.perAddress : callsMaxOf(budgetOf(routeOptions), limits),
    keyGenerator: ({ caller, ip, routeOptions }) =>
      caller === null ? `address ${ip}` : `user ${caller.user.id} ${budgetOf(routeOptions)}`,
  })

  const isPlainHttp = createPlainHttpCheck(config, addresses)
  const cookie = createBindingCookie(isPlainHttp)
  const sessionWatch = createSessionWatch({ store, clock, log })
  app.addHook('preClose', async () => sessionWatch.close())
  const { accounts, sessions, ...learning } = openAccounts(app, parts, sessionWatch.ended)
  const tickets = createTickets({ clock, secrets, sessions: sessionWatch })
  const misuse = createTokenMisuse({ store, clock, log })
  const answers = boundLargeAnswers(app, createAnswersInFlight(parts.answerLimits))
  app.decorate('guard', createGuard(app, { sessions, cookie, tickets, misuse, connections, answers }))

  accountRoutes(app, { accounts, broker, cookie, browserCookie: createBrowserCookie(isPlainHttp) })
  const reading = parts.reading ?? readHere(parts)
  serveOrders(app, parts, { reading, accounts, ...learning })
  serveNotices(app, parts)
  const hub = parts.streams ?? createStreamHub()
  notificationStreamRoutes(app, { hub, sessions: sessionWatch })
  let admitQuotes: AdmitConnection = () => {}
  if (parts.quotes !== undefined) {
    admitQuotes = quoteRoutes(app, {
      quotes: parts.quotes,
      tickets,
      sessions: sessionWatch,
      cookie,
      isOurHost,
      addresses,
      connections,
      limits: parts.quoteSocketLimits ?? DEFAULT_QUOTE_SOCKETS,
      refused: createRefusedKnocks(clock, limits),
      log,
    })
  }
  ticketRoutes(app, { tickets, cookie, admit: { stream: hub.admit, quotes: admitQuotes } })
  backtestRoutes(app, createBacktests({ store, clock }), reading)
  serveStrategies(app, parts)
  serveLists(app, parts)
  const { master, live, clock: marketClock, calendar } = parts.market
  const optionPorts = { loadListing: master.load, live, clock: marketClock, calendar }
  optionRoutes(app, reading)
  marketMeasureRoutes(app, reading)
  const { prepare } = parts.market
  instrumentRoutes(app, parts.market, reading, createMarketDepth({ ...optionPorts, prepare }))
  marketStateRoutes(app, parts.market)
  importRoutes(app, { ...parts.market, holidays: parts.holidays })
  apiDocRoutes(app, parts.version)
  healthRoutes(app, {
    version: parts.version,
    whyNotReady: () => whyNotReady(store, broker),
  })
  if (parts.clientDir !== null) await pageRoutes(app, parts.clientDir, config.logoBase)
  return app
}

const drillParts = (parts: AppParts): Omit<DrillParts, 'late'> => ({
  ...parts,
  market: { now: parts.market.clock.now, speed: speedOf(parts.market.clock.mode) },
  freezeQuotes: parts.quotes?.freeze ?? null,
  shocks: parts.shocks ?? null,
})

/** A drill may end a session, and a sign-in may end a drill. */
const openAccounts = (
  app: FastifyInstance,
  parts: AppParts,
  onSessionsEnded: (tokenHashes: readonly string[]) => void,
) => {
  const late = createLateAnswers({ now: parts.clock.now })
  app.addHook('preClose', async () => late.close())
  const drills = createDrills({ ...drillParts(parts), late })
  return { late, drills, ...composeAccounts({ ...parts, onSessionsEnded, onSignedIn: drills.signedIn }) }
}

const serveOrders = (
  app: FastifyInstance,
  { orders, gtts, store }: AppParts,
  {
    reading,
    late,
    drills,
    accounts,
  }: { readonly reading: Reading } & Pick<ReturnType<typeof openAccounts>, 'late' | 'drills' | 'accounts'>,
): void => {
  orderRoutes(app, orders, reading, late)
  gttRoutes(app, gtts)
  analysisRoutes(app, createTripNotes({ store }), reading)
  drillRoutes(app, drills, accounts)
}

const serveNotices = (app: FastifyInstance, { store, clock, webhooks }: AppParts): void => {
  notificationRoutes(app, createNotifications({ store, clock }))
  webhookRoutes(app, webhooks)
}

const serveLists = (app: FastifyInstance, parts: AppParts): void => {
  const { store, clock, scanning } = parts
  const watchlists = createWatchlists({ store })
  watchlistRoutes(app, watchlists)
  drawingRoutes(app, createDrawings({ store }))
  chartLayoutRoutes(app, createChartLayouts({ store }))
  ruleDefinitionRoutes(app, createRuleDefinitions({ store, clock }))
  scanRoutes(app, createScanInputs({ watchlists }), scanning)
  serveScanners(app, parts)
}

const serveScanners = (app: FastifyInstance, parts: AppParts): void => {
  const { store, clock, sampleScanners: samples, alerts } = parts
  const scanners = createScanners({
    store,
    clock,
    samples,
    alertsOf: ({ id }) => alerts.ofScanners(id),
    stopAlertOf: async ({ id }, scannerUuid) => {
      const alert = alerts.ofScanners(id).get(scannerUuid)
      if (alert !== undefined) await alerts.stop(id, alert, 'its scanner was deleted')
    },
  })
  scannerRoutes(app, scanners)
  alertRoutes(app, createAlertCalls({ store, alerts, orders: alerts.orders }))
}

const serveStrategies = (app: FastifyInstance, parts: AppParts): void => {
  const { store, clock, samples, automation, alerts, market } = parts
  strategyRoutes(app, createStrategies({ store, clock, samples }))
  const marketNow = market.clock.now
  deploymentRoutes(
    app,
    createDeployments({ store, clock, samples, automation, alertOrders: alerts.orders, marketNow }),
  )
}

const readHere = ({ store, market }: AppParts): Reading =>
  createLocalReading(
    createReader({ ...market, store, loadListing: market.master.load, market: market.source }),
  )

const whyNotReady = async (store: Store, broker: Pick<Broker, 'isStarted'>): Promise<string | null> => {
  try {
    store.check()
  } catch (error) {
    return toStoreLost(error).message
  }
  const lost = store.lost()
  if (lost !== null) return lost.message
  if (!broker.isStarted) return 'The broker is starting'
  return (await store.answers()) ? null : 'The database is not responding'
}

const budgetOf = ({ config }: FastifyRequest['routeOptions']): Budget => config.endpoint?.budget ?? 'general'

const readBodies = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (request: FastifyRequest, text: string) =>
      text === '' ? undefined : parseJsonBody(text, request.routeOptions.config.limits ?? DEFAULT_BODY),
  )
  // The handler reads the bytes itself, as they arrive.
  app.addContentTypeParser('application/octet-stream', async () => undefined)
}
