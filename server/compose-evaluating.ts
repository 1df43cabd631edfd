import { availableParallelism } from 'node:os'
import { yearsInForce } from '../src/domain/calendar/holidays/calendar-in-force.ts'
import type { RuleOutcome, RuleWork } from './evaluating/rules.ts'
import type { EvaluatingStart } from './evaluating/thread.ts'
import type { Clock, Log } from './ports.ts'
import { findThreadEntry, startThread } from './threads/start-thread.ts'
import { createThreadPool, type PoolLimits } from './threads/thread-pool.ts'

const THREADS_MAX = 4
/** Work of all users is one queue: what closes with a candle belongs to rules, not to a user. */
const QUEUE_MAX = 10_000
const LIMITS: PoolLimits = {
  threads: Math.max(1, Math.min(THREADS_MAX, availableParallelism() - 1)),
  runningPerThread: 2,
  perUser: QUEUE_MAX,
  inTotal: QUEUE_MAX,
  tries: 2,
}

export interface RuleEvaluation {
  /** Throws Refusal: `MALFORMED` for a rule, snapshot or candle that is refused, `UNAVAILABLE` when too much waits. */
  run(work: RuleWork): Promise<RuleOutcome>
  close(): Promise<void>
}

/** No thread is started before the first rule. */
export const composeEvaluating = ({
  wasmFolder,
  clock,
  log,
  serverDir,
  start = startThread,
}: {
  readonly wasmFolder: string
  /** Wall time. */
  readonly clock: Clock
  readonly log: Log
  readonly serverDir: string
  readonly start?: typeof startThread
}): RuleEvaluation => {
  const entry = findThreadEntry(serverDir, 'evaluating')
  const data: EvaluatingStart = { wasmFolder }
  const pool = createThreadPool({ start: () => start(entry, data), limits: LIMITS, clock, log })
  return {
    async run(work) {
      pool.share(yearsInForce())
      return (await pool.run('rule', work, { user: '' })) as RuleOutcome
    },
    close: pool.close,
  }
}
