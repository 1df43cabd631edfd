import { unitsAt } from '../../src/domain/backtests/trade-size.ts'
import { afterEntry } from '../../src/domain/deployments/decide.ts'
import {
  type ExitCause,
  type LogCause,
  type LoggedValue,
  lateAfterMs,
  proposedForMs,
} from '../../src/domain/deployments/deployment.ts'
import { exitCauseWords, orderWords, skippedWords } from '../../src/domain/deployments/log-words.ts'
import { formatRupees } from '../../src/domain/format.ts'
import type { Instrument } from '../../src/domain/instruments/instrument.ts'
import { instrumentTitle } from '../../src/domain/instruments/instrument-names.ts'
import type { Side } from '../../src/domain/orders/order.ts'
import { istMidnight, MINUTE_MS, parseClock } from '../../src/domain/time.ts'
import { derivedKey } from '../broker/derived-key.ts'
import { noticeIdOf } from '../services/orders/order-notices.ts'
import type { ProposalNow } from './automation.ts'
import { entriesToday } from './figures.ts'
import type { Commit, Lane, Run, Step } from './lane.ts'
import { contractOf, lastPriceOf, titleOf } from './orders.ts'
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
  run: Run,
  { bar, at }: Pick<Reason, 'bar' | 'at'>,
  about: { readonly intent: string; readonly attempt: number },
) => derivedKey('deployment', lane.deployment.id, run.segSym, bar ?? at, about.intent, about.attempt)

const opposite: Readonly<Record<Side, Side>> = { buy: 'sell', sell: 'buy' }

const waitingEntries = ({ runs, proposals }: Lane): readonly { units: number; price: number }[] => [
  ...runs.flatMap(({ state: { order } }) => (order?.intent === 'entry' ? order : [])),
  ...[...proposals.values()].flatMap(({ intent, quantity, price }) =>
    intent === 'entry' ? { units: quantity, price } : [],
  ),
]

const findLimit = (lane: Lane, cost: number, today: string): string | null => {
  const { entriesPerDay, lossesInARow, capital } = lane.deployment.limits
  const waiting = waitingEntries(lane)
  const entered = entriesToday(lane, today) + waiting.length
  if (entriesPerDay !== null && entered >= entriesPerDay) return `its limit is ${entriesPerDay} entries a day`
  const { lossDay, lossesInARow: lost } = lane.state
  if (lossesInARow !== null && lossDay === today && lost >= lossesInARow)
    return `its limit is ${lossesInARow} losses in a row`
  if (capital === null) return null
  const trades = lane.runs.flatMap(({ state: { trade } }) => trade ?? [])
  const held = [
    ...waiting,
    ...trades.map(({ units, averagePrice }) => ({ units, price: averagePrice })),
  ].reduce((sum, { units, price }) => sum + units * price, 0)
  return held + cost > capital
    ? `its limit is ${formatRupees(capital, 0)} of capital; ${formatRupees(held, 0)} is held and this entry is worth ${formatRupees(cost, 0)}`
    : null
}

interface Sized {
  readonly contract: Instrument
  readonly units: number
  readonly price: number
}

const sizeEntry = async (parts: AutomationParts, lane: Lane, run: Run): Promise<Sized | string> => {
  const contract = await contractOf(parts, run.instrument)
  if (contract === null) return `no future of ${run.instrument.tradingSymbol} is listed`
  const price = lastPriceOf(parts, contract)
  if (price === null) return `${instrumentTitle(contract)} has no price yet`
  const lotSize = Math.max(1, contract.lotSize)
  const units = unitsAt({ params: lane.params, contract: { lotSize } }, price)
  return units > 0 ? { contract, units, price } : `its quantity makes less than one lot of ${lotSize}`
}

const stopTimeOf = ({ params }: Lane, at: number): number =>
  istMidnight(at) + (parseClock(params.tradingStopTime) ?? 0) * MINUTE_MS

const proposalOf = (
  lane: Lane,
  run: Run,
  order: DecidedOrder,
  { price, reason }: { readonly price: number; readonly reason: Reason },
): ProposalNow => ({
  proposalUuid: noticeIdOf(`proposal|${order.key}`),
  deploymentUuid: lane.deployment.id,
  algoName: lane.deployment.strategy.algoName,
  slug: lane.deployment.slug,
  segSym: run.segSym,
  contract: order.contract,
  intent: order.intent,
  exitCause: order.cause,
  side: order.side,
  product: lane.params.product,
  quantity: order.units,
  price,
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
})

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

const put = (
  { commit }: Deciding,
  lane: Lane,
  run: Run,
  order: DecidedOrder,
  { title, price, reason }: { readonly title: string; readonly price: number; readonly reason: Reason },
): Promise<void> =>
  commit(lane, reason.at, (step) => {
    const state = reason.judged?.(step) ?? run.state
    const isProposed = lane.deployment.type === 'live' && order.cause !== 'stopped'
    const words = `${orderWords(order.side, order.units, title)}${order.why === '' ? '' : `: ${order.why}`}`
    step.line({
      kind: isProposed ? 'proposed' : 'signalled',
      segSym: run.segSym,
      bar: order.bar,
      values: reason.values,
      side: order.side,
      quantity: order.units,
      price,
      sentence: isProposed ? `Proposed: ${words}` : words,
    })
    if (isProposed) step.proposal(proposalOf(lane, run, order, { price, reason }))
    const phase =
      order.intent === 'entry' ? (isProposed ? 'proposed' : 'entering') : isProposed ? 'in' : 'exiting'
    step.run(run, { ...state, phase, order: isProposed ? null : order, note: '' })
  })

const enter = async (
  deciding: Deciding,
  lane: Lane,
  run: Run,
  reason: Reason,
  today: string,
): Promise<void> => {
  const sized = await sizeEntry(deciding.parts, lane, run)
  if (typeof sized === 'string') return skip(deciding, lane, run, reason, { cause: 'untraded', why: sized })
  const { contract, units, price } = sized
  const limit = findLimit(lane, units * price, today)
  if (limit !== null) return skip(deciding, lane, run, reason, { cause: 'limit', why: limit })
  const order: DecidedOrder = {
    intent: 'entry',
    cause: null,
    key: keyOf(lane, run, reason, { intent: 'entry', attempt: 1 }),
    bar: reason.bar,
    decidedAt: reason.fillsAt,
    lateAt: reason.fillsAt + lateAfterMs(lane.params.interval),
    contract: contract.id,
    side: lane.params.side,
    units,
    price,
    attempt: 1,
    why: reason.why,
  }
  await put(deciding, lane, run, order, { title: instrumentTitle(contract), price, reason })
}

/** An exit that was proposed waits; one that the user dropped is not proposed again at once. */
const isAsked = (lane: Lane, run: Run, cause: ExitCause, at: number): boolean =>
  lane.deployment.type === 'live' &&
  cause !== 'stopped' &&
  (at < run.askAgainAt ||
    [...lane.proposals.values()].some(({ segSym, intent }) => segSym === run.segSym && intent === 'exit'))

const exit = async (
  deciding: Deciding,
  lane: Lane,
  run: Run,
  cause: ExitCause,
  reason: Reason,
): Promise<boolean> => {
  const { parts } = deciding
  const { trade } = run.state
  if (trade === null || isAsked(lane, run, cause, reason.at)) return false
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
  await put(deciding, lane, run, order, { title: await titleOf(parts, trade.contract), price, reason })
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
    /** Writes the decision; the order is sent after it. A limit or a size that allows none is logged. */
    enter: (lane: Lane, run: Run, reason: Reason, today: string): Promise<void> =>
      enter(deciding, lane, run, reason, today),
    /** False where nothing is held, or its exit waits for the user. */
    exit: (lane: Lane, run: Run, cause: ExitCause, reason: Reason): Promise<boolean> =>
      exit(deciding, lane, run, cause, reason),
    nextAttempt,
    afterEntry: (lane: Lane, run: Run, at: number) => afterEntry(run.state.counts, at, lane.params),
  }
}

export type Decisions = ReturnType<typeof createDecisions>
