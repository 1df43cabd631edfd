import { deploymentTitles } from '../../src/domain/deployments/deployment.ts'
import { type IstDate, toIstClock } from '../../src/domain/time.ts'
import type { NewDeployment, ProposalNow } from './automation.ts'
import { actOnBar, barToJudge, type ClosedBar, type JudgedBar, judgeBar, passBar } from './closes.ts'
import type { Decisions } from './decided.ts'
import type { Following } from './follow.ts'
import { type Commit, type Group, inLane, isOver, type Lane } from './lane.ts'
import { takeStored } from './open-lane.ts'
import type { AutomationParts } from './parts.ts'
import { endSentProposals, expire } from './proposals.ts'
import type { RuleTruths } from './rule-truths.ts'
import { finishStop, goOnStopping } from './stop.ts'
import { rollDay, watchLoss, watchRun } from './watch.ts'
import { closeIncomplete, sumUpAll, type WholeParts, watchCombined } from './whole.ts'

export interface Engine {
  readonly parts: AutomationParts
  readonly truths: RuleTruths
  readonly commit: Commit
  readonly decisions: Decisions
  readonly following: Following
  /** A candle that is being evaluated as the server closes is judged after the next start. */
  readonly isClosing: () => boolean
}

interface DueBar {
  readonly group: Group
  readonly bar: ClosedBar
}

interface Judged extends DueBar {
  readonly judged: JudgedBar | null
}

/** After a commit whose answer was lost the store knows where the deployment stands; memory does not. */
const readAgain = async ({ parts, commit }: Engine, lane: Lane): Promise<void> => {
  const { id, owner } = lane.deployment
  const stored = await parts.store.find(owner, id)
  if (stored === null) throw new TypeError(`deployment ${id} is not stored any more`)
  takeStored(lane, { stored, proposals: await waitingOf(parts, stored) })
  await endSentProposals({ parts, commit }, lane)
}

export const waitingOf = async (
  { store, broker }: Pick<AutomationParts, 'store' | 'broker'>,
  { id, owner }: Pick<NewDeployment, 'id' | 'owner'>,
): Promise<readonly ProposalNow[]> =>
  (await store.proposals(owner, broker.marketNow().at)).filter(
    ({ deploymentUuid, status }) => deploymentUuid === id && status === 'waiting',
  )

export const inTurn = <Result>(engine: Engine, lane: Lane, work: () => Promise<Result>): Promise<Result> =>
  inLane(lane, async () => {
    if (lane.isUnsure) await readAgain(engine, lane)
    return work()
  })

const followAll = async ({ following }: Engine, lane: Lane): Promise<void> => {
  for (const run of lane.runs) await following.follow(lane, run)
}

/** Positions that are gone first, then stops, targets and the loss limit. */
const watchAll = async (engine: Engine, lane: Lane): Promise<void> => {
  const { parts, commit, decisions, following } = engine
  for (const group of lane.groups) {
    for (const run of group.runs) await following.checkHeld(lane, run)
    await watchWhole(engine, lane, group)
    for (const run of group.runs) await watchRun(parts, decisions, lane, run)
  }
  await watchLoss(parts, commit, decisions, lane)
}

const watchWhole = async (on: WholeParts, lane: Lane, group: Group): Promise<void> => {
  if (group.lead.leg === null) return
  await closeIncomplete(on, lane, group)
  await watchCombined(on, lane, group)
}

const watch = async (engine: Engine, lane: Lane): Promise<void> => {
  const { at } = engine.parts.broker.marketNow()
  await rollDay(engine, lane, at)
  await followAll(engine, lane)
  await watchAll(engine, lane)
  await expire(engine, lane, at)
  if (lane.status === 'stopping') await goOnStopping(engine, lane, at)
  await followAll(engine, lane)
  await sumUpAll(engine, lane)
  await finishStop(engine, lane, engine.parts.broker.marketNow().at)
}

const isJudging = ({ status }: Lane): boolean => status === 'running' || status === 'paused'

const act = async (engine: Engine, lane: Lane, found: readonly Judged[]): Promise<void> => {
  // Evaluating takes a moment: lateness is counted from now, and a stop may have come meanwhile.
  const { at } = engine.parts.broker.marketNow()
  if (!isJudging(lane)) return
  for (const which of ['exits', 'entries'] as const)
    for (const { group, judged } of found)
      if (judged !== null) await actOnBar(engine, lane, group, judged, { at, which })
  for (const { group, bar, judged } of found)
    if (judged === null && group.lead.state.lastBar < bar.start)
      await passBar(engine.commit, lane, group.lead, bar, at)
  await followAll(engine, lane)
}

/** Reads and evaluates outside of the lane, so that stops are looked at meanwhile. */
const judge = async (engine: Engine, lane: Lane): Promise<void> => {
  const { at } = engine.parts.broker.marketNow()
  const due = lane.groups.flatMap((group) => {
    const bar = barToJudge(group.lead, at)
    return bar === null ? [] : [{ group, bar }]
  })
  if (due.length === 0) return
  const results = await Promise.allSettled(
    due.map(async ({ group, bar }) => ({
      group,
      bar,
      judged: await judgeBar(engine.truths, lane, group.lead, bar),
    })),
  )
  const failed = results.find((result) => result.status === 'rejected')
  const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
  if (engine.isClosing()) return
  await inTurn(engine, lane, async () => {
    if (isJudging(lane)) await noteData(engine, lane, failed?.reason ?? null)
    await act(engine, lane, found)
  })
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
    } else if (lane.status === 'paused' && lane.state.waitsForData) {
      step.status('running', '')
      step.line({ kind: 'resumed', sentence: `Resumed at ${toIstClock(at)}: its candles are back` })
    }
  })
}

const guarded = async ({ parts }: Engine, lane: Lane, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
    lane.isFailing = false
  } catch (error) {
    if (!lane.isFailing)
      parts.log.error(
        { err: error, deployment: lane.deployment.id },
        'a deployment stands still; tried again',
      )
    lane.isFailing = true
  }
}

/** Without a position, an order or a proposal nothing happens to it between the closes of its candles. */
const isResting = (lane: Lane, day: IstDate): boolean =>
  isJudging(lane) &&
  !lane.isUnsure &&
  lane.proposals.size === 0 &&
  lane.groups.every(isOver) &&
  lane.runs.every(({ state }) => state.day >= day)

export const isDue = (lane: Lane, at: number): boolean =>
  lane.judging === null &&
  isJudging(lane) &&
  !lane.isFailing &&
  !lane.state.waitsForData &&
  lane.groups.some(({ lead }) => at >= lead.closesAt)

/** One that fails or is slow holds up no other. Candles are evaluated while stops are watched, and acted on after. */
export const stepLane = async (
  engine: Engine,
  lane: Lane,
  { at, day }: { readonly at: number; readonly day: IstDate },
): Promise<void> => {
  if (isResting(lane, day) && lane.groups.every(({ lead }) => at < lead.closesAt)) return
  lane.watching ??= guarded(engine, lane, () => inTurn(engine, lane, () => watch(engine, lane))).finally(
    () => {
      lane.watching = null
    },
  )
  if (isJudging(lane))
    lane.judging ??= guarded(engine, lane, () => judge(engine, lane)).finally(() => {
      lane.judging = null
    })
  await Promise.all([lane.watching, lane.judging])
}

export const startedWords = ({ deployment }: Lane): string =>
  `${deploymentTitles[deployment.type]}: started with version ${deployment.version} of ${deployment.strategy.algoName}`
