import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultBases } from '../../src/contract/endpoint.ts'
import { getOptionChain } from '../../src/contract/options.ts'
import { createHttpClient } from './http-client.ts'
import { processorSecondsOf, wait } from './load.ts'
import { callAs, openSessions, startServerProcess } from './server-process.ts'

// npx tsx bench/load/chain.ts [--built] [--settled 20]
// First and second read of option chains, and the longest wait of another caller meanwhile.
const index = process.argv.indexOf('--settled')
const settledSeconds = index < 0 ? 10 : Number(process.argv[index + 1])
const PROBE_MS = 5

const dataDir = mkdtempSync(join(tmpdir(), 'sauda-chain-'))
try {
  const [session] = await openSessions(dataDir, 1)
  if (session === undefined) throw new Error('no session')
  const server = await startServerProcess({ dataDir, isBuilt: process.argv.includes('--built') })
  const to = { host: server.url.hostname, port: Number(server.url.port), connections: 1 }
  const [client, other] = [createHttpClient(to), createHttpClient(to)]
  await wait(settledSeconds * 1000)
  for (const key of ['INDICES_NIFTY 50', 'INDICES_NIFTY 50', 'INDICES_NIFTY BANK', 'INDICES_SENSEX']) {
    const path = `${defaultBases[getOptionChain.base]}${getOptionChain.path}?key=${encodeURIComponent(key)}`
    const cpuBefore = processorSecondsOf(server.pid)
    const startedAt = performance.now()
    const asked: { answer: Awaited<ReturnType<typeof callAs>> | null } = { answer: null }
    const done = callAs(client, session, 'GET', path).then((answer) => {
      asked.answer = answer
      return performance.now() - startedAt
    })
    let longest = 0
    while (asked.answer === null) {
      const probedAt = performance.now()
      await other.call('GET', '/health', {}, null)
      longest = Math.max(longest, performance.now() - probedAt)
      await wait(PROBE_MS)
    }
    const ms = await done
    console.log(
      JSON.stringify({
        key,
        status: asked.answer.status,
        bytes: asked.answer.body.length,
        ms: Math.round(ms),
        serverCpuMs: Math.round((processorSecondsOf(server.pid) - cpuBefore) * 1000),
        longestOtherMs: Math.round(longest),
        machineLoad: loadavg()[0],
      }),
    )
  }
  client.close()
  other.close()
  await server.stop()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
