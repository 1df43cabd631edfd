import type { FastifyInstance } from 'fastify'
import { createLoopDelay } from '../../../loop-delay.ts'

/** `/health`: the process runs. `/ready`: it can do its work, and how late its event loop is. */
export const healthRoutes = (
  app: FastifyInstance,
  {
    version,
    whyNotReady,
  }: {
    readonly version: string
    readonly whyNotReady: () => Promise<string | null>
  },
): void => {
  const delay = createLoopDelay()
  app.addHook('onClose', async () => delay.close())

  app.get('/health', (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok', version }))

  app.get('/ready', async (_, reply) => {
    const reason = await whyNotReady()
    return reply
      .code(reason === null ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        ...(reason === null ? { status: 'ready' } : { status: 'not ready', reason }),
        event_loop_delay_ms: delay.read(),
      })
  })
}
