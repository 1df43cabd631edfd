import { refusedByConsole } from '../../contract/api-error.ts'
import { isComputed, rowOfFigures } from '../../domain/backtests/sweep/figures.ts'
import { countOfPlan, paramsAt } from '../../domain/backtests/sweep/sweep-plan.ts'
import { walkWindows } from '../../domain/backtests/sweep/walk-windows.ts'
import { ideaOf, TRIALS_MAX, type Trial, trialOf } from '../../domain/backtests/trials.ts'
import type { InstrumentIndex } from '../../domain/instruments/instrument-index.ts'
import type { SweepContext } from '../../machines/backtests/sweep.ts'
import type { PreparedSweep, SweepRunRequest } from '../../machines/backtests/sweep-result.ts'
import { contractToRun, readyIndex } from './backtest-work.ts'
import { type FetchCoverage, findLift, spanOf } from './run-span.ts'

interface PreparePorts {
  readonly isLifted: boolean
  readonly index: () => InstrumentIndex | null
  readonly fetchCoverage: FetchCoverage
}

export const prepareSweep = async (
  { plan, instruments, cutFrom, walk }: SweepRunRequest,
  ports: PreparePorts,
): Promise<PreparedSweep> => {
  const isLimitLifted = await findLift(
    { params: plan.base, instruments },
    ports.isLifted,
    ports.fetchCoverage,
  )
  const index = readyIndex(ports.index())
  const asked = plan.base
  const { cutDays, ...base } = spanOf({ params: asked, instruments, cutFrom }, isLimitLifted)
  const windows = walk === null ? null : walkWindows(base.from, base.to, walk)
  if (windows?.length === 0)
    throw refusedByConsole(
      'SPAN',
      `The span is cut to ${base.from}..${base.to}, too short for in-sample and out-of-sample days`,
    )
  return {
    plan: { ...plan, base },
    cut: cutDays === null ? null : { askedFrom: asked.from, askedTo: asked.to, cutDays },
    contracts: [...new Set(instruments)].map((id) => contractToRun(id, {}, index)),
    windows,
  }
}

type SweepOnScreen = Pick<SweepContext, 'prepared' | 'symbols'>

export const triedIn = ({ prepared, symbols }: SweepOnScreen): ReadonlyMap<string, readonly Trial[]> => {
  const tried = new Map<string, Trial[]>()
  if (prepared === null) return tried
  const { plan } = prepared
  const add = (
    symbol: (typeof symbols)[number],
    combination: number,
    changes: object,
    sharpe: number | null,
  ) => {
    const params = { ...paramsAt(plan, combination), ...changes }
    const idea = ideaOf(params, symbol.instrument)
    const known = tried.get(idea) ?? []
    if (known.length < TRIALS_MAX) known.push(trialOf(params, { sharpe }))
    tried.set(idea, known)
  }
  for (const symbol of symbols) {
    for (const { chosen, inFrom, inTo, inSample } of symbol.steps)
      if (chosen !== null) add(symbol, chosen, { from: inFrom, to: inTo }, inSample?.sharpe ?? null)
    const { figures } = symbol
    if (figures === null) continue
    for (let at = 0; at < countOfPlan(plan); at++)
      if (isComputed(figures, at)) add(symbol, at, {}, rowOfFigures(figures, at).sharpe)
  }
  return tried
}
