import { randomBytes } from 'node:crypto'
import { type Kysely, type Migration, sql } from 'kysely'

const ID_BYTES = 16

const hasIdentity = async (db: Kysely<never>): Promise<boolean> => {
  const { rows } = await sql`select id from ledger_identity`.execute(db)
  return rows.length > 0
}

/** Distinguishes ledgers even while both are empty. One row. */
export const ledgerIdentity: Migration = {
  async up(db) {
    await db.schema
      .createTable('ledger_identity')
      .ifNotExists()
      .addColumn('id', 'text', (column) => column.primaryKey())
      .execute()
    if (await hasIdentity(db as Kysely<never>)) return
    await sql`insert into ledger_identity (id) values (${randomBytes(ID_BYTES).toString('hex')})`.execute(db)
  },
}
