import { fromCallback, fromPromise } from 'xstate'
import { ApiError } from '../contract/api-error.ts'
import type { InstrumentId } from '../domain/instrument.ts'
import { ideaOf, readTrials, trialOf } from '../domain/trials.ts'
import { seedOf } from '../domain/trust/random.ts'
import type { EngineClient } from '../engine/client.ts'
import { luckTestMachine, type TestedLuck } from '../machines/luck-test.ts'
import { trialsMachine } from '../machines/trials.ts'
import type { HttpClient } from '../platform/http-client.ts'
import { type KeptValues, storageKeys } from '../platform/storage.ts'
import type { CoreActors, TradingActors } from './actors.ts'
import { contractToRun, loadCandles } from './backtest-ports.ts'
import { legPortsOf } from './option-leg-ports.ts'
import { loadLegs } from './option-run-ports.ts'
import type { createOwnMemory } from './own-memory.ts'

interface TrustPorts {
  readonly core: Pick<CoreActors, 'backtest' | 'instruments'>
  readonly http: HttpClient
  readonly engine: EngineClient
  readonly storage: KeptValues
  readonly memory: ReturnType<typeof createOwnMemory>
}

export const provideTrials = ({ storage, memory }: Pick<TrustPorts, 'storage' | 'memory'>) =>
  trialsMachine.provide({
    actors: {
      otherTabs: fromCallback(({ sendBack }) =>
        storage.watch(storageKeys.trials, () =>
          sendBack({ type: 'trials.replace', tried: readTrials(memory.read(storageKeys.trials)) }),
        ),
      ),
    },
    actions: { store: (_, tried) => memory.write(storageKeys.trials, tried) },
  })

const refuse = (code: string, reason: string): ApiError =>
  new ApiError({ kind: 'rejected', status: 0, code, reason })

/** Runs the symbol again over the same candles. The seed is made of the run, so that it draws the same each time. */
const testLuck = async (
  { core, http, engine }: TrustPorts,
  asked: InstrumentId | null,
  signal: AbortSignal,
): Promise<TestedLuck> => {
  const { params, slug, rows } = core.backtest.getSnapshot().context
  const row = rows.find(({ instrument, result }) =>
    asked === null ? result !== null : result !== null && instrument === asked,
  )
  const index = core.instruments.getSnapshot().context.index
  if (params === null || row === undefined) throw refuse('NO_REPORT', 'There is no report to test')
  if (index === null) throw refuse('NOT_READY', 'The list of instruments is still loading')
  const { instrument } = row
  const contract = contractToRun(instrument, params, index)
  const { source, candles, minutes } = await loadCandles({ params, contract }, http, signal)
  const request = { params, contract, source }
  const legs =
    params.options === undefined
      ? []
      : await loadLegs({ request, candles }, legPortsOf({ http, engine, index }), signal)
  const seed = seedOf(`${slug} ${instrument}`)
  const result = await engine.luck(request, seed, candles, { signal, minutes, legs })
  return { instrument, result }
}

export const provideLuckTest = (ports: TrustPorts) =>
  luckTestMachine.provide({
    actors: { test: fromPromise(({ input: { instrument }, signal }) => testLuck(ports, instrument, signal)) },
  })

type TrustActors = Pick<TradingActors, 'trials' | 'luck'>

/** A finished run is a trial of its idea for each symbol; another run on screen has another luck. Answers its undo. */
export const wireTrust = (
  { core }: Pick<TrustPorts, 'core'>,
  { trials, luck }: TrustActors,
): (() => void) => {
  const clear = () => luck.send({ type: 'luck.clear' })
  const subscriptions = [
    core.backtest.on('backtest.started', clear),
    core.backtest.on('backtest.opened', clear),
    core.backtest.on('backtest.finished', () => {
      const { params, rows } = core.backtest.getSnapshot().context
      if (params === null) return
      for (const { instrument, result } of rows)
        if (result !== null)
          trials.send({
            type: 'trials.add',
            idea: ideaOf(params, instrument),
            trials: [trialOf(params, result)],
          })
    }),
  ]
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}

/** The trials of the user who has signed in. */
export const beginTrust = ({ memory }: Pick<TrustPorts, 'memory'>, { trials }: TrustActors): void =>
  trials.send({ type: 'trials.replace', tried: readTrials(memory.read(storageKeys.trials)) })

export const endTrust = ({ trials, luck }: TrustActors): void => {
  trials.send({ type: 'session.ended' })
  luck.send({ type: 'luck.clear' })
}
