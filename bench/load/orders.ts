import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { composeAccounts } from '../../server/compose-accounts.ts'
import { systemClock } from '../../server/ports.ts'
import { createSecretWatch } from '../../server/services/secret-watch.ts'
import type { SessionPair } from '../../server/services/sessions.ts'
import { openStore } from '../../server/store/database.ts'
import { inTransaction } from '../../server/store/transaction.ts'
import { insertUser } from '../../server/store/users.ts'
import type { UserId } from '../../server/user.ts'
import { getOrderBook, placeOrder } from '../../src/contract/orders.ts'

/**
 * Orders that come whether or not those before were answered, against a real server of its own, and afterwards the
 * question whether every acknowledged one is there. `npx tsx bench/load/orders.ts --rate 300 --seconds 20`; `--burst`
 * is 1,000 a second for 10 s; `--memory` keeps the store in memory; `--built` runs dist instead of the sources;
 * `--profile FOLDER` leaves the server's processor profile there.
 */
const { values: options } = parseArgs({
  options: {
    rate: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '20' },
    users: { type: 'string' },
    burst: { type: 'boolean', default: false },
    memory: { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
    profile: { type: 'string' },
  },
})

const rate = options.burst ? 1000 : Number(options.rate)
const seconds = options.burst ? 10 : Number(options.seconds)
/** Five a second each, half of what one user may. */
const ORDERS_A_USER = 5
const userCount = Number(options.users ?? Math.ceil(rate / ORDERS_A_USER))
const symbols = ['RELIANCE', 'INFY', 'TCS', 'HDFCBANK', 'ICICIBANK', 'SBIN', 'ITC', 'AXISBANK']
const CONNECTIONS = 64
const ANSWER_MS_MAX = 30_000

interface Trader {
  readonly session: SessionPair
  readonly acknowledged: Set<string>
  sent: number
}

const prepare = async (dataDir: string): Promise<readonly Trader[]> => {
  const store = await openStore({ dataDir, databaseUrl: null })
  const { sessions } = composeAccounts({ store, clock: systemClock, secrets: createSecretWatch() })
  const traders: Trader[] = []
  for (let place = 0; place < userCount; place++) {
    const user = { id: `load-${place}` as UserId, name: `load-${place}` }
    await insertUser(store.db, {
      ...user,
      password_hash: '',
      must_change_password: 0,
      created_at: systemClock.now(),
    })
    const { pair } = await inTransaction(store, (trx) =>
      sessions.open(trx, user, { address: '127.0.0.1', agent: 'load', request: 'load' }),
    )
    traders.push({ session: pair, acknowledged: new Set(), sent: 0 })
  }
  await store.close()
  return traders
}

const startServer = async (
  dataDir: string,
): Promise<{ url: URL; pid: number; stop: () => Promise<void> }> => {
  const main = options.built ? 'dist/server/main.js' : 'server/main.ts'
  if (!existsSync(main)) throw new Error(`${main} is not there; build first, or leave --built out`)
  const loader = options.built ? [] : ['--import', 'tsx']
  const profiler = options.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${options.profile}`]
  const child = spawn(process.execPath, [...profiler, ...loader, main], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      MARKET_CLOCK: 'always',
      MARKET_START: '2026-11-23 10:00',
      FIRST_PASSWORD: 'a password for the load',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<URL>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
      const address = /is at (http:\S+)/.exec(text)?.[1]
      if (address !== undefined) resolve(new URL(address))
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const TICKS_A_SECOND = 100

/** Processor time a process has used, of a busy machine as of a quiet one; NaN where there is no /proc. */
const cpuMsOf = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return ((Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND) * 1000
  } catch {
    return Number.NaN
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

interface Answer {
  readonly status: number
  readonly json: { readonly data: unknown; readonly code?: string }
}

const call = (
  url: URL,
  { session }: Trader,
  method: string,
  path: string,
  body: unknown = null,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const payload = body === null ? '' : JSON.stringify(body)
    const asked = request(
      new URL(`/api${path}`, url),
      {
        method,
        agent,
        timeout: ANSWER_MS_MAX,
        headers: {
          authorization: `Bearer ${session.token}`,
          cookie: `__Host-sid=${session.binding}`,
          'sec-fetch-site': 'same-origin',
          ...(body === null
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
        },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, json: JSON.parse(text) }))
      },
    )
    asked.on('error', reject)
    asked.on('timeout', () => asked.destroy(new Error('no answer')))
    asked.end(payload)
  })

/** One share bought, then sold again, so that nothing grows but the log. */
const ticketOf = (trader: Trader, place: number): unknown => ({
  client_order_id: randomUUID(),
  sym: `NSE_${symbols[place % symbols.length]}`,
  transaction_type: trader.sent++ % 2 === 0 ? 'BUY' : 'SELL',
  order_type: 'MARKET',
  product: 'MIS',
  quantity: 1,
})

const place = async (url: URL, trader: Trader, index: number): Promise<string> => {
  const { status, json } = await call(url, trader, 'POST', placeOrder.path, ticketOf(trader, index))
  if (status !== 200) return json.code ?? String(status)
  trader.acknowledged.add((json.data as { order_id: string }).order_id)
  return 'acknowledged'
}

const drive = async (url: URL, traders: readonly Trader[]) => {
  const waits: number[] = []
  const outcomes = new Map<string, number>()
  const answers: Promise<void>[] = []
  const startedAt = performance.now()
  const total = rate * seconds
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) / 1000) * rate))
    for (; sent < due; sent++) {
      const trader = traders[sent % traders.length]
      if (trader === undefined) continue
      // Counted from when it was due: a late sender hides nothing.
      const dueAt = startedAt + (sent / rate) * 1000
      const index = sent % traders.length
      answers.push(
        place(url, trader, index)
          .catch((error: Error) => error.message)
          .then((outcome) => {
            waits.push(performance.now() - dueAt)
            outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
          }),
      )
    }
    await new Promise((turn) => setTimeout(turn, 1))
  }
  await Promise.all(answers)
  return { waits: waits.sort((left, right) => left - right), outcomes, ms: performance.now() - startedAt }
}

const findLost = async (url: URL, traders: readonly Trader[]) => {
  const statuses = new Map<string, number>()
  let lost = 0
  let doubled = 0
  for (const trader of traders) {
    const { json } = await call(url, trader, 'GET', getOrderBook.path)
    const rows = json.data as { order_id: string; client_order_id: string; status: string }[]
    const ids = new Set(rows.map((row) => row.order_id))
    lost += [...trader.acknowledged].filter((id) => !ids.has(id)).length
    doubled += rows.length - new Set(rows.map((row) => row.client_order_id)).size
    for (const { status } of rows) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  return { lost, doubled, statuses: Object.fromEntries(statuses) }
}

const share = (sorted: readonly number[], part: number): number =>
  Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN) * 10) / 10

const dataDir = mkdtempSync(join(options.memory ? '/dev/shm' : tmpdir(), 'sauda-load-'))
try {
  const traders = await prepare(dataDir)
  const server = await startServer(dataDir)
  try {
    // The first orders wait for the list of instruments and for the compilers.
    for (const [index, trader] of traders.entries()) await place(server.url, trader, index)
    await new Promise((resolve) => setTimeout(resolve, 2000))
    const cpuBefore = cpuMsOf(server.pid)
    const { waits, outcomes, ms } = await drive(server.url, traders)
    const cpuMs = cpuMsOf(server.pid) - cpuBefore
    const found = await findLost(server.url, traders)
    console.log(
      JSON.stringify({
        rate,
        seconds,
        users: userCount,
        store: options.memory ? 'memory' : 'disk',
        answeredPerSecond: Math.round((waits.length / ms) * 1000),
        outcomes: Object.fromEntries(outcomes),
        p50Ms: share(waits, 0.5),
        p90Ms: share(waits, 0.9),
        p99Ms: share(waits, 0.99),
        maxMs: share(waits, 1),
        serverCpuMsAnOrder: Math.round((cpuMs / waits.length) * 100) / 100,
        ...found,
      }),
    )
  } finally {
    await server.stop()
  }
} finally {
  agent.destroy()
  rmSync(dataDir, { recursive: true, force: true })
}
