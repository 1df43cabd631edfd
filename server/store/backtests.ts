import { type Kysely, sql } from 'kysely'
import type { UserId } from '../user.ts'
import { likePattern } from './like-pattern.ts'
import type { BacktestRecordTable, BacktestRunTable, Database } from './schema.ts'

export const insertRun = async (db: Kysely<Database>, run: BacktestRunTable): Promise<void> => {
  await db.insertInto('backtest_run').values(run).execute()
}

export const findRun = (db: Kysely<Database>, owner: UserId, slug: string) =>
  db
    .selectFrom('backtest_run')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('slug', '=', slug)
    .executeTakeFirst()

export const countRuns = async (db: Kysely<Database>, owner: UserId): Promise<number> => {
  const row = await db
    .selectFrom('backtest_run')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', owner)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export const countRecords = async (db: Kysely<Database>, owner: UserId, slug: string): Promise<number> => {
  const row = await db
    .selectFrom('backtest_record')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', owner)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export const updateRun = async (
  db: Kysely<Database>,
  owner: UserId,
  slug: string,
  change: Partial<Pick<BacktestRunTable, 'cumulative' | 'size' | 'updated_at'>>,
): Promise<void> => {
  await db
    .updateTable('backtest_run')
    .set(change)
    .where('owner_id', '=', owner)
    .where('slug', '=', slug)
    .execute()
}

/** Its records are deleted with it. */
export const deleteRun = async (db: Kysely<Database>, owner: UserId, slug: string): Promise<boolean> => {
  const gone = await db
    .deleteFrom('backtest_run')
    .where('owner_id', '=', owner)
    .where('slug', '=', slug)
    .returning('id')
    .execute()
  return gone.length > 0
}

export const insertRecord = async (db: Kysely<Database>, record: BacktestRecordTable): Promise<void> => {
  await db.insertInto('backtest_record').values(record).execute()
}

export const updateRecord = async (
  db: Kysely<Database>,
  owner: UserId,
  id: string,
  change: Partial<BacktestRecordTable>,
): Promise<void> => {
  await db
    .updateTable('backtest_record')
    .set(change)
    .where('owner_id', '=', owner)
    .where('id', '=', id)
    .execute()
}

export const findRecord = (db: Kysely<Database>, owner: UserId, slug: string, segSym: string) =>
  db
    .selectFrom('backtest_record')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('slug', '=', slug)
    .where('seg_sym', '=', segSym)
    .executeTakeFirst()

export const listRecords = (
  db: Kysely<Database>,
  owner: UserId,
  slug: string,
): Promise<BacktestRecordTable[]> =>
  db
    .selectFrom('backtest_record')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('slug', '=', slug)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Bytes. */
export const weighOwner = async (db: Kysely<Database>, owner: UserId): Promise<number> => {
  let bytes = 0
  for (const table of ['backtest_run', 'backtest_record'] as const) {
    const row = await db
      .selectFrom(table)
      .select(({ fn }) => fn.sum<number | null>('size').as('size'))
      .where('owner_id', '=', owner)
      .executeTakeFirst()
    bytes += Number(row?.size ?? 0)
  }
  return bytes
}

export const weighRun = async (db: Kysely<Database>, owner: UserId, slug: string): Promise<number> => {
  const row = await db
    .selectFrom('backtest_record')
    .select(({ fn }) => fn.sum<number | null>('size').as('size'))
    .where('owner_id', '=', owner)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return Number(row?.size ?? 0)
}

export type RecordSummary = Pick<
  BacktestRecordTable,
  'id' | 'run_id' | 'seg_sym' | 'final_pnl_paise' | 'trades' | 'source' | 'created_at' | 'updated_at'
>

const summaryColumns = [
  'id',
  'run_id',
  'seg_sym',
  'final_pnl_paise',
  'trades',
  'source',
  'created_at',
  'updated_at',
] as const

export const summariseRecords = async (
  db: Kysely<Database>,
  owner: UserId,
  runIds: readonly string[],
): Promise<RecordSummary[]> =>
  runIds.length === 0
    ? []
    : db
        .selectFrom('backtest_record')
        .select(summaryColumns)
        .where('owner_id', '=', owner)
        .where('run_id', 'in', runIds)
        .orderBy('created_at')
        .orderBy('id')
        .execute()

export const findRecordSummary = (db: Kysely<Database>, owner: UserId, id: string) =>
  db
    .selectFrom('backtest_record')
    .select(summaryColumns)
    .where('owner_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()

export type RunSummary = Omit<BacktestRunTable, 'params' | 'cumulative' | 'size'>

const runColumns = [
  'id',
  'owner_id',
  'slug',
  'name',
  'interval',
  'from_day',
  'to_day',
  'entry',
  'planned',
  'created_at',
  'updated_at',
] as const

export const findRunSummary = (db: Kysely<Database>, owner: UserId, id: string) =>
  db
    .selectFrom('backtest_run')
    .select(runColumns)
    .where('owner_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst()

export const pageRuns = async (
  db: Kysely<Database>,
  owner: UserId,
  page: { readonly offset: number; readonly limit: number; readonly search: string },
): Promise<{ runs: RunSummary[]; total: number }> => {
  let query = db.selectFrom('backtest_run').where('owner_id', '=', owner)
  if (page.search !== '') {
    const pattern = likePattern(page.search)
    query = query.where((eb) => {
      const holds = (column: 'name' | 'slug' | 'entry') =>
        sql<boolean>`lower(${eb.ref(column)}) like ${pattern} escape '\\'`
      return eb.or([
        holds('name'),
        holds('slug'),
        holds('entry'),
        eb.exists(
          eb
            .selectFrom('backtest_record')
            .select('backtest_record.id')
            .whereRef('backtest_record.run_id', '=', 'backtest_run.id')
            .where(sql<boolean>`lower(backtest_record.seg_sym) like ${pattern} escape '\\'`),
        ),
      ])
    })
  }
  const total = await query.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirst()
  const runs = await query
    .select(runColumns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { runs, total: Number(total?.count ?? 0) }
}
