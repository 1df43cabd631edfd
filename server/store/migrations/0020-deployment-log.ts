import type { Kysely, Migration } from 'kysely'

interface LogRow {
  readonly deployment_id: string
  readonly seq: number
  readonly body: string
}

type Db = Kysely<{ deployment: { id: string }; deployment_log: LogRow & { at: number; kind: string } }>

const fill = async (db: Db): Promise<void> => {
  for (const { id } of await db.selectFrom('deployment').select('id').execute()) {
    const rows = await db
      .selectFrom('deployment_log')
      .select(['seq', 'body'])
      .where('deployment_id', '=', id)
      .where('kind', '=', '')
      .execute()
    for (const { seq, body } of rows) {
      const { at, kind } = JSON.parse(body) as { readonly at: number; readonly kind: string }
      await db
        .updateTable('deployment_log')
        .set({ at, kind })
        .where('deployment_id', '=', id)
        .where('seq', '=', seq)
        .execute()
    }
  }
}

/** Index for the acts of a deployment on a day, without its checks of candles. */
export const deploymentLog: Migration = {
  async up(db) {
    const tables = await db.introspection.getTables()
    const columns = tables.find(({ name }) => name === 'deployment_log')?.columns ?? []
    if (!columns.some(({ name }) => name === 'kind')) {
      await db.schema
        .alterTable('deployment_log')
        .addColumn('at', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute()
      await db.schema
        .alterTable('deployment_log')
        .addColumn('kind', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
    }
    await fill(db as unknown as Db)
  },
}
