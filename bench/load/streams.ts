import { fork } from 'node:child_process'
import { join } from 'node:path'
import { createStreamHub } from '../../server/services/notifications/stream-hub.ts'
import type { UserId } from '../../server/user.ts'
import { notificationStream } from '../../src/contract/notifications/notifications.ts'
import { getUser } from '../../src/contract/session.ts'
import { listen, takeTicket } from '../../tests/support/server/connections.ts'
import { BINDING, dataOf, startServer, urlOf } from '../../tests/support/server/server.ts'
import { memoryOf, numberOf, quantile, wait } from './load.ts'
import type { FromStreams, ToStreams } from './stream-clients.ts'

// npx tsx bench/load/streams.ts --streams 2000 --notices 10
// The readers are in a second process; every stream gets each notice, one per second.
const count = numberOf('streams', 2000)
const notices = numberOf('notices', 10)
const USERS = 20

const limits = { perUser: Math.ceil(count / USERS), perAddress: count }
const streams = createStreamHub({ limits })
const server = await startServer({ parts: () => ({ streams }) })
const host = await listen(server)
const sessions = await Promise.all(Array.from({ length: USERS }, (_, n) => server.enter(`load${n}`)))
const owners = await Promise.all(
  sessions.map(async (session) => dataOf(getUser, await server.call(session, getUser)).user_uuid as UserId),
)
const before = memoryOf(process.pid).now

const readers = fork(join(import.meta.dirname, 'stream-clients.ts'), [], { execArgv: ['--import', 'tsx'] })
const say = (message: ToStreams): void => {
  readers.send(message)
}
const report = await new Promise<Extract<FromStreams, { kind: 'report' }>>((done, failed) => {
  readers.on('message', async (message: FromStreams) => {
    if (message.kind === 'ticket') {
      const session = sessions[message.session]
      if (session !== undefined) say({ kind: 'ticket', ticket: await takeTicket(server, session, 'stream') })
    } else if (message.kind === 'failed') failed(new Error(message.reason))
    else if (message.kind === 'report') done(message)
    else {
      console.log(`${streams.counts().open} streams are open`)
      for (let n = 0; n < notices; n++) {
        for (const owner of owners)
          streams.publish(owner, { id: `load-${n}`, data: { sent_at: Date.now(), words: 'x'.repeat(400) } })
        await wait(1000)
      }
      say({ kind: 'report' })
    }
  })
  readers.once('exit', (code) => failed(new Error(`the readers ended with ${code}`)))
  say({
    kind: 'begin',
    host,
    path: urlOf(notificationStream),
    sessions: sessions.map(({ binding }) => ({ cookie: `${BINDING}=${binding}`, streams: limits.perUser })),
  })
})
console.log(
  JSON.stringify({
    streams: streams.counts().open,
    notices,
    delivered: report.latencies.length,
    expected: streams.counts().open * notices,
    noticeToClientMs: {
      p50: quantile(report.latencies, 0.5),
      p99: quantile(report.latencies, 0.99),
      most: quantile(report.latencies, 1),
    },
    serverMb: { before, after: memoryOf(process.pid).now },
    closed: report.closed,
  }),
)
readers.disconnect()
await server.close()
process.exit(0)
