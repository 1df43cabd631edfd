import type { Endpoint } from '../../src/contract/endpoint.ts'
import type { TaskBy, ThreadPool } from '../threads/thread-pool.ts'
import type { CallInput, CandleReply, CandleRequest, Reader } from './reader.ts'

export const CANDLES_TASK = 'candles'
/** Makes what is looked at first, while nothing else is to be done. */
export const WARM_TASK = 'warm'

/** Reads that may take long, away from the event loop that decides orders. */
export interface Reading {
  /** Throws Refusal. */
  candles(request: CandleRequest, by: TaskBy): Promise<CandleReply>
  /** The printed envelope of what the call answers. Throws Refusal. */
  answer(endpoint: Endpoint, input: CallInput, by: TaskBy): Promise<ArrayBuffer>
}

/** Reads on the calling thread, for programs and tests that take no orders beside. */
export const createLocalReading = (reader: Reader): Reading => ({
  candles: (request, { signal = new AbortController().signal }) => reader.readCandles(request, signal),
  answer: (endpoint, input) => reader.answer(endpoint.name, input),
})

/** Reads in threads. `share` is called before each task, so that the thread has the instrument master of the day. */
export const createPooledReading = (pool: ThreadPool, share: () => Promise<void>): Reading => ({
  async candles(request, by) {
    await share()
    return (await pool.run(CANDLES_TASK, request, by)) as CandleReply
  },
  async answer(endpoint, input, by) {
    await share()
    return (await pool.run(endpoint.name, input, by)) as ArrayBuffer
  },
})
