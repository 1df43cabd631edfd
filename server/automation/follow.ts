import type { ExitCause, LogCause } from '../../src/domain/deployments/deployment.ts'
import { signOf } from '../../src/domain/deployments/levels.ts'
import { enteredWords, exitedWords, lateWords, orderWords } from '../../src/domain/deployments/log-words.ts'
import { toIstDate } from '../../src/domain/time.ts'
import { heldIn } from '../broker/brackets/bracket.ts'
import type { Outcome } from '../broker/broker.ts'
import { groupOf, isHeld, type Lane, type Run, type Step } from './lane.ts'
import { exitableUnits, type Filled, findFilled, isTraded, placeOrder, titleOf } from './orders.ts'
import { type DecidedOrder, type OpenTrade, onDay, type RunState } from './run-state.ts'
import { closedElsewhere, endEntryProposals, type FollowParts, finishTrade, notEntered } from './trade-end.ts'
import { isBroken, noteIncomplete, waitsForBuys } from './whole.ts'

/** Market time between two tries of an exit that was refused. */
const RETRY_MS = 5_000

const REJECTIONS_MOST = 5
const REJECTIONS_WITHIN_MS = 60_000

const rejected = (step: Step, lane: Lane, at: number): void => {
  const rejectedAt = [...lane.state.rejectedAt.filter((one) => at - one < REJECTIONS_WITHIN_MS), at]
  step.state({ ...lane.state, rejectedAt })
  if (rejectedAt.length < REJECTIONS_MOST || lane.status !== 'running') return
  const reason = `${REJECTIONS_MOST} orders were rejected within a minute`
  step.status('paused', reason)
  endEntryProposals(step, lane, 'The deployment was paused', at)
  step.line({ kind: 'paused', sentence: `Paused: ${reason}` })
}

const refuseEntry = async (
  on: FollowParts,
  lane: Lane,
  run: Run,
  order: DecidedOrder,
  {
    message,
    orderId,
    at,
  }: { readonly message: string; readonly orderId: string | null; readonly at: number },
): Promise<void> => {
  const words = orderWords(order.side, order.units, await titleOf(on.parts, order.contract))
  await on.commit(lane, at, (step) => {
    step.line({
      kind: 'refused',
      segSym: run.segSym,
      bar: order.bar,
      orderId,
      side: order.side,
      quantity: order.units,
      cause: 'refused',
      sentence: `${words} was refused: ${message}`,
    })
    const state = notEntered(run, 'refused')
    step.run(run, state)
    noteIncomplete(step, lane, groupOf(lane, run), { run, state })
    rejected(step, lane, at)
  })
}

const entryDone = async (
  on: FollowParts,
  lane: Lane,
  run: Run,
  order: DecidedOrder,
  filled: Filled,
  at: number,
): Promise<void> => {
  const price = filled.value / filled.units
  const title = await titleOf(on.parts, order.contract)
  const part =
    filled.units < order.units ? `; ${order.units - filled.units} of ${order.units} were not filled` : ''
  const traded = { side: order.side, units: filled.units, title, price }
  const group = groupOf(lane, run)
  const isFirst = !isHeld(group) && group.runs.every(({ state }) => state.ended === null)
  await on.commit(lane, at, (step) => {
    const state = onDay(run.state, toIstDate(at))
    step.line({
      kind: 'entered',
      segSym: run.segSym,
      contract: order.contract,
      bar: order.bar,
      orderId: filled.orderId,
      side: order.side,
      quantity: filled.units,
      price,
      charges: filled.charges,
      sentence: `${enteredWords(traded, order.why)}${part}`,
    })
    const entered: RunState = {
      ...state,
      phase: 'in',
      order: null,
      missing: run.leg === null ? 0 : order.units - filled.units,
      note: '',
      watchedAt: at,
      entriesToday: state.entriesToday + (isFirst ? 1 : 0),
      counts: on.decisions.afterEntry(lane, run, order.decidedAt),
      trade: {
        side: order.side,
        contract: order.contract,
        units: filled.units,
        averagePrice: price,
        best: price,
        enteredAt: at,
        entryUnits: filled.units,
        exitUnits: 0,
        exitValue: 0,
        charges: filled.charges,
        carried: { pnl: 0, charges: 0 },
      },
    }
    run.lastSeen = null
    step.run(run, entered)
    noteIncomplete(step, lane, group, { run, state: entered })
  })
}

const exitDone = async (
  on: FollowParts,
  lane: Lane,
  run: Run,
  order: DecidedOrder,
  filled: Filled,
  at: number,
): Promise<void> => {
  const { trade } = run.state
  if (trade === null) return
  const left = trade.units - filled.units
  const after: OpenTrade = {
    ...trade,
    units: left,
    exitUnits: trade.exitUnits + filled.units,
    exitValue: trade.exitValue + filled.value,
    charges: trade.charges + filled.charges,
  }
  if (left > 0 && filled.units === order.units && lane.deployment.type === 'live')
    return on.commit(lane, at, (step) =>
      step.run(run, { ...run.state, phase: 'in', trade: after, order: null }),
    )
  if (left > 0) {
    const next = on.decisions.nextAttempt(lane, run, order, left)
    run.retryAt = filled.units === 0 ? at + RETRY_MS : at
    return on.commit(lane, at, (step) => {
      step.run(run, { ...run.state, trade: after, order: next })
      if (filled.units === 0)
        step.line({
          kind: 'refused',
          segSym: run.segSym,
          orderId: filled.orderId,
          sentence: `The exit was not filled${filled.message === '' ? '' : `: ${filled.message}`}; it is sent again`,
        })
    })
  }
  const price = after.exitValue / after.exitUnits
  const title = await titleOf(on.parts, trade.contract)
  const cause: ExitCause = order.cause ?? 'signal'
  const traded = { side: order.side, units: after.exitUnits, title, price }
  await finishTrade(on, lane, run, after, {
    at,
    price,
    orderId: filled.orderId,
    cause,
    sentence: (pnl) => exitedWords(traded, { cause, pnl }),
  })
}

/** An exit that the account refuses is sent again, unless nothing is held any more. */
const exitRefused = async (
  on: FollowParts,
  lane: Lane,
  run: Run,
  order: DecidedOrder,
  outcome: Outcome | null,
  at: number,
): Promise<void> => {
  const { trade } = run.state
  if (trade === null) return
  const isNotReducing = outcome === null || (outcome.kind === 'refused' && outcome.code === 'NOT_REDUCING')
  const units = isNotReducing ? await exitableUnits(on.parts, lane, order) : order.units
  if (units === 0) return closedElsewhere(on, lane, run, trade, at)
  run.retryAt = at + (units < order.units ? 0 : RETRY_MS)
  const message = outcome?.kind === 'refused' ? outcome.message : 'not accepted'
  const note = `exit refused: ${message}`
  await on.commit(lane, at, (step) => {
    if (run.state.note !== note)
      step.line({
        kind: 'refused',
        segSym: run.segSym,
        sentence: `The exit was refused: ${message} It is sent again.`,
      })
    step.run(run, { ...run.state, note, order: { ...order, units } })
  })
}

const dropEntry = (
  on: FollowParts,
  lane: Lane,
  run: Run,
  { cause, sentence }: { readonly cause: LogCause; readonly sentence: string },
  at: number,
): Promise<void> =>
  on.commit(lane, at, (step) => {
    const state = notEntered(run, 'not entered')
    step.line({ kind: 'dropped', segSym: run.segSym, bar: run.state.order?.bar ?? null, cause, sentence })
    step.run(run, state)
    noteIncomplete(step, lane, groupOf(lane, run), { run, state })
  })

/** Its entry would close what another deployment or the user holds, which would look closed by hand. */
const isOpposed = async ({ parts }: FollowParts, lane: Lane, order: DecidedOrder): Promise<boolean> => {
  const account = await parts.broker.accountOf(lane.account)
  const held = heldIn(account, { sym: order.contract, product: lane.params.product })
  return signOf(order.side) * held < 0
}

const findDropped = (
  lane: Lane,
  run: Run,
  order: DecidedOrder,
  at: number,
): { readonly cause: LogCause; readonly sentence: string } | null => {
  if (order.lateAt !== null && at > order.lateAt) {
    const words = lateWords((at - order.decidedAt) / 1000)
    return { cause: 'late', sentence: run.leg === null ? words : `Leg ${run.leg.number}: ${words}` }
  }
  if (order.intent !== 'entry') return null
  if (isBroken(groupOf(lane, run), run))
    return {
      cause: 'incomplete',
      sentence: `Leg ${run.leg?.number} was not sent: another leg was not filled`,
    }
  if (order.isSentByUser !== true && lane.status !== 'running')
    return { cause: 'paused', sentence: `Not entered: the deployment is ${lane.status}` }
  return null
}

/** Null while it waits: for trading to begin, for legs that are bought first, or after a refusal. */
const place = async (on: FollowParts, lane: Lane, run: Run, order: DecidedOrder): Promise<Outcome | null> => {
  const at = on.parts.broker.marketNow().at
  if (order.intent === 'exit' && at < run.retryAt) return null
  const dropped = findDropped(lane, run, order, at)
  if (dropped !== null) {
    await dropEntry(on, lane, run, dropped, at)
    return null
  }
  if (waitsForBuys(groupOf(lane, run), run, order, at)) return null
  if (at < order.decidedAt || !(await isTraded(on.parts, order.contract))) return null
  if (order.intent === 'entry' && (await isOpposed(on, lane, order))) {
    const sentence = 'Not entered: the account holds a position on the other side'
    await dropEntry(on, lane, run, { cause: 'opposed', sentence }, at)
    return null
  }
  const outcome = await placeOrder(on.parts, lane, order)
  if (outcome?.kind === 'done') return outcome
  if (order.intent === 'exit') await exitRefused(on, lane, run, order, outcome, at)
  // So many orders a second: it is sent with the next ones, unless it is late by then.
  else if (outcome?.kind === 'refused' && outcome.code === 'RATE_LIMIT' && order.isSentByUser !== true)
    return null
  else
    await refuseEntry(on, lane, run, order, {
      message: outcome?.kind === 'refused' ? outcome.message : 'it is not listed any more',
      orderId: null,
      at,
    })
  return outcome
}

const cancelRest = async (
  on: FollowParts,
  lane: Lane,
  order: DecidedOrder,
  filled: Filled,
  at: number,
): Promise<void> => {
  if (order.lateAt === null || at <= order.lateAt) return
  for (const { id, status } of filled.orders)
    if (status === 'OPEN' || status === 'TRIGGER PENDING')
      await on.parts.broker.cancel(lane.account, id, 'Cancelled because the entry of its deployment is late')
}

/** A position that is gone by hand, by a square-off or an expiry is no longer watched. */
const checkHeld = async (on: FollowParts, lane: Lane, run: Run): Promise<void> => {
  const { broker } = on.parts
  const { trade, phase } = run.state
  if (trade === null || phase !== 'in') return
  const account = await broker.accountOf(lane.account)
  const held = heldIn(account, { sym: trade.contract, product: lane.params.product })
  if (signOf(trade.side) * held <= 0) await closedElsewhere(on, lane, run, trade, broker.marketNow().at)
}

const follow = async (on: FollowParts, lane: Lane, run: Run): Promise<void> => {
  const { order } = run.state
  if (order === null) return
  const filled = await findFilled(on.parts, lane, order)
  if (filled === null) {
    await place(on, lane, run, order)
    return
  }
  const { at } = on.parts.broker.marketNow()
  if (!filled.isEnded) return cancelRest(on, lane, order, filled, at)
  if (order.intent === 'exit') return exitDone(on, lane, run, order, filled, at)
  if (filled.units > 0) return entryDone(on, lane, run, order, filled, at)
  return refuseEntry(on, lane, run, order, {
    message: filled.message === '' ? 'it was not filled' : filled.message,
    orderId: filled.orderId,
    at,
  })
}

export const createFollowing = (on: FollowParts) => ({
  place: (lane: Lane, run: Run, order: DecidedOrder): Promise<Outcome | null> => place(on, lane, run, order),
  checkHeld: (lane: Lane, run: Run): Promise<void> => checkHeld(on, lane, run),
  /** Goes on with the order of a run, if it has one: places it, waits for it, or takes what it did. */
  follow: (lane: Lane, run: Run): Promise<void> => follow(on, lane, run),
})

export type Following = ReturnType<typeof createFollowing>
