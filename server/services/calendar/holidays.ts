import type * as z from 'zod/mini'
import type { HolidayCalendar } from '../../../src/contract/calendar.ts'
import type { FromWire } from '../../../src/contract/wire.ts'
import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import { Refusal } from '../../refusal.ts'
import type { ExchangeYearStore, YearChanges } from '../../store/calendar/exchange-years.ts'
import type { RequestedBy } from '../../store/charts/candle-series.ts'
import { createHolidayPlanner, type HolidayParts, type HolidaySource, type Preview } from './planner.ts'

type Years = FromWire<z.output<typeof HolidayCalendar>>

export const refuseBadRows = ({ badRows }: Preview, isSkipping: boolean): void => {
  if (badRows.length === 0 || isSkipping) return
  throw new Refusal(
    'MALFORMED',
    `${badRows.length === 1 ? 'One row' : `${badRows.length} rows`} cannot be used; nothing was imported.`,
    { issues: badRows.map(({ line, reason }) => `line ${line}: ${reason}`) },
  )
}

export interface HolidayServiceParts extends HolidayParts {
  /** Loads everything the calendar needs; the returned function applies it in one event-loop turn. */
  readonly prepare: (years: Awaited<ReturnType<ExchangeYearStore['read']>>) => Promise<() => void>
}

const listYears = async (years: ExchangeYearStore, calendar: Calendar): Promise<Years> => {
  const imported = new Map((await years.list()).map((one) => [one.year, one]))
  return {
    version: calendar.version,
    years: Object.entries(calendar.years).map(([text, { holidays, special, names, isProvisional }]) => {
      const year = Number(text)
      const from = imported.get(year)
      const dayOf = (monthDay: string) => ({ date: `${year}-${monthDay}`, name: names?.[monthDay] ?? '' })
      return {
        year,
        source: from === undefined ? 'built-in' : 'imported',
        file: from?.source ?? null,
        importedAt: from?.importedAt ?? null,
        isProvisional: isProvisional === true,
        holidays: holidays.map(dayOf),
        sessions: Object.entries(special).map(([monthDay, windows]) => ({
          ...dayOf(monthDay),
          windows: [...windows],
        })),
      }
    }),
  }
}

export const createHolidays = (parts: HolidayServiceParts) => {
  const { years, calendar, prepare } = parts
  const planner = createHolidayPlanner(parts)
  let working: Promise<unknown> = Promise.resolve()
  let lastImportVersion: string | null = null
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const done = working.then(work, work)
    working = done.catch(() => {})
    return done
  }

  const list = (): Promise<Years> => listYears(years, calendar)

  /** Orders may arrive while the instrument list is built; the stored years are then rolled back. */
  const store = async (changes: YearChanges, by: RequestedBy): Promise<void> => {
    const before = calendar.version
    const kept = new Map((await years.list()).map((one) => [one.year, one]))
    const check = await planner.checkLast(changes)
    const next = await years.change(changes, before, by)
    if (next === null) throw new Refusal('CONFLICT', 'The holiday calendar was just changed; preview again')
    const putInForce = await prepare(next)
    const refusal = check()
    if (refusal !== null) {
      const back = new Map([...changes.keys()].map((year) => [year, kept.get(year) ?? null]))
      await years.change(back, next.version, by)
      throw new Refusal('CONFLICT', refusal)
    }
    putInForce()
  }

  return {
    list,

    preview: async (source: HolidaySource): Promise<Preview> => (await planner.plan(source)).preview,

    /** Throws Refusal when the plan differs from the preview or must not take effect. */
    change: (
      {
        preview: shown,
        isSkipping,
        ...source
      }: HolidaySource & {
        readonly preview: string
        readonly isSkipping: boolean
      },
      by: RequestedBy,
    ): Promise<Years> =>
      inTurn(async () => {
        const { preview, changes } = await planner.plan(source)
        if (preview.preview !== shown)
          throw new Refusal('CONFLICT', 'The calendar changed since the preview; preview again')
        refuseBadRows(preview, isSkipping)
        if (preview.refusal !== null) throw new Refusal('CONFLICT', preview.refusal)
        await store(changes, by)
        return list()
      }),

    follow: (): Promise<void> =>
      inTurn(async () => {
        const importVersion = await years.readImportVersion()
        if (importVersion === lastImportVersion) return
        const stored = await years.read()
        if (stored.version !== calendar.version) (await prepare(stored))()
        lastImportVersion = importVersion
      }),
  }
}

export type Holidays = ReturnType<typeof createHolidays>
