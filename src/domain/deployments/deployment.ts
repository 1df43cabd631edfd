import { type Interval, intervalMinutes } from '../charts/interval.ts'
import type { InstrumentId } from '../instruments/instrument.ts'
import type { Side } from '../orders/order.ts'
import type { StrategyQuantity } from '../strategies/strategy.ts'
import { MINUTE_MS } from '../time.ts'

/**
 * `paper` trades in the virtual account, `auto` in the account of the user's own orders, `live` proposes and the
 * user sends.
 */
export const deploymentTypes = ['live', 'auto', 'paper'] as const
export type DeploymentType = (typeof deploymentTypes)[number]

export const deploymentTitles: Readonly<Record<DeploymentType, string>> = {
  live: 'Notification-based',
  auto: 'Automatic',
  paper: 'Virtual',
}

export const shortDeploymentTitles: Readonly<Record<DeploymentType, string>> = {
  live: 'Live',
  auto: 'Auto',
  paper: 'Virtual',
}

export const deploymentStatuses = ['running', 'paused', 'stopping', 'stopped', 'failed'] as const
export type DeploymentStatus = (typeof deploymentStatuses)[number]

export const isActive = (status: DeploymentStatus): boolean => status !== 'stopped' && status !== 'failed'

/** Over all its instruments; rupees, and null where there is none. Entries stop when one is reached, exits never do. */
export interface DeploymentLimits {
  /** Realised and open loss of the trading day with charges; reaching it pauses the deployment and exits. */
  readonly lossPerDay: number | null
  readonly entriesPerDay: number | null
  readonly lossesInARow: number | null
  /** Value of what is held at entry prices, over all instruments; of options their margin and the premium paid. */
  readonly capital: number | null
}

export const noLimits: DeploymentLimits = {
  lossPerDay: null,
  entriesPerDay: null,
  lossesInARow: null,
  capital: null,
}

/** Rupees; the base of a quantity in percent where the deployment has no limit of capital. */
export const USUAL_CAPITAL = 1_000_000

export const SYMBOLS_PER_DEPLOYMENT = 50
export const DEPLOYMENTS_PER_USER = 200

/** `proposed` waits for the user; an `unfilled` leg was not filled, while others are held or being closed. */
export const runPhases = ['flat', 'proposed', 'entering', 'in', 'unfilled', 'exiting'] as const
export type RunPhase = (typeof runPhases)[number]

export const exitCauses = [
  'signal',
  'stop',
  'trailing',
  'target',
  'combined-stop',
  'combined-target',
  'lock',
  'incomplete',
  'square-off',
  'loss-limit',
  'stopped',
] as const
export type ExitCause = (typeof exitCauses)[number]

export const logKinds = [
  'started',
  'evaluated',
  'signalled',
  'proposed',
  'entered',
  'exiting',
  'exited',
  /** A leg of an entry was refused or not filled whole: what becomes of the others. */
  'incomplete',
  'locked',
  'closed',
  'refused',
  'skipped',
  'dropped',
  'gap',
  'paused',
  'resumed',
  'stopping',
  'stopped',
  'failed',
] as const
export type LogKind = (typeof logKinds)[number]

/** Why a trade ended, or why an entry was not made. */
export const logCauses = [
  ...exitCauses,
  /** Closed by the user, by the square-off of the broker or at its expiry. */
  'elsewhere',
  /** Left to the user when the deployment was stopped. */
  'left',
  'limit',
  'paused',
  'late',
  'untraded',
  'opposed',
  'refused',
  'dropped',
  'expired',
  'rule',
] as const
export type LogCause = (typeof logCauses)[number]

/** An operand of the rule as it is printed; null where it has no value at that candle. */
export interface LoggedValue {
  readonly text: string
  readonly value: number | null
}

/** Prices in rupees a unit; instants are market time, in ms since the epoch. */
export interface LogLine {
  readonly seq: number
  readonly at: number
  readonly bar: number | null
  readonly segSym: InstrumentId | null
  /** Traded contract of an entry: the future of an index. */
  readonly contract: InstrumentId | null
  readonly kind: LogKind
  readonly sentence: string
  readonly values: readonly LoggedValue[]
  readonly orderId: string | null
  readonly price: number | null
  readonly quantity: number | null
  readonly side: Side | null
  readonly pnl: number | null
  readonly cause: LogCause | null
  /** Rupees: of an entry its own, of an exit those of the whole trade. */
  readonly charges: number | null
  /** End of the candle that was judged before the gap. */
  readonly since: number | null
}

/** For legs that were filled when another leg of the entry was not. */
export const incompleteActs = ['close', 'hold'] as const
export type IncompleteAct = (typeof incompleteActs)[number]

/** A deployment keeps its own copy of the strategy. */
export interface DeploymentTerms {
  readonly type: DeploymentType
  readonly segSyms: readonly InstrumentId[]
  readonly quantity: StrategyQuantity
  readonly limits: DeploymentLimits
  readonly ifIncomplete: IncompleteAct
}

export type ProposedBy = { readonly deploymentUuid: string } | { readonly alertUuid: string }

export const proposalStatuses = ['waiting', 'sent', 'dropped', 'ended'] as const

/** Outcomes of proposals that left nothing to act on. */
export const PROPOSED_AGAIN = 'Proposed again'
export const POSITION_CLOSED = 'The position is closed'

export const proposalIntents = ['entry', 'exit'] as const

const LATE_MAX_MS = MINUTE_MS
const PROPOSED_MAX_MS = 15 * MINUTE_MS

/** An entry that reaches the order path later than this after its candle closed is dropped. */
export const lateAfterMs = (interval: Interval): number =>
  Math.min(LATE_MAX_MS, (intervalMinutes(interval) ?? Number.POSITIVE_INFINITY) * MINUTE_MS)

/** An entry waits for one candle: a minute at least, a quarter of an hour at most. */
export const proposedForMs = (interval: Interval): number =>
  Math.min(
    PROPOSED_MAX_MS,
    Math.max(LATE_MAX_MS, (intervalMinutes(interval) ?? Number.POSITIVE_INFINITY) * MINUTE_MS),
  )
