import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import type { Reading } from '../reading/reading.ts'
import { PrintedEnvelope } from './envelope.ts'
import { serve } from './serve.ts'

/** Aborted when the connection has closed or the answer is out: what still works for it can stop. */
export const whileWanted = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}

/** Serves a call whose answer is made beside the order path. */
export const serveReading = (app: FastifyInstance, endpoint: Endpoint, reading: Reading): void =>
  serve(app, endpoint, async ({ user, query, body, reply }) => {
    const by = { user: user.id, signal: whileWanted(reply) }
    return new PrintedEnvelope(await reading.answer(endpoint, { user, query, body }, by))
  })
