import type { Kysely } from 'kysely'
import type { UserId } from '../../user.ts'
import type { Database, UserTable } from '../schema.ts'

/** Names that differ only in case or Unicode composition are one name. */
export const nameKey = (name: string): string => name.normalize('NFKC').toLowerCase()

export const insertUser = async (db: Kysely<Database>, user: Omit<UserTable, 'name_key'>): Promise<void> => {
  await db
    .insertInto('user')
    .values({ ...user, name_key: nameKey(user.name) })
    .execute()
}

export const findUserByName = (db: Kysely<Database>, name: string): Promise<UserTable | undefined> =>
  db.selectFrom('user').selectAll().where('name_key', '=', nameKey(name)).executeTakeFirst()

export const findUser = (db: Kysely<Database>, id: UserId): Promise<UserTable | undefined> =>
  db.selectFrom('user').selectAll().where('id', '=', id).executeTakeFirst()

export const listUsers = (
  db: Kysely<Database>,
): Promise<Pick<UserTable, 'id' | 'name' | 'created_at' | 'must_change_password'>[]> =>
  db
    .selectFrom('user')
    .select(['id', 'name', 'created_at', 'must_change_password'])
    .orderBy('created_at')
    .orderBy('name')
    .execute()

export const hasUsers = async (db: Kysely<Database>): Promise<boolean> =>
  (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) !== undefined

export const setPassword = async (
  db: Kysely<Database>,
  id: UserId,
  password: { readonly hash: string; readonly mustChange: boolean },
): Promise<void> => {
  await db
    .updateTable('user')
    .set({ password_hash: password.hash, must_change_password: password.mustChange ? 1 : 0 })
    .where('id', '=', id)
    .execute()
}
