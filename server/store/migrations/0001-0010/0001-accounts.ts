import type { Migration } from 'kysely'

export const accounts: Migration = {
  async up(db) {
    await db.schema
      .createTable('user')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull().unique())
      .addColumn('password_hash', 'text', (column) => column.notNull())
      .addColumn('must_change_password', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('session')
      .ifNotExists()
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('binding_hash', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('agent', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('ends_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('session_of_user')
      .ifNotExists()
      .on('session')
      .columns(['user_id', 'created_at'])
      .execute()
  },
}
