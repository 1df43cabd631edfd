import type { Migration } from 'kysely'

export const brackets: Migration = {
  async up(db) {
    await db.schema
      .createTable('bracket')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('client_order_id', 'text')
      .addColumn('sym', 'text', (column) => column.notNull())
      .addColumn('product', 'text', (column) => column.notNull())
      .addColumn('stop', 'text')
      .addColumn('target', 'text')
      .addColumn('quantity', 'bigint', (column) => column.notNull())
      .addColumn('filled_quantity', 'bigint', (column) => column.notNull())
      .addColumn('average_price', 'double precision')
      .addColumn('stop_price', 'bigint')
      .addColumn('target_price', 'bigint')
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('message', 'text')
      .addColumn('exit_order_id', 'text')
      .addColumn('watched_at', 'bigint', (column) => column.notNull())
      .addColumn('made_at', 'bigint', (column) => column.notNull())
      .addColumn('made_wall_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .execute()
    await db.schema
      .createIndex('bracket_of_owner')
      .ifNotExists()
      .on('bracket')
      .columns(['owner_id', 'made_at'])
      .execute()
    await db.schema.createIndex('bracket_status').ifNotExists().on('bracket').column('status').execute()
  },
}
