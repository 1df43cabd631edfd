import type { Kysely } from 'kysely'
import type { UserId } from '../../user.ts'
import type { Database } from '../schema.ts'

export interface LayoutRow {
  readonly name: string
  /** JSON. */
  readonly body: string
}

/** By name. */
export const listLayouts = (db: Kysely<Database>, owner: UserId): Promise<readonly LayoutRow[]> =>
  db
    .selectFrom('chart_layout')
    .select(['name', 'body'])
    .where('owner_id', '=', owner)
    .orderBy('name')
    .execute()

export const countLayouts = async (db: Kysely<Database>, owner: UserId): Promise<number> => {
  const { count } = await db
    .selectFrom('chart_layout')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('owner_id', '=', owner)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const putLayout = async (
  db: Kysely<Database>,
  owner: UserId,
  { name, body }: LayoutRow,
): Promise<void> => {
  await db
    .insertInto('chart_layout')
    .values({ owner_id: owner, name, body })
    .onConflict((conflict) => conflict.columns(['owner_id', 'name']).doUpdateSet({ body }))
    .execute()
}

/** False if there is none of that name. */
export const removeLayout = async (db: Kysely<Database>, owner: UserId, name: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('chart_layout')
    .where('owner_id', '=', owner)
    .where('name', '=', name)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
