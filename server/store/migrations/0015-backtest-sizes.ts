import { type Migration, sql } from 'kysely'

/** A user's total is read from indexes, as the rows are large. */
export const backtestSizes: Migration = {
  async up(db) {
    const tables = await db.introspection.getTables()
    const columns = tables.find(({ name }) => name === 'backtest_run')?.columns ?? []
    if (!columns.some(({ name }) => name === 'size')) {
      await db.schema
        .alterTable('backtest_run')
        .addColumn('size', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute()
    }
    await db
      .updateTable('backtest_run')
      .set({ size: sql`length(params) + length(coalesce(cumulative, ''))` })
      .execute()
    for (const table of ['backtest_run', 'backtest_record']) {
      await db.schema
        .createIndex(`${table}_size`)
        .ifNotExists()
        .on(table)
        .columns(['owner_id', 'size'])
        .execute()
    }
  },
}
