import { nextCandleToClose } from '../../src/domain/charts/candle-close.ts'
import { type LevelRules, levelsOf, signOf } from '../../src/domain/deployments/levels.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { roundToPaisa } from '../../src/domain/money.ts'
import { legInWords } from '../../src/domain/strategies/in-words.ts'
import type { Strategy } from '../../src/domain/strategies/strategy.ts'
import { type IstDate, toIstDate } from '../../src/domain/time.ts'
import type { DeploymentNow, RunNow } from './automation.ts'
import { capitalHeld } from './capital-held.ts'
import { deploymentOf, type StoredDeployment } from './deployment-store.ts'
import type { Lane, Run } from './lane.ts'
import { contractOf, lastPriceOf } from './orders.ts'
import type { AutomationParts } from './parts.ts'
import { type OpenTrade, onDay, parseRuns, type RunState } from './run-state.ts'

export const entriesToday = (lane: Pick<Lane, 'runs'>, today: string): number =>
  lane.runs.reduce((sum, { state }) => sum + (state.day === today ? state.entriesToday : 0), 0)

const bookedOf = ({ side, averagePrice, exitUnits, exitValue, charges }: OpenTrade): number =>
  signOf(side) * (exitValue - exitUnits * averagePrice) - charges

export const pnlOf = (trade: OpenTrade, price: number): number =>
  bookedOf(trade) + signOf(trade.side) * trade.units * (price - trade.averagePrice)

export const levelRulesOf = ({ params }: Pick<Lane, 'params'>, { leg }: Run): LevelRules => {
  if (leg === null) return params
  const { stopLoss, targetProfit, tpslType } = leg.spec
  return { stopLoss, targetProfit, tpslType }
}

type FigureParts = Pick<AutomationParts, 'broker' | 'instruments' | 'options'>

const openPnl = async (parts: FigureParts, { trade }: RunState): Promise<number> => {
  if (trade === null) return 0
  const contract = await parts.instruments.look(trade.contract)
  const price = contract === null ? null : lastPriceOf(parts, contract)
  return (price === null ? bookedOf(trade) : pnlOf(trade, price)) - trade.carried.pnl
}

/** Rupees after charges, with open positions at their last price. */
export const lanePnlToday = async (parts: FigureParts, lane: Lane, today: IstDate): Promise<number> => {
  let sum = 0
  for (const { state } of lane.runs) sum += onDay(state, today).realisedToday + (await openPnl(parts, state))
  return sum
}

/** Rupees; an open trade counts only what it gained and paid today. */
const realisedTodayOf = ({ day, realisedToday, trade }: RunState): number =>
  realisedToday + (trade !== null && toIstDate(trade.enteredAt) === day ? bookedOf(trade) : 0)

const carriedOf = ({ day, trade }: RunState): number =>
  trade === null || toIstDate(trade.enteredAt) === day ? 0 : trade.carried.pnl - bookedOf(trade)

/** Without prices: of a deployment that has ended, or of an instrument that is not listed any more. */
const storedRunNow = (segSym: InstrumentId, leg: string | null, state: RunState): RunNow => {
  const { trade } = state
  const booked = trade === null ? 0 : bookedOf(trade)
  return {
    segSym,
    contract: trade?.contract ?? state.order?.contract ?? segSym,
    leg,
    phase: state.phase,
    quantity: trade === null ? 0 : signOf(trade.side) * trade.units,
    averagePrice: trade?.averagePrice ?? null,
    stopPrice: null,
    targetPrice: null,
    enteredAt: trade?.enteredAt ?? null,
    realisedToday: roundToPaisa(realisedTodayOf(state)),
    realised: roundToPaisa(state.realised + booked),
    pnlToday: roundToPaisa(state.realisedToday + (trade === null ? 0 : booked - trade.carried.pnl)),
    carriedPnl: roundToPaisa(carriedOf(state)),
    chargesToday: roundToPaisa(
      state.chargesToday + (trade === null ? 0 : trade.charges - trade.carried.charges),
    ),
    entriesToday: state.entriesToday,
    nextCheckAt: null,
    note: state.note,
  }
}

const storedRunsNow = (
  strategy: Strategy,
  segSym: InstrumentId,
  states: readonly RunState[],
  today: IstDate,
): readonly RunNow[] => {
  const legs = strategy.category === 'options' ? strategy.legs.map(legInWords) : []
  return states.map((state, index) => storedRunNow(segSym, legs[index] ?? null, onDay(state, today)))
}

const runNow = async (parts: FigureParts, lane: Lane, run: Run, at: number): Promise<RunNow> => {
  const state = onDay(run.state, toIstDate(at))
  const { trade } = state
  const levels = trade === null ? null : levelsOf(levelRulesOf(lane, run), trade)
  const usual = run.leg === null ? (await contractOf(parts, run.instrument))?.id : undefined
  const traded = trade?.contract ?? state.order?.contract ?? usual
  const isLooking = lane.status === 'running' || (lane.status === 'paused' && trade !== null)
  return {
    ...storedRunNow(run.segSym, run.leg === null ? null : legInWords(run.leg.spec), state),
    contract: traded ?? run.segSym,
    stopPrice: levels?.stop ?? null,
    targetPrice: levels?.target ?? null,
    pnlToday: roundToPaisa(state.realisedToday + (await openPnl(parts, state))),
    nextCheckAt: isLooking ? nextCandleToClose(at, run.grid).end : null,
  }
}

export const deploymentNow = async (parts: FigureParts, lane: Lane, at: number): Promise<DeploymentNow> => {
  const today = toIstDate(at)
  const runs: RunNow[] = []
  for (const run of lane.runs) runs.push(await runNow(parts, lane, run, at))
  for (const { segSym, states } of lane.unlisted)
    runs.push(...storedRunsNow(lane.deployment.strategy, segSym, states, today))
  const { lossDay, lossesInARow } = lane.state
  return {
    ...lane.deployment,
    status: lane.status,
    reason: lane.reason,
    stoppedAt: lane.stoppedAt,
    lossesInARow: lossDay === today ? lossesInARow : 0,
    capitalHeld: roundToPaisa(await capitalHeld(parts, lane)),
    runs,
  }
}

export const endedNow = (stored: StoredDeployment, at: number): DeploymentNow => ({
  ...deploymentOf(stored),
  status: stored.status,
  reason: stored.reason,
  stoppedAt: stored.stoppedAt,
  lossesInARow: 0,
  capitalHeld: 0,
  runs: stored.runs.flatMap(({ segSym, state }) =>
    storedRunsNow(stored.strategy, segSym, parseRuns(state), toIstDate(at)),
  ),
})
