import { type Kysely, Migrator } from 'kysely'
import { migrations } from '../migrations/migrations.ts'
import type { Database } from '../schema.ts'
import { StoreError } from './store-error.ts'

/** Each migration can be rerun from its start, as SQLite cannot undo half of one. */
export const migrate = async (db: Kysely<Database>): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const known = new Set(Object.keys(migrations))
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (tables.some((table) => table.name === 'kysely_migration')) {
    const done = await db
      .withTables<{ kysely_migration: { name: string } }>()
      .selectFrom('kysely_migration')
      .select('name')
      .orderBy('name')
      .execute()
    const newer = done.filter(({ name }) => !known.has(name))
    if (newer.length > 0) {
      throw new StoreError(
        `The database was written by a newer version (it holds ${newer.map(({ name }) => name).join(', ')}; this version knows up to ${[...known].sort().at(-1)}). Start the newer version`,
      )
    }
  }
  const { error, results } = await migrator.migrateToLatest()
  if (error === undefined) return
  const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'a migration'
  throw new StoreError(
    `The database could not be brought up to date: ${failed} failed (${error instanceof Error ? error.message : String(error)})`,
    { cause: error },
  )
}
