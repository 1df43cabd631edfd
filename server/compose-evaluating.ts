import { availableParallelism } from 'node:os'
import { yearsInForce } from '../src/domain/calendar/holidays/calendar-in-force.ts'
import type { RuleOutcome, RuleWork } from './evaluating/rules.ts'
import type { EvaluatingStart, RuleAnswer } from './evaluating/thread.ts'
import type { Clock, Log } from './ports.ts'
import { toError } from './threads/messages.ts'
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

/** Some hundred rules decide at one close, each in less time than a message to a thread takes. */
const TOGETHER_MAX = 50

interface Waiting {
  readonly work: RuleWork
  readonly resolve: (outcome: RuleOutcome) => void
  readonly reject: (error: unknown) => void
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

  const send = async (works: readonly RuleWork[]): Promise<readonly RuleAnswer[]> => {
    pool.share(yearsInForce())
    return (await pool.run('rules', works, { user: '' })) as readonly RuleAnswer[]
  }

  /** One work may be what ended the thread: then each is sent by itself. */
  const sendEach = async (waiting: readonly Waiting[], error: unknown): Promise<void> => {
    if (waiting.length > 1) for (const one of waiting) await evaluate([one])
    else for (const { reject } of waiting) reject(error)
  }

  const evaluate = async (waiting: readonly Waiting[]): Promise<void> => {
    let answers: readonly RuleAnswer[]
    try {
      answers = await send(waiting.map(({ work }) => work))
    } catch (error) {
      return sendEach(waiting, error)
    }
    waiting.forEach(({ resolve, reject }, index) => {
      const answer = answers[index]
      if (answer?.kind === 'done') resolve(answer.outcome)
      else reject(answer === undefined ? new TypeError('a rule was not answered') : toError(answer.failure))
    })
  }

  let gathered: Waiting[] = []
  const sendGathered = (): void => {
    const waiting = gathered
    gathered = []
    for (let from = 0; from < waiting.length; from += TOGETHER_MAX)
      void evaluate(waiting.slice(from, from + TOGETHER_MAX))
  }

  return {
    run: (work) =>
      new Promise((resolve, reject) => {
        if (gathered.length === 0) setImmediate(sendGathered)
        gathered.push({ work, resolve, reject })
      }),
    close: pool.close,
  }
}
