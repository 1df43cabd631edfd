import { fromCallback, fromPromise } from 'xstate'
import { refusedByConsole } from '../../contract/api-error.ts'
import { getCoverage } from '../../contract/instruments/instruments.ts'
import { isComputed, rowOfFigures } from '../../domain/backtests/sweep/figures.ts'
import { countOfPlan, paramsAt } from '../../domain/backtests/sweep/sweep-plan.ts'
import { walkWindows } from '../../domain/backtests/sweep/walk-windows.ts'
import { ideaOf, TRIALS_MAX, type Trial, trialOf } from '../../domain/backtests/trials.ts'
import type { InstrumentIndex } from '../../domain/instruments/instrument-index.ts'
import { pathOf } from '../../domain/screens.ts'
import type { EngineWorker } from '../../engine/worker/client.ts'
import { type StopSweep, sweepMachine } from '../../machines/backtests/sweep.ts'
import type {
  PreparedSweep,
  SweepInput,
  SweepRunRequest,
  Swept,
} from '../../machines/backtests/sweep-result.ts'
import { texts } from '../../machines/texts.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Actors } from '../actors.ts'
import { type Undo, unsubscribeAll } from '../area.ts'
import { loadCandles, type OthersLoader } from '../candles-of-run.ts'
import { spanOf, tradedContract } from './backtest-adapters.ts'
import { findLift } from './run-span.ts'
import type { Sweeper } from './sweeper.ts'

export interface SweepPorts {
  readonly actors: Pick<Actors, 'instruments' | 'preferences'>
  readonly http: HttpClient
  readonly others: OthersLoader
  readonly createEngineWorker: () => EngineWorker
}

const prepare = (
  { plan, instruments, cutFrom, walk }: SweepRunRequest,
  index: InstrumentIndex | null,
  isLimitLifted: boolean,
): PreparedSweep => {
  if (index === null) throw refusedByConsole('NOT_READY', 'The instrument list is still loading')
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
    contracts: [...new Set(instruments)].map((id) => tradedContract(id, index)),
    windows,
  }
}

export const provideSweep = ({
  actors,
  http,
  others,
  createEngineWorker,
}: SweepPorts): typeof sweepMachine => {
  let sweeper: Sweeper | null = null
  const sweeperHere = async (): Promise<Sweeper> => {
    const { createSweeper } = await import('./sweeper.ts')
    sweeper ??= createSweeper(createEngineWorker)
    return sweeper
  }
  return sweepMachine.provide({
    actors: {
      prepare: fromPromise(async ({ input, signal }) => {
        others.forget()
        const { liftSpanLimits } = actors.preferences.getSnapshot().context
        const { plan, instruments } = input
        const isLifted = await findLift({ params: plan.base, instruments }, liftSpanLimits, (query) =>
          http.call(getCoverage, { query, signal }),
        )
        return prepare(input, actors.instruments.getSnapshot().context.index, isLifted)
      }),
      loadCandles: fromPromise(({ input, signal }) => loadCandles(input, http, signal, others)),
      compute: fromCallback<StopSweep, SweepInput>(({ input, sendBack, receive }) => {
        const abort = new AbortController()
        const onProgress = (done: number) => sendBack({ type: 'sweep.progressed', done })
        const compute = async (): Promise<Swept> =>
          (await sweeperHere())(input, { signal: abort.signal, onProgress })
        compute().then(
          (swept) => sendBack({ type: 'sweep.computed', swept }),
          (error) => {
            if (abort.signal.aborted) sendBack({ type: 'sweep.stopped' })
            else sendBack({ type: 'sweep.refused', message: messageOfError(error) })
          },
        )
        receive(() => abort.abort())
        return () => abort.abort()
      }),
    },
  })
}

const messageOfError = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : texts.sweepFailed

export const connectSweep = ({ sweep, trials, backtest, navigation }: Actors): Undo =>
  unsubscribeAll([
    sweep.on('sweep.started', () => {
      const path = pathOf('sweep')
      if (navigation.getSnapshot().context.path !== path) navigation.send({ type: 'view.open', path })
    }),
    sweep.on('sweep.finished', () => {
      for (const [idea, tried] of triedIn(sweep.getSnapshot().context))
        trials.send({ type: 'trials.add', idea, trials: tried })
    }),
    sweep.on('sweep.opened', ({ params, instrument }) =>
      backtest.send({ type: 'backtest.run', params, instruments: [instrument], cutFrom: 'start' }),
    ),
  ])

type SweepOnScreen = Pick<ReturnType<Actors['sweep']['getSnapshot']>['context'], 'prepared' | 'symbols'>

const triedIn = ({ prepared, symbols }: SweepOnScreen): ReadonlyMap<string, readonly Trial[]> => {
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
