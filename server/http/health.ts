import type { FastifyInstance } from 'fastify'

/** For operators: `/health` says the process answers, `/ready` that it can do its work. */
export const healthRoutes = (
  app: FastifyInstance,
  { version, isReady }: { readonly version: string; readonly isReady: () => Promise<boolean> },
): void => {
  app.get('/health', (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok', version }))

  app.get('/ready', async (_, reply) => {
    const ready = await isReady()
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready' })
  })
}
