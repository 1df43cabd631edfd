import type { Migration } from 'kysely'

export const watchlists: Migration = {
  async up(db) {
    await db.schema
      .createTable('watchlist')
      .ifNotExists()
      .addColumn('owner_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('symbols', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('watchlist_key', ['owner_id', 'name'])
      .execute()
  },
}
