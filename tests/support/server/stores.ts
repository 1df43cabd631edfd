import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openStore, type Store } from '../../../server/store/database/database.ts'

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

export const makePostgres = async (): Promise<{ url: string; drop: () => Promise<void> }> => {
  const name = `sauda_test_${randomBytes(6).toString('hex')}`
  if (!(await admin(`create database ${name}`))) throw new Error(`no test database at ${POSTGRES}`)
  const url = new URL(POSTGRES)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: async () => {
      await admin(`drop database if exists ${name} with (force)`)
    },
  }
}

const openSqlite = (): Promise<Store> => openStore({ dataDir: throwAwayFolder(), databaseUrl: null })

const openPostgres = async (): Promise<Store> => {
  const { url, drop } = await makePostgres()
  const store = await openStore({ dataDir: '', databaseUrl: url })
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
