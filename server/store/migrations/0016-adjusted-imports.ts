import type { Migration } from 'kysely'

export const adjustedImports: Migration = {
  async up(db) {
    const tables = await db.introspection.getTables()
    const columns = tables.find(({ name }) => name === 'candle_import')?.columns ?? []
    if (columns.some(({ name }) => name === 'adjusted')) return
    await db.schema.alterTable('candle_import').addColumn('adjusted', 'text').execute()
  },
}
