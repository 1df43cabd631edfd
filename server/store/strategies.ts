import { type Kysely, sql } from 'kysely'
import type { UserId } from '../user.ts'
import { likePattern } from './like-pattern.ts'
import type { Database, StrategyBacktestTable, StrategyTable, StrategyVersionTable } from './schema.ts'

type Db = Kysely<Database>

export const insertStrategy = async (db: Db, row: StrategyTable): Promise<void> => {
  await db.insertInto('strategy').values(row).execute()
}

export const updateStrategy = async (
  db: Db,
  { owner_id, algo_uuid }: Pick<StrategyTable, 'owner_id' | 'algo_uuid'>,
  change: Partial<StrategyTable>,
): Promise<void> => {
  await db
    .updateTable('strategy')
    .set(change)
    .where('owner_id', '=', owner_id)
    .where('algo_uuid', '=', algo_uuid)
    .execute()
}

/** Deleted ones too. */
export const findStrategy = (db: Db, owner: UserId, algoUuid: string) =>
  db
    .selectFrom('strategy')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('algo_uuid', '=', algoUuid)
    .executeTakeFirst()

export const findStrategyBySlug = (db: Db, owner: UserId, slug: string) =>
  db
    .selectFrom('strategy')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('slug', '=', slug)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const countStrategies = async (db: Db, owner: UserId): Promise<number> => {
  const row = await db
    .selectFrom('strategy')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('owner_id', '=', owner)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export const findNameKeys = async (
  db: Db,
  owner: UserId,
  keys: readonly string[],
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('strategy')
    .select('name_key')
    .where('owner_id', '=', owner)
    .where('deleted_at', 'is', null)
    .where('name_key', 'in', keys)
    .execute()
  return rows.map((row) => row.name_key)
}

export const purgeStrategies = async (db: Db, owner: UserId, deletedBefore: number): Promise<void> => {
  await db
    .deleteFrom('strategy')
    .where('owner_id', '=', owner)
    .where('deleted_at', '<', deletedBefore)
    .execute()
}

export const insertVersion = async (db: Db, row: StrategyVersionTable): Promise<void> => {
  await db.insertInto('strategy_version').values(row).execute()
}

export const findVersion = (db: Db, owner: UserId, algoUuid: string, version: number) =>
  db
    .selectFrom('strategy_version')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('algo_uuid', '=', algoUuid)
    .where('version', '=', version)
    .executeTakeFirst()

export const newestVersions = (
  db: Db,
  owner: UserId,
  algoUuid: string,
  limit: number,
): Promise<StrategyVersionTable[]> =>
  db
    .selectFrom('strategy_version')
    .selectAll()
    .where('owner_id', '=', owner)
    .where('algo_uuid', '=', algoUuid)
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()

export const putBacktest = async (db: Db, row: StrategyBacktestTable): Promise<void> => {
  await db
    .insertInto('strategy_backtest')
    .values(row)
    .onConflict((conflict) => conflict.columns(['owner_id', 'algo_uuid']).doUpdateSet(row))
    .execute()
}

export const forgetBacktest = async (db: Db, owner: UserId, runSlug: string): Promise<void> => {
  await db
    .deleteFrom('strategy_backtest')
    .where('owner_id', '=', owner)
    .where('run_slug', '=', runSlug)
    .execute()
}

export const findBacktests = async (
  db: Db,
  owner: UserId,
  algoUuids: readonly string[],
): Promise<StrategyBacktestTable[]> =>
  algoUuids.length === 0
    ? []
    : db
        .selectFrom('strategy_backtest')
        .selectAll()
        .where('owner_id', '=', owner)
        .where('algo_uuid', 'in', algoUuids)
        .execute()

export interface StrategyFilter {
  readonly search: string
  /** Empty is all. */
  readonly subCategories: readonly string[]
  readonly trends: readonly string[]
}

const filtered = (db: Db, owner: UserId, { search, subCategories }: StrategyFilter) => {
  const pattern = likePattern(search)
  const ofOwner = db
    .selectFrom('strategy')
    .where('strategy.owner_id', '=', owner)
    .where('strategy.deleted_at', 'is', null)
    .where((eb) => sql<boolean>`${eb.ref('strategy.search')} like ${pattern} escape '\\'`)
  return subCategories.length === 0 ? ofOwner : ofOwner.where('strategy.sub_category', 'in', subCategories)
}

export const countByTrend = async (
  db: Db,
  owner: UserId,
  filter: StrategyFilter,
): Promise<ReadonlyMap<string, number>> => {
  const rows = await filtered(db, owner, filter)
    .select(['strategy.trend', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('strategy.trend')
    .execute()
  return new Map(rows.map(({ trend, count }) => [trend, Number(count)]))
}

export interface StrategyOrder {
  readonly by: 'updated' | 'created' | 'name' | 'return' | 'drawdown'
  readonly isDescending: boolean
}

const sortColumns = {
  updated: 'strategy.updated_at',
  created: 'strategy.created_at',
  name: 'strategy.name_key',
  return: 'strategy_backtest.period_return',
  drawdown: 'strategy_backtest.max_draw',
} as const

/** Strategies without a figure are last in either direction. */
export const pageStrategies = (
  db: Db,
  owner: UserId,
  filter: StrategyFilter,
  order: StrategyOrder,
  page: { readonly offset: number; readonly limit: number },
): Promise<StrategyTable[]> => {
  const column = sortColumns[order.by]
  const query = filtered(db, owner, filter)
  const inTrends = filter.trends.length === 0 ? query : query.where('strategy.trend', 'in', filter.trends)
  return inTrends
    .leftJoin('strategy_backtest', (join) =>
      join
        .onRef('strategy_backtest.owner_id', '=', 'strategy.owner_id')
        .onRef('strategy_backtest.algo_uuid', '=', 'strategy.algo_uuid'),
    )
    .selectAll('strategy')
    .orderBy((eb) => sql`${eb.ref(column)} is null`)
    .orderBy(column, order.isDescending ? 'desc' : 'asc')
    .orderBy('strategy.algo_uuid')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}
