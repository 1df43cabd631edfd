import type { Kysely } from 'kysely'
import type { UserId } from '../user.ts'
import type { Database, WatchlistTable } from './schema.ts'

export type WatchlistRow = Pick<WatchlistTable, 'name' | 'place' | 'symbols'>

export const listWatchlists = (db: Kysely<Database>, owner: UserId): Promise<WatchlistRow[]> =>
  db
    .selectFrom('watchlist')
    .select(['name', 'place', 'symbols'])
    .where('owner_id', '=', owner)
    .orderBy('place')
    .execute()

export const insertWatchlist = async (
  db: Kysely<Database>,
  owner: UserId,
  row: WatchlistRow,
): Promise<void> => {
  await db
    .insertInto('watchlist')
    .values({ owner_id: owner, ...row })
    .execute()
}

export const updateWatchlist = async (
  db: Kysely<Database>,
  owner: UserId,
  { name, symbols }: Pick<WatchlistRow, 'name' | 'symbols'>,
): Promise<void> => {
  await db
    .updateTable('watchlist')
    .set({ symbols })
    .where('owner_id', '=', owner)
    .where('name', '=', name)
    .execute()
}

export const deleteWatchlist = async (
  db: Kysely<Database>,
  owner: UserId,
  name: string,
): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('watchlist')
    .where('owner_id', '=', owner)
    .where('name', '=', name)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
