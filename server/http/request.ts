import type { onRequestAsyncHookHandler } from 'fastify'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import type { Caller } from '../services/session/caller.ts'
import type { BodyLimits } from './limits/body-limits.ts'

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
