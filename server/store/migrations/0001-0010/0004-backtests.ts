import type { Migration } from 'kysely'

export const backtests: Migration = {
  async up(db) {
    await db.schema
      .createTable('backtest_run')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('slug', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('interval', 'text', (column) => column.notNull())
      .addColumn('from_day', 'text', (column) => column.notNull())
      .addColumn('to_day', 'text', (column) => column.notNull())
      .addColumn('entry', 'text', (column) => column.notNull())
      .addColumn('params', 'text', (column) => column.notNull())
      .addColumn('cumulative', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('backtest_run_slug', ['owner_id', 'slug'])
      .execute()
    await db.schema
      .createTable('backtest_record')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('run_id', 'text', (column) =>
        column.notNull().references('backtest_run.id').onDelete('cascade'),
      )
      .addColumn('owner_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('slug', 'text', (column) => column.notNull())
      .addColumn('seg_sym', 'text', (column) => column.notNull())
      .addColumn('algo_uuid', 'text', (column) => column.notNull())
      .addColumn('results', 'text', (column) => column.notNull())
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('final_pnl_paise', 'bigint')
      .addColumn('trades', 'bigint', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('backtest_record_symbol', ['owner_id', 'slug', 'seg_sym'])
      .execute()
    await db.schema
      .createIndex('backtest_record_of_run')
      .ifNotExists()
      .on('backtest_record')
      .columns(['run_id', 'created_at'])
      .execute()
  },
}
