import type { Migration } from 'kysely'

/** Distinguishes an interrupted run from a complete one. */
export const plannedSymbols: Migration = {
  async up(db) {
    const tables = await db.introspection.getTables()
    const columns = tables.find(({ name }) => name === 'backtest_run')?.columns ?? []
    if (columns.some(({ name }) => name === 'planned')) return
    await db.schema
      .alterTable('backtest_run')
      .addColumn('planned', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
