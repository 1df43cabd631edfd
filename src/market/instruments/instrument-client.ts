import type { InstrumentIndex } from '../../domain/instruments/instrument-index.ts'
import { openIndex } from './instrument-index.ts'
import type { InstrumentAnswer, InstrumentTask } from './instrument-task.ts'

export interface WorkerPort {
  postMessage(message: unknown, transfer?: Transferable[]): void
  addEventListener(type: 'message', listen: (event: { readonly data: unknown }) => void): void
  addEventListener(type: 'error', listen: (event: { readonly message?: string }) => void): void
  terminate(): void
}

export interface LoadedIndex {
  readonly index: InstrumentIndex
  readonly rows: number
  readonly badRows: number
}

export interface InstrumentClient {
  /** Begins the worker's script, so that it is there when the list has come. */
  start(): void
  fromCsv(csv: string): Promise<LoadedIndex>
  /** Null when the data are damaged, as for `fromCache`. */
  fromGzip(bytes: Uint8Array<ArrayBuffer>): Promise<LoadedIndex | null>
  fromCache(data: string): Promise<LoadedIndex | null>
  pack(csv: string): Promise<string>
  stop(): void
}

interface Waiting {
  resolve(answer: InstrumentAnswer): void
  reject(error: Error): void
}

/** One load needs two tasks. */
const WAITING_MAX = 16

/** The worker starts on first use at the latest, and again after a failure. */
export const createInstrumentClient = (createWorker: () => WorkerPort): InstrumentClient => {
  const waiting = new Map<number, Waiting>()
  let worker: WorkerPort | null = null
  let lastId = 0

  const failAll = (reason: string): void => {
    worker?.terminate()
    worker = null
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }

  const startWorker = (): WorkerPort => {
    const started = createWorker()
    started.addEventListener('message', ({ data }) => {
      const { id, answer, failure } = data as {
        readonly id: number
        readonly answer?: InstrumentAnswer
        readonly failure?: string
      }
      const asked = waiting.get(id)
      waiting.delete(id)
      if (answer === undefined) asked?.reject(new Error(failure ?? 'The instrument worker gave no answer'))
      else asked?.resolve(answer)
    })
    started.addEventListener('error', ({ message }) => failAll(message ?? 'The instrument worker stopped'))
    return started
  }
  const running = (): WorkerPort => {
    worker ??= startWorker()
    return worker
  }

  const ask = (task: InstrumentTask): Promise<InstrumentAnswer> => {
    if (waiting.size >= WAITING_MAX) return Promise.reject(new Error('Too many instrument lists at once'))
    const asked = running()
    const id = ++lastId
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      asked.postMessage({ id, task })
    })
  }

  const load = async (task: InstrumentTask): Promise<LoadedIndex | null> => {
    const answer = await ask(task)
    if (answer.kind !== 'columns') return null
    const { columns } = answer
    return { index: openIndex(columns), rows: columns.rows, badRows: columns.badRows }
  }

  return {
    start: () => void running(),
    async fromCsv(csv) {
      const loaded = await load({ kind: 'csv', csv })
      if (loaded === null) throw new Error('Error parsing instruments')
      return loaded
    },
    fromGzip: (bytes) => load({ kind: 'gzip', bytes }),
    fromCache: (data) => load({ kind: 'packed', data }),
    async pack(csv) {
      const answer = await ask({ kind: 'pack', csv })
      if (answer.kind !== 'packed') throw new Error('Error parsing instruments')
      return answer.data
    },
    stop: () => failAll('stopped'),
  }
}
