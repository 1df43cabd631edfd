import { deploymentTitles } from '../../src/domain/deployments/deployment.ts'
import { toIstClock } from '../../src/domain/time.ts'
import { actOnBar, barToJudge, type ClosedBar, type JudgedBar, judgeBar, passBar } from './closes.ts'
import type { Decisions } from './decided.ts'
import type { Following } from './follow.ts'
import { type Commit, inLane, type Lane, type Run } from './lane.ts'
import type { AutomationParts } from './parts.ts'
import { expire } from './proposals.ts'
import type { RuleTruths } from './rule-truths.ts'
import { finishStop } from './stop.ts'
import { watchLoss, watchRun } from './watch.ts'

export interface Engine {
  readonly parts: AutomationParts
  readonly truths: RuleTruths
  readonly commit: Commit
  readonly decisions: Decisions
  readonly following: Following
}

interface DueBar {
  readonly run: Run
  readonly bar: ClosedBar
}

const followAll = async ({ following }: Engine, lane: Lane): Promise<void> => {
  for (const run of lane.runs) await following.follow(lane, run)
}

/** Stops, targets and the loss limit first, then exits by rule, then entries. */
const watchAll = async ({ parts, commit, decisions }: Engine, lane: Lane): Promise<void> => {
  for (const run of lane.runs) await watchRun(parts, decisions, lane, run)
  await watchLoss(parts, commit, decisions, lane)
}

const judgeAll = async ({ truths, commit }: Engine, lane: Lane, due: readonly DueBar[], at: number) => {
  const judged = await Promise.all(
    due.map(async ({ run, bar }) => ({ run, bar, found: await judgeBar(truths, run, bar) })),
  )
  const found: { readonly run: Run; readonly judged: JudgedBar }[] = []
  for (const one of judged)
    if (one.found === null) await passBar(commit, lane, one.run, one.bar, at)
    else found.push({ run: one.run, judged: one.found })
  return found
}

const closeAll = async (engine: Engine, lane: Lane): Promise<void> => {
  const { parts } = engine
  const { at } = parts.broker.marketNow()
  const due = lane.runs.flatMap((run) => {
    const bar = barToJudge(run, at)
    return bar === null ? [] : [{ run, bar }]
  })
  if (due.length === 0) return
  const judged = await judgeAll(engine, lane, due, at)
  // Evaluating takes a moment: lateness is counted from now.
  const now = parts.broker.marketNow().at
  for (const which of ['exits', 'entries'] as const)
    for (const { run, judged: bar } of judged) await actOnBar(engine, lane, run, bar, { at: now, which })
}

/** A deployment whose data cannot be read pauses, is told once, and goes on when it can be. */
const noteData = async ({ commit, parts }: Engine, lane: Lane, error: unknown): Promise<void> => {
  const { at } = parts.broker.marketNow()
  const isMissing = error !== null
  if (isMissing === lane.state.waitsForData) return
  if (isMissing)
    parts.log.error({ err: error, deployment: lane.deployment.id }, 'a deployment could not read its candles')
  if (isMissing && lane.status !== 'running') return
  await commit(lane, at, (step) => {
    step.state({ ...lane.state, waitsForData: isMissing })
    if (isMissing) {
      const reason = `its candles could not be evaluated: ${error instanceof Error ? error.message : String(error)}`
      step.status('paused', reason)
      step.line({ kind: 'paused', sentence: `Paused: ${reason}` })
    } else if (lane.status === 'paused') {
      step.status('running', '')
      step.line({ kind: 'resumed', sentence: `Resumed at ${toIstClock(at)}: its candles are back` })
    }
  })
}

const step = async (engine: Engine, lane: Lane): Promise<void> => {
  if (lane.status === 'stopped' || lane.status === 'failed') return
  await followAll(engine, lane)
  await watchAll(engine, lane)
  await expire(engine.commit, lane, engine.parts.broker.marketNow().at)
  if (lane.status === 'running' || lane.status === 'paused')
    try {
      await closeAll(engine, lane)
      await noteData(engine, lane, null)
    } catch (error) {
      await noteData(engine, lane, error)
    }
  await followAll(engine, lane)
  await finishStop(engine, lane, engine.parts.broker.marketNow().at)
}

/** One failing deployment stops no other. */
export const stepLane = (engine: Engine, lane: Lane): Promise<void> =>
  inLane(lane, () => step(engine, lane)).catch((error: unknown) => {
    engine.parts.log.error(
      { err: error, deployment: lane.deployment.id },
      'a deployment stands still; tried again',
    )
  })

export const startedWords = ({ deployment }: Lane): string =>
  `${deploymentTitles[deployment.type]}: started with version ${deployment.version} of ${deployment.strategy.algoName}`
