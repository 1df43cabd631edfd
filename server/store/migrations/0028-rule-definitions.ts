import type { Migration } from 'kysely'

export const ruleDefinitions: Migration = {
  async up(db) {
    await db.schema
      .createTable('rule_definition')
      .ifNotExists()
      .addColumn('owner_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .addColumn('saved_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('rule_definition_key', ['owner_id', 'name', 'version'])
      .execute()
  },
}
