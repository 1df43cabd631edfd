import type { Migration } from 'kysely'

export const audit: Migration = {
  async up(db) {
    await db.schema
      .createTable('audit')
      .ifNotExists()
      .addColumn('seq', 'bigint', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('ist_date', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('actor', 'text')
      .addColumn('session', 'text')
      .addColumn('address', 'text')
      .addColumn('request', 'text')
      .addColumn('object', 'text')
      .addColumn('detail', 'text', (column) => column.notNull())
      .addColumn('previous_hash', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .execute()
  },
}
