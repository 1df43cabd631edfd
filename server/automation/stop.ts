import { isActive } from '../../src/domain/deployments/deployment.ts'
import type { Stopped } from './automation.ts'
import { betweenCandles, type Decisions } from './decided.ts'
import type { Following } from './follow.ts'
import type { Commit, Lane, Run } from './lane.ts'
import { findFilled, lastPriceOf, titleOf } from './orders.ts'
import type { AutomationParts } from './parts.ts'
import { notEntered } from './trade-end.ts'
import { sumUpAll } from './whole.ts'

const LOOK_AGAIN_MS = 100
/** After that a stop answers all the same; what is still open is named. */
const AWAITED_LOOKS = 80

export interface StopParts {
  readonly parts: AutomationParts
  readonly commit: Commit
  readonly decisions: Decisions
  readonly following: Following
}

const isEntering = ({ state }: Run): boolean => state.phase === 'entering'

/** Cancels an entry on its way and waits for its end, so that nothing can come of it later. */
const endEntry = async ({ parts, following }: StopParts, lane: Lane, run: Run): Promise<void> => {
  for (let look = 0; look < AWAITED_LOOKS && isEntering(run); look++) {
    const { order } = run.state
    const filled = order === null ? null : await findFilled(parts, lane, order)
    if (filled === null || order === null) return
    for (const { id, status } of filled.orders)
      if (status === 'OPEN')
        await parts.broker.cancel(lane.account, id, 'Cancelled because its deployment was stopped')
    await parts.advance()
    await following.follow(lane, run)
    if (isEntering(run)) await parts.scheduler.after(LOOK_AGAIN_MS)
  }
}

const dropUnsent = async ({ parts, commit }: StopParts, lane: Lane, run: Run, at: number): Promise<void> => {
  const { order } = run.state
  if (!isEntering(run) || order === null || (await findFilled(parts, lane, order)) !== null) return
  await commit(lane, at, (step) => {
    step.line({
      kind: 'dropped',
      segSym: run.segSym,
      bar: order.bar,
      cause: 'stopped',
      sentence: 'Not entered: it was stopped',
    })
    step.run(run, notEntered(run, 'not entered'))
  })
}

const exitRun = async (
  { parts, decisions, following }: StopParts,
  lane: Lane,
  run: Run,
  at: number,
): Promise<Stopped['exits'][number] | null> => {
  if (run.state.trade === null) return null
  const { contract, units } = run.state.trade
  if (run.state.phase === 'in') await decisions.exit(lane, [run], 'stopped', betweenCandles(at))
  if (run.state.order !== null && (await findFilled(parts, lane, run.state.order)) === null)
    await following.place(lane, run, run.state.order)
  const { order } = run.state
  const filled = order === null ? null : await findFilled(parts, lane, order)
  return {
    segSym: contract,
    quantity: units,
    orderId: filled?.orderId ?? null,
    reason:
      filled === null && run.state.trade !== null ? run.state.note || 'It is sent when trading begins' : null,
  }
}

/** The position stays with the user, who sees it among the others. */
const leaveRun = async ({ parts, commit }: StopParts, lane: Lane, run: Run, at: number): Promise<void> => {
  const { trade, phase } = run.state
  if (trade === null || phase === 'exiting') return
  const title = await titleOf(parts, trade.contract)
  const contract = await parts.instruments.look(trade.contract)
  const price = contract === null ? null : lastPriceOf(parts, contract)
  await commit(lane, at, (step) => {
    step.line({
      kind: 'stopping',
      segSym: run.segSym,
      ...(run.leg === null ? {} : { contract: trade.contract }),
      price: price ?? trade.averagePrice,
      quantity: trade.units,
      charges: trade.charges,
      cause: 'left',
      sentence: `${trade.units} ${title} stay open, without stop and target, among your positions`,
    })
    step.run(run, { ...run.state, phase: 'flat', trade: null, order: null, note: 'left open' })
  })
}

const soldFirst = ({ runs }: Lane): readonly Run[] => {
  const isSold = ({ state: { trade } }: Run): boolean => trade?.side === 'sell'
  return [...runs.filter(isSold), ...runs.filter((run) => !isSold(run))]
}

export const goOnStopping = async (stopParts: StopParts, lane: Lane, at: number): Promise<void> => {
  for (const run of soldFirst(lane)) {
    await dropUnsent(stopParts, lane, run, at)
    if (run.state.phase !== 'in') continue
    if (lane.state.exitsOnStop) await exitRun(stopParts, lane, run, at)
    else await leaveRun(stopParts, lane, run, at)
  }
}

export const finishStop = async (
  { commit }: Pick<StopParts, 'commit'>,
  lane: Lane,
  at: number,
): Promise<void> => {
  if (
    lane.status !== 'stopping' ||
    lane.runs.some(({ state }) => state.trade !== null || state.order !== null)
  )
    return
  await commit(lane, at, (step) => {
    step.status('stopped', lane.reason, at)
    step.line({ kind: 'stopped', sentence: lane.reason === '' ? 'Stopped' : `Stopped: ${lane.reason}` })
  })
}

/** Virtual positions are always exited, as they are seen nowhere else; an exit that is on its way goes on. */
export const stopLane = async (
  stopParts: StopParts,
  lane: Lane,
  { exitPositions, reason }: { readonly exitPositions: boolean; readonly reason: string },
): Promise<Stopped> => {
  if (!isActive(lane.status)) return { status: lane.status, exits: [] }
  const { parts, commit } = stopParts
  const { at } = parts.broker.marketNow()
  const isExiting = exitPositions || lane.deployment.type === 'paper'
  if (lane.status !== 'stopping')
    await commit(lane, at, (step) => {
      step.status('stopping', reason)
      step.state({ ...lane.state, exitsOnStop: isExiting })
      step.line({ kind: 'stopping', sentence: reason === '' ? 'Stopping' : `Stopping: ${reason}` })
      for (const proposal of lane.proposals.values())
        step.proposal({ ...proposal, status: 'ended', outcome: 'The deployment was stopped', endedAt: at })
      for (const run of lane.runs)
        if (run.state.phase === 'proposed') step.run(run, { ...run.state, phase: 'flat' })
    })
  for (const run of lane.runs) {
    await dropUnsent(stopParts, lane, run, at)
    await endEntry(stopParts, lane, run)
  }
  const exits: Stopped['exits'] = []
  for (const run of soldFirst(lane)) {
    const exit = isExiting
      ? await exitRun(stopParts, lane, run, at)
      : await leaveRun(stopParts, lane, run, at)
    if (exit) exits.push(exit)
  }
  await sumUpAll(stopParts, lane)
  await finishStop(stopParts, lane, parts.broker.marketNow().at)
  return { status: lane.status, exits }
}
