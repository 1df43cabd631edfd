import { randomUUID } from 'node:crypto'
import { accessSync, constants, statSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { Kysely, type KyselyPlugin, PostgresDialect, SqliteDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { findHeadFault, findLedger, type Head, readHead } from '../orders/ledger/ledger-head.ts'
import type { Database } from '../schema.ts'
import { type DatabaseFile, watchDatabaseFile } from './database-file.ts'
import { migrate } from './migrate.ts'
import { describeOpenFault } from './open-fault.ts'
import { withPreparedStatements } from './prepared-statements.ts'
import { makePrivate, makePrivateFolder } from './private-files.ts'
import { StoreError } from './store-error.ts'
import { type StoreLost, toStoreLost } from './store-lost.ts'

/** Blocks the event loop; transactions are retried. */
const BUSY_TIMEOUT_MS = 1000
const POSTGRES_CONNECTIONS_MAX = 10
const POSTGRES_READERS_MAX = 2
const POSTGRES_CONNECT_TIMEOUT_MS = 5000

export interface Store {
  readonly db: Kysely<Database>
  readonly dialect: 'sqlite' | 'postgres'
  answers(): Promise<boolean>
  check(): void
  /** Refuses every later change with the reason; reads still work. */
  halt(error: unknown): void
  lost(): StoreLost | null
  /** Begins every later transaction with this check, which throws to refuse it. */
  fenceBy(check: Fence): void
  fence(): Fence | null
  close(): Promise<void>
}

export type Fence = (trx: Transaction<Database>) => Promise<void>

export const DATABASE_NAME = 'sauda.db'

const COMPANIONS = ['', '-wal', '-shm', '-ledger-lock']

interface OpenFile {
  readonly db: Kysely<Database>
  readonly file: DatabaseFile | null
}

const sizeOf = (path: string): number => {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}

/** SQLite would create an empty database and drop the leftover log. */
const refuseMissing = (path: string, head: Head | null, mustBeThere: boolean): void => {
  if (sizeOf(path) > 0) return
  if (mustBeThere) throw new StoreError(`DATA_DIR: there is no database at ${path}`)
  const fault = head === null ? null : findHeadFault(head, null)
  if (fault !== null) throw new StoreError(`${path}: ${fault}`)
  if (sizeOf(`${path}-wal`) > 0)
    throw new StoreError(
      `${path} is missing, and ${path}-wal, a part of it, is there. Put the database back, or move the rest of it away. Nothing was changed`,
    )
}

const openSqlite = (dataDir: string): OpenFile => {
  const path = join(dataDir, DATABASE_NAME)
  try {
    makePrivateFolder(dataDir)
    accessSync(dataDir, constants.W_OK)
    const connection = new Sqlite(path, { timeout: BUSY_TIMEOUT_MS })
    // Before SQLite creates the companions, which inherit these permissions.
    makePrivate(COMPANIONS.map((companion) => path + companion))
    connection.pragma('journal_mode = WAL')
    connection.pragma('synchronous = FULL')
    connection.pragma('foreign_keys = ON')
    const verdict = connection.pragma('quick_check(1)', { simple: true })
    if (verdict !== 'ok') throw new Error(String(verdict).replaceAll(/\s+/g, ' '))
    const file = watchDatabaseFile(path, connection)
    const database = withPreparedStatements(connection, file)
    return { db: new Kysely<Database>({ dialect: new SqliteDialect({ database }) }), file }
  } catch (error) {
    throw describeOpenFault(error, { dataDir, path })
  }
}

/** int8 arrives as text; losing digits would mean a wrong amount. */
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
  // The pool replaces a broken connection; without a listener the error would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

const ownConnections = (): pg.PoolConfig => ({
  max: POSTGRES_CONNECTIONS_MAX,
  application_name: `sauda ${randomUUID()}`,
})

export interface StoreLocation {
  readonly dataDir: string
  readonly databaseUrl: string | null
}

const CHANGING = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode'])

const refuseChangesWhen = (lost: () => StoreLost | null): KyselyPlugin => ({
  transformQuery({ node }) {
    const reason = CHANGING.has(node.kind) ? lost() : null
    if (reason !== null) throw reason
    return node
  },
  transformResult: async ({ result }) => result,
})

const toStore = ({ db, file }: OpenFile, { databaseUrl }: StoreLocation): Store => {
  let reason: StoreLost | null = null
  let fence: Fence | null = null
  const lost = (): StoreLost | null => reason ?? file?.lost ?? null
  return {
    db: db.withPlugin(refuseChangesWhen(lost)),
    dialect: databaseUrl === null ? 'sqlite' : 'postgres',
    answers: async () => {
      try {
        await sql`select 1`.execute(db)
        return true
      } catch {
        return false
      }
    },
    check: () => file?.check(),
    halt(error) {
      reason ??= toStoreLost(error)
    },
    lost,
    fenceBy(check) {
      fence = check
    },
    fence: () => fence,
    close: () => db.destroy(),
  }
}

/** Every write fails. Throws where there is no store. */
export const openStoreToRead = async (location: StoreLocation): Promise<Store> => {
  const { dataDir, databaseUrl } = location
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
  return toStore({ db, file: null }, location)
}

export interface ImportStore extends Store {
  /** While false, SQLite commits survive a process crash but no power cut; true secures earlier ones. */
  makeDurable(isDurable: boolean): Promise<void>
}

export const openStoreToImport = (location: StoreLocation): ImportStore => {
  const { dataDir, databaseUrl } = location
  if (databaseUrl !== null) {
    const db = openPostgres(databaseUrl, { max: POSTGRES_READERS_MAX })
    return { ...toStore({ db, file: null }, location), makeDurable: async () => {} }
  }
  const connection = new Sqlite(join(dataDir, DATABASE_NAME), {
    fileMustExist: true,
    timeout: BUSY_TIMEOUT_MS,
  })
  connection.pragma('foreign_keys = ON')
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: connection }) })
  return {
    // Not watched: the file changes whenever the orders' connection moves pages into it.
    ...toStore({ db, file: null }, location),
    makeDurable: async (isDurable) => {
      connection.pragma(`synchronous = ${isDurable ? 'FULL' : 'NORMAL'}`)
    },
  }
}

const nameOf = ({ dataDir, databaseUrl }: StoreLocation): string =>
  databaseUrl === null ? join(dataDir, DATABASE_NAME) : 'DATABASE_URL'

/** Throws StoreError if it cannot open, is of a newer version or, without `mayDiffer`, another one. */
export const openStore = async (
  location: StoreLocation,
  { mayDiffer = false }: { readonly mayDiffer?: boolean } = {},
): Promise<Store> => {
  const { databaseUrl } = location
  // Read before the database, which may advance meanwhile.
  const head = mayDiffer ? null : readHead(location.dataDir)
  if (databaseUrl === null) refuseMissing(join(location.dataDir, DATABASE_NAME), head, mayDiffer)
  const opened =
    databaseUrl === null
      ? openSqlite(location.dataDir)
      : { db: openPostgres(databaseUrl, ownConnections()), file: null }
  const store = toStore(opened, location)
  try {
    await sql`select 1`.execute(store.db)
  } catch (error) {
    await store.close()
    throw new StoreError(
      `DATABASE_URL: the database does not answer (${error instanceof Error ? error.message : String(error)})`,
      { cause: error },
    )
  }
  try {
    if (head !== null) {
      const fault = findHeadFault(head, await findLedger(store.db, head.seq))
      if (fault !== null) throw new StoreError(`${nameOf(location)}: ${fault}`)
    }
    await migrate(store.db)
  } catch (error) {
    await store.close()
    throw databaseUrl === null && !(error instanceof StoreError)
      ? describeOpenFault(error, { dataDir: location.dataDir, path: join(location.dataDir, DATABASE_NAME) })
      : error
  }
  return store
}
