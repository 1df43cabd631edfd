import type { Migration } from 'kysely'

export const instrumentMasters: Migration = {
  async up(db) {
    await db.schema
      .createTable('instrument_master')
      .ifNotExists()
      .addColumn('exchange', 'text', (column) => column.primaryKey())
      .addColumn('rows', 'integer', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('imported_at', 'bigint', (column) => column.notNull())
      .addColumn('csv', 'bytea', (column) => column.notNull())
      .execute()
  },
}
