import type { Migration } from 'kysely'

export const ledger: Migration = {
  async up(db) {
    await db.schema
      .createTable('ledger_event')
      .ifNotExists()
      .addColumn('seq', 'bigint', (column) => column.primaryKey())
      .addColumn('owner_id', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('wall_at', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('order_id', 'text')
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('previous_hash', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .execute()
    await db.schema
      .createIndex('ledger_event_of_order')
      .ifNotExists()
      .on('ledger_event')
      .columns(['order_id', 'seq'])
      .execute()
    await db.schema
      .createTable('order_key')
      .ifNotExists()
      .addColumn('owner_id', 'text', (column) => column.notNull())
      .addColumn('client_order_id', 'text', (column) => column.notNull())
      .addColumn('order_id', 'text', (column) => column.notNull())
      .addColumn('body_hash', 'text', (column) => column.notNull())
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('order_key_pk', ['client_order_id', 'owner_id'])
      .execute()
    await db.schema
      .createTable('ledger_snapshot')
      .ifNotExists()
      .addColumn('seq', 'bigint', (column) => column.primaryKey())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('state_hash', 'text', (column) => column.notNull())
      .addColumn('state', 'bytea', (column) => column.notNull())
      .execute()
  },
}
