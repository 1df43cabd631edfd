import type { Migration } from 'kysely'

export const scanners: Migration = {
  async up(db) {
    await db.schema
      .createTable('scanner')
      .ifNotExists()
      .addColumn('owner_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('scanner_uuid', 'text', (column) => column.notNull())
      .addColumn('slug', 'text', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('search', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('deleted_at', 'bigint')
      .addPrimaryKeyConstraint('scanner_key', ['owner_id', 'scanner_uuid'])
      .addUniqueConstraint('scanner_slug', ['owner_id', 'slug'])
      .execute()
    await db.schema
      .createTable('scanner_version')
      .ifNotExists()
      .addColumn('owner_id', 'text', (column) => column.notNull())
      .addColumn('scanner_uuid', 'text', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('saved_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('scanner_version_key', ['owner_id', 'scanner_uuid', 'version'])
      .addForeignKeyConstraint(
        'scanner_version_of',
        ['owner_id', 'scanner_uuid'],
        'scanner',
        ['owner_id', 'scanner_uuid'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await db.schema
      .createTable('alert')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('scanner_uuid', 'text')
      .addColumn('slug', 'text')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('terms', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('stopped_at', 'bigint')
      .addColumn('judged_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('alert_of_owner')
      .ifNotExists()
      .on('alert')
      .columns(['owner_id', 'stopped_at'])
      .execute()
    await db.schema
      .createTable('alert_hit')
      .ifNotExists()
      .addColumn('alert_id', 'text', (column) => column.notNull().references('alert.id').onDelete('cascade'))
      .addColumn('bar', 'bigint', (column) => column.notNull())
      .addColumn('seg_sym', 'text', (column) => column.notNull())
      .addColumn('raised_at', 'bigint', (column) => column.notNull())
      .addColumn('price', 'double precision')
      .addColumn('operands', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('alert_hit_key', ['alert_id', 'bar', 'seg_sym'])
      .execute()
  },
}
