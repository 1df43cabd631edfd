import { nextCandleToClose } from '../../src/domain/charts/candle-close.ts'
import { levelsOf, signOf } from '../../src/domain/deployments/levels.ts'
import { roundToPaisa } from '../../src/domain/money.ts'
import { type IstDate, toIstDate } from '../../src/domain/time.ts'
import type { DeploymentNow, RunNow } from './automation.ts'
import type { Lane, Run } from './lane.ts'
import { contractOf, lastPriceOf } from './orders.ts'
import type { AutomationParts } from './parts.ts'
import { type OpenTrade, onDay, type RunState } from './run-state.ts'

export const entriesToday = (lane: Pick<Lane, 'runs'>, today: string): number =>
  lane.runs.reduce((sum, { state }) => sum + (state.day === today ? state.entriesToday : 0), 0)

const settledOf = ({ side, averagePrice, exitUnits, exitValue, charges }: OpenTrade): number =>
  signOf(side) * (exitValue - exitUnits * averagePrice) - charges

export const pnlOf = (trade: OpenTrade, price: number): number =>
  settledOf(trade) + signOf(trade.side) * trade.units * (price - trade.averagePrice)

type FigureParts = Pick<AutomationParts, 'broker' | 'instruments'>

const openPnl = async (parts: FigureParts, { trade }: RunState): Promise<number> => {
  if (trade === null) return 0
  const contract = await parts.instruments.look(trade.contract)
  const price = contract === null ? null : lastPriceOf(parts, contract)
  return (price === null ? settledOf(trade) : pnlOf(trade, price)) - trade.carried.pnl
}

/** Rupees after charges, with open positions at their last price. */
export const lanePnlToday = async (parts: FigureParts, lane: Lane, today: IstDate): Promise<number> => {
  let sum = 0
  for (const { state } of lane.runs) sum += onDay(state, today).realisedToday + (await openPnl(parts, state))
  return sum
}

const runNow = async (parts: FigureParts, lane: Lane, run: Run, at: number): Promise<RunNow> => {
  const state = onDay(run.state, toIstDate(at))
  const { trade } = state
  const levels = trade === null ? null : levelsOf(lane.params, trade)
  const settled = trade === null ? 0 : settledOf(trade)
  const contract = trade?.contract ?? state.order?.contract ?? (await contractOf(parts, run.instrument))?.id
  const isLooking = lane.status === 'running' || (lane.status === 'paused' && trade !== null)
  return {
    segSym: run.segSym,
    contract: contract ?? run.segSym,
    phase: state.phase,
    quantity: trade === null ? 0 : signOf(trade.side) * trade.units,
    averagePrice: trade?.averagePrice ?? null,
    stopPrice: levels?.stop ?? null,
    targetPrice: levels?.target ?? null,
    enteredAt: trade?.enteredAt ?? null,
    realisedToday: roundToPaisa(
      state.realisedToday +
        (trade?.enteredAt !== undefined && toIstDate(trade.enteredAt) === state.day ? settled : 0),
    ),
    realised: roundToPaisa(state.realised + settled),
    pnlToday: roundToPaisa(state.realisedToday + (await openPnl(parts, state))),
    chargesToday: roundToPaisa(
      state.chargesToday + (trade === null ? 0 : trade.charges - trade.carried.charges),
    ),
    entriesToday: state.entriesToday,
    nextCheckAt: isLooking ? nextCandleToClose(at, run.grid).end : null,
    note: state.note,
  }
}

export const deploymentNow = async (parts: FigureParts, lane: Lane, at: number): Promise<DeploymentNow> => {
  const runs: RunNow[] = []
  for (const run of lane.runs) runs.push(await runNow(parts, lane, run, at))
  const { lossDay, lossesInARow } = lane.state
  return {
    ...lane.deployment,
    status: lane.status,
    reason: lane.reason,
    stoppedAt: lane.stoppedAt,
    lossesInARow: lossDay === toIstDate(at) ? lossesInARow : 0,
    runs,
  }
}
