import { join } from 'node:path'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type * as z from 'zod/mini'
import { type AlertsWithOrders, composeAlerts } from '../../../server/alerts/compose-alerts.ts'
import { type AppParts, buildApp } from '../../../server/app.ts'
import type { Automation } from '../../../server/automation/automation.ts'
import { composeAutomation } from '../../../server/automation/compose-automation.ts'
import type { Scheduler } from '../../../server/broker/runtime/scheduler.ts'
import { composeAccounts } from '../../../server/compose-accounts.ts'
import { type BrokerMarket, composeBroker, type Trading } from '../../../server/compose-broker.ts'
import { composeHolidays } from '../../../server/compose-holidays.ts'
import { type Config, readConfig } from '../../../server/config.ts'
import { createRules, type RuleWork } from '../../../server/evaluating/rules.ts'
import { type RunsByItself, stopBeforeKill } from '../../../server/gtt/before-kill.ts'
import { composeGtts, type GttOrders } from '../../../server/gtt/compose-gtts.ts'
import type { CallLimits } from '../../../server/http/limits/body-limits.ts'
import { createLog } from '../../../server/log.ts'
import type { ImportServiceParts } from '../../../server/market/import/import-service.ts'
import { createMarket, type Market } from '../../../server/market/market.ts'
import type { LoadedMaster, MakeMaster } from '../../../server/market/master/instrument-master.ts'
import { createReader } from '../../../server/reading/reader.ts'
import { createLocalReading } from '../../../server/reading/reading.ts'
import { openScanner } from '../../../server/scanning/open-scanner.ts'
import { createLocalScanning, type Scanning } from '../../../server/scanning/scanning.ts'
import type { Holidays } from '../../../server/services/calendar/holidays.ts'
import { createStreamHub } from '../../../server/services/notifications/stream-hub.ts'
import { loadSampleScanners } from '../../../server/services/scanners/sample-scanners.ts'
import type { PasswordCost } from '../../../server/services/session/passwords.ts'
import { createSecretWatch } from '../../../server/services/session/secret-watch.ts'
import { loadSamples } from '../../../server/services/strategies/samples.ts'
import type { Store } from '../../../server/store/database/database.ts'
import { composeWebhooks, type WebhookSending } from '../../../server/webhooks/compose-webhooks.ts'
import type { PostMessage } from '../../../server/webhooks/post-message.ts'
import { defaultBases, type Endpoint, type Envelope } from '../../../src/contract/endpoint.ts'
import { createLiveHost } from '../../../src/engine/live/live-host.ts'
import { clockAt, type HandClock } from '../clock.ts'
import { engineModules } from '../engine/engines.ts'
import { handScheduler } from '../hand-scheduler.ts'
import { stores, throwAwayFolder } from './stores.ts'

export const HOST = '127.0.0.1:4173'
export const ORIGIN = `http://${HOST}`
export const BINDING = 'sid'

export interface Session {
  readonly token: string
  readonly binding: string
}

export const ownPage = { host: HOST, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' } as const

export const sessionHeaders = (session: Session): Record<string, string> => ({
  ...ownPage,
  authorization: `Bearer ${session.token}`,
  cookie: `${BINDING}=${session.binding}`,
})

interface CallOptions {
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface TestServer {
  readonly app: FastifyInstance
  readonly store: Store
  readonly market: Market
  /** Stepped by hand: `trading.step()`. */
  readonly trading: Trading
  /** Stepped by hand: `automation.step()`. */
  readonly automation: Automation
  readonly alerts: AlertsWithOrders
  readonly gtts: GttOrders
  readonly webhooks: WebhookSending
  readonly scanning: Scanning
  /** Changes of other processes are followed by hand: `holidays.follow()`. */
  readonly holidays: Holidays
  readonly clock: HandClock
  readonly config: Config
  readonly logged: string[]
  /** Returns the password, which counts as the user's choice unless `mustChange`. */
  addUser(name: string, options?: { readonly mustChange?: boolean }): Promise<string>
  signIn(name: string, password: string): Promise<Session>
  enter(name: string): Promise<Session>
  call(session: Session | null, endpoint: Endpoint, options?: CallOptions): Promise<LightMyRequestResponse>
  close(): Promise<void>
}

const GENEROUS: CallLimits = { windowMs: 1000, perUser: 1_000_000, perAddress: 1_000_000 }

/** The least that argon2 takes; the tests of passwords use the product's. */
const CHEAP: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }

const LISTS_KEPT = 4
const lists = new Map<string, Promise<LoadedMaster>>()

/** A list takes a second to make, and most servers of a run have the same one. */
const makeMasterOnce: MakeMaster = (source, make) => {
  const hasImports = !source.endsWith(' ')
  if (hasImports) return make()
  const known = lists.get(source)
  if (known !== undefined) return known
  const [oldest] = lists.size === LISTS_KEPT ? lists.keys() : []
  if (oldest !== undefined) lists.delete(oldest)
  const made = make()
  lists.set(source, made)
  made.catch(() => lists.delete(source))
  return made
}

const sampleScanners = loadSampleScanners(join(import.meta.dirname, '../../../server/samples/scanners'))
const samples = loadSamples(join(import.meta.dirname, '../../../server/samples/strategies'))

export const urlOf = (endpoint: Endpoint, query: Readonly<Record<string, string>> = {}): string => {
  const search = new URLSearchParams(query).toString()
  return `${defaultBases[endpoint.base]}${endpoint.path}${search === '' ? '' : `?${search}`}`
}

export const dataOf = <E extends Endpoint>(_: E, response: LightMyRequestResponse): z.output<E['reply']> =>
  response.json<Envelope<z.output<E['reply']>>>().data

/** On the calling thread; the engine is read with the first rule. */
const lazyEvaluation = () => {
  let rules: Promise<ReturnType<typeof createRules>> | null = null
  const open = async () => createRules(createLiveHost((await engineModules()).backtest))
  return {
    run: async (work: RuleWork) => {
      rules ??= open()
      return (await rules).run(work)
    },
  }
}

/** On a temporary store, without listening. */
export const startServer = async (
  options: {
    readonly open?: () => Promise<Store>
    readonly environment?: Readonly<Record<string, string>>
    readonly args?: readonly string[]
    readonly clientDir?: string
    readonly callLimits?: CallLimits
    readonly now?: string
    /** Absent: a clock that stands still until it is moved. */
    readonly clock?: HandClock
    readonly scheduler?: Scheduler
    /** Absent: the server's own market. */
    readonly brokerMarket?: (clock: HandClock) => BrokerMarket
    readonly startsBroker?: boolean
    /** Absent: messages of webhooks go out over the network. */
    readonly post?: PostMessage
    /** Absent: imports run on the calling thread. */
    readonly importing?: Pick<ImportServiceParts, 'runImport' | 'runAdjust'>
    readonly parts?: (built: { readonly market: Market; readonly clock: HandClock }) => Partial<AppParts>
  } = {},
): Promise<TestServer> => {
  const store = await (options.open ?? stores[0].open)()
  const clock = options.clock ?? clockAt(options.now ?? '2026-11-20 10:00')
  const config = readConfig({ DATA_DIR: throwAwayFolder(), ...options.environment }, options.args ?? [])
  const logged: string[] = []
  const secrets = createSecretWatch()
  const log = createLog({ level: 'debug', secrets, write: (line) => logged.push(line) })
  const market = await createMarket({
    store,
    clock,
    config,
    log,
    makeMaster: makeMasterOnce,
    ...(options.importing === undefined ? {} : { importing: options.importing }),
  })
  const streams = createStreamHub()
  const runs: RunsByItself = { automation: null, gtts: null, alerts: null }
  const scheduler = options.scheduler ?? handScheduler(clock)
  const trading = await composeBroker({
    store,
    clock,
    config,
    log,
    market: options.brokerMarket?.(clock) ?? market,
    scheduler,
    streams,
    beforeKill: (owner) => stopBeforeKill(runs, owner),
    onStoreLost: () => {},
  })
  const traded = options.brokerMarket?.(clock) ?? market
  const automation = composeAutomation({
    store,
    clock,
    log,
    trading,
    market: { ...market, live: traded.live, calendar: traded.calendar, loadListing: market.master.load },
    reading: createLocalReading(
      createReader({ ...market, store, loadListing: market.master.load, market: market.source }),
    ),
    evaluation: lazyEvaluation(),
    streams,
    scheduler,
  })
  if (options.startsBroker !== false) await trading.start()
  const holidays = composeHolidays({ market, openContracts: trading.openContracts, streams, log, scheduler })
  const scanning = createLocalScanning(async () =>
    openScanner(
      { ...market, store, loadListing: market.master.load, market: market.source },
      (await engineModules()).backtest,
    ),
  )
  const alerts = composeAlerts({
    store,
    clock,
    market: { ...market, ...traded },
    trading,
    scanning,
    streams,
    log,
    scheduler,
  })
  await alerts.start()
  const gtts = composeGtts({
    store,
    clock,
    market: traded,
    trading,
    streams,
    log,
    scheduler,
  })
  await gtts.start()
  const webhooks = composeWebhooks({
    store,
    clock,
    config,
    log,
    scheduler,
    ...(options.post === undefined ? {} : { post: options.post }),
  })
  await webhooks.start()
  Object.assign(runs, { automation, gtts, alerts })
  const app = await buildApp({
    automation,
    alerts,
    gtts: gtts.calls,
    webhooks: webhooks.calls,
    sampleScanners,
    streams,
    holidays,
    orders: trading.orders,
    broker: trading.broker,
    tradingUsers: trading.tradingUsers,
    config,
    store,
    clock,
    market,
    log,
    secrets,
    passwordCost: CHEAP,
    version: '0.0.0',
    clientDir: options.clientDir ?? null,
    samples,
    onStoreLost: () => {},
    scanning,
    callLimits: options.callLimits ?? GENEROUS,
    ...options.parts?.({ market, clock }),
  })
  const { accounts } = composeAccounts({ store, clock, secrets, passwordCost: CHEAP })

  const addUser: TestServer['addUser'] = async (name, { mustChange = false } = {}) => {
    const password = await accounts.add(name)
    if (!mustChange)
      await store.db.updateTable('user').set({ must_change_password: 0 }).where('name', '=', name).execute()
    return password
  }

  const signIn = async (name: string, password: string): Promise<Session> => {
    const response = await app.inject({
      method: 'POST',
      url: '/api/login',
      headers: ownPage,
      payload: { user_name: name, password },
    })
    const binding = response.cookies.find((cookie) => cookie.name === BINDING)?.value
    if (response.statusCode !== 200 || binding === undefined)
      throw new Error(`sign-in answered ${response.statusCode} ${response.body}`)
    return { token: response.json<Envelope<string>>().data, binding }
  }

  return {
    app,
    store,
    market,
    trading,
    automation,
    alerts,
    gtts,
    webhooks,
    scanning,
    holidays,
    clock,
    config,
    logged,
    addUser,
    signIn,
    enter: async (name) => signIn(name, await addUser(name)),
    call: (session, endpoint, { query, body, headers } = {}) =>
      app.inject({
        method: endpoint.method,
        url: urlOf(endpoint, query),
        headers: { ...(session === null ? ownPage : sessionHeaders(session)), ...headers },
        ...(body === undefined ? {} : { payload: body as object }),
      }),
    close: async () => {
      holidays.close()
      await app.close()
      await automation.close()
      await alerts.close()
      await gtts.close()
      await webhooks.close()
      await trading.close()
      await market.close()
      await store.close()
    },
  }
}
