import type { Migration } from 'kysely'

export const webhook: Migration = {
  async up(db) {
    await db.schema
      .createTable('webhook')
      .ifNotExists()
      .addColumn('owner_id', 'text', (column) =>
        column.primaryKey().references('user.id').onDelete('cascade'),
      )
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('template', 'text')
      .addColumn('secret', 'text', (column) => column.notNull())
      .addColumn('is_on', 'integer', (column) => column.notNull())
      .addColumn('sent_seq', 'bigint', (column) => column.notNull())
      .addColumn('last_sent_at', 'bigint')
      .addColumn('failing_since', 'bigint')
      .addColumn('last_error', 'text', (column) => column.notNull())
      .addColumn('dropped', 'bigint', (column) => column.notNull())
      .execute()
  },
}
