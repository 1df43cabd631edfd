import type { Migration } from 'kysely'

/** Who added one is text alone: the prices of a day outlive its users. */
export const marketShocks: Migration = {
  async up(db) {
    await db.schema
      .createTable('market_shock')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('share', 'text')
      .addColumn('starts_at', 'bigint', (column) => column.notNull())
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .addColumn('added_by', 'text', (column) => column.notNull())
      .addColumn('added_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
