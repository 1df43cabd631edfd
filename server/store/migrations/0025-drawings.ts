import type { Migration } from 'kysely'

export const drawings: Migration = {
  async up(db) {
    await db.schema
      .createTable('drawing')
      .ifNotExists()
      .addColumn('owner_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('sym', 'text', (column) => column.notNull())
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('drawing_key', ['owner_id', 'id'])
      .execute()
    await db.schema
      .createIndex('drawing_of_chart')
      .ifNotExists()
      .on('drawing')
      .columns(['owner_id', 'sym', 'place'])
      .execute()
  },
}
