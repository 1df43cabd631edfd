import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import type { CallInput } from '../reading/reader.ts'
import type { Reading } from '../reading/reading.ts'
import { PrintedEnvelope } from './envelope.ts'
import { serve } from './serve.ts'

/** Aborted when the connection closes or the answer is sent. */
export const whileWanted = ({ raw }: FastifyReply): AbortSignal => {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}

export const printedBy = async (
  reading: Reading,
  endpoint: Endpoint,
  input: CallInput,
  reply: FastifyReply,
): Promise<PrintedEnvelope> =>
  new PrintedEnvelope(
    await reading.answer(endpoint, input, { user: input.user.id, signal: whileWanted(reply) }),
  )

export const serveReading = (app: FastifyInstance, endpoint: Endpoint, reading: Reading): void =>
  serve(app, endpoint, ({ user, query, body, reply }) =>
    printedBy(reading, endpoint, { user, query, body }, reply),
  )
