import type { Kysely } from 'kysely'
import type { UserId } from '../../user.ts'
import type { Database, SessionTable } from '../schema.ts'

export const insertSession = async (db: Kysely<Database>, session: SessionTable): Promise<void> => {
  await db.insertInto('session').values(session).execute()
}

/** The caller still has to check the other half and the end. */
export const findSession = (db: Kysely<Database>, tokenHash: string) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.user_id')
    .select([
      'session.token_hash',
      'session.binding_hash',
      'session.ends_at',
      'user.id as user_id',
      'user.name as user_name',
      'user.must_change_password',
    ])
    .where('session.token_hash', '=', tokenHash)
    .executeTakeFirst()

/** Anyone who has a half may end its session. */
export const deleteSessionByHalf = async (
  db: Kysely<Database>,
  column: 'token_hash' | 'binding_hash',
  hash: string,
): Promise<{ token_hash: string; user_id: UserId }[]> =>
  db.deleteFrom('session').where(column, '=', hash).returning(['token_hash', 'user_id']).execute()

export const deleteSessionsOf = (db: Kysely<Database>, owner: UserId): Promise<{ token_hash: string }[]> =>
  db.deleteFrom('session').where('user_id', '=', owner).returning('token_hash').execute()

const KEYS_IN_A_QUERY = 500

export const listOpenSessions = async (
  db: Kysely<Database>,
  tokenHashes: readonly string[],
): Promise<Set<string>> => {
  const open = new Set<string>()
  for (let from = 0; from < tokenHashes.length; from += KEYS_IN_A_QUERY) {
    const rows = await db
      .selectFrom('session')
      .select('token_hash')
      .where('token_hash', 'in', tokenHashes.slice(from, from + KEYS_IN_A_QUERY))
      .execute()
    for (const row of rows) open.add(row.token_hash)
  }
  return open
}

export const deleteEndedSessions = async (db: Kysely<Database>, now: number): Promise<void> => {
  await db.deleteFrom('session').where('ends_at', '<=', now).execute()
}

export const deleteOldestSessions = async (
  db: Kysely<Database>,
  owner: UserId,
  keep: number,
): Promise<{ readonly deleted: readonly string[]; readonly newestAt: number | null }> => {
  const all = await db
    .selectFrom('session')
    .select(['token_hash', 'created_at'])
    .where('user_id', '=', owner)
    .orderBy('created_at', 'desc')
    .orderBy('token_hash')
    .execute()
  const newestAt = all[0]?.created_at ?? null
  const surplus = all.slice(keep).map((session) => session.token_hash)
  if (surplus.length === 0) return { deleted: [], newestAt }
  const deleted = await db
    .deleteFrom('session')
    .where('user_id', '=', owner)
    .where('token_hash', 'in', surplus)
    .returning('token_hash')
    .execute()
  return { deleted: deleted.map((session) => session.token_hash), newestAt }
}
