import type { DeploymentStatus, LogLine } from '../../src/domain/deployments/deployment.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { NewNotification } from '../store/notifications.ts'
import type { UserId } from '../user.ts'
import type { NewDeployment, ProposalNow } from './automation.ts'

/** `state` is JSON of the automation alone; the store neither reads nor changes it. */
export interface StoredRun {
  readonly segSym: InstrumentId
  readonly state: string
}

export interface StoredDeployment extends NewDeployment {
  readonly status: DeploymentStatus
  readonly reason: string
  readonly stoppedAt: number | null
  readonly state: string
  readonly runs: readonly StoredRun[]
  /** `seq` of its newest log line, 0 without one. */
  readonly lastSeq: number
}

/** One step of one deployment: all of it becomes durable, or nothing. Absent is unchanged. */
export interface DeploymentStep {
  readonly id: string
  readonly owner: UserId
  readonly status?: DeploymentStatus
  readonly reason?: string
  readonly stoppedAt?: number | null
  readonly state?: string
  readonly runs?: readonly StoredRun[]
  readonly lines?: readonly LogLine[]
  readonly proposals?: readonly ProposalNow[]
  readonly notices?: readonly NewNotification[]
}

export const deploymentOf = ({
  status: _status,
  reason: _reason,
  stoppedAt: _stoppedAt,
  state: _state,
  runs: _runs,
  lastSeq: _lastSeq,
  ...deployment
}: StoredDeployment): NewDeployment => deployment

export interface ActiveDeployments {
  readonly deployments: readonly StoredDeployment[]
  /** Damaged, or of another version; they keep their status. */
  readonly unreadable: readonly { readonly id: string; readonly problem: unknown }[]
}

export interface Deeds {
  readonly lines: readonly LogLine[]
  /** The entries of what was held when the span began. */
  readonly held: readonly LogLine[]
  readonly isWhole: boolean
}

export interface DeploymentStore {
  /** False when this id of this owner is known already; Refusal `CONFLICT` when it is another owner's. */
  insert(deployment: StoredDeployment): Promise<boolean>
  active(): Promise<ActiveDeployments>
  find(owner: UserId, id: string): Promise<StoredDeployment | null>
  endedSince(owner: UserId, since: number): Promise<readonly StoredDeployment[]>
  write(step: DeploymentStep): Promise<void>
  log(
    owner: UserId,
    id: string,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<readonly LogLine[]>
  /** From an instant until before another, the newest `limit` lines. */
  deeds(
    owner: UserId,
    id: string,
    span: { readonly from: number; readonly until: number; readonly limit: number },
  ): Promise<Deeds>
  proposals(owner: UserId, since: number): Promise<readonly ProposalNow[]>
  findProposal(owner: UserId, id: string): Promise<ProposalNow | null>
}
