import type { Migration } from 'kysely'

export const drills: Migration = {
  async up(db) {
    await db.schema
      .createTable('drill')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('share', 'text')
      .addColumn('begun_at', 'bigint', (column) => column.notNull())
      .addColumn('ends_at', 'bigint')
      .addColumn('market_from', 'bigint', (column) => column.notNull())
      .addColumn('market_to', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .execute()
    await db.schema
      .createIndex('drill_of_owner')
      .ifNotExists()
      .on('drill')
      .columns(['owner_id', 'begun_at'])
      .execute()
  },
}
