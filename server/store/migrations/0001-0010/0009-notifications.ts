import type { Migration } from 'kysely'

/** Orders by a number per owner instead of time. The table is still empty where it exists. */
export const notificationOrder: Migration = {
  async up(db) {
    const tables = await db.introspection.getTables()
    const columns = tables.find(({ name }) => name === 'notification')?.columns ?? []
    if (!columns.some(({ name }) => name === 'seq')) {
      await db.schema
        .alterTable('notification')
        .addColumn('seq', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute()
    }
    await db.schema.dropIndex('notification_of_owner').ifExists().execute()
    await db.schema
      .createIndex('notification_order_of_owner')
      .ifNotExists()
      .unique()
      .on('notification')
      .columns(['owner_id', 'seq'])
      .execute()
  },
}
