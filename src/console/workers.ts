import type { EngineWorker } from '../engine/worker/client.ts'
import type { WorkerPort } from '../market/instruments/instrument-client.ts'

/** The DOM's types cannot say that this worker takes only messages of `src/engine/worker/worker.ts`. */
const asEngineWorker = (worker: Worker): EngineWorker => worker as unknown as EngineWorker

// The bundler finds workers only by exactly this form of call.
export const startEngineWorker = (): EngineWorker =>
  asEngineWorker(
    new Worker(new URL('../engine/worker/worker.ts', import.meta.url), { type: 'module', name: 'engine' }),
  )

export const startInstrumentWorker = (): WorkerPort =>
  new Worker(new URL('../market/instruments/instrument-worker.ts', import.meta.url), {
    type: 'module',
    name: 'instruments',
  })
