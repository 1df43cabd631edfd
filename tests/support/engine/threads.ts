import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { build } from 'vite'
import { EngineError, type EngineFailure } from '../../../src/engine/failure.ts'
import type { EngineWorker } from '../../../src/engine/worker/client.ts'

export interface ThreadOptions {
  /** Runs before the engine is loaded. */
  readonly preset?: string
  /** Where the files of the engine are fetched. */
  readonly base: string
}

/** Threads of Node read no TypeScript, so the worker is bundled, as it is for the browser. */
export const createThreads = async () => {
  const bundle = mkdtempSync(join(tmpdir(), 'engine-worker-'))
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(import.meta.dirname, 'node-worker.ts'),
      outDir: bundle,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
    },
    ssr: { noExternal: true },
  })
  let running: readonly Worker[] = []
  let started = 0

  return {
    start({ preset = '', base }: ThreadOptions): EngineWorker {
      const thread = new Worker(join(bundle, 'node-worker.mjs'), { workerData: { base, preset } })
      started += 1
      running = [...running, thread]
      thread.on('exit', () => {
        running = running.filter((one) => one !== thread)
      })
      const worker: EngineWorker = {
        postMessage: (message, transfer) => thread.postMessage(message, transfer as ArrayBuffer[]),
        terminate: () => void thread.terminate(),
        onmessage: null,
        onerror: null,
      }
      thread.on('message', (data) => worker.onmessage?.({ data }))
      thread.on('error', ({ message }) => worker.onerror?.({ message }))
      return worker
    },
    running: () => running,
    /** How many there have been. */
    started: () => started,
    end: async () => {
      await Promise.all(running.map((thread) => thread.terminate()))
    },
    remove: () => rmSync(bundle, { recursive: true }),
  }
}

/** The failure of work that must fail. */
export const failureOf = (work: Promise<unknown>): Promise<EngineFailure> =>
  work.then(
    () => {
      throw new Error('it did not fail')
    },
    (error) => {
      if (error instanceof EngineError) return error.failure
      throw error
    },
  )
