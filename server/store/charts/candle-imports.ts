import { setTimeout as wait } from 'node:timers/promises'
import { encodeCandles } from '../../../src/contract/charts/candle-columns.ts'
import type { Candles } from '../../../src/domain/charts/candle.ts'
import type { PriceBreak } from '../../../src/domain/charts/price-breaks.ts'
import type { Clock } from '../../ports.ts'
import { withAudit } from '../audit.ts'
import type { Store } from '../database/database.ts'
import { inTransaction } from '../database/transaction.ts'
import { dropUnreferenced, lockSeries, type RequestedBy, type SeriesName } from './candle-series.ts'

export interface StagedDay {
  readonly day: number
  readonly candles: Candles
}

export interface Runner {
  readonly host: string
  readonly process: number
}

export interface PublishOptions {
  readonly onExisting: 'refuse' | 'replace'
  readonly adjusted: readonly PriceBreak[]
}

/** 160 KB of minutes per transaction, so that orders wait a few ms at most. */
const DAYS_AT_ONCE = 8
const PAUSE_MS = 4

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
    for (let from = 0; from < staged.length; from += DAYS_AT_ONCE) {
      const days = staged.slice(from, from + DAYS_AT_ONCE).map(({ day }) => day)
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

    async stageDays(id: string, { key, interval }: SeriesName, days: readonly StagedDay[]) {
      for (let from = 0; from < days.length; from += DAYS_AT_ONCE) {
        const rows = days.slice(from, from + DAYS_AT_ONCE).map(({ day, candles }) => ({
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
      series: SeriesName,
      { onExisting, adjusted }: PublishOptions,
      by: RequestedBy,
    ): Promise<{ days: number; firstDay: number; lastDay: number } | null> {
      return withAudit({ store, clock }, async (trx, record) => {
        await lockSeries(trx, series)
        const older = trx
          .selectFrom('candle_chunk as older')
          .innerJoin('candle_import', 'candle_import.id', 'older.import_id')
          .where('candle_import.state', '=', 'visible')
          .where('older.key', '=', series.key)
          .where('older.interval', '=', series.interval)
          .where(
            'older.day',
            'in',
            trx.selectFrom('candle_chunk as staged').select('staged.day').where('staged.import_id', '=', id),
          )
        const existing = await older
          .select(({ fn }) => [
            fn.countAll<number>().as('days'),
            fn.min('older.day').as('firstDay'),
            fn.max('older.day').as('lastDay'),
          ])
          .executeTakeFirstOrThrow()
        if (existing.days > 0) {
          if (onExisting === 'refuse') return existing
          await trx
            .deleteFrom('candle_chunk')
            .where('key', '=', series.key)
            .where('interval', '=', series.interval)
            .where('import_id', '!=', id)
            .where('day', 'in', older.select('older.day'))
            .where(
              'import_id',
              'in',
              trx.selectFrom('candle_import').select('id').where('state', '=', 'visible'),
            )
            .execute()
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
          object: series.key,
          detail: {
            interval: series.interval,
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
