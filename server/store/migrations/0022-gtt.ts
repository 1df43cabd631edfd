import type { Migration } from 'kysely'

export const gtt: Migration = {
  async up(db) {
    await db.schema
      .createTable('gtt')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('sym', 'text', (column) => column.notNull())
      .addColumn('terms', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('last_price', 'double precision')
      .addColumn('triggered', 'text')
      .addColumn('order_id', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('watched_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('gtt_of_owner')
      .ifNotExists()
      .on('gtt')
      .columns(['owner_id', 'created_at'])
      .execute()
    await db.schema.createIndex('gtt_status').ifNotExists().on('gtt').column('status').execute()
  },
}
