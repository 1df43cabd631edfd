import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { getUser } from '../../src/contract/session.ts'
import { createHttpClient } from './http-client.ts'
import { memoryOf, quantile } from './load.ts'
import { callAs, openSessions, startServerProcess } from './server-process.ts'
import type { HoldOrder } from './stranger-clients.ts'

// npm run load -- strangers --connections 500 --addresses 4 --seconds 20 --descriptors 512
// A signed-in user calls on old and new connections while strangers hold idle and unfinished ones.
const { values: options } = parseArgs({
  options: {
    connections: { type: 'string', default: '500' },
    addresses: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '20' },
    descriptors: { type: 'string', default: '512' },
    built: { type: 'boolean', default: false },
  },
})
const held = Number(options.connections)
const addresses = Number(options.addresses)
const seconds = Number(options.seconds)
const CALLS_A_SECOND = 20

const dataDir = mkdtempSync(join(tmpdir(), 'sauda-load-'))
try {
  const [session] = await openSessions(dataDir, 1)
  if (session === undefined) throw new Error('there is no session')
  const server = await startServerProcess({
    dataDir,
    isBuilt: options.built,
    descriptors: Number(options.descriptors),
  })
  try {
    const { hostname: host, port: portText } = server.url
    const port = Number(portText)
    const outcomes = new Map<string, number>()
    const ask = async (client: ReturnType<typeof createHttpClient>, waits: number[]): Promise<void> => {
      const begun = performance.now()
      const outcome = await callAs(client, session, 'GET', `/api${getUser.path}`).then(
        ({ status }) => String(status),
        (error: Error) => error.message,
      )
      waits.push(performance.now() - begun)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    const kept = createHttpClient({ host, port, connections: 4 })
    const run = async (lasting: number) => {
      const onKept: number[] = []
      const onFresh: number[] = []
      const until = performance.now() + lasting * 1000
      while (performance.now() < until) {
        await ask(kept, onKept)
        const fresh = createHttpClient({ host, port, connections: 1 })
        await ask(fresh, onFresh)
        fresh.close()
        await new Promise((done) => setTimeout(done, 1000 / CALLS_A_SECOND))
      }
      const figures = (waits: readonly number[]) => ({
        calls: waits.length,
        p50Ms: quantile(waits, 0.5),
        p99Ms: quantile(waits, 0.99),
        maxMs: quantile(waits, 1),
      })
      return { onKeptConnections: figures(onKept), onFreshConnections: figures(onFresh) }
    }

    await run(3)
    const quiet = await run(5)
    outcomes.clear()
    const strangers = fork(join(import.meta.dirname, 'stranger-clients.ts'), [], {
      execArgv: ['--import', 'tsx'],
    })
    strangers.send({ host, port, connections: held, addresses } satisfies HoldOrder)
    const underStrangers = await run(seconds)
    const opened = await new Promise<number>((done) => {
      strangers.once('message', (count) => done(Number(count)))
      strangers.send('stop')
    })
    console.log(
      JSON.stringify({
        connections: held,
        addresses,
        descriptors: Number(options.descriptors),
        quiet,
        underStrangers,
        outcomes: Object.fromEntries(outcomes),
        openedByStrangers: opened,
        serverMb: memoryOf(server.pid),
      }),
    )
    kept.close()
  } finally {
    await server.stop()
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
