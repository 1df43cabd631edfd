import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import type { CallInput } from '../reading/reader.ts'
import type { Reading } from '../reading/reading.ts'
import { PrintedEnvelope } from './envelope.ts'
import { serve } from './serve.ts'

/** Aborted when the connection has closed or the answer is out: what still works for it can stop. */
export const whileWanted = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}

/** The answer to a call, made beside the order path. */
export const printedBy = async (
  reading: Reading,
  endpoint: Endpoint,
  input: CallInput,
  reply: FastifyReply,
): Promise<PrintedEnvelope> =>
  new PrintedEnvelope(
    await reading.answer(endpoint, input, { user: input.user.id, signal: whileWanted(reply) }),
  )

/** Serves a call whose answer is made beside the order path. */
export const serveReading = (app: FastifyInstance, endpoint: Endpoint, reading: Reading): void =>
  serve(app, endpoint, ({ user, query, body, reply }) =>
    printedBy(reading, endpoint, { user, query, body }, reply),
  )
