import type { onRequestAsyncHookHandler } from 'fastify'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import type { Caller } from '../services/caller.ts'
import type { BodyLimits } from './limits.ts'

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
    /** What a call must prove before its body is read. */
    guard(endpoint: Endpoint): onRequestAsyncHookHandler
  }
}
