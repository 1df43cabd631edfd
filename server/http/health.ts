import type { FastifyInstance } from 'fastify'
import { createLoopDelay } from '../loop-delay.ts'

/** For operators: `/health` says the process answers, `/ready` that it can do its work and how late its event loop is. */
export const healthRoutes = (
  app: FastifyInstance,
  { version, isReady }: { readonly version: string; readonly isReady: () => Promise<boolean> },
): void => {
  const delay = createLoopDelay()
  app.addHook('onClose', async () => delay.close())

  app.get('/health', (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok', version }))

  app.get('/ready', async (_, reply) => {
    const ready = await isReady()
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready', event_loop_delay_ms: delay.read() })
  })
}
