import type { Migration } from 'kysely'

export const signIn: Migration = {
  async up(db) {
    await db.schema
      .createTable('sign_in_failure')
      .ifNotExists()
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .addColumn('last_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('sign_in_failure_at')
      .ifNotExists()
      .on('sign_in_failure')
      .column('last_at')
      .execute()
    await db.schema
      .createTable('known_browser')
      .ifNotExists()
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('used_at', 'bigint', (column) => column.notNull())
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('known_browser_of_user')
      .ifNotExists()
      .on('known_browser')
      .columns(['user_id', 'used_at'])
      .execute()
  },
}
