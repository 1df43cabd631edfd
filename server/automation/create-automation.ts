import { isActive } from '../../src/domain/deployments/deployment.ts'
import { epochMs, toIstDate } from '../../src/domain/time.ts'
import { tradingDayOf } from '../broker/runtime/agenda.ts'
import { Refusal } from '../refusal.ts'
import type { UserId } from '../user.ts'
import type { Automation, DeploymentChange, DeploymentNow, NewDeployment, Stopped } from './automation.ts'
import { createDecisions } from './decided.ts'
import { deploymentOf, type StoredDeployment } from './deployment-store.ts'
import { type Engine, inTurn, isDue, startedWords, stepLane, waitingOf } from './engine.ts'
import { deploymentNow, endedNow } from './figures.ts'
import { createFollowing } from './follow.ts'
import { createCommit, type Lane, newLaneState, newLine, storedRuns } from './lane.ts'
import { openLane } from './open-lane.ts'
import type { AutomationParts } from './parts.ts'
import { byUrgency, dropSome, endSentProposals, sendOne, sentBefore } from './proposals.ts'
import { createRuleTruths } from './rule-truths.ts'
import { stopLane } from './stop.ts'
import { endEntryProposals } from './trade-end.ts'

/** A candle that closes is judged within one of these, and all else is looked at every tenth time. */
const BEAT_MS = 25
const BEATS_A_STEP = 10

const noDeployment = (): Refusal => new Refusal('NOT_FOUND', 'No such deployment')
const noProposal = (): Refusal => new Refusal('NOT_FOUND', 'No such proposal')

interface AutomationContext {
  readonly engine: Engine
  readonly lanes: Map<string, Lane>
  readonly now: () => number
  readonly tell: (change: DeploymentChange) => void
  isClosing: boolean
}

const laneOf = ({ lanes }: AutomationContext, owner: UserId, id: string): Lane => {
  const lane = lanes.get(id)
  if (lane === undefined || lane.deployment.owner !== owner) throw noDeployment()
  return lane
}

const keepSeries = ({ engine, lanes }: AutomationContext): void =>
  engine.truths.keepOnly(
    [...lanes.values()].flatMap(({ runs }) => runs.flatMap(({ entry, exit }) => [entry, exit])),
  )

const takeUp = async (context: AutomationContext, stored: StoredDeployment): Promise<void> => {
  const { engine, lanes, now, tell } = context
  const { parts, commit } = engine
  try {
    const lane = await openLane(parts, deploymentOf(stored), {
      stored,
      proposals: await waitingOf(parts, stored),
    })
    lanes.set(stored.id, lane)
    await endSentProposals({ parts, commit }, lane)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { id, owner } = stored
    parts.log.error({ err: error, deployment: id }, 'a deployment could not be taken up')
    const at = now()
    const failed = { status: 'failed', reason: error.message, stoppedAt: at } as const
    const lines = [
      { ...newLine(stored.lastSeq + 1, at), kind: 'failed', sentence: `Failed: ${error.message}` } as const,
    ]
    const notices = parts.noticesOf(deploymentOf(stored), lines)
    await parts.store.write({ id, owner, ...failed, lines, notices })
    tell({ deployment: deploymentOf(stored), lines, proposals: [], notices })
  }
}

const takeUpAll = async (context: AutomationContext): Promise<void> => {
  const { store, log } = context.engine.parts
  const { deployments, unreadable } = await store.active()
  for (const { id, problem } of unreadable)
    log.error({ err: problem, deployment: id }, 'a stored deployment cannot be read, and does not run')
  for (const stored of deployments) await takeUp(context, stored)
}

const takeUpKnown = async (context: AutomationContext, { owner, id }: NewDeployment): Promise<void> => {
  const stored = await context.engine.parts.store.find(owner, id)
  if (stored !== null && isActive(stored.status) && !context.lanes.has(id)) await takeUp(context, stored)
}

const deploy = async (context: AutomationContext, deployment: NewDeployment): Promise<void> => {
  const { engine, lanes, now } = context
  const { store } = engine.parts
  const known = lanes.get(deployment.id)
  if (known?.deployment.owner === deployment.owner) return
  const lane = await openLane(engine.parts, deployment, null)
  const isNew = await store.insert({
    ...deployment,
    status: lane.status,
    reason: '',
    stoppedAt: null,
    state: JSON.stringify(newLaneState),
    runs: storedRuns(lane.groups),
    lastSeq: 0,
  })
  if (!isNew) return takeUpKnown(context, deployment)
  lanes.set(deployment.id, lane)
  await inTurn(engine, lane, () =>
    engine.commit(lane, now(), (step) => step.line({ kind: 'started', sentence: startedWords(lane) })),
  )
}

const endedBefore = async ({ engine }: AutomationContext, owner: UserId, id: string): Promise<Stopped> => {
  const stored = await engine.parts.store.find(owner, id)
  if (stored === null) throw noDeployment()
  if (isActive(stored.status))
    throw new Refusal('UNAVAILABLE', 'Deployments are being taken up. Try again in a moment', {
      retryAfterSeconds: 1,
    })
  return { status: stored.status, exits: [] }
}

const pause = (context: AutomationContext, lane: Lane): Promise<void> =>
  inTurn(context.engine, lane, async () => {
    const isWaiting = lane.status === 'paused' && lane.state.waitsForData
    if (lane.status !== 'running' && !isWaiting)
      throw new Refusal('CONFLICT', `It cannot be paused: it is ${lane.status}`)
    await context.engine.commit(lane, context.now(), (step) => {
      step.status('paused', 'by you')
      step.state({ ...lane.state, waitsForData: false })
      endEntryProposals(step, lane, 'The deployment was paused', context.now())
      step.line({ kind: 'paused', sentence: 'Paused by you: no entries; stops, targets and exits go on' })
    })
  })

const resume = (context: AutomationContext, lane: Lane): Promise<void> =>
  inTurn(context.engine, lane, async () => {
    if (lane.status !== 'paused') throw new Refusal('CONFLICT', `It cannot be resumed: it is ${lane.status}`)
    await context.engine.commit(lane, context.now(), (step) => {
      step.status('running', '')
      step.state({ ...lane.state, rejectedAt: [], waitsForData: false })
      step.line({ kind: 'resumed', sentence: 'Resumed by you: entries from the next candle on' })
    })
  })

const dayStart = (at: number): number => Date.parse(`${toIstDate(at)}T00:00:00+05:30`)

const deploymentsOf = async (
  { engine, lanes, now }: AutomationContext,
  owner: UserId,
): Promise<readonly DeploymentNow[]> => {
  const { parts } = engine
  const at = now()
  const current = [...lanes.values()].filter(({ deployment }) => deployment.owner === owner)
  const found: DeploymentNow[] = []
  for (const lane of current) found.push(await deploymentNow(parts, lane, at))
  for (const ended of await parts.store.endedSince(owner, dayStart(at)))
    if (!lanes.has(ended.id)) found.push(endedNow(ended, at))
  return found
    .filter(({ stoppedAt }) => stoppedAt === null || stoppedAt >= dayStart(at))
    .sort((one, other) => other.startedAt - one.startedAt)
}

const send = async (context: AutomationContext, owner: UserId, id: string, quantity: number | null) => {
  const { engine } = context
  const proposal = await engine.parts.store.findProposal(owner, id)
  if (proposal === null) throw noProposal()
  const lane = context.lanes.get(proposal.deploymentUuid)
  if (lane === undefined) return sentBefore(proposal)
  return inTurn(engine, lane, async () => {
    await endSentProposals(engine, lane)
    const waiting = lane.proposals.get(id)
    if (waiting !== undefined) return sendOne(engine, lane, waiting, quantity)
    return sentBefore((await engine.parts.store.findProposal(owner, id)) ?? proposal)
  })
}

type Dropped = Parameters<Automation['dropProposals']>[1]

const refuseUnknown = async ({ engine }: AutomationContext, owner: UserId, of: Dropped): Promise<void> => {
  const { store } = engine.parts
  if ('proposal' in of) {
    if ((await store.findProposal(owner, of.proposal)) === null) throw noProposal()
  } else if ((await store.find(owner, of.deployment)) === null) throw noDeployment()
}

const drop = async (context: AutomationContext, owner: UserId, of: Dropped): Promise<number> => {
  await refuseUnknown(context, owner, of)
  const { engine, lanes, now } = context
  let dropped = 0
  for (const lane of lanes.values()) {
    if (lane.deployment.owner !== owner) continue
    await inTurn(engine, lane, async () => {
      await endSentProposals(engine, lane)
      const wanted = [...lane.proposals.values()].filter((one) =>
        'proposal' in of ? one.proposalUuid === of.proposal : one.deploymentUuid === of.deployment,
      )
      if (wanted.length === 0) return
      dropped += wanted.length
      await dropSome(engine.commit, lane, now(), { dropped: wanted, outcome: 'Dropped by you' })
    })
  }
  return dropped
}

const stopAll = async (
  { engine, lanes }: AutomationContext,
  owner: UserId,
  reason: string,
): Promise<void> => {
  const mine = [...lanes.values()].filter(
    ({ deployment, status }) => deployment.owner === owner && status !== 'stopped' && status !== 'failed',
  )
  await Promise.all(
    mine.map((lane) => inTurn(engine, lane, () => stopLane(engine, lane, { exitPositions: false, reason }))),
  )
}

const createContext = (
  parts: AutomationParts,
  tell: (change: DeploymentChange) => void,
): AutomationContext => {
  const now = (): number => parts.broker.marketNow().at
  const commit = createCommit({
    store: parts.store,
    noticesOf: parts.noticesOf,
    tell: ({ deployment }, change) => tell({ deployment, ...change }),
  })
  const decisions = createDecisions(parts, commit)
  const following = createFollowing({ parts, commit, decisions })
  const truths = createRuleTruths(parts)
  const context: AutomationContext = {
    engine: { parts, truths, commit, decisions, following, isClosing: () => context.isClosing },
    lanes: new Map(),
    now,
    tell,
    isClosing: false,
  }
  return context
}

export const createAutomation = (parts: AutomationParts): Automation => {
  const listeners = new Set<(change: DeploymentChange) => void>()
  const context = createContext(parts, (change) => {
    for (const listener of listeners) listener(change)
  })
  const { engine, lanes } = context
  const step = async (): Promise<void> => {
    const at = epochMs(context.now())
    const now = { at, day: tradingDayOf(at, parts.calendar) }
    await Promise.all([...lanes.values()].map((lane) => stepLane(engine, lane, now)))
    const ended = [...lanes].filter(([, { status }]) => status === 'stopped' || status === 'failed')
    for (const [id] of ended) lanes.delete(id)
    if (ended.length > 0) keepSeries(context)
  }
  let beats = 0
  const beat = (): void => {
    const at = context.now()
    if (++beats % BEATS_A_STEP === 0 || [...lanes.values()].some((lane) => isDue(lane, at))) void step()
  }
  let stopTimer = (): void => {}
  let takingUp: Promise<void> = Promise.resolve()
  return {
    async start() {
      takingUp = takeUpAll(context)
      await takingUp
      stopTimer = parts.scheduler.every(BEAT_MS, beat)
    },
    step,
    async close() {
      context.isClosing = true
      stopTimer()
      await Promise.all([...lanes.values()].flatMap(({ watching, judging }) => [watching, judging]))
      await Promise.all([...lanes.values()].map(({ tail }) => tail))
    },
    deploy: (deployment) => deploy(context, deployment),
    deploymentsOf: (owner) => deploymentsOf(context, owner),
    pause: async (owner, id) => pause(context, laneOf(context, owner, id)),
    resume: async (owner, id) => resume(context, laneOf(context, owner, id)),
    async stop(owner, id, { exitPositions }) {
      const lane = lanes.get(id)
      if (lane === undefined) return endedBefore(context, owner, id)
      return inTurn(engine, laneOf(context, owner, id), () =>
        stopLane(engine, lane, { exitPositions, reason: 'by you' }),
      )
    },
    async stopAll(owner, reason) {
      await takingUp
      await stopAll(context, owner, reason)
    },
    proposalsOf: async (owner) =>
      [...(await parts.store.proposals(owner, dayStart(context.now())))].sort(byUrgency),
    sendProposal: (owner, id, quantity) => send(context, owner, id, quantity),
    dropProposals: (owner, of) => drop(context, owner, of),
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
