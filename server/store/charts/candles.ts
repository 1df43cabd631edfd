import { type Candles, candleColumns, emptyCandles } from '../../../src/domain/charts/candle.ts'
import type { Interval } from '../../../src/domain/charts/interval.ts'
import type { PriceBreak } from '../../../src/domain/charts/price-breaks.ts'
import type { Clock } from '../../ports.ts'
import { withAudit } from '../audit.ts'
import type { Store } from '../database/database.ts'
import { type BreakOf, createCandleImports } from './candle-imports.ts'
import { dropUnreferenced, lockSeries, type RequestedBy, type SeriesName } from './candle-series.ts'

/** IST days since 1970-01-01, inclusive. */
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

export interface SpanSummary {
  readonly interval: Interval
  readonly rows: number
  readonly days: number
  readonly firstDay: number
  readonly lastDay: number
  /** Changes whenever the candles may have changed. */
  readonly changes: number
}

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

/** An import of one instrument, as older ones are, does not name it. */
const breaksOf = (key: string, adjusted: string | null): readonly PriceBreak[] =>
  (JSON.parse(adjusted ?? '[]') as readonly (PriceBreak & Partial<BreakOf>)[])
    .filter((one) => (one.key ?? key) === key)
    .map(({ key: _, ...one }) => one)

export const createCandleStore = ({ store, clock }: { readonly store: Store; readonly clock: Clock }) => {
  const { db } = store
  const visible = () =>
    db
      .selectFrom('candle_chunk')
      .innerJoin('candle_import', 'candle_import.id', 'candle_chunk.import_id')
      .where('candle_import.state', '=', 'visible')

  return {
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

    /** Later imports may have replaced some of the days before these breaks. */
    async listAdjusted(): Promise<readonly (SeriesName & { readonly breaks: readonly PriceBreak[] })[]> {
      const rows = await visible()
        .select(['candle_chunk.key', 'candle_chunk.interval', 'candle_import.adjusted'])
        .where('candle_import.adjusted', 'is not', null)
        .distinct()
        .execute()
      return rows.map(({ key, interval, adjusted }) => ({
        key,
        interval,
        breaks: breaksOf(key, adjusted),
      }))
    },

    /** Ascending; includes deleted series. */
    async listKeys(interval: Interval): Promise<readonly string[]> {
      const rows = await db
        .selectFrom('candle_series')
        .select('key')
        .where('interval', '=', interval)
        .orderBy('key')
        .execute()
      return rows.map(({ key }) => key)
    },

    async listDays(interval: Interval): Promise<readonly number[]> {
      const rows = await visible()
        .select('candle_chunk.day as day')
        .where('candle_chunk.interval', '=', interval)
        .distinct()
        .orderBy('candle_chunk.day')
        .execute()
      return rows.map(({ day }) => day)
    },

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

    async deleteSeries(series: SeriesName, by: RequestedBy): Promise<number> {
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

    ...createCandleImports({ store, clock }),
  }
}

export type CandleStore = ReturnType<typeof createCandleStore>
