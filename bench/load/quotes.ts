import { type ChildProcess, fork } from 'node:child_process'
import { join, resolve } from 'node:path'
import { createLog } from '../../server/log.ts'
import { nseShares } from '../../server/market/master/universe.ts'
import { systemClock } from '../../server/ports.ts'
import { createQuoteProcess, findQuotesEntry } from '../../server/quotes/quote-process.ts'
import { createSecretWatch } from '../../server/services/session/secret-watch.ts'
import { createSteadyClock, monotonicMs } from '../../server/steady-clock.ts'
import { QUOTE_RECORD_BYTES } from '../../src/contract/quotes/quote-frame.ts'
import { builtInYears } from '../../src/domain/calendar/holidays/calendar-in-force.ts'
import { listen, takeTicket } from '../../tests/support/server/connections.ts'
import { BINDING, startServer } from '../../tests/support/server/server.ts'
import { memoryOf, numberOf, processorSecondsOf, quantile, wait } from './load.ts'
import type { FromClients, ToClients } from './quote-clients.ts'

// npx tsx bench/load/quotes.ts --clients 1000 --symbols 50 --seconds 20 --speed 10
// Server, quotes process and readers are three processes; `--speed` makes every instrument trade more often.
const clients = numberOf('clients', 1000)
const symbols = numberOf('symbols', 50)
const distinct = numberOf('distinct', 500)
const seconds = numberOf('seconds', 20)
const speed = numberOf('speed', 1)

const log = createLog({
  level: 'warn',
  secrets: createSecretWatch(),
  write: (line) => process.stderr.write(line),
})

const opened: { quotes: ReturnType<typeof createQuoteProcess> | null } = { quotes: null }
const server = await startServer({
  parts: ({ market }) => {
    const quotes = createQuoteProcess({
      entry: findQuotesEntry(resolve(import.meta.dirname, '../../server')),
      start: () => ({
        seed: 1,
        origin: {
          mode: speed === 1 ? { kind: 'always' } : { kind: 'accelerated', speed },
          wall: systemClock.now(),
          market: market.clock.origin.market,
        },
        calendar: builtInYears,
        logLevel: 'warn',
      }),
      findInstruments: async (ids) => {
        const master = await market.master.load()
        return ids.map((id) => master.find(id))
      },
      clock: systemClock,
      steadyClock: createSteadyClock({ wallClock: systemClock, monotonicMs, log }),
      log,
    })
    opened.quotes = quotes
    return { quotes, quoteSocketLimits: { perUser: clients, perAddress: clients } }
  },
})
const { quotes } = opened
if (quotes === null) throw new Error('no quotes process')
const host = await listen(server)
const session = await server.enter('load')
await server.market.master.load()
while (!quotes.isReady()) await wait(20)
const pid = quotes.pid()
if (pid === null) throw new Error('the quotes process ended')

const ids = nseShares.slice(0, distinct).map(({ symbol }) => `NSE_${symbol}`)
const symbolsOf = Array.from({ length: Math.min(clients, 200) }, (_, index) =>
  Array.from({ length: symbols }, (_, n) => ids[(index * 7 + n) % ids.length] ?? ''),
)

const readers: ChildProcess = fork(join(import.meta.dirname, 'quote-clients.ts'), [], {
  execArgv: ['--import', 'tsx'],
})
const say = (message: ToClients): void => {
  readers.send(message)
}
const heard = new Promise<Extract<FromClients, { kind: 'report' }>>((done, failed) => {
  let failures = 0
  readers.on('message', async (message: FromClients) => {
    if (message.kind === 'ticket')
      say({
        kind: 'ticket',
        admission: {
          ticket: await takeTicket(server, session, 'quotes'),
          cookie: `${BINDING}=${session.binding}`,
        },
      })
    else if (message.kind === 'failed' && failures++ < 5) console.error(message.reason)
    else if (message.kind === 'report') done(message)
    else if (message.kind === 'opened') {
      console.log(`${clients} sockets are open; ${seconds} s follow`)
      // The first look at new subscriptions is not measured.
      await wait(5000)
      say({ kind: 'measure' })
      const before = processorSecondsOf(pid)
      await wait(seconds * 1000)
      console.log(
        `processor of the quotes process: ${((processorSecondsOf(pid) - before) / seconds).toFixed(2)}`,
      )
      say({ kind: 'report' })
    }
  })
  readers.once('exit', (code) => failed(new Error(`the readers ended with ${code}`)))
})
say({ kind: 'begin', host, clients, symbolsOf })
const report = await heard
const memory = memoryOf(pid)
console.log(
  JSON.stringify({
    clients,
    symbols,
    distinct: ids.length,
    speed,
    framesPerSecond: Math.round(report.frames / seconds),
    recordsPerSecond: Math.round(report.bytes / QUOTE_RECORD_BYTES / seconds),
    megabytesPerSecond: Math.round(report.bytes / seconds / 1e5) / 10,
    trades: report.latencies.length,
    tickToClientMs: {
      p50: Math.round(quantile(report.latencies, 0.5)),
      p99: Math.round(quantile(report.latencies, 0.99)),
      most: Math.round(quantile(report.latencies, 1)),
    },
    quotesProcessMb: memory,
    closed: report.closed,
  }),
)
readers.disconnect()
await server.close()
process.exit(0)
