import type { EngineWorker } from '../engine/client.ts'
import type { WorkerPort } from '../market/instrument-client.ts'

/** A Worker hears messages of `src/engine/worker.ts` only, which the DOM's types cannot say. */
const asEngineWorker = (worker: Worker): EngineWorker => worker as unknown as EngineWorker

// The bundler finds workers by exactly this form of call.
export const startEngineWorker = (): EngineWorker =>
  asEngineWorker(
    new Worker(new URL('../engine/worker.ts', import.meta.url), { type: 'module', name: 'engine' }),
  )

export const startInstrumentWorker = (): WorkerPort =>
  new Worker(new URL('../market/instrument-worker.ts', import.meta.url), {
    type: 'module',
    name: 'instruments',
  })
