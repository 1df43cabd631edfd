import type { BacktestParams } from '../../src/domain/backtests/backtest.ts'
import { lastClosedCandle } from '../../src/domain/charts/candle-close.ts'
import type { Instrument, InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { printCondition } from '../../src/domain/strategies/condition/print.ts'
import type { Condition } from '../../src/domain/strategies/condition/tree.ts'
import { runOfStrategy } from '../../src/domain/strategies/run-of-strategy.ts'
import { type IstDate, toIstDate } from '../../src/domain/time.ts'
import { termsOf } from '../broker/instrument-terms.ts'
import { Refusal } from '../refusal.ts'
import type { NewDeployment, ProposalNow } from './automation.ts'
import type { StoredDeployment } from './deployment-store.ts'
import { type Lane, type LaneState, newLaneState, type Run } from './lane.ts'
import type { AutomationParts } from './parts.ts'
import { historySince, type RuleOnCandles } from './rule-truths.ts'
import { newRun, type RunState } from './run-state.ts'

/** Rupees; the base of a quantity in percent where the deployment has no limit of capital. */
const CAPITAL = 1_000_000

/** The rules as a backtest has them; what a backtest refuses is refused. Throws Refusal. */
export const paramsOf = ({
  strategy,
  quantity,
  segSyms,
  limits,
  startedAt,
}: NewDeployment): BacktestParams => {
  const day = toIstDate(startedAt)
  const run = runOfStrategy(
    { ...strategy, quantity, segSyms },
    {
      from: day,
      to: day,
      capital: limits.capital ?? CAPITAL,
      costs: true,
      fill: 'next_open',
      slippageBps: 0,
      slippageTicks: 0,
    },
  )
  if (!run.ok)
    throw new Refusal(
      'MALFORMED',
      `It cannot be deployed: ${run.reason.replace('a backtest', 'a deployment')}`,
    )
  return run.params
}

const listed = async (
  { instruments }: Pick<AutomationParts, 'instruments'>,
  id: InstrumentId,
): Promise<Instrument> => {
  const instrument = await instruments.look(id)
  if (instrument === null) throw new Refusal('NOT_FOUND', `No instrument called ${id} is listed today`)
  return instrument
}

const openRun = (
  { calendar }: Pick<AutomationParts, 'calendar'>,
  params: BacktestParams,
  instrument: Instrument,
  {
    day,
    startedAt,
    stored,
  }: { readonly day: IstDate; readonly startedAt: number; readonly stored: RunState | null },
): Run => {
  const { interval } = params
  const grid = { interval, calendar, group: termsOf(instrument, day).sessionGroup }
  const onCandles = (condition: Condition): RuleOnCandles => {
    const of = { rule: printCondition(condition), instrument: instrument.id, interval }
    return { ...of, since: historySince(of, startedAt) }
  }
  const state = stored ?? newRun(lastClosedCandle(startedAt, grid).start, startedAt, toIstDate(startedAt))
  return {
    segSym: instrument.id,
    instrument,
    grid,
    entry: onCandles(params.entry),
    exit: onCandles(params.exit),
    state,
    retryAt: 0,
    askAgainAt: 0,
    isLookedAt: false,
    closesAt: 0,
  }
}

export interface LaneBefore {
  readonly stored: StoredDeployment | null
  readonly proposals: readonly ProposalNow[]
}

export const openLane = async (
  parts: AutomationParts,
  deployment: NewDeployment,
  { stored, proposals }: LaneBefore,
): Promise<Lane> => {
  const params = paramsOf(deployment)
  const { day } = parts.broker.marketNow()
  const runs: Run[] = []
  for (const segSym of deployment.segSyms) {
    const text = stored?.runs.find((one) => one.segSym === segSym)?.state
    const state = text === undefined ? null : (JSON.parse(text) as RunState)
    const instrument = await listed(parts, segSym)
    runs.push(openRun(parts, params, instrument, { day, startedAt: deployment.startedAt, stored: state }))
  }
  return {
    deployment,
    params,
    account: parts.accountFor(deployment.owner, deployment.type),
    runs,
    proposals: new Map(proposals.map((one) => [one.proposalUuid, one])),
    status: stored?.status ?? 'running',
    reason: stored?.reason ?? '',
    stoppedAt: stored?.stoppedAt ?? null,
    state: stored === null ? newLaneState : (JSON.parse(stored.state) as LaneState),
    lastSeq: stored?.lastSeq ?? 0,
    tail: Promise.resolve(),
    watching: null,
    judging: null,
    isFailing: false,
  }
}

export const deploymentOf = ({
  id,
  owner,
  algoUuid,
  slug,
  version,
  strategy,
  startedAt,
  type,
  segSyms,
  quantity,
  limits,
}: StoredDeployment): NewDeployment => ({
  id,
  owner,
  algoUuid,
  slug,
  version,
  strategy,
  startedAt,
  type,
  segSyms,
  quantity,
  limits,
})
