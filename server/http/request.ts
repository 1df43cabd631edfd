import type { onRequestAsyncHookHandler } from 'fastify'
import type { BodyLimits, Endpoint } from '../../src/contract/endpoint.ts'
import type { Caller } from '../services/session/caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once both halves of the session are proven. */
    caller: Caller | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    limits?: BodyLimits
  }
  interface FastifyInstance {
    guard(endpoint: Endpoint): onRequestAsyncHookHandler
  }
}
