import type { BacktestRequest, BacktestResult } from '../domain/backtest.ts'
import { reportOf } from '../domain/backtest-report.ts'
import type { Candles } from '../domain/candle.ts'
import { drawsFor, type LuckTest } from '../domain/trust/luck.ts'
import { randomEntryPnl } from '../domain/trust/random-entries.ts'
import { drawOf, shuffledDraws, spreadOf } from '../domain/trust/shuffles.ts'
import { known, unknown } from '../domain/trust/trust.ts'
import { tradeOn } from './backtest.ts'
import { refusal } from './failure.ts'
import type { Host } from './host.ts'

/** The JSON given to `Backtest(json, candles, minutes?)` for the luck test of a run. */
export interface LuckRequest extends BacktestRequest {
  readonly give: 'luck'
  /** Whole. Equal seeds give equal draws. */
  readonly seed: number
}

export const isLuckRequest = (request: BacktestRequest): request is LuckRequest =>
  'give' in request && request.give === 'luck'

/** Runs the strategy again and sets chance beside it. Throws EngineError. */
export const runLuck = (host: Host, request: LuckRequest, candles: Candles, minutes?: Candles): LuckTest => {
  const { seed } = request
  if (!Number.isSafeInteger(seed)) throw refusal(`seed is ${String(seed)}, must be whole`)
  if (request.params?.options !== undefined)
    throw refusal('a run on options has no entry elsewhere: its contracts are those of the day')
  const outcome = host.use((desk) => tradeOn(desk, request, candles, minutes, 'whole'))
  const report = reportOf({ request, candles, ...outcome, remarks: [], runtime: 0 })
  const draws = drawsFor(outcome.trades.length)
  const amounts = report.tradeLog.map(({ netPnl }) => netPnl)
  return {
    seed,
    draws,
    maxDraw: drawOf(amounts),
    ...againstRandom(report, () => randomEntryPnl({ request, candles, ...outcome }, draws, seed)),
    shuffledDraw: shuffledDraws(amounts, draws, seed),
    cuts: outcome.cuts,
    lookAheads: outcome.lookAheads,
  }
}

const againstRandom = (
  { finalPnl, tradeLog }: Pick<BacktestResult, 'finalPnl' | 'tradeLog'>,
  draw: () => Float64Array,
): Pick<LuckTest, 'finalPnl' | 'randomPnl' | 'percentile' | 'chance'> => {
  if (tradeLog.length === 0) {
    const none = unknown('The run has no trade to compare.')
    return { finalPnl, randomPnl: null, percentile: none, chance: none }
  }
  const pnl = draw()
  const below = pnl.filter((value) => value < finalPnl).length
  const equal = pnl.filter((value) => value === finalPnl).length
  return {
    finalPnl,
    randomPnl: spreadOf(pnl),
    percentile: known(((below + equal / 2) / pnl.length) * 100),
    // Phipson and Smyth (2010): the run itself is one of the draws, so that no chance is 0.
    chance: known((pnl.length - below + 1) / (pnl.length + 1)),
  }
}
