import { sql, type Transaction } from 'kysely'
import { encodeCandles } from '../../src/contract/candle-columns.ts'
import { type Candles, candleColumns, emptyCandles } from '../../src/domain/candle.ts'
import type { Interval } from '../../src/domain/interval.ts'
import type { Clock } from '../ports.ts'
import { withAudit } from './audit.ts'
import type { Store } from './database.ts'
import type { Database } from './schema.ts'
import { inTransaction } from './transaction.ts'

export interface SeriesName {
  readonly key: string
  readonly interval: Interval
}

/** Days since 1970-01-01 of IST days, both included. */
export interface DaySpan {
  readonly fromDay: number
  readonly toDay: number
}

export interface SeriesSummary extends SeriesName {
  readonly rows: number
  readonly days: number
  readonly firstDay: number
  readonly lastDay: number
  readonly importedAt: number
}

/** What a series holds inside a span, and in which version. */
export interface SpanSummary {
  readonly interval: Interval
  readonly rows: number
  readonly days: number
  readonly firstDay: number
  readonly lastDay: number
  /** Changes whenever the candles may have. */
  readonly changes: number
}

export interface StagedDay {
  readonly day: number
  readonly candles: Candles
}

export interface Runner {
  readonly host: string
  readonly process: number
}

/** Bytes of one chunk in the wire's layout, copied into `into` from row `at` on. Returns the rows it held. */
const appendChunk = (bytes: Uint8Array, into: Candles, at: number): number => {
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const mask = header.getUint16(6, true)
  const rows = header.getUint32(8, true)
  let offset = 16
  candleColumns.forEach((name, bit) => {
    if ((mask & (1 << bit)) === 0) return
    const column = into[name]
    new Uint8Array(column.buffer, column.byteOffset + at * 8, rows * 8).set(
      bytes.subarray(offset, offset + rows * 8),
    )
    offset += rows * 8
  })
  return rows
}

const DAYS_PER_INSERT = 50

/** Who asked for a change, for the audit log. */
export interface AskedBy {
  readonly actor: string
  readonly request: string | null
}

export const createCandleStore = ({ store, clock }: { readonly store: Store; readonly clock: Clock }) => {
  const { db } = store
  const visible = () =>
    db
      .selectFrom('candle_chunk')
      .innerJoin('candle_import', 'candle_import.id', 'candle_chunk.import_id')
      .where('candle_import.state', '=', 'visible')

  /** Serialises whoever changes the days of a series until the transaction ends. */
  const lockSeries = async (trx: Transaction<Database>, { key, interval }: SeriesName): Promise<void> => {
    await trx
      .insertInto('candle_series')
      .values({ key, interval, changes: 1 })
      .onConflict((conflict) =>
        conflict.columns(['key', 'interval']).doUpdateSet({ changes: sql`candle_series.changes + 1` }),
      )
      .execute()
  }

  const dropUnreferenced = async (trx: Transaction<Database>): Promise<void> => {
    await trx
      .deleteFrom('candle_import')
      .where('state', '=', 'visible')
      .where('id', 'not in', trx.selectFrom('candle_chunk').select('import_id'))
      .execute()
  }

  const discardImport = async (id: string): Promise<void> => {
    await inTransaction(store, async (trx) => {
      const held = await trx
        .selectFrom('candle_import')
        .select('id')
        .where('id', '=', id)
        .where('state', '=', 'staging')
        .executeTakeFirst()
      if (held === undefined) return
      await trx.deleteFrom('candle_chunk').where('import_id', '=', id).execute()
      await trx.deleteFrom('candle_import').where('id', '=', id).execute()
    })
  }

  return {
    /** Every visible series, by key and interval. */
    async listSeries(): Promise<readonly SeriesSummary[]> {
      const rows = await visible()
        .select(({ fn }) => [
          'candle_chunk.key',
          'candle_chunk.interval',
          fn.sum<number>('candle_chunk.rows').as('rows'),
          fn.countAll<number>().as('days'),
          fn.min('candle_chunk.day').as('firstDay'),
          fn.max('candle_chunk.day').as('lastDay'),
          fn.max<number>('candle_import.finished_at').as('importedAt'),
        ])
        .groupBy(['candle_chunk.key', 'candle_chunk.interval'])
        .orderBy('candle_chunk.key')
        .execute()
      return rows
    },

    /** Keys of which something was stored at an interval, ascending. */
    async listKeys(interval: Interval): Promise<readonly string[]> {
      const rows = await db
        .selectFrom('candle_series')
        .select('key')
        .where('interval', '=', interval)
        .orderBy('key')
        .execute()
      return rows.map(({ key }) => key)
    },

    /** Days on which anything is stored at an interval, ascending. */
    async listDays(interval: Interval): Promise<readonly number[]> {
      const rows = await visible()
        .select('candle_chunk.day as day')
        .where('candle_chunk.interval', '=', interval)
        .distinct()
        .orderBy('candle_chunk.day')
        .execute()
      return rows.map(({ day }) => day)
    },

    /** What is visible of an instrument, per stored interval; in a span or, without one, at all. */
    async summarise(key: string, span: DaySpan | null): Promise<readonly SpanSummary[]> {
      let query = visible()
        .innerJoin('candle_series', (join) =>
          join
            .onRef('candle_series.key', '=', 'candle_chunk.key')
            .onRef('candle_series.interval', '=', 'candle_chunk.interval'),
        )
        .where('candle_chunk.key', '=', key)
      if (span !== null) {
        query = query
          .where('candle_chunk.day', '>=', span.fromDay)
          .where('candle_chunk.day', '<=', span.toDay)
      }
      return query
        .select(({ fn }) => [
          'candle_chunk.interval',
          fn.sum<number>('candle_chunk.rows').as('rows'),
          fn.countAll<number>().as('days'),
          fn.min('candle_chunk.day').as('firstDay'),
          fn.max('candle_chunk.day').as('lastDay'),
          fn.max('candle_series.changes').as('changes'),
        ])
        .groupBy('candle_chunk.interval')
        .execute()
    },

    /** The visible candles of the days of a span, ascending. */
    async readDays({ key, interval }: SeriesName, { fromDay, toDay }: DaySpan): Promise<Candles> {
      const chunks = await visible()
        .select(['candle_chunk.rows', 'candle_chunk.columns'])
        .where('candle_chunk.key', '=', key)
        .where('candle_chunk.interval', '=', interval)
        .where('candle_chunk.day', '>=', fromDay)
        .where('candle_chunk.day', '<=', toDay)
        .orderBy('candle_chunk.day')
        .execute()
      const candles = emptyCandles(chunks.reduce((sum, chunk) => sum + chunk.rows, 0))
      let at = 0
      for (const chunk of chunks) at += appendChunk(chunk.columns, candles, at)
      return candles
    },

    /** Removes a visible series. Returns how many days it had. */
    async deleteSeries(series: SeriesName, by: AskedBy): Promise<number> {
      return withAudit({ store, clock }, async (trx, record) => {
        await lockSeries(trx, series)
        const deleted = await trx
          .deleteFrom('candle_chunk')
          .where('key', '=', series.key)
          .where('interval', '=', series.interval)
          .where(
            'import_id',
            'in',
            trx.selectFrom('candle_import').select('id').where('state', '=', 'visible'),
          )
          .executeTakeFirst()
        await dropUnreferenced(trx)
        const days = Number(deleted.numDeletedRows)
        await record({
          ...by,
          action: 'candles.deleted',
          object: series.key,
          detail: { interval: series.interval, days },
        })
        return days
      })
    },

    async beginImport(id: string, runner: Runner): Promise<void> {
      await db
        .insertInto('candle_import')
        .values({ id, state: 'staging', ...runner, seen_at: clock.now(), finished_at: null })
        .execute()
    },

    /** Writes days that no reader sees until `publishImport`. */
    async stageDays(id: string, { key, interval }: SeriesName, days: readonly StagedDay[]) {
      await inTransaction(store, async (trx) => {
        for (let from = 0; from < days.length; from += DAYS_PER_INSERT) {
          await trx
            .insertInto('candle_chunk')
            .values(
              days.slice(from, from + DAYS_PER_INSERT).map(({ day, candles }) => ({
                key,
                interval,
                day,
                import_id: id,
                rows: candles.time.length,
                columns: Buffer.from(encodeCandles(candles)),
              })),
            )
            .execute()
        }
        await trx.updateTable('candle_import').set({ seen_at: clock.now() }).where('id', '=', id).execute()
      })
    },

    /**
     * Makes the staged days visible, all at once. With `refuse`, days that are visible already stop it, nothing
     * changes and they are returned; with `replace` they give way.
     */
    async publishImport(
      id: string,
      series: SeriesName,
      onExisting: 'refuse' | 'replace',
      by: AskedBy,
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
          .set({ state: 'visible', seen_at: clock.now(), finished_at: clock.now() })
          .where('id', '=', id)
          .execute()
        await dropUnreferenced(trx)
        await record({
          ...by,
          action: 'import.committed',
          object: series.key,
          detail: { interval: series.interval, replacedDays: existing.days },
        })
        return null
      })
    },

    discardImport,

    /** Removes what imports that no longer run have staged. Returns how many there were. */
    async sweepImports(isAbandoned: (left: Runner & { seenAt: number }) => boolean): Promise<number> {
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

export type CandleStore = ReturnType<typeof createCandleStore>
