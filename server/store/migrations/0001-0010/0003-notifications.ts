import type { Migration } from 'kysely'

export const notifications: Migration = {
  async up(db) {
    await db.schema
      .createTable('notification')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('deployment_type', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('read_at', 'bigint')
      .execute()
    await db.schema
      .createIndex('notification_of_owner')
      .ifNotExists()
      .on('notification')
      .columns(['owner_id', 'created_at'])
      .execute()
  },
}
