import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from './config.ts'
import type { Log } from './ports.ts'
import { findRecentAuditFault } from './store/audit.ts'
import { openStore, openStoreToRead, type Store } from './store/database/database.ts'
import { isLeaseFree, LeaseLost, type ServerLease, takeServerLease } from './store/database/server-lease.ts'
import { StoreError } from './store/database/store-error.ts'
import { OTHER_WRITER } from './store/orders/ledger/ledger-lock.ts'

const RENEW_MS = 2_000
const LOOK_EVERY_MS = 200
const PATIENCE_MS = 2_000

const REFUSED = `${OTHER_WRITER}. With STANDBY=on this one waits, and takes over when the other ends`

type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'isStandby'>

interface Parts {
  readonly log: Log
  readonly onWaiting: () => void
  readonly onTakenOver: (error: LeaseLost) => void
}

export interface OwnStore {
  readonly store: Store
  close(): Promise<void>
}

const openSound = async (place: Place): Promise<Store> => {
  const store = await openStore(place)
  const fault = await findRecentAuditFault(store.db)
  if (fault === null) return store
  throw new StoreError(
    `The audit log does not follow from itself at entry ${fault}: the database was damaged or changed by hand. Nothing was changed; restore a backup`,
  )
}

/** Before the database is opened to write, as that may bring its tables to the version of this server. */
const waitUntilFree = async (place: Place, { log, onWaiting }: Parts): Promise<void> => {
  const reader = await openStoreToRead(place).catch(() => null)
  if (reader === null) return
  const isFree = (): Promise<boolean> =>
    isLeaseFree(reader.db).catch((error: unknown) => {
      if (!place.isStandby) throw error
      log.warn({ err: error }, 'the database does not answer; asked again')
      return false
    })
  try {
    const until = performance.now() + PATIENCE_MS
    let isTold = false
    while (!(await isFree())) {
      if (place.isStandby && !isTold) onWaiting()
      else if (!place.isStandby && performance.now() > until) throw new StoreError(REFUSED)
      isTold = true
      await wait(LOOK_EVERY_MS)
    }
  } finally {
    await reader.close()
  }
}

const keep = (lease: ServerLease, { log, onTakenOver }: Parts): (() => void) => {
  let isRenewing = false
  const renew = async (): Promise<void> => {
    if (isRenewing) return
    isRenewing = true
    try {
      await lease.renew()
    } catch (error) {
      if (error instanceof LeaseLost) onTakenOver(error)
      else log.warn({ err: error }, 'the lease of the database could not be renewed')
    } finally {
      isRenewing = false
    }
  }
  const timer = setInterval(renew, RENEW_MS)
  return () => clearInterval(timer)
}

/** The store of the one server that writes it; waits for another server where this one is a standby. Throws StoreError. */
export const openOwnStore = async (place: Place, parts: Parts): Promise<OwnStore> => {
  if (place.databaseUrl === null) {
    const store = await openSound(place)
    return { store, close: store.close }
  }
  for (;;) {
    await waitUntilFree(place, parts)
    const store = await openSound(place)
    const lease = await takeServerLease(store)
    if (lease === null) {
      await store.close()
      continue
    }
    const stopRenewing = keep(lease, parts)
    return {
      store,
      async close() {
        stopRenewing()
        // Without an answer the lease runs out by itself.
        await lease.release().catch(() => {})
        await store.close()
      },
    }
  }
}
