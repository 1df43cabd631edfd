import { setTimeout as wait } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Database } from '../schema.ts'
import type { Store } from './database.ts'
import { StoreLost } from './store-lost.ts'

const TRIES_MAX = 10
const FIRST_DELAY_MS = 4
const DELAY_MAX_MS = 250

/** PostgreSQL's serialization failure and deadlock, SQLite's lock by another process; all rolled back. */
const TRY_AGAIN = new Set(['40001', '40P01', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT'])

const codeOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null

export const isDuplicate = (error: unknown): boolean =>
  ['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(codeOf(error) ?? '')

/** The disk failed or the file is damaged or replaced: this process must not write again. */
export const isStoreLost = (error: unknown): boolean =>
  error instanceof StoreLost || /^SQLITE_(IOERR|CORRUPT|NOTADB|READONLY)/.test(codeOf(error) ?? '')

export const isStoreFull = (error: unknown): boolean =>
  ['SQLITE_FULL', '53100', 'ENOSPC'].includes(codeOf(error) ?? '')

/** The database confirmed the rollback; after other errors a commit may have been made. */
export const isDefinite = (error: unknown): boolean =>
  /^(SQLITE_.*|[234]\w{4}|53\w{3})$/.test(codeOf(error) ?? '')

export const isStoreAway = (error: unknown): boolean =>
  /^(SQLITE_FULL|SQLITE_BUSY.*|53\d{3}|57P0\d|08\d{3}|ECONNREFUSED|ECONNRESET|40001|40P01)$/.test(
    codeOf(error) ?? '',
  )

/** `work` may be retried and must use its `trx`: on SQLite a call on the root `db` would wait forever. */
export const inTransaction = async <Result>(
  store: Store,
  work: (trx: Transaction<Database>) => Promise<Result>,
): Promise<Result> => {
  const fence = store.fence()
  // First, as its lock fails where the lease was renewed after the transaction's first statement.
  const fenced =
    fence === null
      ? work
      : async (trx: Transaction<Database>): Promise<Result> => {
          await fence(trx)
          return work(trx)
        }
  for (let attempt = 1; ; attempt++) {
    try {
      const transaction = store.db.transaction()
      return await (store.dialect === 'postgres'
        ? transaction.setIsolationLevel('serializable')
        : transaction
      ).execute(fenced)
    } catch (error) {
      if (attempt === TRIES_MAX || !TRY_AGAIN.has(codeOf(error) ?? '')) throw error
      const longest = Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** attempt)
      await wait(longest * (0.5 + Math.random() / 2))
    }
  }
}
