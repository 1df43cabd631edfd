import type { Migration } from 'kysely'

/** Price breaks that an import adjusted its prices for, as JSON; null of one that changed nothing. */
export const adjustedImports: Migration = {
  async up(db) {
    const tables = await db.introspection.getTables()
    const columns = tables.find(({ name }) => name === 'candle_import')?.columns ?? []
    if (columns.some(({ name }) => name === 'adjusted')) return
    await db.schema.alterTable('candle_import').addColumn('adjusted', 'text').execute()
  },
}
