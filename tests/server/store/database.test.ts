import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore, type Store } from '../../../server/store/database/database.ts'
import { migrate } from '../../../server/store/database/migrate.ts'
import { StoreError } from '../../../server/store/database/store-error.ts'
import { inTransaction } from '../../../server/store/database/transaction.ts'
import { migrations } from '../../../server/store/migrations/migrations.ts'
import { hasPostgres, makePostgres, stores, throwAwayFolder } from '../../support/server/stores.ts'

const newestTable = { name: '9999-of-tomorrow', timestamp: '2099-01-01T00:00:00.000Z' }

describe.each(stores)('the store on $name', ({ open, isAbsent }) => {
  describe.skipIf(isAbsent)('opened', () => {
    let store: Store
    beforeAll(async () => {
      store = await open()
    })
    afterAll(() => store.close())

    const columns = async () =>
      (await store.db.introspection.getTables()).map(({ name, columns }) => [
        name,
        columns.map((column) => column.name).sort(),
      ])

    test('migrating again changes nothing', async () => {
      const before = await columns()
      await migrate(store.db)
      expect(await columns()).toEqual(before)
      expect(before.length).toBeGreaterThan(5)
    })

    test('every migration can run again from its start', async () => {
      const before = await columns()
      for (const [name, migration] of Object.entries(migrations)) {
        await expect(migration.up(store.db), name).resolves.toBe(undefined)
      }
      expect(await columns()).toEqual(before)
    })

    test('eight-byte integers come back as numbers', async () => {
      expect((await sql`select cast('9007199254740991' as bigint) as n`.execute(store.db)).rows).toEqual([
        { n: 9007199254740991 },
      ])
    })

    test('a transaction that fails leaves nothing', async () => {
      await expect(
        inTransaction(store, async (trx) => {
          await trx
            .insertInto('user')
            .values({
              id: 'u' as never,
              name: 'u',
              name_key: 'u',
              password_hash: '',
              must_change_password: 0,
              created_at: 0,
            })
            .execute()
          throw new Error('changed my mind')
        }),
      ).rejects.toThrow('changed my mind')
      expect(await store.db.selectFrom('user').select('id').execute()).toEqual([])
    })

    test('transactions that read what the other writes both happen, one after the other', async () => {
      await sql`create table counter (n integer not null)`.execute(store.db)
      await sql`insert into counter values (0)`.execute(store.db)
      const add = () =>
        inTransaction(store, async (trx) => {
          const { rows } = await sql<{ n: number }>`select n from counter`.execute(trx)
          await sql`update counter set n = ${(rows[0]?.n ?? Number.NaN) + 1}`.execute(trx)
        })
      await Promise.all(Array.from({ length: 4 }, add))
      expect((await sql`select n from counter`.execute(store.db)).rows).toEqual([{ n: 4 }])
    })

    test('rows of a user that does not exist are refused', async () => {
      const orphan = {
        id: 'n',
        owner_id: 'nobody' as never,
        seq: 1,
        deployment_type: 'live',
        content: '{}',
        created_at: 0,
      }
      await expect(store.db.insertInto('notification').values(orphan).execute()).rejects.toThrow(
        /foreign key/i,
      )
    })

    test('a store written by a newer version is refused with its name', async () => {
      await store.db
        .withTables<{ kysely_migration: typeof newestTable }>()
        .insertInto('kysely_migration')
        .values(newestTable)
        .execute()
      await expect(migrate(store.db)).rejects.toThrow(
        /^The database was written by a newer version \(it holds 9999-of-tomorrow; this version knows up to /,
      )
    })
  })
})

test.skipIf(!hasPostgres)('a number that is no safe integer is an error, not a wrong number', async () => {
  const store = await stores[1].open()
  await expect(sql`select cast('9007199254740993' as bigint) as n`.execute(store.db)).rejects.toThrow(
    'the store holds 9007199254740993, which is no safe integer',
  )
  await store.close()
})

describe('a store that cannot be used', () => {
  const sentenceOf = async (options: Parameters<typeof openStore>[0]): Promise<string> => {
    try {
      await (await openStore(options)).close()
      return 'it opened'
    } catch (error) {
      return error instanceof StoreError ? error.message : `not a sentence: ${error}`
    }
  }

  test('a data folder that cannot be made is named', async () => {
    const file = join(throwAwayFolder(), 'file')
    writeFileSync(file, '')
    expect(await sentenceOf({ dataDir: join(file, 'data'), databaseUrl: null })).toEqual(
      `DATA_DIR: the folder ${join(file, 'data')} cannot be written`,
    )
  })

  test('a file that is no database is named and left alone', async () => {
    const dataDir = throwAwayFolder()
    writeFileSync(join(dataDir, 'sauda.db'), 'this is not a database, it is a diary')
    expect(await sentenceOf({ dataDir, databaseUrl: null })).toEqual(
      `The database ${join(dataDir, 'sauda.db')} cannot be opened (file is not a database). Nothing was changed; restore a backup or move the file away`,
    )
  })

  test('a damaged page is found when it is opened', async () => {
    const dataDir = throwAwayFolder()
    const store = await openStore({ dataDir, databaseUrl: null })
    await sql`pragma wal_checkpoint(truncate)`.execute(store.db)
    await store.close()
    const path = join(dataDir, 'sauda.db')
    const bytes = readFileSync(path)
    bytes.fill(0xee, 4096, 8192)
    writeFileSync(path, bytes)
    expect(await sentenceOf({ dataDir, databaseUrl: null })).toMatch(
      /^The database .* cannot be opened \(.*\)\. Nothing was changed/,
    )
  })

  test.skipIf(!hasPostgres)('a database that is not there is named', async () => {
    const { url, drop } = await makePostgres()
    await drop()
    expect(await sentenceOf({ dataDir: '', databaseUrl: url })).toMatch(
      /^DATABASE_URL: the database does not answer \(database "sauda_test_.*" does not exist\)$/,
    )
  })

  test('a port on which no database listens is named', async () => {
    expect(await sentenceOf({ dataDir: '', databaseUrl: 'postgres://x@127.0.0.1:1/x' })).toEqual(
      'DATABASE_URL: the database does not answer (connect ECONNREFUSED 127.0.0.1:1)',
    )
  })
})

test('SQLite writes ahead, syncs every commit and checks references', async () => {
  const store = await openStore({ dataDir: throwAwayFolder(), databaseUrl: null })
  const pragma = async (name: string) =>
    Object.values(
      (await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(store.db)).rows[0] ?? {},
    )
  expect(await Promise.all(['journal_mode', 'synchronous', 'foreign_keys'].map(pragma))).toEqual([
    ['wal'],
    [2],
    [1],
  ])
  await store.close()
})
