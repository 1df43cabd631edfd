import type { ReplyOf } from '../../src/contract/call-types.ts'
import type { forceStop, listProposals, sendProposal } from '../../src/contract/deployments.ts'
import type {
  DeploymentStatus,
  DeploymentTerms,
  LogLine,
  RunPhase,
} from '../../src/domain/deployments/deployment.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { Strategy } from '../../src/domain/strategies/strategy.ts'
import type { NewNotification } from '../store/notifications.ts'
import type { UserId } from '../user.ts'

/** All that a deployment is told and never changes; instants are market time. */
export interface NewDeployment extends DeploymentTerms {
  readonly id: string
  readonly owner: UserId
  readonly algoUuid: string
  readonly slug: string
  readonly version: number
  /** Its own copy: later edits and deletion of the strategy do not reach it. */
  readonly strategy: Strategy
  readonly startedAt: number
}

export interface RunNow {
  readonly segSym: InstrumentId
  readonly contract: InstrumentId
  readonly leg: string | null
  readonly phase: RunPhase
  readonly quantity: number
  readonly averagePrice: number | null
  readonly stopPrice: number | null
  readonly targetPrice: number | null
  readonly enteredAt: number | null
  /** Rupees. */
  readonly realisedToday: number
  readonly realised: number
  readonly pnlToday: number
  readonly carriedPnl: number
  readonly chargesToday: number
  readonly entriesToday: number
  readonly nextCheckAt: number | null
  readonly note: string
}

export interface DeploymentNow extends NewDeployment {
  readonly status: DeploymentStatus
  readonly reason: string
  readonly stoppedAt: number | null
  readonly lossesInARow: number
  readonly capitalHeld: number
  readonly runs: readonly RunNow[]
}

export type Stopped = Omit<ReplyOf<typeof forceStop>, 'deploymentUuid'>
export type Proposal = ReplyOf<typeof listProposals>[number]
export interface ProposalNow extends Proposal {
  readonly deploymentUuid: string
}

export type SentProposal = ReplyOf<typeof sendProposal>

export interface DeploymentChange {
  readonly deployment: NewDeployment
  readonly lines: readonly LogLine[]
  readonly proposals: readonly ProposalNow[]
  readonly notices: readonly NewNotification[]
}

/** Runs deployments. Every call names the owner, and knows nothing of another owner's: Refusal `NOT_FOUND`. */
export interface Automation {
  /** Takes up what runs, after the broker has started. No entry is made of candles missed meanwhile. */
  start(): Promise<void>
  step(): Promise<void>
  close(): Promise<void>
  /** The same deployment again, by its id, is the first once more. Throws Refusal. */
  deploy(deployment: NewDeployment): Promise<void>
  /** Not stopped, or stopped on the trading day; newest first. */
  deploymentsOf(owner: UserId): Promise<readonly DeploymentNow[]>
  pause(owner: UserId, id: string): Promise<void>
  resume(owner: UserId, id: string): Promise<void>
  /** Once it resolves, no order follows but the exits it names. */
  stop(owner: UserId, id: string, how: { readonly exitPositions: boolean }): Promise<Stopped>
  /** All of an owner, for the kill switch, whose own exits follow. */
  stopAll(owner: UserId, reason: string): Promise<void>
  proposalsOf(owner: UserId): Promise<readonly ProposalNow[]>
  sendProposal(owner: UserId, id: string, quantity: number | null): Promise<SentProposal>
  dropProposals(
    owner: UserId,
    of: { readonly proposal: string } | { readonly deployment: string },
  ): Promise<number>
  /** Called after each commit. Returns its unsubscribe. */
  watch(listener: (change: DeploymentChange) => void): () => void
}
