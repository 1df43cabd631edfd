import type { FastifyInstance } from 'fastify'
import { notificationStream } from '../../../../src/contract/notifications/notifications.ts'
import { CONTRACT_VERSION } from '../../../../src/contract/version.ts'
import type { StreamHub } from '../../../services/notifications/stream-hub.ts'
import type { SessionWatch } from '../../../services/session/session-watch.ts'
import { serve } from '../../serve.ts'

const RETRY_MS = 5000

export const notificationStreamRoutes = (
  app: FastifyInstance,
  { hub, sessions }: { readonly hub: StreamHub; readonly sessions: SessionWatch },
): void => {
  serve(app, notificationStream, ({ user, query, request, reply }) => {
    const { caller } = request
    if (caller === null) throw new Error('a stream was reached without a session')
    hub.admit(user.id, request.ip)
    reply.hijack()
    const { raw } = reply
    raw.on('error', () => raw.destroy())
    raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-contract': CONTRACT_VERSION,
    })
    raw.write(`retry: ${RETRY_MS}\n\n`)
    const end = hub.open(user.id, request.ip, raw, { isPadded: query.padded === '1' })
    const release = sessions.hold(caller, end)
    raw.once('close', release)
    // The reader may have disconnected during authentication.
    if (raw.destroyed) {
      end()
      release()
    }
    return null
  })

  // A closing server waits for its responses, and streams never end by themselves.
  app.addHook('preClose', async () => hub.close())
}
