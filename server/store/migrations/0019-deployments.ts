import type { Migration } from 'kysely'

export const deployments: Migration = {
  async up(db) {
    await db.schema
      .createTable('deployment')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('algo_uuid', 'text', (column) => column.notNull())
      .addColumn('slug', 'text', (column) => column.notNull())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('terms', 'text', (column) => column.notNull())
      .addColumn('strategy', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('last_seq', 'bigint', (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('stopped_at', 'bigint')
      .execute()
    await db.schema
      .createIndex('deployment_of_owner')
      .ifNotExists()
      .on('deployment')
      .columns(['owner_id', 'stopped_at'])
      .execute()
    await db.schema
      .createTable('deployment_run')
      .ifNotExists()
      .addColumn('deployment_id', 'text', (column) =>
        column.notNull().references('deployment.id').onDelete('cascade'),
      )
      .addColumn('seg_sym', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('deployment_run_key', ['deployment_id', 'seg_sym'])
      .execute()
    await db.schema
      .createTable('deployment_log')
      .ifNotExists()
      .addColumn('deployment_id', 'text', (column) =>
        column.notNull().references('deployment.id').onDelete('cascade'),
      )
      .addColumn('seq', 'bigint', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('deployment_log_key', ['deployment_id', 'seq'])
      .execute()
    await db.schema
      .createTable('proposal')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner_id', 'text', (column) => column.notNull())
      .addColumn('deployment_id', 'text', (column) =>
        column.notNull().references('deployment.id').onDelete('cascade'),
      )
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .execute()
    await db.schema
      .createIndex('proposal_of_owner')
      .ifNotExists()
      .on('proposal')
      .columns(['owner_id', 'ended_at'])
      .execute()
  },
}
