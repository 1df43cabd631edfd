import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import manifest from '../package.json' with { type: 'json' }
import { composeAlerts } from './alerts/compose-alerts.ts'
import { type AppParts, buildApp } from './app.ts'
import { composeAutomation } from './automation/compose-automation.ts'
import { collectGarbage } from './collect-garbage.ts'
import { composeAccounts } from './compose-accounts.ts'
import { composeBroker } from './compose-broker.ts'
import { composeEvaluating } from './compose-evaluating.ts'
import { composeHolidays } from './compose-holidays.ts'
import { composeImporting } from './compose-importing.ts'
import { composeQuotes } from './compose-quotes.ts'
import { composeReading, type PooledReading } from './compose-reading.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { type RunsByItself, stopBeforeKill } from './gtt/before-kill.ts'
import { composeGtts } from './gtt/compose-gtts.ts'
import { createLog } from './log.ts'
import { createMarket, type Market } from './market/market.ts'
import { openOwnStore } from './own-store.ts'
import { type Log, systemClock } from './ports.ts'
import { createMarketThreads, type MarketThreadParts } from './reading/market-threads.ts'
import { Refusal } from './refusal.ts'
import { createPooledScanning } from './scanning/pooled-scanning.ts'
import { createStreamHub } from './services/notifications/stream-hub.ts'
import { warmUnderlyings } from './services/options/warm-chains.ts'
import { loadSampleScanners } from './services/scanners/sample-scanners.ts'
import { createSecretWatch } from './services/session/secret-watch.ts'
import { loadSamples } from './services/strategies/samples.ts'
import { createSteadyClock, monotonicMs } from './steady-clock.ts'
import { withAudit } from './store/audit.ts'
import { DATABASE_NAME, type Store } from './store/database/database.ts'
import { createDiskReserve, makeRoomToStart } from './store/database/disk-reserve.ts'
import { describeOpenFault } from './store/database/open-fault.ts'
import { keepFilesPrivate } from './store/database/private-files.ts'
import { LeaseLost } from './store/database/server-lease.ts'
import { StoreError } from './store/database/store-error.ts'
import { isStoreFull, isStoreLost } from './store/database/transaction.ts'
import { readLedgerTime } from './store/orders/ledger/ledger-time.ts'
import { composeWebhooks } from './webhooks/compose-webhooks.ts'

const STOP_TIMEOUT_MS = 10_000

const TAKEN_OVER = 'another server has taken over this database'

const here = dirname(fileURLToPath(import.meta.url))

const findClient = (log: Log): string | null => {
  const folders = [join(here, '../client'), join(here, '../dist/client')]
  const found = folders.find((dir) => existsSync(join(dir, 'index.html'))) ?? null
  if (found === null) log.warn('no built console was found, only calls are served')
  return found
}

/** The engine files that the browser loads too. */
const findWasm = (clientDir: string | null): string => {
  const folders = [...(clientDir === null ? [] : [join(clientDir, 'wasm')]), join(here, '../public/wasm')]
  return folders.find((folder) => existsSync(folder)) ?? join(here, '../public/wasm')
}

const openImporting = ({ dataDir, databaseUrl }: Config, log: Log) =>
  composeImporting({ location: { dataDir, databaseUrl }, clock: systemClock, log, serverDir: here })

const findSamples = (log: Log): Pick<AppParts, 'samples' | 'sampleScanners'> => {
  const [strategies, scanners] = [join(here, 'samples/strategies'), join(here, 'samples/scanners')]
  for (const folder of [strategies, scanners])
    if (!existsSync(folder)) log.warn({ folder }, 'no samples were found')
  return {
    samples: existsSync(strategies) ? loadSamples(strategies) : [],
    sampleScanners: existsSync(scanners) ? loadSampleScanners(scanners) : [],
  }
}

const leaseParts = (log: Log) => ({
  log,
  onWaiting: () =>
    console.log('Another server has the database. This one waits, and takes over when it ends'),
  onTakenOver: (error: LeaseLost) => stopAtOnce(log, TAKEN_OVER, error),
})

const whenStoreLost =
  ({ dataDir }: Config, log: Log) =>
  (error: unknown): void => {
    if (error instanceof LeaseLost) stopAtOnce(log, TAKEN_OVER, error)
    log.fatal({ err: error, dataDir }, 'the store is lost: only reads are answered until a restart')
  }

/** Before anything else can fail: its password is shown only once. */
const printFirstUser = async (
  { firstUser, firstPassword }: Config,
  parts: Parameters<typeof composeAccounts>[0],
): Promise<void> => {
  const { accounts } = composeAccounts(parts)
  const first = await accounts.ensureFirstUser({ name: firstUser, password: firstPassword })
  if (first?.generatedPassword) console.log(`Sign in: ${first.name} / ${first.generatedPassword}`)
}

interface WarmUp {
  readonly market: Market
  readonly reading: PooledReading
  readonly isWanted: boolean
  readonly isStopping: () => boolean
  readonly log: Log
}

/** Built ahead, as the first instrument list takes a second or two. */
const warmUp = ({ market, reading, isWanted, isStopping, log }: WarmUp): void => {
  market.master
    .load()
    .catch((error) => log.error({ err: error }, 'the list of instruments could not be made'))
    .then(collectGarbage)
    .then(() => warmUnderlyings({ ...market, loadListing: market.master.load }, isStopping))
    .then(collectGarbage)
    .then(() => (isWanted ? reading.warm() : undefined))
    .catch((error: unknown) => {
      if (!isStopping()) log.error({ err: error }, 'warm-up failed')
    })
}

interface ThreadParts extends MarketThreadParts {
  /** Wall time. */
  readonly clock: typeof systemClock
  readonly log: Log
}

const startThreads = ({ clock, log, ...parts }: ThreadParts, wasmFolder: string) => {
  const threads = createMarketThreads(parts)
  return {
    reading: composeReading({ threads, clock, log, serverDir: here }),
    scanning: createPooledScanning({ threads, wasmFolder, clock, log, serverDir: here }),
    evaluation: composeEvaluating({ wasmFolder, clock, log, serverDir: here }),
  }
}

/** Null with PostgreSQL, whose disk is not ours to reserve. */
const openReserve = async ({ databaseUrl, dataDir }: Config, log: Log) => {
  if (databaseUrl !== null) return null
  const reserve = createDiskReserve({ folder: dataDir, log })
  await makeRoomToStart(dataDir, reserve)
  return reserve
}

const noteStart = async (
  of: Pick<AppParts, 'log' | 'config' | 'store' | 'clock'> & { readonly address: string },
): Promise<void> => {
  const { log, config, store, clock, address } = of
  const { version } = manifest
  await withAudit({ store, clock }, (_, record) =>
    record({ action: 'server.started', detail: { version, node: process.version } }),
  )
  log.info({ version, node: process.version, store: store.dialect, market: config.market }, 'started')
  if (config.isInsecureLan) log.warn('passwords and sessions travel unencrypted (--insecure-lan)')
  console.log(`sauda ${version} is at ${address}`)
}

const start = async (): Promise<void> => {
  const config = readConfig(process.env, process.argv.slice(2))
  const clock = systemClock
  const secrets = createSecretWatch()
  const log = createLog({ level: config.logLevel, secrets, write: (line) => process.stderr.write(line) })

  const reserve = await openReserve(config, log)
  const { store, close: closeStore } = await openOwnStore(config, leaseParts(log))

  await printFirstUser(config, { store, clock, secrets })

  const clientDir = findClient(log)
  const importing = openImporting(config, log)
  const steadyClock = createSteadyClock({ wallClock: clock, monotonicMs, log })
  const market = await createMarket({
    store,
    clock,
    steadyClock,
    config,
    log,
    importing: { runImport: importing.run, runAdjust: importing.adjust },
    resumeAt: await readLedgerTime(store),
  })
  const onStoreLost = whenStoreLost(config, log)
  const streams = createStreamHub()
  const runs: RunsByItself = { automation: null, gtts: null, alerts: null }
  const trading = await composeBroker({
    store,
    clock,
    config,
    log,
    market,
    streams,
    onStoreLost,
    headFolder: config.dataDir,
    beforeKill: (owner) => stopBeforeKill(runs, owner),
    ...(reserve === null ? {} : { reserve }),
  })
  const holidays = composeHolidays({ market, openContracts: trading.openContracts, streams, log })
  const shared = { config, market, clock, steadyClock, log }
  const { reading, scanning, evaluation } = startThreads(shared, findWasm(clientDir))
  const automation = composeAutomation({
    store,
    clock,
    log,
    trading,
    market: { ...market, loadListing: market.master.load },
    reading,
    evaluation,
    streams,
  })
  const gtts = composeGtts({ store, clock, market, trading, streams, log })
  const alerts = composeAlerts({ store, clock, market, trading, scanning, streams, log })
  Object.assign(runs, { automation, gtts, alerts })
  const webhooks = composeWebhooks({ store, clock, config, log })
  const app = await buildApp({
    automation,
    alerts,
    ...{ gtts: gtts.calls, webhooks: webhooks.calls },
    config,
    store,
    clock,
    market,
    log,
    secrets,
    version: manifest.version,
    clientDir,
    ...findSamples(log),
    holidays,
    broker: trading.broker,
    ...{ orders: trading.orders, tradingUsers: trading.tradingUsers },
    streams,
    reading,
    scanning,
    shocks: { add: market.addShock },
    quotes: composeQuotes({ config, market, clock, steadyClock, log, serverDir: here }),
    onStoreLost,
  })
  const address = await app.listen({ host: config.host, port: config.port })
  let isStopping = false
  warmUp({ market, reading, isWanted: config.warmsUp, isStopping: () => isStopping, log })
  trading
    .start()
    .then(() => Promise.all([automation, alerts, gtts, webhooks].map((one) => one.start())))
    .catch((error: unknown) => {
      if (store.lost() === null) stopAtOnce(log, 'the broker could not start', error)
    })
  await noteStart({ log, config, store, clock, address })

  const stop = async (signal: string): Promise<void> => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => end(store, 1), STOP_TIMEOUT_MS).unref()
    holidays.close()
    await app.close()
    await Promise.all([automation, alerts, gtts, webhooks].map((one) => one.close()))
    await Promise.all([evaluation.close(), reading.close(), scanning.close()])
    if (store.lost() !== null) return end(store, 1)
    await trading.close()
    await market.close()
    await importing.close()
    await withAudit({ store, clock }, (_, record) => record({ action: 'server.stopped', detail: { signal } }))
    await closeStore()
    process.exit(0)
  }
  stopWhenAsked(stop, log)
}

const stopWhenAsked = (stop: (signal: string) => Promise<void>, log: Log): void => {
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  process.on('uncaughtException', (error) => stopAtOnce(log, 'Unexpected error', error))
}

/** Closing a lost store would move its log into a file that is not ours; SIGKILL leaves both alone. */
const end = (store: Store, code: number): void => {
  if (store.lost() === null) process.exit(code)
  process.kill(process.pid, 'SIGKILL')
}

/** Like a crash: the next start recovers what is durable. */
const stopAtOnce = (log: Log, words: string, error: unknown): void => {
  log.fatal({ err: error }, words)
  process.exit(1)
}

const explain = (error: unknown): string => {
  if (error instanceof ConfigError || error instanceof StoreError || error instanceof Refusal)
    return error.message
  if (isStoreFull(error) || isStoreLost(error)) {
    const dataDir = process.env.DATA_DIR || './data'
    return describeOpenFault(error, { dataDir, path: join(dataDir, DATABASE_NAME) }).message
  }
  const { code, port, address } = error as { code?: string; port?: number; address?: string }
  if (code === 'EADDRINUSE') return `PORT: ${port} is taken by another program; set PORT to a free one`
  if (code === 'EACCES') return `PORT: this user may not listen on ${port}; set PORT to 1024 or above`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST: ${address ?? process.env.HOST} is no address of this machine`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

keepFilesPrivate()
try {
  await start()
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}
