import {
  type CombinedRules,
  createCombined,
  hasCombinedRule,
} from '../../src/domain/backtests/option-run/combined.ts'
import { signOf } from '../../src/domain/deployments/levels.ts'
import { incompleteWords, lockedWords, wholeClosedWords } from '../../src/domain/deployments/log-words.ts'
import type { Instrument } from '../../src/domain/instruments/instrument.ts'
import { toRupees } from '../../src/domain/money.ts'
import { epochMs, toIstDate } from '../../src/domain/time.ts'
import { termsOf } from '../broker/instrument-terms.ts'
import { isPlausiblePrint } from '../market/live/plausible-print.ts'
import { betweenCandles, type Decisions } from './decided.ts'
import { awaitsSum, type Commit, type Group, isEmpty, type Lane, type Run, type Step } from './lane.ts'
import { lastPriceOf } from './orders.ts'
import type { AutomationParts } from './parts.ts'
import type { DecidedOrder, RunState } from './run-state.ts'
import { losses } from './trade-end.ts'

export interface WholeParts {
  readonly parts: Pick<AutomationParts, 'broker' | 'instruments' | 'live'>
  readonly commit: Commit
  readonly decisions: Decisions
}

const siblingsOf = ({ runs }: Group, run: Run): readonly Run[] => runs.filter((other) => other !== run)

export const isBroken = (group: Group, run: Run): boolean =>
  siblingsOf(group, run).some(({ state: { missing } }) => missing > 0)

/** An exit does not wait longer than this for the legs that are bought back. */
const EXIT_WAITS_MS = 5_000

/** Legs are bought before others are sold, as sold alone they need more margin. */
export const waitsForBuys = (group: Group, run: Run, order: DecidedOrder, at: number): boolean => {
  if (order.side === 'buy' || order.cause === 'stopped') return false
  if (order.intent === 'exit' && at >= order.decidedAt + EXIT_WAITS_MS) return false
  return siblingsOf(group, run).some(
    ({ state }) => state.order?.intent === order.intent && state.order.side === 'buy',
  )
}

/** Logged once, together with the last order of an entry that is not whole. */
export const noteIncomplete = (
  step: Step,
  lane: Lane,
  group: Group,
  { run, state }: { readonly run: Run; readonly state: RunState },
): void => {
  const states = group.runs.map((one) => (one === run ? state : one.state))
  if (states.some(({ order }) => order?.intent === 'entry')) return
  const held = states.filter(({ trade }) => trade !== null).length
  if (held === 0 || states.every(({ missing }) => missing === 0)) return
  const { type, ifIncomplete } = lane.deployment
  const whole = states.filter(({ trade, missing }) => trade !== null && missing === 0).length
  step.line({
    kind: 'incomplete',
    segSym: group.segSym,
    cause: 'incomplete',
    sentence: incompleteWords(
      { whole, legs: states.length },
      ifIncomplete === 'close' && type === 'live' ? 'propose' : ifIncomplete,
    ),
  })
}

export const closeIncomplete = async (
  { parts, decisions }: WholeParts,
  lane: Lane,
  group: Group,
): Promise<void> => {
  if (lane.deployment.ifIncomplete === 'hold') return
  const { runs } = group
  if (runs.every(({ state: { missing } }) => missing === 0)) return
  if (runs.some(({ state: { order } }) => order?.intent === 'entry')) return
  await decisions.exit(lane, runs, 'incomplete', betweenCandles(parts.broker.marketNow().at))
}

const sumUp = async ({ parts, commit }: WholeParts, lane: Lane, group: Group): Promise<void> => {
  if (!isEmpty(group) || !awaitsSum(group)) return
  const { at } = parts.broker.marketNow()
  const ended = group.runs.flatMap(({ state }) => state.ended ?? [])
  const gross = ended.reduce((sum, leg) => sum + leg.gross, 0)
  const net = ended.reduce((sum, leg) => sum + leg.net, 0)
  const areLeft = lane.status === 'stopping' && !lane.state.exitsOnStop
  await commit(lane, at, (step) => {
    if (ended.length > 0) step.state(losses(lane.state, toIstDate(at), gross < 0))
    if (ended.length > 1 && !areLeft)
      step.line({
        kind: 'closed',
        segSym: group.segSym,
        pnl: net,
        sentence: wholeClosedWords(ended.length, net),
      })
    for (const run of group.runs)
      step.run(run, { ...run.state, phase: 'flat', missing: 0, ended: null, isLocked: false })
  })
}

export const sumUpAll = async (on: WholeParts, lane: Lane): Promise<void> => {
  for (const group of lane.groups) await sumUp(on, lane, group)
}

interface LegPrint {
  readonly at: number
  readonly price: number
  readonly run: Run
}

interface HeldLeg {
  readonly run: Run
  readonly contract: Instrument
}

const heldLegs = async ({ parts }: WholeParts, { runs }: Group): Promise<readonly HeldLeg[] | null> => {
  const held: HeldLeg[] = []
  for (const run of runs) {
    if (run.state.trade === null) continue
    const contract = await parts.instruments.look(run.state.trade.contract)
    if (contract === null) return null
    held.push({ run, contract })
  }
  return held
}

const printsOf = ({ live }: WholeParts['parts'], held: readonly HeldLeg[], at: number): readonly LegPrint[] =>
  held
    .flatMap(({ run, contract }) =>
      live
        .prints(contract, epochMs(run.state.watchedAt), epochMs(at))
        .filter((print) => isPlausiblePrint(live, contract, print))
        .map((print) => ({ at: print.at, price: toRupees(print.price), run })),
    )
    .sort((one, other) => one.at - other.at)

const pnlOf = ({ runs }: Group): number | null => {
  let sum = 0
  for (const { state, lastSeen } of runs) {
    const { trade, ended } = state
    sum += ended?.gross ?? 0
    if (trade === null) continue
    if (lastSeen === null) return null
    const { averagePrice, units, exitUnits, exitValue } = trade
    sum += signOf(trade.side) * (exitValue - exitUnits * averagePrice + (lastSeen - averagePrice) * units)
  }
  return sum
}

interface Looked {
  readonly cause: 'combined-stop' | 'combined-target' | 'lock' | null
  readonly isLocked: boolean
}

const isGroupLocked = ({ runs }: Group): boolean => runs.some(({ state }) => state.isLocked)

const look = (
  { parts }: WholeParts,
  group: Group,
  held: readonly HeldLeg[],
  options: CombinedRules,
): Looked => {
  const { at } = parts.broker.marketNow()
  const combined = createCombined(options, isGroupLocked(group))
  const find = (): Looked['cause'] => {
    const pnl = pnlOf(group)
    const passed = pnl === null ? null : combined.passedAt(pnl)
    return passed === null || passed === 'lock' ? passed : `combined-${passed}`
  }
  for (const { run, price } of printsOf(parts, held, at)) {
    run.lastSeen = price
    const cause = find()
    if (cause !== null) return { cause, isLocked: combined.isLocked() }
  }
  for (const { run, contract } of held) run.lastSeen = lastPriceOf(parts, contract) ?? run.lastSeen
  return { cause: find(), isLocked: combined.isLocked() }
}

const noteLocked = ({ commit }: WholeParts, lane: Lane, group: Group, at: number): Promise<void> =>
  commit(lane, at, (step) => {
    const lock = lane.params.options?.profitLock
    if (lock !== undefined) step.line({ kind: 'locked', segSym: group.segSym, sentence: lockedWords(lock) })
    for (const run of group.runs) step.run(run, { ...run.state, isLocked: true })
  })

/** Stop, target and locked profit over all legs, at each trade of any of them since the last look. */
export const watchCombined = async (on: WholeParts, lane: Lane, group: Group): Promise<void> => {
  const { options } = lane.params
  if (options === undefined || !hasCombinedRule(options)) return
  if (group.runs.some(({ state: { order } }) => order !== null)) return
  const held = await heldLegs(on, group)
  if (held === null || held.length === 0) return
  const market = on.parts.broker.marketNow()
  const isTraded = held.every(
    ({ contract }) => market.phaseOf(termsOf(contract, market.day)) === 'continuous',
  )
  if (!isTraded) return
  const { cause, isLocked } = look(on, group, held, options)
  if (cause !== null) await on.decisions.exit(lane, group.runs, cause, betweenCandles(market.at))
  else if (isLocked && !isGroupLocked(group)) await noteLocked(on, lane, group, market.at)
}
