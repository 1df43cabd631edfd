import type { Endpoint } from '../../src/contract/endpoint.ts'
import { type AnswerBytes, readHeld } from '../threads/pieces.ts'
import type { TaskBy, ThreadPool } from '../threads/thread-pool.ts'
import type { CallInput, CandleReply, CandleRequest, Reader } from './reader.ts'

export const CANDLES_TASK = 'candles'
export const WARM_TASK = 'warm'

export interface ReadBy extends TaskBy {
  readonly signal: AbortSignal
}

export interface CandleAnswer extends Omit<CandleReply, 'columns'> {
  readonly columns: AnswerBytes | null
}

export interface Reading {
  /** Throws Refusal. */
  candles(request: CandleRequest, by: ReadBy): Promise<CandleAnswer>
  /** Returns the printed envelope. Throws Refusal. */
  answer(endpoint: Endpoint, input: CallInput, by: ReadBy): Promise<AnswerBytes>
}

/** On the calling thread, for programs and tests that take no orders. */
export const createLocalReading = (reader: Reader): Reading => ({
  candles: (request, { signal }) => reader.readCandles(request, signal),
  answer: (endpoint, input) => reader.answer(endpoint.name, input),
})

/** `share` runs before each task, so that the thread has the day's instruments. */
export const createPooledReading = (pool: ThreadPool, share: () => Promise<void>): Reading => ({
  async candles(request, by) {
    await share()
    const reply = (await pool.run(CANDLES_TASK, request, by)) as CandleReply
    return { ...reply, columns: readHeld(reply.columns, by.signal) }
  },
  async answer(endpoint, input, by) {
    await share()
    return readHeld((await pool.run(endpoint.name, input, by)) as ArrayBuffer, by.signal)
  },
})
