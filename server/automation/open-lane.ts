import type { BacktestParams } from '../../src/domain/backtests/backtest.ts'
import { paramsOn } from '../../src/domain/backtests/own-rules.ts'
import { lastClosedCandle } from '../../src/domain/charts/candle-close.ts'
import { intervalMinutes } from '../../src/domain/charts/interval.ts'
import { USUAL_CAPITAL } from '../../src/domain/deployments/deployment.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { printCondition } from '../../src/domain/strategies/condition/print.ts'
import type { Condition } from '../../src/domain/strategies/condition/tree.ts'
import { runOfStrategy } from '../../src/domain/strategies/run-of-strategy.ts'
import { type Strategy, withTerms } from '../../src/domain/strategies/strategy.ts'
import { type IstDate, parseClock, toClock, toIstDate } from '../../src/domain/time.ts'
import { termsOf } from '../broker/instrument-terms.ts'
import { historySince } from '../evaluating/history-since.ts'
import { Refusal } from '../refusal.ts'
import type { NewDeployment, ProposalNow } from './automation.ts'
import type { StoredDeployment } from './deployment-store.ts'
import {
  type Group,
  type Lane,
  type LaneParams,
  type LaneState,
  newLaneState,
  type Run,
  type RunLeg,
} from './lane.ts'
import type { AutomationParts } from './parts.ts'
import type { RuleOnCandles } from './rule-truths.ts'
import { newRun, parseRuns } from './run-state.ts'

/** Options that enter by time do so in the candle of that time alone, as in a backtest. */
const untilOf = (params: BacktestParams): Pick<LaneParams, 'entriesUntil'> => {
  const { options, interval, tradingStartTime } = params
  if (options?.entry !== 'time') return {}
  const minutes = (parseClock(tradingStartTime) ?? 0) + (intervalMinutes(interval) ?? 1)
  return { entriesUntil: toClock(minutes) }
}

/** The rules as a backtest has them; what a backtest refuses is refused. Throws Refusal. */
export const paramsOf = ({ strategy, quantity, segSyms, limits, startedAt }: NewDeployment): LaneParams => {
  const day = toIstDate(startedAt)
  const run = runOfStrategy(withTerms(strategy, { quantity, segSyms }), {
    from: day,
    to: day,
    capital: limits.capital ?? USUAL_CAPITAL,
    costs: true,
    fill: 'next_open',
    slippageBps: 0,
    slippageTicks: 0,
  })
  if (!run.ok)
    throw new Refusal(
      'MALFORMED',
      `It cannot be deployed: ${run.reason.replace('a backtest', 'a deployment')}`,
    )
  return { ...run.params, ...untilOf(run.params) }
}

/** First day of the candles on which its rules are evaluated: the earliest of its instruments. */
export const historyOf = (deployment: NewDeployment): IstDate => {
  const params = paramsOf(deployment)
  const days = deployment.segSyms.flatMap((instrument) => {
    const { entry, exit, interval } = paramsOn(params, instrument)
    return [entry, exit].map((condition) =>
      historySince({ rule: printCondition(condition), instrument, interval }, deployment.startedAt),
    )
  })
  return days.reduce((first, day) => (day < first ? day : first), toIstDate(deployment.startedAt))
}

const openRun = (
  { calendar }: Pick<AutomationParts, 'calendar'>,
  params: LaneParams,
  { instrument, leg }: Pick<Run, 'instrument' | 'leg'>,
  { day, startedAt }: { readonly day: IstDate; readonly startedAt: number },
): Run => {
  const { interval, entry, exit } = paramsOn(params, instrument.id)
  const grid = { interval, calendar, group: termsOf(instrument, day).sessionGroup }
  const onCandles = (condition: Condition): RuleOnCandles => {
    const of = { rule: printCondition(condition), instrument: instrument.id, interval }
    return { ...of, since: historySince(of, startedAt) }
  }
  const state = newRun(lastClosedCandle(startedAt, grid).start, startedAt, toIstDate(startedAt))
  return {
    segSym: instrument.id,
    instrument,
    leg,
    grid,
    entry: onCandles(entry),
    exit: onCandles(exit),
    state,
    retryAt: 0,
    askAgainAt: 0,
    lastSeen: null,
    isLookedAt: false,
    closesAt: 0,
  }
}

/** Takes over what is stored, as after a start or a commit whose answer was lost. */
export const takeStored = (lane: Lane, { stored, proposals }: LaneBefore): void => {
  for (const { segSym, runs } of lane.groups) {
    const found = stored.runs.find((one) => one.segSym === segSym)
    const states = found === undefined ? [] : parseRuns(found.state)
    runs.forEach((run, index) => {
      run.state = states[index] ?? run.state
    })
  }
  lane.proposals.clear()
  for (const proposal of proposals) lane.proposals.set(proposal.proposalUuid, proposal)
  const { status, reason, stoppedAt, lastSeq } = stored
  const state = JSON.parse(stored.state) as LaneState
  Object.assign(lane, { status, reason, stoppedAt, lastSeq, state, isUnsure: false })
}

export interface LaneBefore {
  readonly stored: StoredDeployment
  readonly proposals: readonly ProposalNow[]
}

interface Found {
  readonly groups: readonly Group[]
  readonly unlisted: readonly InstrumentId[]
}

const legsOf = (strategy: Strategy): readonly [RunLeg | null, ...RunLeg[]] => {
  if (strategy.category === 'equity') return [null]
  const [first = null, ...more] = strategy.legs.map((spec, index) => ({ number: index + 1, spec }))
  return [first, ...more]
}

const openGroups = async (
  parts: AutomationParts,
  params: LaneParams,
  { strategy, segSyms, startedAt }: NewDeployment,
): Promise<Found> => {
  const { day } = parts.broker.marketNow()
  const [first, ...more] = legsOf(strategy)
  const groups: Group[] = []
  const unlisted: InstrumentId[] = []
  for (const segSym of segSyms) {
    const instrument = await parts.instruments.look(segSym)
    if (instrument === null) {
      unlisted.push(segSym)
      continue
    }
    const open = (leg: RunLeg | null) => openRun(parts, params, { instrument, leg }, { day, startedAt })
    const lead = open(first)
    groups.push({ segSym, lead, runs: [lead, ...more.map(open)] })
  }
  return { groups, unlisted }
}

const unlistedWords = (unlisted: readonly InstrumentId[]): string =>
  unlisted.length === 1
    ? `No instrument called ${unlisted[0]} is listed today`
    : `None of these instruments is listed today: ${unlisted.join(', ')}`

const refuseWithoutOptions = async (
  { options }: AutomationParts,
  groups: readonly Group[],
): Promise<void> => {
  for (const { lead } of groups) {
    if (lead.leg === null) continue
    const { instrument } = lead
    const { index } = await options.marketOf(instrument, [])
    if (index.expiriesOf(instrument.id).length === 0)
      throw new Refusal('NOT_FOUND', `No options on ${instrument.tradingSymbol} are listed today`)
  }
}

/** A new one needs all its instruments; one that runs goes on with those still listed. Throws Refusal. */
export const openLane = async (
  parts: AutomationParts,
  deployment: NewDeployment,
  before: LaneBefore | null,
): Promise<Lane> => {
  const params = paramsOf(deployment)
  const { groups, unlisted } = await openGroups(parts, params, deployment)
  const [missing] = unlisted
  if (groups.length === 0 || (before === null && missing !== undefined))
    throw new Refusal('NOT_FOUND', unlistedWords(before === null ? unlisted.slice(0, 1) : unlisted))
  if (before === null) await refuseWithoutOptions(parts, groups)
  const lane: Lane = {
    deployment,
    params,
    account: parts.accountFor(deployment.owner, deployment.type),
    groups,
    runs: groups.flatMap(({ runs }) => runs),
    unlisted: (before?.stored.runs ?? []).flatMap(({ segSym, state }) =>
      unlisted.includes(segSym)
        ? [{ segSym, states: parseRuns(state).map((one) => ({ ...one, note: 'not listed any more' })) }]
        : [],
    ),
    proposals: new Map(),
    status: 'running',
    reason: '',
    stoppedAt: null,
    state: newLaneState,
    lastSeq: 0,
    tail: Promise.resolve(),
    watching: null,
    judging: null,
    isFailing: false,
    isUnsure: false,
  }
  if (before !== null) takeStored(lane, before)
  return lane
}
