import { fromCallback, fromPromise } from 'xstate'
import { getCoverage } from '../../contract/instruments/instruments.ts'
import { pathOf } from '../../domain/screens.ts'
import type { EngineWorker } from '../../engine/worker/client.ts'
import { type StopSweep, sweepMachine } from '../../machines/backtests/sweep.ts'
import type { SweepInput, Swept } from '../../machines/backtests/sweep-result.ts'
import { texts } from '../../machines/texts.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Actors } from '../actors.ts'
import { type Undo, unsubscribeAll } from '../area.ts'
import { loadCandles, type OthersLoader } from '../candles-of-run.ts'
import type { Sweeper } from './sweeper.ts'

export interface SweepPorts {
  readonly actors: Pick<Actors, 'instruments' | 'preferences'>
  readonly http: HttpClient
  readonly others: OthersLoader
  readonly createEngineWorker: () => EngineWorker
}

const sweepWork = () => import('./sweep-work.ts')

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
        const { prepareSweep } = await sweepWork()
        return prepareSweep(input, {
          isLifted: liftSpanLimits,
          index: () => actors.instruments.getSnapshot().context.index,
          fetchCoverage: (query) => http.call(getCoverage, { query, signal }),
        })
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
      const { prepared, symbols } = sweep.getSnapshot().context
      // Loaded already, when the sweep was prepared.
      void sweepWork().then(({ triedIn }) => {
        for (const [idea, tried] of triedIn({ prepared, symbols }))
          trials.send({ type: 'trials.add', idea, trials: tried })
      })
    }),
    sweep.on('sweep.opened', ({ params, instrument }) =>
      backtest.send({ type: 'backtest.run', params, instruments: [instrument], cutFrom: 'start' }),
    ),
  ])
