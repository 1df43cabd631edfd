import type { Migration } from 'kysely'

export const serverLease: Migration = {
  async up(db) {
    await db.schema
      .createTable('server_lease')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('holder', 'text', (column) => column.notNull())
      .addColumn('fence', 'bigint', (column) => column.notNull())
      .addColumn('held_until', 'bigint', (column) => column.notNull())
      .execute()
    // A renewal changes no column of a key, and so waits for no transaction that has locked the key.
    await db.schema
      .createIndex('server_lease_fence')
      .ifNotExists()
      .on('server_lease')
      .columns(['name', 'fence'])
      .unique()
      .execute()
  },
}
