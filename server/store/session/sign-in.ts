import { type Kysely, sql } from 'kysely'
import type { UserId } from '../../user.ts'
import type { Database, KnownBrowserTable, SignInFailureTable } from '../schema.ts'

export const findFailures = (db: Kysely<Database>, keys: readonly string[]): Promise<SignInFailureTable[]> =>
  db.selectFrom('sign_in_failure').selectAll().where('key', 'in', keys).execute()

export const addFailure = async (
  db: Kysely<Database>,
  key: string,
  { now, forgottenBefore }: { readonly now: number; readonly forgottenBefore: number },
): Promise<void> => {
  await db
    .insertInto('sign_in_failure')
    .values({ key, failures: 1, last_at: now })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        failures: sql<number>`case when sign_in_failure.last_at <= ${forgottenBefore} then 1 else sign_in_failure.failures + 1 end`,
        last_at: now,
      }),
    )
    .execute()
}

export const deleteFailures = async (db: Kysely<Database>, keys: readonly string[]): Promise<void> => {
  await db.deleteFrom('sign_in_failure').where('key', 'in', keys).execute()
}

export const trimFailures = async (
  db: Kysely<Database>,
  { forgottenBefore, keep }: { readonly forgottenBefore: number; readonly keep: number },
): Promise<void> => {
  await db.deleteFrom('sign_in_failure').where('last_at', '<', forgottenBefore).execute()
  const first = await db
    .selectFrom('sign_in_failure')
    .select('last_at')
    .orderBy('last_at', 'desc')
    .offset(keep)
    .limit(1)
    .executeTakeFirst()
  if (first !== undefined)
    await db.deleteFrom('sign_in_failure').where('last_at', '<=', first.last_at).execute()
}

export const findBrowser = async (
  db: Kysely<Database>,
  owner: UserId,
  tokenHashes: readonly string[],
  now: number,
): Promise<string | null> => {
  if (tokenHashes.length === 0) return null
  const row = await db
    .selectFrom('known_browser')
    .select('token_hash')
    .where('token_hash', 'in', tokenHashes)
    .where('user_id', '=', owner)
    .where('ends_at', '>', now)
    .executeTakeFirst()
  return row?.token_hash ?? null
}

export const saveBrowser = async (
  db: Kysely<Database>,
  browser: KnownBrowserTable,
  keep: number,
): Promise<void> => {
  const { used_at, ends_at } = browser
  await db
    .insertInto('known_browser')
    .values(browser)
    .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ used_at, ends_at }))
    .execute()
  const rows = await db
    .selectFrom('known_browser')
    .select('token_hash')
    .where('user_id', '=', browser.user_id)
    .orderBy('used_at', 'desc')
    .orderBy('token_hash')
    .execute()
  const surplus = rows.slice(keep).map((row) => row.token_hash)
  if (surplus.length > 0) await db.deleteFrom('known_browser').where('token_hash', 'in', surplus).execute()
}

export const deleteBrowsersOf = async (db: Kysely<Database>, owner: UserId): Promise<void> => {
  await db.deleteFrom('known_browser').where('user_id', '=', owner).execute()
}

export const endSignIns = async (db: Kysely<Database>): Promise<void> => {
  for (const table of ['session', 'known_browser', 'sign_in_failure'] as const)
    await db.deleteFrom(table).execute()
}
