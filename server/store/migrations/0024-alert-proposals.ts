import type { Migration } from 'kysely'

export const alertProposals: Migration = {
  async up(db) {
    await db.schema
      .createTable('alert_proposal')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('alert_id', 'text', (column) => column.notNull().references('alert.id').onDelete('cascade'))
      .addColumn('owner_id', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('made_at', 'bigint', (column) => column.notNull())
      .addColumn('late_at', 'bigint')
      .addColumn('ended_at', 'bigint')
      .execute()
    await db.schema
      .createIndex('alert_proposal_of_owner')
      .ifNotExists()
      .on('alert_proposal')
      .columns(['owner_id', 'ended_at'])
      .execute()
    await db.schema
      .createIndex('alert_proposal_of_alert')
      .ifNotExists()
      .on('alert_proposal')
      .columns(['alert_id', 'made_at'])
      .execute()
  },
}
