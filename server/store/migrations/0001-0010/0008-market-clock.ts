import type { Migration } from 'kysely'

export const marketClock: Migration = {
  async up(db) {
    await db.schema
      .createTable('market_clock')
      .ifNotExists()
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('market_at', 'bigint', (column) => column.notNull())
      .execute()
  },
}
