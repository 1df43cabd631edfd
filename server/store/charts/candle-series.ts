import { type Kysely, sql, type Transaction } from 'kysely'
import type { Interval } from '../../../src/domain/charts/interval.ts'
import type { Database } from '../schema.ts'

export interface SeriesName {
  readonly key: string
  readonly interval: Interval
}

export interface RequestedBy {
  readonly actor: string
  readonly request: string | null
}

/** Serialises writers of a series until the transaction ends. */
export const lockSeries = async (
  trx: Transaction<Database>,
  { key, interval }: SeriesName,
): Promise<void> => {
  await trx
    .insertInto('candle_series')
    .values({ key, interval, changes: 1 })
    .onConflict((conflict) =>
      conflict.columns(['key', 'interval']).doUpdateSet({ changes: sql`candle_series.changes + 1` }),
    )
    .execute()
}

export const dropUnreferenced = async (trx: Transaction<Database>): Promise<void> => {
  await trx
    .deleteFrom('candle_import')
    .where('state', '=', 'visible')
    .where('id', 'not in', trx.selectFrom('candle_chunk').select('import_id'))
    .execute()
}

/** Changes with each import and deletion of stored candles. */
export const readCandlesVersion = async (db: Kysely<Database>): Promise<string> => {
  const { series, changes } = await db
    .selectFrom('candle_series')
    .select(({ fn }) => [
      fn.countAll<number>().as('series'),
      fn.sum<number | null>('candle_series.changes').as('changes'),
    ])
    .executeTakeFirstOrThrow()
  return `${series} ${changes}`
}
