import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { nseShares } from '../../server/market/master/universe.ts'
import type { SessionPair } from '../../server/services/session/sessions.ts'
import { openStore } from '../../server/store/database/database.ts'
import { deployEquity, listDeployments } from '../../src/contract/deployments.ts'
import { defaultBases } from '../../src/contract/endpoint.ts'
import { createTicket } from '../../src/contract/notifications/notifications.ts'
import { saveEquityStrategy } from '../../src/contract/strategies.ts'
import { MINUTE_MS } from '../../src/domain/time.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'
import { memoryOf, processorSecondsOf, quantile, wait } from './load.ts'
import { driveOrders, placeOne, toTrader, waitAt } from './order-load.ts'
import type { FromClients, ToClients } from './quote-clients.ts'
import { callAs, cookieOf, openSessions, type ServerProcess, startServerProcess } from './server-process.ts'

// Virtual deployments on one-minute candles of many shares, beside orders by hand and readers of quotes; then a restart
// with all of them.
// npm run load -- deployments --count 1000 --series 200 --minutes 3; `--sources` runs the sources instead of dist,
// `--json FILE` and `--profile FOLDER` write the results there.
const { values: options } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    series: { type: 'string', default: '200' },
    users: { type: 'string', default: '200' },
    minutes: { type: 'string', default: '3' },
    rate: { type: 'string', default: '20' },
    clients: { type: 'string', default: '500' },
    sources: { type: 'boolean', default: false },
    json: { type: 'string' },
    profile: { type: 'string' },
  },
})

const count = Number(options.count)
const users = Number(options.users)
const minutes = Number(options.minutes)
const rate = Number(options.rate)
const clientCount = Number(options.clients)
const SYMBOLS_A_CLIENT = 50
/** Each reader holds a descriptor of the server until its socket is handed over. */
const DESCRIPTORS = 4096
const TRADERS = 8
const CONNECTIONS = 64
/** The first close reads and evaluates the history of every series. */
const WARM_MINUTES = 2
const QUIET_FROM_S = 25
const QUIET_SECONDS = 20
const DEPLOYED_AT_ONCE = 20

const shares = nseShares.slice(0, Number(options.series)).map(({ symbol }) => `NSE_${symbol}`)

const strategy = {
  algo_name: 'Green candle',
  interval: 'min',
  product: 'MIS',
  quantity: { by: 'shares', value: 1 },
  entry_type: 'condition',
  entry_time: null,
  exit_type: 'condition',
  exit_time: null,
  trading_start_time: '09:15',
  trading_stop_time: '15:15',
  sub_category: 'momentum',
  trend: 'bullish',
  note: '',
  seg_syms: [shares[0]],
  position: 'buy',
  entry_logic: 'close > open and rsi(14) > 20',
  exit_logic: 'close < open',
  stop_loss: null,
  target_profit: null,
  tpsl_type: 'pct',
}

const dataOf = <Data>(body: string): Data => (JSON.parse(body) as { readonly data: Data }).data

const deployAll = async (client: HttpClient, sessions: readonly SessionPair[]): Promise<void> => {
  const slugs = await Promise.all(
    sessions.map(async (session) => {
      const { body } = await callAs(client, session, 'POST', `/api${saveEquityStrategy.path}`, strategy)
      return dataOf<{ slug: string }>(body).slug
    }),
  )
  const deployOne = async (index: number): Promise<void> => {
    const [session, slug] = [sessions[index % sessions.length], slugs[index % sessions.length]]
    const share = shares[index % shares.length]
    if (session === undefined || slug === undefined || share === undefined) return
    const body = { deployment_uuid: randomUUID(), slug, version: 1, type: 'paper', seg_syms: [share] }
    const { status, body: answer } = await callAs(client, session, 'POST', `/api${deployEquity.path}`, body)
    if (status !== 200) throw new Error(`a deployment was refused: ${answer}`)
  }
  for (let from = 0; from < count; from += DEPLOYED_AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(DEPLOYED_AT_ONCE, count - from) }, (_, n) => deployOne(from + n)),
    )
}

const start = (dataDir: string): Promise<ServerProcess> =>
  startServerProcess({
    dataDir,
    isBuilt: !options.sources,
    profile: options.profile ?? null,
    descriptors: DESCRIPTORS,
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
  })

const clientOf = ({ url }: ServerProcess): HttpClient =>
  createHttpClient({ host: url.hostname, port: Number(url.port), connections: CONNECTIONS })

/** A process of readers, each of which watches many shares. Resolves with what ends them once all are open. */
const openReaders = async (
  server: ServerProcess,
  client: HttpClient,
  sessions: readonly SessionPair[],
): Promise<() => Promise<{ readonly frames: number; readonly closed: number }>> => {
  const readers = fork(join(import.meta.dirname, 'quote-clients.ts'), [], { execArgv: ['--import', 'tsx'] })
  const say = (message: ToClients): void => {
    readers.send(message)
  }
  let admitted = 0
  const admit = async (): Promise<void> => {
    const session = sessions[admitted++ % sessions.length]
    if (session === undefined) throw new Error('no user can read quotes')
    const answer = await callAs(
      client,
      session,
      'POST',
      `${defaultBases[createTicket.base]}${createTicket.path}`,
      { purpose: 'quotes' },
    )
    const { status, body } = answer
    if (status !== 200) throw new Error(`a ticket was refused: ${body}`)
    const { ticket } = dataOf<{ ticket: string }>(body)
    say({ kind: 'ticket', admission: { ticket, cookie: cookieOf(session) } })
  }
  const heard = (kind: FromClients['kind']): Promise<FromClients> =>
    new Promise((done, failed) => {
      readers.on('message', (message: FromClients) => {
        if (message.kind === kind) done(message)
        else if (message.kind === 'failed') failed(new Error(message.reason))
      })
      readers.once('exit', (code) => failed(new Error(`the readers ended with ${code}`)))
    })
  readers.on('message', (message: FromClients) => {
    if (message.kind === 'ticket') void admit()
  })
  const opened = heard('opened')
  const watched = Array.from({ length: SYMBOLS_A_CLIENT }, (_, n) => shares[n % shares.length] ?? '')
  say({ kind: 'begin', host: server.url.host, clients: clientCount, symbolsOf: [watched] })
  await opened
  say({ kind: 'measure' })
  return async () => {
    const report = heard('report')
    say({ kind: 'report' })
    const found = await report
    readers.removeAllListeners('exit')
    readers.disconnect()
    return found.kind === 'report' ? { frames: found.frames, closed: found.closed } : { frames: 0, closed: 0 }
  }
}

/** Until the next full minute of the market, which began at one with the server. */
const untilSecond = async (beganAt: number, second: number): Promise<void> => {
  const into = (Date.now() - beganAt) % MINUTE_MS
  await wait((second * 1000 - into + MINUTE_MS) % MINUTE_MS)
}

interface AcceptedOrder {
  readonly at: number
  readonly owner: string
}

const readOrders = async (dataDir: string): Promise<readonly AcceptedOrder[]> => {
  const store = await openStore({ dataDir, databaseUrl: null })
  const rows = await store.db
    .selectFrom('ledger_event')
    .select(['at', 'owner_id'])
    .where('kind', '=', 'order.accepted')
    .execute()
  await store.close()
  return rows.map(({ at, owner_id }) => ({ at, owner: owner_id }))
}

/** ms after the close of the candle that decided, at the last closes. */
const waitsOf = (orders: readonly AcceptedOrder[]): readonly number[] => {
  const decided = orders.filter(({ owner }) => owner.endsWith('~virtual'))
  const lastClose = Math.floor(Math.max(...decided.map(({ at }) => at)) / MINUTE_MS)
  const from = (lastClose - minutes + 1) * MINUTE_MS
  return decided.filter(({ at }) => at >= from).map(({ at }) => at % MINUTE_MS)
}

const measureRestart = async (dataDir: string, session: SessionPair) => {
  const startedAt = performance.now()
  const server = await start(dataDir)
  const listeningMs = performance.now() - startedAt
  const client = clientOf(server)
  const expected = Math.ceil(count / users)
  let running = 0
  while (running < expected) {
    const { status, body } = await callAs(client, session, 'GET', `/api${listDeployments.path}`)
    running =
      status === 200
        ? dataOf<{ status: string }[]>(body).filter(({ status }) => status === 'running').length
        : 0
    if (running < expected) await wait(50)
  }
  const takenUpMs = performance.now() - startedAt
  client.close()
  return { server, listeningMs: Math.round(listeningMs), takenUpMs: Math.round(takenUpMs) }
}

const dataDir = mkdtempSync(join(tmpdir(), 'sauda-deployments-'))
try {
  const sessions = await openSessions(dataDir, users + TRADERS)
  const owners = sessions.slice(0, users)
  const traders = sessions.slice(users).map(toTrader)
  const server = await start(dataDir)
  const beganAt = Date.now()
  const client = clientOf(server)
  for (const [index, trader] of traders.entries()) await placeOne(client, trader, index)
  await untilSecond(beganAt, QUIET_FROM_S)
  const idleFrom = processorSecondsOf(server.pid)
  await wait(QUIET_SECONDS * 1000)
  const idle = {
    memoryMb: memoryOf(server.pid).now,
    share: (processorSecondsOf(server.pid) - idleFrom) / QUIET_SECONDS,
  }
  const deployingFrom = performance.now()
  await deployAll(client, owners)
  const deployingMs = performance.now() - deployingFrom
  const endReaders = await openReaders(server, client, sessions)
  await untilSecond(beganAt, 50)
  await wait(WARM_MINUTES * MINUTE_MS)
  const hand = await driveOrders({ client, traders, rate, seconds: minutes * 60 })
  await untilSecond(beganAt, QUIET_FROM_S)
  const quietFrom = processorSecondsOf(server.pid)
  await wait(QUIET_SECONDS * 1000)
  const quietShare = (processorSecondsOf(server.pid) - quietFrom) / QUIET_SECONDS
  const memory = memoryOf(server.pid)
  const readers = await endReaders()
  client.close()
  await server.stop()

  const waits = waitsOf(await readOrders(dataDir))
  const [first] = owners
  if (first === undefined) throw new Error('no user deployed anything')
  const again = await measureRestart(dataDir, first)
  await again.server.stop()
  const figures = {
    count,
    series: shares.length,
    deployingMs: Math.round(deployingMs),
    orders: waits.length,
    closeToAcceptedMs: {
      p50: Math.round(quantile(waits, 0.5)),
      p99: Math.round(quantile(waits, 0.99)),
      most: Math.round(quantile(waits, 1)),
    },
    byHandMs: {
      p50: waitAt(hand.waits, 0.5),
      p99: waitAt(hand.waits, 0.99),
      outcomes: Object.fromEntries(hand.outcomes),
    },
    quoteClients: { open: clientCount, ...readers },
    memoryMb: { idle: idle.memoryMb, with: memory.now, most: memory.most },
    coreShare: { idle: idle.share, quiet: quietShare },
    restart: { listeningMs: again.listeningMs, takenUpMs: again.takenUpMs },
  }
  console.log(JSON.stringify({ ...figures, machineLoad: loadavg()[0] }, null, 2))
  if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(figures, null, 2))
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
