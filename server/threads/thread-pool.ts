import type { Worker } from 'node:worker_threads'
import type { Clock, Log } from '../ports.ts'
import { Refusal } from '../refusal.ts'
import { type FromThread, type ToThread, toError } from './messages.ts'

const FIRST_RESTART_MS = 100
const RESTART_MS_MAX = 10_000
/** A thread that lived this long restarts with the first delay. */
const SETTLED_MS = 30_000
const RETRY_AFTER_SECONDS = 1

export interface PoolLimits {
  readonly threads: number
  readonly runningPerThread: number
  readonly perUser: number
  readonly inTotal: number
  /** Attempts per task: a task may be what ended its thread. */
  readonly tries: number
}

export interface TaskBy {
  readonly user: string
  readonly signal?: AbortSignal
  readonly onProgress?: (value: unknown) => void
}

export interface ThreadPool {
  /** Throws Refusal when too many tasks wait, or the task's own error. */
  run(name: string, input: unknown, by: TaskBy): Promise<unknown>
  /** For all later tasks; sent to each thread once. */
  share(value: unknown): void
  readonly load: { readonly running: number; readonly waiting: number }
  close(): Promise<void>
}

interface Task {
  readonly id: number
  readonly name: string
  readonly input: unknown
  readonly by: TaskBy
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
  tries: number
}

interface Thread {
  readonly worker: Worker
  readonly tasks: Map<number, Task>
  readonly begunAt: number
  shared: unknown
}

const busy = (): Refusal =>
  new Refusal('UNAVAILABLE', 'The server is busy, try again', { retryAfterSeconds: RETRY_AFTER_SECONDS })

const gone = (): Refusal => new Refusal('UNAVAILABLE', 'Nobody waits for the answer')

export const createThreadPool = ({
  start,
  limits,
  clock,
  log,
}: {
  readonly start: () => Worker
  readonly limits: PoolLimits
  readonly clock: Clock
  readonly log: Log
}): ThreadPool => {
  const threads: Thread[] = []
  const tasks = new Map<number, Task>()
  let waiting: Task[] = []
  let shared: unknown
  let lastId = 0
  let failures = 0
  let restart: NodeJS.Timeout | null = null
  let isClosed = false

  const tell = ({ worker }: Thread, message: ToThread): void => worker.postMessage(message)

  const finish = (task: Task): void => {
    tasks.delete(task.id)
    for (const thread of threads) thread.tasks.delete(task.id)
    waiting = waiting.filter((other) => other !== task)
    hand()
  }

  const runningOf = (user: string): number =>
    threads.reduce(
      (sum, thread) => sum + [...thread.tasks.values()].filter(({ by }) => by.user === user).length,
      0,
    )

  /** From the user with the fewest running tasks, so that a heavy user delays no one else. */
  const takeNext = (): Task | undefined => {
    let next: Task | undefined
    let fewest = Number.POSITIVE_INFINITY
    for (const task of waiting) {
      const running = runningOf(task.by.user)
      if (running < fewest) {
        next = task
        fewest = running
      }
    }
    waiting = waiting.filter((task) => task !== next)
    return next
  }

  const freest = (): Thread | undefined =>
    threads
      .filter((thread) => thread.tasks.size < limits.runningPerThread)
      .sort((a, b) => a.tasks.size - b.tasks.size)[0]

  const hand = (): void => {
    if (isClosed) return
    if (waiting.length > 0 && restart === null) {
      const isBusy = threads.every((thread) => thread.tasks.size > 0)
      if (isBusy && threads.length < limits.threads) begin()
    }
    for (let thread = freest(); thread !== undefined && waiting.length > 0; thread = freest()) {
      const task = takeNext()
      if (task === undefined) return
      task.tries++
      thread.tasks.set(task.id, task)
      if (thread.shared !== shared) {
        thread.shared = shared
        tell(thread, { kind: 'shared', value: shared })
      }
      tell(thread, { kind: 'run', id: task.id, name: task.name, input: task.input })
    }
  }

  const hear = (message: FromThread): void => {
    const task = tasks.get(message.id)
    if (task === undefined) return
    if (message.kind === 'progress') {
      task.by.onProgress?.(message.value)
      return
    }
    finish(task)
    if (message.kind === 'done') task.resolve(message.value)
    else task.reject(toError(message.failure))
  }

  const ended = (thread: Thread, code: number): void => {
    threads.splice(threads.indexOf(thread), 1)
    if (isClosed) return
    failures = clock.now() - thread.begunAt >= SETTLED_MS ? 0 : failures + 1
    const delay = Math.min(RESTART_MS_MAX, FIRST_RESTART_MS * 2 ** failures)
    log.error({ code, againInMs: delay }, 'a thread beside the order path ended')
    for (const task of thread.tasks.values()) {
      if (task.tries < limits.tries) waiting.unshift(task)
      else {
        tasks.delete(task.id)
        task.reject(busy())
      }
    }
    restart ??= setTimeout(() => {
      restart = null
      hand()
    }, delay)
    restart.unref()
  }

  const begin = (): void => {
    const worker = start()
    const thread: Thread = { worker, tasks: new Map(), begunAt: clock.now(), shared: undefined }
    threads.push(thread)
    worker.unref()
    worker.on('message', hear)
    worker.on('error', (error) => log.error({ err: error }, 'a thread beside the order path failed'))
    worker.once('exit', (code) => ended(thread, code))
  }

  const refusalOf = (user: string): Refusal | null => {
    if (isClosed || tasks.size >= limits.inTotal) return busy()
    const own = [...tasks.values()].filter(({ by }) => by.user === user).length
    if (own < limits.perUser) return null
    return new Refusal('TOO_MANY', `${limits.perUser} of your requests are running, wait for one of them`, {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    })
  }

  return {
    run(name, input, by) {
      const refusal = refusalOf(by.user)
      if (refusal !== null) return Promise.reject(refusal)
      if (by.signal?.aborted === true) return Promise.reject(gone())
      return new Promise((resolve, reject) => {
        lastId++
        const task: Task = { id: lastId, name, input, by, resolve, reject, tries: 0 }
        tasks.set(task.id, task)
        waiting.push(task)
        by.signal?.addEventListener('abort', () => {
          const thread = threads.find((one) => one.tasks.has(task.id))
          // The thread then reports a failure, which ends the task.
          if (thread !== undefined) tell(thread, { kind: 'cancel', id: task.id })
          else if (tasks.has(task.id)) {
            finish(task)
            reject(gone())
          }
        })
        hand()
      })
    },

    share(value) {
      shared = value
    },

    get load() {
      const running = threads.reduce((sum, thread) => sum + thread.tasks.size, 0)
      return { running, waiting: waiting.length }
    },

    async close() {
      isClosed = true
      if (restart !== null) clearTimeout(restart)
      for (const task of tasks.values()) task.reject(busy())
      tasks.clear()
      waiting = []
      await Promise.all(threads.map(({ worker }) => worker.terminate()))
    },
  }
}
