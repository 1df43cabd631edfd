import type { Migration } from 'kysely'

/** Holidays and special sessions of whole years as they were imported, as JSON. */
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
