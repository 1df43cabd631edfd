import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../ports.ts'

const userLabel = (id: string): string => hash('sha256', id).slice(0, 12)

/** Logs the route's pattern, never the address, headers or body. */
export const logCalls = (app: FastifyInstance, log: Log): void => {
  app.addHook('onResponse', async (request, reply) => {
    log.info(
      {
        id: request.id,
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.caller === null ? {} : { user: userLabel(request.caller.user.id) }),
      },
      'call',
    )
  })
}
