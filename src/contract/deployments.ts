import * as z from 'zod/mini'
import { intervals } from '../domain/charts/interval.ts'
import {
  deploymentStatuses,
  deploymentTypes,
  exitCauses,
  incompleteActs,
  logCauses,
  logKinds,
  proposalIntents,
  proposalStatuses,
  runPhases,
  SYMBOLS_PER_DEPLOYMENT,
} from '../domain/deployments/deployment.ts'
import { sides } from '../domain/orders/order.ts'
import { quantityBases } from '../domain/strategies/strategy.ts'
import { endpoint } from './endpoint.ts'
import { IstDay } from './ist-day.ts'
import { Product } from './orders/order-fields.ts'
import { EquityBody, OptionsBody, SegSym, StrategySlug, StrategyUuid, Version } from './strategies.ts'

const MB = 1024 * 1024

const Quantity = z.strictObject({ by: z.enum(quantityBases), value: z.number() })
const OptionalLimit = z._default(z.nullable(z.number().check(z.positive())), null)
const OptionalCount = z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(1_000))), null)

/** Rupees, and counts of the trading day; null is no limit. */
export const DeploymentLimits = z.strictObject({
  loss_per_day: OptionalLimit,
  entries_per_day: OptionalCount,
  losses_in_a_row: OptionalCount,
  capital: OptionalLimit,
})

/** One instrument of a deployment. Prices in rupees a unit; `quantity` is signed, negative is short. */
export const DeploymentRun = z.strictObject({
  seg_sym: SegSym,
  /** Traded contract: the instrument itself, the nearest future of an index, the option of a leg. */
  contract: SegSym,
  /** In words, such as `Sell ATM +2 CE`; null where it is no leg of options. */
  leg: z.nullable(z.string()),
  phase: z.enum(runPhases),
  quantity: z.number(),
  average_price: z.nullable(z.number()),
  stop_price: z.nullable(z.number()),
  target_price: z.nullable(z.number()),
  entered_at: z.nullable(z.number()),
  /** Rupees after charges of trades that ended, and charges of the open one; today, and since the start. */
  realised_today: z.number(),
  realised: z.number(),
  pnl_today: z.number(),
  /** Gain of the open position up to the previous close. */
  carried_pnl: z.number(),
  entries_today: z.number(),
  /** End of the candle that is looked at next; null while nothing is looked at. */
  next_check_at: z.nullable(z.number()),
  note: z.string(),
})

export const Deployment = z.strictObject({
  deployment_uuid: z.string(),
  algo_uuid: z.string(),
  version: z.number(),
  /** Newest saved version; null when the strategy was deleted. */
  latest_version: z.nullable(z.number()),
  slug: z.string(),
  algo_name: z.string(),
  category: z.enum(['equity', 'options']),
  type: z.enum(deploymentTypes),
  status: z.enum(deploymentStatuses),
  reason: z.string(),
  interval: z.enum(intervals),
  /** Null of options, whose legs are bought and sold each by itself. */
  position: z.nullable(z.enum(sides)),
  product: Product,
  quantity: Quantity,
  limits: DeploymentLimits,
  /** Legs that were filled when another was not; null for equity. */
  if_incomplete: z.nullable(z.enum(incompleteActs)),
  entry: z.string(),
  exit: z.string(),
  seg_syms: z.array(SegSym),
  runs: z.array(DeploymentRun),
  realised_today: z.number(),
  pnl_today: z.number(),
  pnl: z.number(),
  charges_today: z.number(),
  entries_today: z.number(),
  losses_in_a_row: z.number(),
  /** Rupees: what its limit of capital counts, with entries on their way. */
  capital_held: z.number(),
  /** Market time, ms since the epoch. */
  started_at: z.number(),
  stopped_at: z.nullable(z.number()),
})

const deployFields = {
  /** Chosen by the caller, so that deploying again after a lost answer starts nothing twice. */
  deployment_uuid: StrategyUuid,
  slug: StrategySlug,
  /** The version that was looked at; it runs even if a newer one is saved. */
  version: Version,
  type: z.enum(deploymentTypes),
  /** Underlyings of an options strategy; by default those that it was saved with. */
  seg_syms: z._default(z.array(SegSym).check(z.maxLength(SYMBOLS_PER_DEPLOYMENT)), []),
  quantity: z.optional(Quantity),
  limits: z._default(DeploymentLimits, {
    loss_per_day: null,
    entries_per_day: null,
    losses_in_a_row: null,
    capital: null,
  }),
}

export const deployEquity = endpoint({
  name: 'deployEquity',
  method: 'POST',
  path: '/deployments/deploy_equity',
  body: z.strictObject(deployFields),
  reply: z.strictObject({ deployment_uuid: z.string() }),
  failure: 'Error deploying strategy',
  summary:
    'Starts a strategy on shares, futures or indices, which trade as their nearest future. It keeps its own copy of the rules.',
})

export const deployOptions = endpoint({
  name: 'deployOptions',
  method: 'POST',
  path: '/deployments/deploy_options',
  body: z.strictObject({
    ...deployFields,
    if_incomplete: z._default(z.enum(incompleteActs), 'close'),
  }),
  reply: z.strictObject({ deployment_uuid: z.string() }),
  failure: 'Error deploying strategy',
  summary:
    'Starts a strategy on options. Its legs are chosen at each entry, bought before others are sold, and exited together.',
})

export const listDeployments = endpoint({
  name: 'listDeployments',
  method: 'GET',
  path: '/deployments/all',
  answerBytesMax: 4 * MB,
  query: z.strictObject({ type: z.optional(z.enum(deploymentTypes)) }),
  reply: z.array(Deployment),
  failure: 'Error loading deployments',
  summary: 'Deployments that are not stopped, and those stopped on the trading day; newest first.',
})

const StoppedExit = z.strictObject({
  seg_sym: z.string(),
  quantity: z.number(),
  order_id: z.nullable(z.string()),
  /** Why the position could not be exited; null where its exit was sent or nothing was held. */
  reason: z.nullable(z.string()),
})

export const forceStop = endpoint({
  name: 'forceStop',
  method: 'GET',
  effect: 'changes',
  riskReducing: true,
  path: '/deployments/force_stop',
  query: z.strictObject({ key: StrategyUuid, exit_positions: z.optional(z.enum(['true', 'false'])) }),
  reply: z.strictObject({
    deployment_uuid: z.string(),
    status: z.enum(deploymentStatuses),
    exits: z.array(StoppedExit),
  }),
  failure: 'Error stopping deployment',
  summary: 'Stops a deployment. Once it answers, no order of the deployment follows but the exits it names.',
})

export const pauseDeployment = endpoint({
  name: 'pauseDeployment',
  method: 'POST',
  path: '/deployments/pause',
  riskReducing: true,
  body: z.strictObject({ deployment_uuid: StrategyUuid }),
  failure: 'Error pausing deployment',
  summary: 'No entries until it is resumed; stops, targets and exits go on.',
})

export const resumeDeployment = endpoint({
  name: 'resumeDeployment',
  method: 'POST',
  path: '/deployments/resume',
  body: z.strictObject({ deployment_uuid: StrategyUuid }),
  failure: 'Error resuming deployment',
  summary: 'Entries are made again from the next candle on.',
})

export const ORDER_LOG_PAGE_MAX = 200

export const OrderLogLine = z.strictObject({
  seq: z.number(),
  at: z.number(),
  bar: z.nullable(z.number()),
  seg_sym: z.nullable(SegSym),
  /** Traded contract of an entry: the future of an index. */
  contract: z.nullable(SegSym),
  kind: z.enum(logKinds),
  sentence: z.string(),
  values: z.array(z.strictObject({ text: z.string(), value: z.nullable(z.number()) })),
  order_id: z.nullable(z.string()),
  price: z.nullable(z.number()),
  quantity: z.nullable(z.number()),
  side: z.nullable(z.enum(sides)),
  pnl: z.nullable(z.number()),
  cause: z.nullable(z.enum(logCauses)),
  /** Rupees: of an entry its own, of an exit those of the whole trade. */
  charges: z.nullable(z.number()),
  /** End of the candle that was judged before the gap. */
  since: z.nullable(z.number()),
})

export const getOrderLog = endpoint({
  name: 'getOrderLog',
  method: 'GET',
  path: '/deployments/order_log',
  answerBytesMax: MB,
  query: z.strictObject({
    deployment_uuid: StrategyUuid,
    before: z.optional(z.string().check(z.regex(/^\d{1,12}$/))),
    limit: z.optional(z.string().check(z.regex(/^\d{1,4}$/))),
  }),
  reply: z.array(OrderLogLine),
  failure: 'Error loading the order log',
  summary: `The newest lines of a deployment's log first, ${ORDER_LOG_PAGE_MAX} at most.`,
})

export const DEEDS_MAX = 4_000
export const DEEDS_DAYS_MAX = 40

export const getDeeds = endpoint({
  name: 'getDeeds',
  method: 'GET',
  path: '/deployments/deeds',
  answerBytesMax: 4 * MB,
  query: z.strictObject({ deployment_uuid: StrategyUuid, from: IstDay, to: IstDay }),
  reply: z.strictObject({
    /** Lines of the log that say more than that a candle was checked, the oldest first. */
    lines: z.array(OrderLogLine),
    /** The entries of what was held when `from` began. */
    held: z.array(OrderLogLine),
    /** True if `lines` reaches back to `from`. */
    is_whole: z.boolean(),
  }),
  failure: 'Error loading what the strategy did',
  summary: `What a deployment did on some trading days, ${DEEDS_DAYS_MAX} at most: the newest ${DEEDS_MAX} lines.`,
})

export const getDeployedStrategy = endpoint({
  name: 'getDeployedStrategy',
  method: 'GET',
  path: '/deployments/strategy',
  query: z.strictObject({ key: StrategyUuid }),
  reply: z.strictObject({
    deployment_uuid: z.string(),
    algo_uuid: z.string(),
    algo_name: z.string(),
    slug: z.string(),
    version: z.number(),
    type: z.enum(deploymentTypes),
    status: z.enum(deploymentStatuses),
    /** Its own copy of the rules, with the instruments and the quantity that it trades. */
    strategy: z.discriminatedUnion('category', [
      z.extend(EquityBody, { category: z.literal('equity') }),
      z.extend(OptionsBody, { category: z.literal('options') }),
    ]),
    /** Rupees; the base of a quantity in percent. */
    capital: z.number(),
    /** First day of the candles on which its rules are evaluated. */
    history_since: z.string(),
    started_at: z.number(),
    stopped_at: z.nullable(z.number()),
  }),
  failure: 'Error loading the deployment',
  summary: 'The rules that a deployment runs, also of one that was stopped.',
})

/** `leg` counts from 1; `price` in rupees a unit. */
const ProposalLeg = z.strictObject({
  leg: z.number(),
  contract: SegSym,
  side: z.enum(sides),
  quantity: z.number(),
  price: z.number(),
  /** Limit; null for a market order. */
  limit_price: z._default(z.nullable(z.number()), null),
})

/**
 * Prices in rupees a unit; instants are market time. Of several legs `contract` is the underlying, `price` their net
 * premium for `quantity` units, and `side` is buy where it is paid.
 */
export const Proposal = z.strictObject({
  proposal_uuid: z.string(),
  /** A deployment, or an alert with an order; the other one is null. */
  deployment_uuid: z.nullable(z.string()),
  alert_uuid: z._default(z.nullable(z.string()), null),
  algo_name: z.string(),
  slug: z.string(),
  seg_sym: SegSym,
  contract: SegSym,
  intent: z.enum(proposalIntents),
  /** Why a position is to be exited; null for an entry. */
  exit_cause: z.nullable(z.enum(exitCauses)),
  side: z.enum(sides),
  product: Product,
  quantity: z.number(),
  price: z.number(),
  /** Limit; null for a market order. */
  limit_price: z._default(z.nullable(z.number()), null),
  legs: z._default(z.array(ProposalLeg), []),
  /** The rule with its numbers, or the stop that was hit. */
  why: z.string(),
  values: z.array(z.strictObject({ text: z.string(), value: z.nullable(z.number()) })),
  bar: z.nullable(z.number()),
  made_at: z.number(),
  /** Null for the exit of a deployment, which stays while the position stands. */
  ends_at: z.nullable(z.number()),
  status: z.enum(proposalStatuses),
  outcome: z.string(),
  ended_at: z.nullable(z.number()),
  order_id: z.nullable(z.string()),
})

export const listProposals = endpoint({
  name: 'listProposals',
  method: 'GET',
  path: '/deployments/proposals',
  answerBytesMax: MB,
  reply: z.array(Proposal),
  failure: 'Error loading proposals',
  summary:
    'Proposals that wait, exits first, then by the time they have left; then those ended on the trading day.',
})

export const sendProposal = endpoint({
  name: 'sendProposal',
  method: 'POST',
  path: '/deployments/proposals/send',
  body: z.strictObject({
    proposal_uuid: StrategyUuid,
    quantity: z.optional(z.int().check(z.minimum(1), z.maximum(100_000_000))),
  }),
  reply: z.strictObject({
    order_id: z.string(),
    /** True if another window or device had sent it: it is one order. */
    is_repeat: z.boolean(),
    sent_at: z.number(),
  }),
  failure: 'Error placing order',
  summary: 'Sends the order of a proposal, once however often it is asked.',
})

export const dropProposals = endpoint({
  name: 'dropProposals',
  method: 'POST',
  path: '/deployments/proposals/drop',
  riskReducing: true,
  /** One proposal, or all that wait of a deployment or of an alert; just one of the three. */
  body: z.strictObject({
    proposal_uuid: z.optional(StrategyUuid),
    deployment_uuid: z.optional(StrategyUuid),
    alert_uuid: z.optional(StrategyUuid),
  }),
  reply: z.strictObject({ dropped: z.number() }),
  failure: 'Error dropping the proposal',
  summary: 'Ends proposals without an order.',
})

/** On the stream, so that lists, log and queue are loaded again. */
export const DeploymentUpdate = z.strictObject({
  /** Both null where only the proposals of an alert changed. */
  deployment_uuid: z.nullable(z.string()),
  type: z.nullable(z.enum(deploymentTypes)),
  proposals: z.boolean(),
})
