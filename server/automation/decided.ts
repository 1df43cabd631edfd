import { afterEntry } from '../../src/domain/deployments/decide.ts'
import {
  type ExitCause,
  type LogCause,
  type LoggedValue,
  lateAfterMs,
  proposedForMs,
} from '../../src/domain/deployments/deployment.ts'
import { signOf } from '../../src/domain/deployments/levels.ts'
import { exitCauseWords, ordersInWords, skippedWords } from '../../src/domain/deployments/log-words.ts'
import { formatRupees } from '../../src/domain/format.ts'
import { instrumentTitle } from '../../src/domain/instruments/instrument-names.ts'
import { roundToPaisa } from '../../src/domain/money.ts'
import type { Side } from '../../src/domain/orders/order.ts'
import { istMidnight, MINUTE_MS, parseClock } from '../../src/domain/time.ts'
import { derivedKey } from '../broker/derived-key.ts'
import { uuidOfText } from '../uuid-of-text.ts'
import type { ProposalNow } from './automation.ts'
import { capitalHeld, capitalOf } from './capital-held.ts'
import { type EntryLeg, entryLegs } from './entry-legs.ts'
import { entriesToday } from './figures.ts'
import { type Commit, type Group, groupOf, isHeld, type Lane, type Run, type Step } from './lane.ts'
import { lastPriceOf, titleOf } from './orders.ts'
import type { AutomationParts } from './parts.ts'
import type { DecidedOrder, RunState } from './run-state.ts'

/** Why an order is decided: the candle, if one decided, and what the rules said there. */
export interface Reason {
  readonly bar: number | null
  readonly at: number
  readonly fillsAt: number
  readonly values: readonly LoggedValue[]
  readonly why: string
  readonly judged?: (step: Step) => RunState
}

export const betweenCandles = (at: number): Reason => ({ bar: null, at, fillsAt: at, values: [], why: '' })

const keyOf = (
  lane: Lane,
  { segSym, leg }: Run,
  { bar, at }: Pick<Reason, 'bar' | 'at'>,
  about: { readonly intent: string; readonly attempt: number },
) =>
  derivedKey(
    'deployment',
    lane.deployment.id,
    segSym,
    bar ?? at,
    about.intent,
    about.attempt,
    ...(leg === null ? [] : [`leg ${leg.number}`]),
  )

const opposite: Readonly<Record<Side, Side>> = { buy: 'sell', sell: 'buy' }

const waitingEntries = ({ groups, proposals }: Lane): number =>
  groups.filter(
    (group) => !isHeld(group) && group.runs.some(({ state: { order } }) => order?.intent === 'entry'),
  ).length + [...proposals.values()].filter(({ intent }) => intent === 'entry').length

const findLimit = async (
  parts: AutomationParts,
  lane: Lane,
  legs: readonly EntryLeg[],
  today: string,
): Promise<string | null> => {
  const { entriesPerDay, lossesInARow, capital } = lane.deployment.limits
  const entered = entriesToday(lane, today) + waitingEntries(lane)
  if (entriesPerDay !== null && entered >= entriesPerDay) return `its limit is ${entriesPerDay} entries a day`
  const { lossDay, lossesInARow: lost } = lane.state
  if (lossesInARow !== null && lossDay === today && lost >= lossesInARow)
    return `its limit is ${lossesInARow} losses in a row`
  if (capital === null) return null
  const held = await capitalHeld(parts, lane)
  const cost = capitalOf(parts, lane, legs)
  const verb = legs.length > 1 ? 'takes' : 'is worth'
  return held + cost > capital
    ? `its limit is ${formatRupees(capital, 0)} of capital; ${formatRupees(held, 0)} is held and this entry ${verb} ${formatRupees(cost, 0)}`
    : null
}

const stopTimeOf = ({ params }: Lane, at: number): number =>
  istMidnight(at) + (parseClock(params.tradingStopTime) ?? 0) * MINUTE_MS

interface Planned {
  readonly run: Run
  readonly order: DecidedOrder
  readonly title: string
  readonly price: number
}

const legsOf = (planned: readonly Planned[]): ProposalNow['legs'] =>
  planned.flatMap(({ run: { leg }, order: { contract, side, units }, price }) =>
    leg === null ? [] : [{ leg: leg.number, contract, side, quantity: units, price, limitPrice: null }],
  )

/** Rupees received, negative for paid, of one unit of each leg's share in the first. */
const creditOf = (planned: readonly Planned[], units: number): number =>
  planned.reduce((sum, { order, price }) => sum - signOf(order.side) * order.units * price, 0) / units

const proposalOf = (lane: Lane, planned: readonly [Planned, ...Planned[]], reason: Reason): ProposalNow => {
  const [{ run, order, price }] = planned
  const legs = legsOf(planned)
  const isWhole = legs.length > 1
  const credit = creditOf(planned, order.units)
  return {
    proposalUuid: uuidOfText(`proposal|${order.key}`),
    deploymentUuid: lane.deployment.id,
    alertUuid: null,
    algoName: lane.deployment.strategy.algoName,
    slug: lane.deployment.slug,
    segSym: run.segSym,
    contract: isWhole ? run.segSym : order.contract,
    intent: order.intent,
    exitCause: order.cause,
    side: isWhole ? (credit > 0 ? 'sell' : 'buy') : order.side,
    product: lane.params.product,
    quantity: order.units,
    price: isWhole ? roundToPaisa(Math.abs(credit)) : price,
    limitPrice: null,
    legs,
    why: order.why,
    values: [...reason.values],
    bar: order.bar,
    madeAt: reason.at,
    endsAt:
      order.intent === 'exit'
        ? null
        : Math.min(order.decidedAt + proposedForMs(lane.params.interval), stopTimeOf(lane, order.decidedAt)),
    status: 'waiting',
    outcome: '',
    endedAt: null,
    orderId: null,
  }
}

interface Deciding {
  readonly parts: AutomationParts
  readonly commit: Commit
}

const skip = (
  { commit }: Deciding,
  lane: Lane,
  run: Run,
  reason: Reason,
  { cause, why }: { readonly cause: LogCause; readonly why: string },
): Promise<void> =>
  commit(lane, reason.at, (step) => {
    const state = reason.judged?.(step) ?? run.state
    step.line({
      kind: 'skipped',
      segSym: run.segSym,
      bar: reason.bar,
      values: reason.values,
      cause,
      sentence: skippedWords(why, reason.values),
    })
    step.run(run, { ...state, note: why })
  })

const phaseOf = ({ intent }: DecidedOrder, isProposed: boolean): RunState['phase'] => {
  if (intent === 'entry') return isProposed ? 'proposed' : 'entering'
  return isProposed ? 'in' : 'exiting'
}

/** All legs are decided in one step, so that a crash never leaves some of them undecided. */
const put = (
  { commit }: Deciding,
  lane: Lane,
  planned: readonly [Planned, ...Planned[]],
  { lead, reason }: { readonly lead: Run; readonly reason: Reason },
): Promise<void> =>
  commit(lane, reason.at, (step) => {
    const [{ run, order, price }] = planned
    const judged = reason.judged?.(step)
    const isProposed = lane.deployment.type === 'live' && order.cause !== 'stopped'
    const words = `${ordersInWords(planned)}${order.why === '' ? '' : `: ${order.why}`}`
    step.line({
      kind: isProposed ? 'proposed' : 'signalled',
      segSym: run.segSym,
      bar: order.bar,
      values: reason.values,
      ...(planned.length === 1 ? { side: order.side, quantity: order.units, price } : {}),
      sentence: isProposed ? `Proposed: ${words}` : words,
    })
    if (isProposed) step.proposal(proposalOf(lane, planned, reason))
    if (judged !== undefined) step.run(lead, judged)
    for (const one of planned) {
      const state = one.run === lead ? (judged ?? lead.state) : one.run.state
      const phase = phaseOf(one.order, isProposed)
      step.run(one.run, { ...state, phase, order: isProposed ? null : one.order, note: '' })
    }
  })

const isAny = <Item>(items: readonly Item[]): items is readonly [Item, ...Item[]] => items.length > 0

const enter = async (
  deciding: Deciding,
  lane: Lane,
  group: Group,
  reason: Reason,
  today: string,
): Promise<void> => {
  const { parts } = deciding
  const { lead } = group
  const legs = await entryLegs(parts, lane, group)
  if (typeof legs === 'string') return skip(deciding, lane, lead, reason, { cause: 'untraded', why: legs })
  const limit = await findLimit(parts, lane, legs, today)
  if (limit !== null) return skip(deciding, lane, lead, reason, { cause: 'limit', why: limit })
  const planned = legs.map(({ run, contract, side, units, price }): Planned => {
    const order: DecidedOrder = {
      intent: 'entry',
      cause: null,
      key: keyOf(lane, run, reason, { intent: 'entry', attempt: 1 }),
      bar: reason.bar,
      decidedAt: reason.fillsAt,
      lateAt: reason.fillsAt + lateAfterMs(lane.params.interval),
      contract: contract.id,
      side,
      units,
      price,
      attempt: 1,
      why: reason.why,
    }
    return { run, order, title: instrumentTitle(contract), price }
  })
  if (isAny(planned)) await put(deciding, lane, planned, { lead, reason })
}

const isWaitingFor = ({ segSym, leg }: Run, proposal: ProposalNow): boolean =>
  proposal.segSym === segSym &&
  proposal.intent === 'exit' &&
  (leg === null || proposal.legs.some(({ leg: number }) => number === leg.number))

/** An exit that was proposed waits; one that the user dropped is not proposed again at once. */
const isAsked = (lane: Lane, run: Run, cause: ExitCause, at: number): boolean =>
  lane.deployment.type === 'live' &&
  cause !== 'stopped' &&
  (at < run.askAgainAt || [...lane.proposals.values()].some((proposal) => isWaitingFor(run, proposal)))

const exitOf = async (
  parts: AutomationParts,
  lane: Lane,
  run: Run,
  cause: ExitCause,
  reason: Reason,
): Promise<Planned | null> => {
  const { trade, phase } = run.state
  if (trade === null || phase !== 'in' || isAsked(lane, run, cause, reason.at)) return null
  const contract = await parts.instruments.look(trade.contract)
  const price = (contract === null ? null : lastPriceOf(parts, contract)) ?? trade.averagePrice
  const order: DecidedOrder = {
    intent: 'exit',
    cause,
    key: keyOf(lane, run, reason, { intent: `exit ${trade.enteredAt}`, attempt: 1 }),
    bar: reason.bar,
    decidedAt: reason.fillsAt,
    lateAt: null,
    contract: trade.contract,
    side: opposite[trade.side],
    units: trade.units,
    price,
    attempt: 1,
    why: cause === 'signal' ? reason.why : exitCauseWords[cause],
  }
  return { run, order, title: await titleOf(parts, trade.contract), price }
}

const exit = async (
  deciding: Deciding,
  lane: Lane,
  runs: readonly [Run, ...Run[]],
  cause: ExitCause,
  reason: Reason,
): Promise<boolean> => {
  const planned: Planned[] = []
  for (const run of runs) {
    const one = await exitOf(deciding.parts, lane, run, cause, reason)
    if (one !== null) planned.push(one)
  }
  if (!isAny(planned)) return false
  await put(deciding, lane, planned, { lead: groupOf(lane, runs[0]).lead, reason })
  return true
}

/** The rest of an exit that ended short, under a key of its own. */
const nextAttempt = (lane: Lane, run: Run, order: DecidedOrder, units: number): DecidedOrder => {
  const attempt = order.attempt + 1
  const intent = `exit ${run.state.trade?.enteredAt ?? 0}`
  const about = { bar: order.bar, at: order.decidedAt }
  return { ...order, units, attempt, key: keyOf(lane, run, about, { intent, attempt }) }
}

export const createDecisions = (parts: AutomationParts, commit: Commit) => {
  const deciding = { parts, commit }
  return {
    /** Writes the decision; its orders are sent after it. A limit or a size that allows none is logged. */
    enter: (lane: Lane, group: Group, reason: Reason, today: string): Promise<void> =>
      enter(deciding, lane, group, reason, today),
    /** False where nothing is held that could be exited now, or the exit waits for the user. */
    exit: (lane: Lane, runs: readonly Run[], cause: ExitCause, reason: Reason): Promise<boolean> =>
      isAny(runs) ? exit(deciding, lane, runs, cause, reason) : Promise.resolve(false),
    nextAttempt,
    afterEntry: (lane: Lane, run: Run, at: number) => afterEntry(run.state.counts, at, lane.params),
  }
}

export type Decisions = ReturnType<typeof createDecisions>
