import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { DATABASE_NAME, openStore, type Store } from '../../../server/store/database/database.ts'

const POSTGRES = process.env.SAUDA_TEST_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const folders: string[] = []
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

export const throwAwayFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'sauda-test-'))
  folders.push(folder)
  return folder
}

const admin = async (statement: string): Promise<boolean> => {
  const client = new pg.Client({ connectionString: POSTGRES, connectionTimeoutMillis: 1000 })
  try {
    await client.connect()
    await client.query(statement)
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

export const hasPostgres = await admin('select 1')

/** Name of a migrated database, which `before-servers.ts` makes once for all tests of a run. */
export const TEMPLATE = 'SAUDA_TEST_TEMPLATE'

export const makePostgres = async (
  template = 'template1',
): Promise<{ name: string; url: string; drop: () => Promise<void> }> => {
  const name = `sauda_test_${randomBytes(6).toString('hex')}`
  if (!(await admin(`create database ${name} template ${template}`)))
    throw new Error(`no test database at ${POSTGRES}`)
  const url = new URL(POSTGRES)
  url.pathname = `/${name}`
  return {
    name,
    url: url.href,
    drop: async () => {
      await admin(`drop database if exists ${name} with (force)`)
    },
  }
}

/** No test cuts the power, so commits need not reach the disk. A copied database becomes one of its own. */
const asOfTest = async (store: Store): Promise<Store> => {
  await store.db
    .updateTable('ledger_identity')
    .set({ id: randomBytes(16).toString('hex') })
    .execute()
  if (store.dialect === 'sqlite') await sql`pragma synchronous = off`.execute(store.db)
  return store
}

const withoutWaiting = (url: string): string =>
  `${url}?options=${encodeURIComponent('-c synchronous_commit=off')}`

let migratedFile: Promise<Buffer> | null = null

const makeMigratedFile = async (): Promise<Buffer> => {
  const dataDir = throwAwayFolder()
  const store = await openStore({ dataDir, databaseUrl: null })
  await store.close()
  return readFile(join(dataDir, DATABASE_NAME))
}

const openSqlite = async (): Promise<Store> => {
  const dataDir = throwAwayFolder()
  migratedFile ??= makeMigratedFile()
  await writeFile(join(dataDir, DATABASE_NAME), await migratedFile)
  return asOfTest(await openStore({ dataDir, databaseUrl: null }))
}

const openPostgres = async (): Promise<Store> => {
  const { url, drop } = await makePostgres(process.env[TEMPLATE])
  const store = await asOfTest(await openStore({ dataDir: '', databaseUrl: withoutWaiting(url) }))
  return {
    ...store,
    close: async () => {
      await store.close()
      await drop()
    },
  }
}

/** Each store is empty and deleted at close. Use with `describe.skipIf(store.isAbsent)`. */
export const stores = [
  { name: 'SQLite', isAbsent: false, open: openSqlite },
  {
    name: hasPostgres ? 'PostgreSQL' : 'PostgreSQL (skipped: none answers)',
    isAbsent: !hasPostgres,
    open: openPostgres,
  },
] as const
