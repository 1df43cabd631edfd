import { setTimeout as wait } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Store } from './database.ts'
import type { Database } from './schema.ts'
import { StoreLost } from './store-lost.ts'

const TRIES_MAX = 10
const FIRST_DELAY_MS = 4
const DELAY_MAX_MS = 250

/** PostgreSQL's serialization failure and deadlock, SQLite's writer in another process. Each undid everything. */
const TRY_AGAIN = new Set(['40001', '40P01', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT'])

const codeOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null

/** A row with this key exists already. */
export const isDuplicate = (error: unknown): boolean =>
  ['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(codeOf(error) ?? '')

/** The disk under the store failed, its file is damaged or not ours any more: nothing may be written by this process. */
export const isStoreLost = (error: unknown): boolean =>
  error instanceof StoreLost || /^SQLITE_(IOERR|CORRUPT|NOTADB|READONLY)/.test(codeOf(error) ?? '')

/** No room is left; what is there can still be read. */
export const isStoreFull = (error: unknown): boolean =>
  ['SQLITE_FULL', '53100', 'ENOSPC'].includes(codeOf(error) ?? '')

/** The database itself said that it undid everything; without its word a commit may have been made. */
export const isDefinite = (error: unknown): boolean =>
  /^(SQLITE_.*|[234]\w{4}|53\w{3})$/.test(codeOf(error) ?? '')

/** The store is full or away for now; the call may be made again later. */
export const isStoreAway = (error: unknown): boolean =>
  /^(SQLITE_FULL|SQLITE_BUSY.*|53\d{3}|57P0\d|08\d{3}|ECONNREFUSED|ECONNRESET|40001|40P01)$/.test(
    codeOf(error) ?? '',
  )

/**
 * All of `work` or nothing, as if alone. `work` may run several times and must use the transaction it is given: on
 * SQLite there is one connection, so a call on the root `db` inside would wait for itself.
 */
export const inTransaction = async <Result>(
  store: Store,
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> => {
  for (let attempt = 1; ; attempt++) {
    try {
      const transaction = store.db.transaction()
      return await (store.dialect === 'postgres'
        ? transaction.setIsolationLevel('serializable')
        : transaction
      ).execute(work)
    } catch (error) {
      if (attempt === TRIES_MAX || !TRY_AGAIN.has(codeOf(error) ?? '')) throw error
      const longest = Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** attempt)
      await wait(longest * (0.5 + Math.random() / 2))
    }
  }
}
