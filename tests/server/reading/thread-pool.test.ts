import { Worker } from 'node:worker_threads'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createLog } from '../../../server/log.ts'
import { Refusal } from '../../../server/refusal.ts'
import { createSecretWatch } from '../../../server/services/session/secret-watch.ts'
import { createThreadPool, type PoolLimits } from '../../../server/threads/thread-pool.ts'
import { clockAt } from '../../support/clock.ts'

/** Answers `echo` at once, `wait` when it is cancelled, and ends with `die`. */
const script = `
const { parentPort } = require('node:worker_threads')
const done = (id, value) => parentPort.postMessage({ kind: 'done', id, value })
parentPort.on('message', ({ kind, id, name, input }) => {
  if (kind === 'cancel') parentPort.postMessage({ kind: 'failed', id, failure: { kind: 'fault', message: 'cancelled', stack: '', code: null } })
  else if (name === 'die') process.exit(3)
  else if (name === 'echo') done(id, input)
})`

const startPool = (limits: Partial<PoolLimits> = {}) => {
  const logged: string[] = []
  let begun = 0
  const pool = createThreadPool({
    start: () => {
      begun++
      return new Worker(script, { eval: true })
    },
    limits: { threads: 1, runningPerThread: 2, perUser: 3, inTotal: 5, tries: 2, ...limits },
    clock: clockAt('2026-11-20 10:00'),
    log: createLog({ level: 'error', secrets: createSecretWatch(), write: (line) => logged.push(line) }),
  })
  onTestFinished(() => pool.close())
  return { pool, logged, begun: () => begun }
}

const refusalOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'answered',
    (error: unknown) => (error instanceof Refusal ? [error.code, error.retryAfterSeconds] : String(error)),
  )

describe(createThreadPool, () => {
  test('refuses a user, and then everybody, once so many tasks run or wait', async () => {
    const { pool } = startPool()
    const all = ['anna', 'anna', 'anna', 'ben', 'ben'].map((user) =>
      refusalOf(pool.run('wait', null, { user })),
    )
    expect(await refusalOf(pool.run('echo', 1, { user: 'anna' }))).toEqual(['UNAVAILABLE', 1])
    expect(pool.load).toEqual({ running: 2, waiting: 3 })
    await pool.close()
    expect(await Promise.all(all)).toEqual(Array(5).fill(['UNAVAILABLE', 1]))
  })

  test('names the limit of a user who has too many', async () => {
    const { pool } = startPool()
    for (let n = 0; n < 3; n++) void refusalOf(pool.run('wait', null, { user: 'anna' }))
    expect(await refusalOf(pool.run('echo', 1, { user: 'anna' }))).toEqual(['TOO_MANY', 1])
    expect(pool.load).toEqual({ running: 2, waiting: 1 })
  })

  test('gives the next turn to the user who has the fewest running', async () => {
    const { pool } = startPool({ runningPerThread: 2, perUser: 5, inTotal: 9 })
    const stopping = new AbortController()
    const first = refusalOf(pool.run('wait', null, { user: 'anna', signal: stopping.signal }))
    void refusalOf(pool.run('wait', null, { user: 'anna' }))
    const answered: string[] = []
    const note = (user: string) => pool.run('echo', user, { user }).then(() => answered.push(user))
    const rest = [note('anna'), note('anna'), note('ben')]
    stopping.abort()
    await Promise.all(rest)
    expect([await first, answered]).toEqual(['Error: cancelled', ['ben', 'anna', 'anna']])
  })

  test('takes back what waits, and tells a thread to stop what runs, when nobody waits for it', async () => {
    const { pool } = startPool({ runningPerThread: 1 })
    const [running, waiting] = [new AbortController(), new AbortController()]
    const first = refusalOf(pool.run('wait', null, { user: 'anna', signal: running.signal }))
    const second = refusalOf(pool.run('die', null, { user: 'anna', signal: waiting.signal }))
    waiting.abort()
    expect(await second).toEqual(['UNAVAILABLE', null])
    running.abort()
    expect(await first).toBe('Error: cancelled')
    expect(pool.load).toEqual({ running: 0, waiting: 0 })
  })

  test('begins a thread again that has ended, and its other tasks with it', async () => {
    const { pool, begun } = startPool()
    const fatal = refusalOf(pool.run('die', null, { user: 'anna' }))
    const other = pool.run('echo', 7, { user: 'ben' })
    expect([await other, await fatal]).toEqual([7, ['UNAVAILABLE', 1]])
    expect(await pool.run('echo', 8, { user: 'ben' })).toBe(8)
    expect(begun()).toBe(3)
  })
})
