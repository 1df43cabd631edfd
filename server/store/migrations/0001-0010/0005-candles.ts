import type { Migration } from 'kysely'

export const candles: Migration = {
  async up(db) {
    await db.schema
      .createTable('candle_import')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('host', 'text', (column) => column.notNull())
      .addColumn('process', 'integer', (column) => column.notNull())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .addColumn('finished_at', 'bigint')
      .execute()
    await db.schema
      .createTable('candle_series')
      .ifNotExists()
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('interval', 'text', (column) => column.notNull())
      .addColumn('changes', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('candle_series_key', ['key', 'interval'])
      .execute()
    // SQLite has no `bytea` but stores bytes unchanged in a column of any type.
    await db.schema
      .createTable('candle_chunk')
      .ifNotExists()
      .addColumn('key', 'text', (column) => column.notNull())
      .addColumn('interval', 'text', (column) => column.notNull())
      .addColumn('day', 'integer', (column) => column.notNull())
      .addColumn('import_id', 'text', (column) => column.notNull().references('candle_import.id'))
      .addColumn('rows', 'integer', (column) => column.notNull())
      .addColumn('columns', 'bytea', (column) => column.notNull())
      .addPrimaryKeyConstraint('candle_chunk_key', ['key', 'interval', 'day', 'import_id'])
      .execute()
    await db.schema
      .createIndex('candle_chunk_of_import')
      .ifNotExists()
      .on('candle_chunk')
      .column('import_id')
      .execute()
  },
}
