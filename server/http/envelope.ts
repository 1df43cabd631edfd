import type { Endpoint, Envelope } from '../../src/contract/endpoint.ts'
import { toWire } from '../../src/contract/wire.ts'
import type { AnswerBytes } from '../threads/pieces.ts'
import { issuesOf } from './issues.ts'

/** Throws when the answer does not match the contract, which is a bug of the server. */
export const toEnvelope = (endpoint: Endpoint, answer: unknown): Envelope<unknown> => {
  const parsed = endpoint.reply.safeParse(toWire(endpoint.reply, answer))
  if (!parsed.success)
    throw new Error(`${endpoint.name} answered wrongly: ${issuesOf('reply', parsed.error).join('; ')}`)
  return { status: 'success', data: parsed.data, message: '' }
}

export class PrintedEnvelope {
  readonly bytes: AnswerBytes
  constructor(bytes: AnswerBytes) {
    this.bytes = bytes
  }
}

export const printEnvelope = (endpoint: Endpoint, answer: unknown): ArrayBuffer =>
  Uint8Array.from(Buffer.from(JSON.stringify(toEnvelope(endpoint, answer)))).buffer
