import { bringYearsIntoForce } from '../../domain/calendar/holidays/calendar-in-force.ts'
import { EngineError, failureOf, refusal } from '../failure.ts'
import type { KeptSeries } from '../sweep/sweep-request.ts'
import type { EngineGlobal } from './global-functions.ts'
import { type LoadPorts, loadEngines } from './loader.ts'
import type { FromWorker, ToWorker } from './messages.ts'

export interface WorkerScope extends EngineGlobal {
  postMessage(message: FromWorker): void
  onmessage: ((event: { data: ToWorker }) => void) | null
}

export const serveEngine = (scope: WorkerScope, ports: Pick<LoadPorts, 'fetch' | 'runScript'>): void => {
  const onStep: LoadPorts['onStep'] = (step) => scope.postMessage({ type: 'loading', step })

  let kept: KeptSeries | null = null

  scope.onmessage = ({ data }) => {
    if (data.type === 'run') {
      scope.postMessage(answerOf(scope, data))
      return
    }
    if (data.type === 'calendar') {
      bringYearsIntoForce(data.calendar)
      return
    }
    if (data.type === 'keep') {
      kept = data.series
      return
    }
    if (data.type === 'sweep') {
      scope.postMessage(sweepOf(scope, data, kept))
      return
    }
    loadEngines({ ...ports, global: scope, onStep }, data.modules).then(
      (modules) => scope.postMessage({ type: 'loaded', modules }),
      (error) => scope.postMessage({ type: 'loadFailed', failure: failureOf(error) }),
    )
  }
}

const answerOf = (
  scope: EngineGlobal,
  { id, name, json, candles, minutes, legs, others }: Extract<ToWorker, { type: 'run' }>,
): FromWorker => {
  try {
    const { GetTechnicals, Backtest } = scope
    if (scope[name] === undefined) throw new EngineError({ kind: 'missing', name })
    const answer =
      name === 'GetTechnicals'
        ? GetTechnicals?.(json, candles, others)
        : Backtest?.(json, candles, minutes ?? undefined, legs, others)
    return { type: 'answered', id, json: answer ?? null }
  } catch (error) {
    return { type: 'runFailed', id, failure: failureOf(error) }
  }
}

const sweepOf = (
  scope: EngineGlobal,
  { id, json, key }: Extract<ToWorker, { type: 'sweep' }>,
  kept: KeptSeries | null,
): FromWorker => {
  try {
    const { Sweep } = scope
    if (Sweep === undefined) throw new EngineError({ kind: 'missing', name: 'Sweep' })
    if (kept === null || kept.key !== key) throw refusal(`no candles are kept as ${key}`)
    return { type: 'swept', id, answer: Sweep(json, kept.candles, kept.minutes ?? undefined, kept.others) }
  } catch (error) {
    return { type: 'runFailed', id, failure: failureOf(error) }
  }
}
