import { hostname } from 'node:os'
import type { Clock } from '../../ports.ts'
import type { CandleStore } from '../../store/candles.ts'

/** After this long without a sign an import on another machine is taken for dead. */
const SILENT_MS = 10 * 60_000

const isAlive = (id: number): boolean => {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Removes what imports have staged whose process ended before they were done. Returns how many there were. */
export const sweepLeftImports = (store: CandleStore, clock: Clock): Promise<number> =>
  store.sweepImports(({ host, process: owner, seenAt }) =>
    host === hostname() ? owner === process.pid || !isAlive(owner) : clock.now() - seenAt > SILENT_MS,
  )
