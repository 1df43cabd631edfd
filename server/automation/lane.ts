import type { BacktestParams } from '../../src/domain/backtests/backtest.ts'
import type { CandleGrid } from '../../src/domain/charts/candle-close.ts'
import type { TradeRules } from '../../src/domain/deployments/decide.ts'
import type { DeploymentStatus, LogLine } from '../../src/domain/deployments/deployment.ts'
import type { Instrument, InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { StrategyLeg } from '../../src/domain/strategies/strategy.ts'
import type { UserId } from '../user.ts'
import type { DeploymentChange, NewDeployment, ProposalNow } from './automation.ts'
import type { DeploymentStore, StoredRun } from './deployment-store.ts'
import type { AutomationParts } from './parts.ts'
import type { RuleOnCandles } from './rule-truths.ts'
import { printRuns, type RunState } from './run-state.ts'

export interface RunLeg {
  readonly number: number
  readonly spec: StrategyLeg
}

export interface Run {
  readonly segSym: InstrumentId
  readonly instrument: Instrument
  readonly leg: RunLeg | null
  readonly grid: CandleGrid
  readonly entry: RuleOnCandles
  readonly exit: RuleOnCandles
  state: RunState
  /** Market time before which a refused exit is not sent again. */
  retryAt: number
  /** Market time before which a dropped exit is not proposed again. */
  askAgainAt: number
  /** Rupees, as of the last look at all legs together; null before it. */
  lastSeen: number | null
  /** The first look after a start asks the price of now as well as the prints since. */
  isLookedAt: boolean
  closesAt: number
}

/** One instrument, or all legs on one underlying: entered and exited together. */
export interface Group {
  readonly segSym: InstrumentId
  /** Judges the candles and counts the entries for all of them. */
  readonly lead: Run
  readonly runs: readonly Run[]
}

export const groupOf = (lane: Lane, run: Run): Group => {
  const group = lane.groups.find(({ runs }) => runs.includes(run))
  if (group === undefined) throw new RangeError(`a run of ${run.segSym} is in no group of its deployment`)
  return group
}

export const isHeld = ({ runs }: Group): boolean => runs.some(({ state }) => state.trade !== null)

export const isEmpty = ({ runs }: Group): boolean =>
  runs.every(({ state }) => state.trade === null && state.order === null)

/** A leg was exited or never filled, and the legs have not been summed up yet. */
export const awaitsSum = ({ runs }: Group): boolean =>
  runs.some(({ state: { missing, ended } }) => missing > 0 || ended !== null)

export const isOver = (group: Group): boolean => isEmpty(group) && !awaitsSum(group)

export type LaneParams = BacktestParams & Pick<TradeRules, 'entriesUntil'>

export interface LaneState {
  readonly lossDay: string
  readonly lossesInARow: number
  readonly rejectedAt: readonly number[]
  /** It paused because its data could not be read, and resumes when it can. */
  readonly waitsForData: boolean
  readonly exitsOnStop: boolean
}

export const newLaneState: LaneState = {
  lossDay: '',
  lossesInARow: 0,
  rejectedAt: [],
  waitsForData: false,
  exitsOnStop: false,
}

/** A deployment that runs: everything that changes it passes through its lane, one after the other. */
export interface Lane {
  readonly deployment: NewDeployment
  readonly params: LaneParams
  readonly account: UserId
  readonly groups: readonly Group[]
  readonly runs: readonly Run[]
  readonly unlisted: readonly { readonly segSym: InstrumentId; readonly states: readonly RunState[] }[]
  readonly proposals: Map<string, ProposalNow>
  status: DeploymentStatus
  reason: string
  stoppedAt: number | null
  state: LaneState
  lastSeq: number
  tail: Promise<unknown>
  watching: Promise<void> | null
  /** Evaluation of closed candles, which does not hold up the lane; null while there is none. */
  judging: Promise<void> | null
  isFailing: boolean
  /** The last commit may not be durable: the state is read from the store before anything else. */
  isUnsure: boolean
}

export const inLane = <Result>(lane: Lane, work: () => Promise<Result>): Promise<Result> => {
  const mine = lane.tail.then(work, work)
  lane.tail = mine.catch(() => {})
  return mine
}

type NewLine = Pick<LogLine, 'kind' | 'sentence'> & Partial<Omit<LogLine, 'seq' | 'at'>>

/** Memory changes after the store. */
export interface Step {
  run(run: Run, state: RunState): void
  line(line: NewLine): void
  status(status: DeploymentStatus, reason: string, stoppedAt?: number): void
  state(state: LaneState): void
  proposal(proposal: ProposalNow): void
}

export const newLine = (seq: number, at: number): Omit<LogLine, 'kind' | 'sentence'> => ({
  seq,
  at,
  bar: null,
  segSym: null,
  contract: null,
  values: [],
  orderId: null,
  price: null,
  quantity: null,
  side: null,
  pnl: null,
  cause: null,
  charges: null,
  since: null,
})

export type Commit = (lane: Lane, at: number, fill: (step: Step) => void) => Promise<void>

export interface CommitPorts {
  readonly store: Pick<DeploymentStore, 'write'>
  readonly noticesOf: AutomationParts['noticesOf']
  readonly tell: (lane: Lane, change: Omit<DeploymentChange, 'deployment'>) => void
}

export const storedRuns = (
  groups: readonly Group[],
  changed: ReadonlyMap<Run, RunState> = new Map(),
): readonly StoredRun[] =>
  groups.map(({ segSym, lead, runs }) => {
    const states = runs.map((run) => changed.get(run) ?? run.state)
    return { segSym, state: printRuns(states, lead.leg !== null) }
  })

export const createCommit =
  ({ store, noticesOf, tell }: CommitPorts): Commit =>
  async (lane, at, fill) => {
    const runs = new Map<Run, RunState>()
    const lines: LogLine[] = []
    const proposals: ProposalNow[] = []
    let status = { status: lane.status, reason: lane.reason, stoppedAt: lane.stoppedAt }
    let state = lane.state
    fill({
      run: (run, next) => runs.set(run, next),
      line: (line) => lines.push({ ...newLine(lane.lastSeq + lines.length + 1, at), ...line }),
      status: (next, reason, stoppedAt) => {
        status = { status: next, reason, stoppedAt: stoppedAt ?? null }
      },
      state: (next) => {
        state = next
      },
      proposal: (proposal) => proposals.push(proposal),
    })
    const { id, owner } = lane.deployment
    const touched = lane.groups.filter((group) => group.runs.some((run) => runs.has(run)))
    const stored = storedRuns(touched, runs)
    const notices = noticesOf(lane.deployment, lines)
    const step = {
      id,
      owner,
      ...status,
      state: JSON.stringify(state),
      runs: stored,
      lines,
      proposals,
      notices,
    }
    try {
      await store.write(step)
    } catch (error) {
      lane.isUnsure = true
      throw error
    }
    for (const [run, next] of runs) run.state = next
    Object.assign(lane, status, { state, lastSeq: lane.lastSeq + lines.length })
    for (const proposal of proposals)
      if (proposal.status === 'waiting') lane.proposals.set(proposal.proposalUuid, proposal)
      else lane.proposals.delete(proposal.proposalUuid)
    tell(lane, { lines, proposals, notices })
  }
