import type { Migration } from 'kysely'

export const chartLayouts: Migration = {
  async up(db) {
    await db.schema
      .createTable('chart_layout')
      .ifNotExists()
      .addColumn('owner_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('chart_layout_key', ['owner_id', 'name'])
      .execute()
  },
}
