import type { Migration } from 'kysely'

export const exchangeYears: Migration = {
  async up(db) {
    await db.schema
      .createTable('exchange_year')
      .ifNotExists()
      .addColumn('year', 'integer', (column) => column.primaryKey())
      .addColumn('days', 'text', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('imported_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
