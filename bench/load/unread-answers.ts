import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { getUser } from '../../src/contract/session.ts'
import { createHttpClient } from './http-client.ts'
import { memoryOf, quantile, wait } from './load.ts'
import { callAs, openSessions, startServerProcess } from './server-process.ts'

// npm run load -- unread-answers --answers 60 --years 1 --seconds 30
// One user leaves large answers unread and requests them again when cut, while another goes on calling.
const { values: options } = parseArgs({
  options: {
    answers: { type: 'string', default: '60' },
    /** Years of minutes per answer. */
    years: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '30' },
    built: { type: 'boolean', default: false },
  },
})
const count = Number(options.answers)
const seconds = Number(options.seconds)
const AGAIN_MS = 500

const symbols = ['NSE_RELIANCE', 'NSE_INFY', 'NSE_TCS', 'NSE_SBIN']
const pathOf = (index: number): string =>
  `/api/instruments/candles?key=${symbols[index % symbols.length]}&interval=min&from=${2026 - Number(options.years)}-01-01&to=2025-12-31`

const dataDir = mkdtempSync(join(tmpdir(), 'sauda-load-'))
try {
  const [hoarder, trader] = await openSessions(dataDir, 2)
  if (hoarder === undefined || trader === undefined) throw new Error('there are no sessions')
  const server = await startServerProcess({ dataDir, isBuilt: options.built })
  try {
    const { hostname: host, port: portText } = server.url
    const port = Number(portText)
    const client = createHttpClient({ host, port, connections: 2 })
    const waits: number[] = []
    const ask = async (): Promise<number> => {
      const begun = performance.now()
      const { status } = await callAs(client, trader, 'GET', `/api${getUser.path}`)
      waits.push(performance.now() - begun)
      return status
    }
    await wait(8000)
    const before = memoryOf(server.pid)

    let isOver = false
    const sockets = new Set<Socket>()
    const statuses = new Map<string, number>()
    const hoard = (index: number): void => {
      if (isOver) return
      const socket = connect({ host, port })
      sockets.add(socket)
      socket.on('error', () => {})
      socket.once('connect', () =>
        socket.write(
          `GET ${pathOf(index)} HTTP/1.1\r\nhost: ${host}:${port}\r\nsec-fetch-site: same-origin\r\nauthorization: Bearer ${hoarder.token}\r\ncookie: sid=${hoarder.binding}\r\n\r\n`,
        ),
      )
      // Reads only the status: a refusal is retried, an answer is left unread.
      socket.once('readable', () => {
        const head = String(socket.read(12) ?? '')
        const status = head.slice(9, 12)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (status !== '200') socket.destroy()
      })
      socket.once('close', () => {
        sockets.delete(socket)
        setTimeout(() => hoard(index), AGAIN_MS)
      })
    }
    for (let index = 0; index < count; index++) hoard(index)
    let most = 0
    const answers = new Map<number, number>()
    const until = performance.now() + seconds * 1000
    while (performance.now() < until) {
      const status = await ask()
      answers.set(status, (answers.get(status) ?? 0) + 1)
      most = Math.max(most, memoryOf(server.pid).now)
      await wait(50)
    }
    isOver = true
    console.log(
      JSON.stringify({
        unreadAnswers: count,
        years: Number(options.years),
        hoarder: Object.fromEntries(statuses),
        serverMb: { before, most, after: memoryOf(server.pid) },
        trader: {
          answers: Object.fromEntries(answers),
          p50Ms: quantile(waits, 0.5),
          p99Ms: quantile(waits, 0.99),
          maxMs: quantile(waits, 1),
        },
      }),
    )
    for (const socket of sockets) socket.destroy()
    client.close()
  } finally {
    await server.stop()
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
