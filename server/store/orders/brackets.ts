import type { Kysely } from 'kysely'
import type { UserId } from '../../user.ts'
import type { BracketTable, Database } from '../schema.ts'

const ACTIVE = ['waiting', 'watching', 'exiting']

const LISTED_MAX = 500

export const listActiveBrackets = (db: Kysely<Database>): Promise<BracketTable[]> =>
  db
    .selectFrom('bracket')
    .selectAll()
    .where('status', 'in', ACTIVE)
    .orderBy('made_at')
    .orderBy('id')
    .execute()

export const listBracketsOf = (db: Kysely<Database>, owner: UserId, since: number): Promise<BracketTable[]> =>
  db
    .selectFrom('bracket')
    .selectAll()
    .where('owner_id', '=', owner)
    .where((each) => each.or([each('status', 'in', ACTIVE), each('ended_at', '>=', since)]))
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute()

export const findBracket = async (
  db: Kysely<Database>,
  owner: UserId,
  id: string,
): Promise<BracketTable | null> => {
  const row = await db
    .selectFrom('bracket')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export const insertBracket = async (db: Kysely<Database>, row: BracketTable): Promise<void> => {
  await db.insertInto('bracket').values(row).execute()
}

export const updateBracket = async (db: Kysely<Database>, row: BracketTable): Promise<void> => {
  const { id, owner_id: _, ...changes } = row
  await db.updateTable('bracket').set(changes).where('id', '=', id).execute()
}
