import type { Migration } from 'kysely'

export const strategies: Migration = {
  async up(db) {
    await db.schema
      .createTable('strategy')
      .ifNotExists()
      .addColumn('owner_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('algo_uuid', 'text', (column) => column.notNull())
      .addColumn('slug', 'text', (column) => column.notNull())
      .addColumn('category', 'text', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('sub_category', 'text', (column) => column.notNull())
      .addColumn('trend', 'text', (column) => column.notNull())
      .addColumn('search', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('deleted_at', 'bigint')
      .addPrimaryKeyConstraint('strategy_key', ['owner_id', 'algo_uuid'])
      .addUniqueConstraint('strategy_slug', ['owner_id', 'slug'])
      .execute()
    await db.schema
      .createTable('strategy_version')
      .ifNotExists()
      .addColumn('owner_id', 'text', (column) => column.notNull())
      .addColumn('algo_uuid', 'text', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('saved_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('strategy_version_key', ['owner_id', 'algo_uuid', 'version'])
      .addForeignKeyConstraint(
        'strategy_version_of',
        ['owner_id', 'algo_uuid'],
        'strategy',
        ['owner_id', 'algo_uuid'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    // Samples have them too, and are no rows of `strategy`.
    await db.schema
      .createTable('strategy_backtest')
      .ifNotExists()
      .addColumn('owner_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('algo_uuid', 'text', (column) => column.notNull())
      .addColumn('run_slug', 'text', (column) => column.notNull())
      .addColumn('period_return', 'double precision')
      .addColumn('max_draw', 'double precision')
      .addColumn('body', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('strategy_backtest_key', ['owner_id', 'algo_uuid'])
      .execute()
  },
}
