import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { getOrderBook } from '../../src/contract/orders/orders.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'
import { processorSecondsOf } from './load.ts'
import { driveOrders, placeOne, type Trader, toTrader, waitAt } from './order-load.ts'
import { callAs, openSessions, startServerProcess } from './server-process.ts'

// Orders at a fixed rate against a real server, then a check that every acknowledged one is stored.
// npx tsx bench/load/orders.ts --rate 300 --seconds 20; `--burst` is 1,000 per second for 10 s,
// `--memory` keeps the store in memory, `--built` runs dist, `--profile FOLDER` writes a processor profile.
const { values: options } = parseArgs({
  options: {
    rate: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '20' },
    users: { type: 'string' },
    burst: { type: 'boolean', default: false },
    memory: { type: 'boolean', default: false },
    built: { type: 'boolean', default: false },
    profile: { type: 'string' },
    warm: { type: 'string', default: '5' },
  },
})

const rate = options.burst ? 1000 : Number(options.rate)
const seconds = options.burst ? 10 : Number(options.seconds)
/** Per second, half of what one user may place. */
const ORDERS_A_USER = 5
const userCount = Number(options.users ?? Math.ceil(rate / ORDERS_A_USER))
const CONNECTIONS = 64
/** Not measured, as a server is cold only once. */
const warmSeconds = Number(options.warm)

const findLost = async (client: HttpClient, traders: readonly Trader[]) => {
  const statuses = new Map<string, number>()
  let lost = 0
  let doubled = 0
  for (const trader of traders) {
    const { body } = await callAs(client, trader.session, 'GET', `/api${getOrderBook.path}`)
    const rows = (JSON.parse(body) as { readonly data: unknown }).data as {
      order_id: string
      client_order_id: string
      status: string
    }[]
    const ids = new Set(rows.map((row) => row.order_id))
    lost += [...trader.acknowledged].filter((id) => !ids.has(id)).length
    doubled += rows.length - new Set(rows.map((row) => row.client_order_id)).size
    for (const { status } of rows) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  return { lost, doubled, statuses: Object.fromEntries(statuses) }
}

const cpuMsOf = (pid: number): number => processorSecondsOf(pid) * 1000

const dataDir = mkdtempSync(join(options.memory ? '/dev/shm' : tmpdir(), 'sauda-load-'))
try {
  const traders = (await openSessions(dataDir, userCount)).map(toTrader)
  const server = await startServerProcess({
    dataDir,
    isBuilt: options.built,
    profile: options.profile ?? null,
  })
  try {
    const { hostname: host, port } = server.url
    const client = createHttpClient({ host, port: Number(port), connections: CONNECTIONS })
    // The first orders wait for the instrument list.
    for (const [index, trader] of traders.entries()) await placeOne(client, trader, index)
    await driveOrders({ client, traders, rate, seconds: warmSeconds })
    await new Promise((resolve) => setTimeout(resolve, 2000))
    const [cpuBefore, ownBefore] = [cpuMsOf(server.pid), cpuMsOf(process.pid)]
    const { waits, outcomes, ms } = await driveOrders({ client, traders, rate, seconds })
    const [cpuMs, ownMs] = [cpuMsOf(server.pid) - cpuBefore, cpuMsOf(process.pid) - ownBefore]
    const found = await findLost(client, traders)
    client.close()
    console.log(
      JSON.stringify({
        rate,
        seconds,
        users: userCount,
        store: options.memory ? 'memory' : 'disk',
        answeredPerSecond: Math.round((waits.length / ms) * 1000),
        outcomes: Object.fromEntries(outcomes),
        p50Ms: waitAt(waits, 0.5),
        p90Ms: waitAt(waits, 0.9),
        p99Ms: waitAt(waits, 0.99),
        maxMs: waitAt(waits, 1),
        serverCpuMsAnOrder: Math.round((cpuMs / waits.length) * 100) / 100,
        loadCpuMsAnOrder: Math.round((ownMs / waits.length) * 100) / 100,
        machineLoad: loadavg()[0],
        ...found,
      }),
    )
  } finally {
    await server.stop()
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
