import { setTimeout as wait } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { encodeCandles } from '../../../src/contract/charts/candle-columns.ts'
import type { Candles } from '../../../src/domain/charts/candle.ts'
import type { Interval } from '../../../src/domain/charts/interval.ts'
import type { PriceBreak } from '../../../src/domain/charts/price-breaks.ts'
import type { Clock } from '../../ports.ts'
import { withAudit } from '../audit.ts'
import type { Store } from '../database/database.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Database } from '../schema.ts'
import { dropUnreferenced, lockSeries, type RequestedBy } from './candle-series.ts'

export interface StagedDay {
  readonly key: string
  readonly day: number
  readonly candles: Candles
}

export interface Runner {
  readonly host: string
  readonly process: number
}

export interface BreakOf extends PriceBreak {
  readonly key: string
}

export interface PublishOptions {
  readonly interval: Interval
  readonly onExisting: 'refuse' | 'replace'
  readonly adjusted: readonly BreakOf[]
}

/** 160 KB of minutes per transaction, so that orders wait a few ms at most. */
const ROWS_AT_ONCE = 8 * 375
/** In a file of many instruments a day may be a single candle. */
const DAYS_AT_ONCE = 128
const DAYS_DISCARDED_AT_ONCE = 8
const PAUSE_MS = 4

function* batchesOf(days: readonly StagedDay[]): Generator<readonly StagedDay[]> {
  let batch: StagedDay[] = []
  let rows = 0
  for (const day of days) {
    const { length } = day.candles.time
    if (batch.length > 0 && (rows + length > ROWS_AT_ONCE || batch.length === DAYS_AT_ONCE)) {
      yield batch
      batch = []
      rows = 0
    }
    batch.push(day)
    rows += length
  }
  if (batch.length > 0) yield batch
}

/** Visible days of other imports that are staged anew. */
const olderDays = (trx: Transaction<Database>, id: string) =>
  trx
    .selectFrom('candle_chunk as staged')
    .innerJoin('candle_chunk as older', (join) =>
      join
        .onRef('older.key', '=', 'staged.key')
        .onRef('older.interval', '=', 'staged.interval')
        .onRef('older.day', '=', 'staged.day')
        .onRef('older.import_id', '!=', 'staged.import_id'),
    )
    .innerJoin('candle_import', 'candle_import.id', 'older.import_id')
    .where('candle_import.state', '=', 'visible')
    .where('staged.import_id', '=', id)

const replaceOlder = async (
  trx: Transaction<Database>,
  id: string,
  { keys, interval }: { readonly keys: readonly string[]; readonly interval: Interval },
): Promise<void> => {
  await trx
    .deleteFrom('candle_chunk')
    .where('key', 'in', keys)
    .where('interval', '=', interval)
    .where('import_id', '!=', id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('candle_chunk as staged')
          .select('staged.day')
          .where('staged.import_id', '=', id)
          .whereRef('staged.key', '=', 'candle_chunk.key')
          .whereRef('staged.interval', '=', 'candle_chunk.interval')
          .whereRef('staged.day', '=', 'candle_chunk.day'),
      ),
    )
    .where('import_id', 'in', trx.selectFrom('candle_import').select('id').where('state', '=', 'visible'))
    .execute()
}

/** Staged days are invisible until the whole import is published or discarded. */
export const createCandleImports = ({ store, clock }: { readonly store: Store; readonly clock: Clock }) => {
  const { db } = store

  const isStaging = async (id: string): Promise<boolean> =>
    (await db
      .selectFrom('candle_import')
      .select('id')
      .where('id', '=', id)
      .where('state', '=', 'staging')
      .executeTakeFirst()) !== undefined

  /** In steps, which is safe as nobody reads staged days; the next start discards what a crash leaves. */
  const discardImport = async (id: string): Promise<void> => {
    if (!(await isStaging(id))) return
    const staged = await db.selectFrom('candle_chunk').select('day').where('import_id', '=', id).execute()
    const stagedDays = [...new Set(staged.map(({ day }) => day))]
    for (let from = 0; from < stagedDays.length; from += DAYS_DISCARDED_AT_ONCE) {
      const days = stagedDays.slice(from, from + DAYS_DISCARDED_AT_ONCE)
      await db.deleteFrom('candle_chunk').where('import_id', '=', id).where('day', 'in', days).execute()
      await wait(PAUSE_MS)
    }
    await db.deleteFrom('candle_import').where('id', '=', id).where('state', '=', 'staging').execute()
  }

  return {
    async beginImport(id: string, runner: Runner): Promise<void> {
      await db
        .insertInto('candle_import')
        .values({ id, state: 'staging', ...runner, seen_at: clock.now(), finished_at: null, adjusted: null })
        .execute()
    },

    async stageDays(id: string, interval: Interval, days: readonly StagedDay[]) {
      for (const batch of batchesOf(days)) {
        const rows = batch.map(({ key, day, candles }) => ({
          key,
          interval,
          day,
          import_id: id,
          rows: candles.time.length,
          columns: Buffer.from(encodeCandles(candles)),
        }))
        await inTransaction(store, async (trx) => {
          await trx.insertInto('candle_chunk').values(rows).execute()
          await trx.updateTable('candle_import').set({ seen_at: clock.now() }).where('id', '=', id).execute()
        })
        await wait(PAUSE_MS)
      }
    },

    /** `refuse` changes nothing and returns the visible days in conflict, if any; `replace` replaces them. */
    async publishImport(
      id: string,
      keys: readonly string[],
      { interval, onExisting, adjusted }: PublishOptions,
      by: RequestedBy,
    ): Promise<{ days: number; firstDay: number; lastDay: number } | null> {
      return withAudit({ store, clock }, async (trx, record) => {
        for (const key of keys) await lockSeries(trx, { key, interval })
        const older = olderDays(trx, id)
        const existing = await older
          .select(({ fn }) => [
            fn.countAll<number>().as('days'),
            fn.min('older.day').as('firstDay'),
            fn.max('older.day').as('lastDay'),
          ])
          .executeTakeFirstOrThrow()
        if (existing.days > 0) {
          if (onExisting === 'refuse') return existing
          await replaceOlder(trx, id, { keys, interval })
        }
        await trx
          .updateTable('candle_import')
          .set({
            state: 'visible',
            seen_at: clock.now(),
            finished_at: clock.now(),
            adjusted: adjusted.length === 0 ? null : JSON.stringify(adjusted),
          })
          .where('id', '=', id)
          .execute()
        await dropUnreferenced(trx)
        await record({
          ...by,
          action: 'import.committed',
          object: keys.length === 1 ? (keys[0] ?? '') : `${keys.length} instruments`,
          detail: {
            interval,
            replacedDays: existing.days,
            ...(adjusted.length === 0 ? {} : { adjusted: adjusted.length }),
          },
        })
        return null
      })
    },

    discardImport,

    async discardImportsThat(isAbandoned: (left: Runner & { seenAt: number }) => boolean): Promise<number> {
      const staging = await db
        .selectFrom('candle_import')
        .select(['id', 'host', 'process', 'seen_at as seenAt'])
        .where('state', '=', 'staging')
        .execute()
      const abandoned = staging.filter(isAbandoned)
      for (const { id } of abandoned) await discardImport(id)
      return abandoned.length
    },
  }
}
