import { setTimeout as wait } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import type { Store } from '../../database/database.ts'
import { StoreError } from '../../database/store-error.ts'
import type { Database } from '../../schema.ts'

export const OTHER_WRITER =
  'Another server is writing the ledger of this database. Stop it first; two would trade the same accounts twice'

/** PostgreSQL takes a moment to notice a killed writer. */
const TRIES_MAX = 20
const TRY_AGAIN_MS = 100

const ADVISORY_KEY = 7_283_241

/** The operating system releases the lock however the process ends. */
const lockFile = (path: string): (() => Promise<void>) => {
  const file = new Sqlite(`${path}-ledger-lock`, { timeout: 0 })
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    throw new StoreError(OTHER_WRITER, { cause: error })
  }
  return async () => {
    file.close()
  }
}

const isFree = async (connection: Kysely<Database>): Promise<boolean> => {
  const lock = sql<{ locked: boolean }>`select pg_try_advisory_lock(${ADVISORY_KEY}) as locked`
  return (await lock.execute(connection)).rows[0]?.locked === true
}

/** On a connection of its own. If that breaks, the log's sequence still refuses a second writer. */
const lockPostgres = async ({ db }: Store): Promise<() => Promise<void>> => {
  let letGo: () => void = () => {}
  const held = new Promise<void>((done) => {
    letGo = done
  })
  let ended: Promise<unknown> = Promise.resolve()
  await new Promise<void>((locked, refused) => {
    ended = db
      .connection()
      .execute(async (connection) => {
        for (let tries = 1; !(await isFree(connection)); tries++) {
          if (tries === TRIES_MAX) throw new StoreError(OTHER_WRITER)
          await wait(TRY_AGAIN_MS)
        }
        locked()
        await held
        await sql`select pg_advisory_unlock(${ADVISORY_KEY})`.execute(connection).catch(() => {})
      })
      .catch(refused)
  })
  return async () => {
    letGo()
    await ended
  }
}

/** Returns its release. Throws StoreError when another server holds it. */
export const lockLedger = async (store: Store): Promise<() => Promise<void>> => {
  if (store.dialect === 'postgres') return lockPostgres(store)
  const list = await sql<{ name: string; file: string }>`pragma database_list`.execute(store.db)
  const path = list.rows.find(({ name }) => name === 'main')?.file ?? ''
  return path === '' ? async () => {} : lockFile(path)
}
