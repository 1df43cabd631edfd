import { setPriority } from 'node:os'
import { type MessagePort, parentPort, type Transferable } from 'node:worker_threads'
import { type FromThread, type ToThread, toFailure } from './messages.ts'
import { holdAnswer, WHOLE_BYTES_MAX } from './pieces.ts'

/** Below the order path (0; 19 is lowest). With 10, alerts were judged minutes late beside other busy programs. */
const niceOf = { background: 10, alerts: 2, deployments: 2 } as const

export interface TaskContext {
  readonly signal: AbortSignal
  readonly onProgress: (value: unknown) => void
  readonly shared: unknown
}

export type RunTask = (name: string, input: unknown, context: TaskContext) => Promise<unknown>

interface Handed {
  readonly value: unknown
  readonly transfer: Transferable[]
}

const isBuffer = (part: unknown): part is ArrayBuffer => part instanceof ArrayBuffer

const handPart = (part: unknown): Handed => {
  if (!isBuffer(part)) return { value: part, transfer: [] }
  if (part.byteLength <= WHOLE_BYTES_MAX) return { value: part, transfer: [part] }
  const held = holdAnswer(part)
  return { value: held, transfer: [held.port] }
}

/** Top-level buffers are transferred instead of copied; large ones are read in pieces. */
const handOver = (value: unknown): Handed => {
  if (isBuffer(value)) return handPart(value)
  if (typeof value !== 'object' || value === null || !Object.values(value).some(isBuffer))
    return { value, transfer: [] }
  const parts = Object.entries(value).map(([name, part]) => ({ name, ...handPart(part) }))
  return {
    value: Object.fromEntries(parts.map(({ name, value: part }) => [name, part])),
    transfer: parts.flatMap(({ transfer }) => transfer),
  }
}

const portOf = (): MessagePort => {
  if (parentPort === null) throw new Error('this is a thread of the server and not a program')
  return parentPort
}

export const serveTasks = (work: keyof typeof niceOf, run: RunTask): void => {
  const port = portOf()
  // Elsewhere it would apply to the whole process.
  if (process.platform === 'linux') setPriority(niceOf[work])
  const running = new Map<number, AbortController>()
  let shared: unknown

  const say = (message: FromThread, transfer: Transferable[] = []): void =>
    port.postMessage(message, transfer)

  const start = async (id: number, name: string, input: unknown): Promise<void> => {
    const stopping = new AbortController()
    running.set(id, stopping)
    try {
      const context: TaskContext = {
        signal: stopping.signal,
        onProgress: (value) => say({ kind: 'progress', id, value }),
        shared,
      }
      const { value, transfer } = handOver(await run(name, input, context))
      say({ kind: 'done', id, value }, transfer)
    } catch (error) {
      say({ kind: 'failed', id, failure: toFailure(error) })
    } finally {
      running.delete(id)
    }
  }

  port.on('message', (message: ToThread) => {
    switch (message.kind) {
      case 'run':
        void start(message.id, message.name, message.input)
        break
      case 'cancel':
        running.get(message.id)?.abort()
        break
      case 'shared':
        shared = message.value
        break
      default:
        message satisfies never
    }
  })
}
