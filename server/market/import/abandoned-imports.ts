import { hostname } from 'node:os'
import type { Clock } from '../../ports.ts'
import type { CandleStore } from '../../store/charts/candles.ts'

/** Without a heartbeat for so long an import on another machine counts as dead. */
const HEARTBEAT_LOST_MS = 10 * 60_000

const isAlive = (id: number): boolean => {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

export const discardAbandonedImports = (store: CandleStore, clock: Clock): Promise<number> =>
  store.discardImportsThat(({ host, process: owner, seenAt }) =>
    host === hostname() ? owner === process.pid || !isAlive(owner) : clock.now() - seenAt > HEARTBEAT_LOST_MS,
  )
