import type { ImportInput } from './importing/thread.ts'
import type { ImportOutcome, ImportProgress } from './market/import/import-candles.ts'
import type { RunAdjust, RunImport } from './market/import/import-service.ts'
import type { Clock, Log } from './ports.ts'
import type { StoreLocation } from './store/database/database.ts'
import { findThreadEntry, startThread } from './threads/start-thread.ts'
import { createThreadPool, type PoolLimits } from './threads/thread-pool.ts'

/** One import at a time: SQLite has one writer, and a retry would find days staged by the first try. */
const LIMITS: PoolLimits = { threads: 1, runningPerThread: 1, perUser: 1, inTotal: 16, tries: 1 }

export interface Importing {
  readonly run: RunImport
  readonly adjust: RunAdjust
  close(): Promise<void>
}

export const composeImporting = ({
  location,
  clock,
  log,
  serverDir,
}: {
  readonly location: StoreLocation
  /** Wall time. */
  readonly clock: Clock
  readonly log: Log
  readonly serverDir: string
}): Importing => {
  const entry = findThreadEntry(serverDir, 'importing')
  const pool = createThreadPool({ start: () => startThread(entry, location), limits: LIMITS, clock, log })
  return {
    async run({ signal, onProgress, ...work }) {
      const input: ImportInput = work
      const outcome = await pool.run('import', input, {
        user: work.by.actor,
        signal,
        onProgress: (progress) => onProgress(progress as ImportProgress),
      })
      return outcome as ImportOutcome
    },
    async adjust(work) {
      const { signal } = new AbortController()
      return (await pool.run('adjust', work, { user: work.by.actor, signal })) as Awaited<
        ReturnType<RunAdjust>
      >
    },
    close: pool.close,
  }
}
