import { accessSync, constants, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, PostgresDialect, SqliteDialect, sql } from 'kysely'
import pg from 'pg'
import { migrate } from './migrate.ts'
import { withPreparedStatements } from './prepared-statements.ts'
import type { Database } from './schema.ts'
import { StoreError } from './store-error.ts'

/** The event loop stands still for it; transactions try again by themselves. */
const BUSY_TIMEOUT_MS = 1000
const POSTGRES_CONNECTIONS_MAX = 10
const POSTGRES_READERS_MAX = 2
const POSTGRES_CONNECT_TIMEOUT_MS = 5000

export interface Store {
  readonly db: Kysely<Database>
  readonly dialect: 'sqlite' | 'postgres'
  /** Whether it can be read right now. */
  answers(): Promise<boolean>
  close(): Promise<void>
}

const openSqlite = (dataDir: string): Kysely<Database> => {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    throw new StoreError(`DATA_DIR: the folder ${dataDir} cannot be written`, { cause: error })
  }
  const path = join(dataDir, 'sauda.db')
  try {
    const file = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS })
    file.pragma('journal_mode = WAL')
    file.pragma('synchronous = FULL')
    file.pragma('foreign_keys = ON')
    const verdict = file.pragma('quick_check(1)', { simple: true })
    if (verdict !== 'ok') throw new Error(String(verdict).replaceAll(/\s+/g, ' '))
    return new Kysely<Database>({ dialect: new SqliteDialect({ database: withPreparedStatements(file) }) })
  } catch (error) {
    throw new StoreError(
      `The database ${path} cannot be opened (${error instanceof Error ? error.message : String(error)}). Nothing was changed; restore a backup or move the file away`,
      { cause: error },
    )
  }
}

/** int8 arrives as text; a number that would lose digits is an error rather than a wrong amount. */
const readInt8 = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`the store holds ${text}, which is no safe integer`)
  return value
}

const INT8_OID = 20
const NUMERIC_OID = 1700

const openPostgres = (url: string, limits: pg.PoolConfig): Kysely<Database> => {
  const types = {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      oid === INT8_OID || oid === NUMERIC_OID
        ? readInt8
        : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
  }
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: POSTGRES_CONNECT_TIMEOUT_MS,
    types,
    ...limits,
  })
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

/** Where a store is: a file in `dataDir`, or a PostgreSQL database. */
export interface StorePlace {
  readonly dataDir: string
  readonly databaseUrl: string | null
}

const toStore = (db: Kysely<Database>, { databaseUrl }: StorePlace): Store => ({
  db,
  dialect: databaseUrl === null ? 'sqlite' : 'postgres',
  answers: async () => {
    try {
      await sql`select 1`.execute(db)
      return true
    } catch {
      return false
    }
  },
  close: () => db.destroy(),
})

/** A store that another process keeps, to read from: every write fails. Throws where there is none. */
export const openStoreToRead = async (place: StorePlace): Promise<Store> => {
  const { dataDir, databaseUrl } = place
  const limits = { max: POSTGRES_READERS_MAX, options: '-c default_transaction_read_only=on' }
  const db =
    databaseUrl === null
      ? new Kysely<Database>({
          dialect: new SqliteDialect({
            database: new Sqlite(join(dataDir, 'sauda.db'), { readonly: true, timeout: BUSY_TIMEOUT_MS }),
          }),
        })
      : openPostgres(databaseUrl, limits)
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return toStore(db, place)
}

/**
 * Opens the store and brings its tables up to date. Throws StoreError, one sentence, when it cannot be opened or was
 * written by a newer version.
 */
export const openStore = async (place: StorePlace): Promise<Store> => {
  const { databaseUrl } = place
  const db =
    databaseUrl === null
      ? openSqlite(place.dataDir)
      : openPostgres(databaseUrl, { max: POSTGRES_CONNECTIONS_MAX })
  const store = toStore(db, place)
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    await store.close()
    throw new StoreError(
      `DATABASE_URL: the database does not answer (${error instanceof Error ? error.message : String(error)})`,
      { cause: error },
    )
  }
  try {
    await migrate(db)
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}
