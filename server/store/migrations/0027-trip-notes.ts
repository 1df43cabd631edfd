import type { Migration } from 'kysely'

export const tripNotes: Migration = {
  async up(db) {
    await db.schema
      .createTable('trip_note')
      .ifNotExists()
      .addColumn('owner_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('trip', 'bigint', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('trip_note_key', ['owner_id', 'trip'])
      .execute()
  },
}
