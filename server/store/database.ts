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

const openPostgres = (url: string): Kysely<Database> => {
  const types = {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      oid === INT8_OID || oid === NUMERIC_OID
        ? readInt8
        : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: POSTGRES_CONNECTIONS_MAX,
    connectionTimeoutMillis: POSTGRES_CONNECT_TIMEOUT_MS,
    types,
  })
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Opens the store and brings its tables up to date. Throws StoreError, one sentence, when it cannot be opened or was
 * written by a newer version.
 */
export const openStore = async (options: { dataDir: string; databaseUrl: string | null }): Promise<Store> => {
  const { databaseUrl } = options
  const db = databaseUrl === null ? openSqlite(options.dataDir) : openPostgres(databaseUrl)
  const store: Store = {
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
  }
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
