import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { type ExchangeYear, exchangeYears } from '../../../src/domain/calendar/exchange-years.ts'
import { builtInYears, type CalendarYears } from '../../../src/domain/calendar/holidays/calendar-in-force.ts'
import type { Clock } from '../../ports.ts'
import { withAudit } from '../audit.ts'
import type { RequestedBy } from '../charts/candle-series.ts'
import type { Store } from '../database/database.ts'
import type { Database } from '../schema.ts'

export interface ImportedYear {
  readonly year: number
  readonly days: ExchangeYear
  readonly source: string
  readonly importedAt: number
}

/** By year; null restores the built-in one. */
export type YearChanges = ReadonlyMap<number, { readonly days: ExchangeYear; readonly source: string } | null>

const VERSION_LENGTH = 16

/** Equal days have equal versions, across restarts and nodes. */
const versionOf = (imported: readonly Pick<ImportedYear, 'year' | 'days'>[]): string =>
  imported.length === 0
    ? builtInYears.version
    : createHash('sha256')
        .update(JSON.stringify(imported.map(({ year, days }) => [year, days])))
        .digest('base64url')
        .slice(0, VERSION_LENGTH)

const toCalendarYears = (imported: readonly ImportedYear[]): CalendarYears => ({
  version: versionOf(imported),
  years: { ...exchangeYears, ...Object.fromEntries(imported.map(({ year, days }) => [year, days])) },
})

const listYears = async (db: Pick<Transaction<Database>, 'selectFrom'>): Promise<readonly ImportedYear[]> => {
  const rows = await db
    .selectFrom('exchange_year')
    .select(['year', 'days', 'source', 'imported_at as importedAt'])
    .orderBy('year')
    .execute()
  return rows.map((row) => ({ ...row, days: JSON.parse(row.days) as ExchangeYear }))
}

export const readCalendarYears = async ({ db }: Pick<Store, 'db'>): Promise<CalendarYears> =>
  toCalendarYears(await listYears(db))

export const withChanges = ({ years }: CalendarYears, changes: YearChanges): CalendarYears['years'] => {
  const next: Record<number, ExchangeYear> = { ...years }
  for (const [year, change] of changes) {
    const days = change?.days ?? exchangeYears[year]
    if (days === undefined) delete next[year]
    else next[year] = days
  }
  return next
}

export const createExchangeYearStore = ({
  store,
  clock,
}: {
  readonly store: Store
  readonly clock: Clock
}) => ({
  list: (): Promise<readonly ImportedYear[]> => listYears(store.db),
  read: (): Promise<CalendarYears> => readCalendarYears(store),

  /** Changes with every import and with a return to a built-in year. Cheap: parses and hashes no days. */
  async readImportVersion(): Promise<string> {
    const rows = await store.db
      .selectFrom('exchange_year')
      .select(['year', 'imported_at'])
      .orderBy('year')
      .execute()
    return rows.map(({ year, imported_at }) => `${year}.${imported_at}`).join('-')
  },

  /** All or none. Returns null when the stored version is no longer `before`. */
  async change(changes: YearChanges, before: string, by: RequestedBy): Promise<CalendarYears | null> {
    return withAudit({ store, clock }, async (trx, record) => {
      if (versionOf(await listYears(trx)) !== before) return null
      for (const [year, change] of changes) {
        await trx.deleteFrom('exchange_year').where('year', '=', year).execute()
        if (change !== null)
          await trx
            .insertInto('exchange_year')
            .values({
              year,
              days: JSON.stringify(change.days),
              source: change.source,
              imported_at: clock.now(),
            })
            .execute()
        await record({
          ...by,
          action: 'holidays.replaced',
          object: String(year),
          detail: { source: change?.source ?? 'built-in', holidays: change?.days.holidays.length ?? null },
        })
      }
      return toCalendarYears(await listYears(trx))
    })
  },
})

export type ExchangeYearStore = ReturnType<typeof createExchangeYearStore>
