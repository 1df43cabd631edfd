import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type * as z from 'zod/mini'
import type { HolidayCalendar, HolidayPreview } from '../../src/contract/holidays.ts'
import type { FromWire } from '../../src/contract/wire.ts'
import type { Calendar } from '../../src/domain/calendar.ts'
import { dayInWords, yearOf } from '../../src/domain/dates-in-words.ts'
import { exchangeYears } from '../../src/domain/exchange-years.ts'
import {
  derivativeExchanges,
  findExpiryMoves,
  isMoved,
  type OpenContract,
} from '../../src/domain/expiry-moves.ts'
import {
  compareDays,
  findLongClosure,
  type HolidayList,
  planBuiltIn,
  planHolidays,
} from '../../src/domain/holiday-plan.ts'
import { type IstDate, toIstDate } from '../../src/domain/time.ts'
import { readHolidayFile } from '../market/calendar/holiday-file.ts'
import { FileFault } from '../market/import/text-lines.ts'
import { Refusal } from '../refusal.ts'
import type { AskedBy } from '../store/candle-series.ts'
import { type ExchangeYearStore, withChanges, type YearChanges } from '../store/exchange-years.ts'

/** A list, or the year that goes back to the built-in one. */
export interface HolidaySource {
  readonly file?: string | undefined
  readonly text?: string | undefined
  readonly builtIn?: number | undefined
}

type Preview = FromWire<z.output<typeof HolidayPreview>>
type Years = FromWire<z.output<typeof HolidayCalendar>>

export interface HolidayParts {
  readonly years: ExchangeYearStore
  /** The one in force. */
  readonly calendar: Calendar
  /** Market time. */
  readonly now: () => number
  /** Exchanges whose list of instruments is imported: their contracts end when the list says so. */
  readonly importedExchanges: () => Promise<readonly string[]>
  /** Of all users. */
  readonly openContracts: () => readonly OpenContract[]
}

const CONTRACTS_SHOWN = 5
const PREVIEW_LENGTH = 22
const TYPED = 'typed list'

const malformed = (issue: string): Refusal =>
  new Refusal('malformed', issue.endsWith('.') ? issue : `${issue}.`, { issues: [issue] })

const inWords = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** What lists of holidays would change, and what keeps them from it. Writes nothing. */
export const createHolidayPlanner = ({
  years,
  calendar,
  now,
  importedExchanges,
  openContracts,
}: HolidayParts) => {
  const readList = (text: string) => {
    try {
      return readHolidayFile(text)
    } catch (error) {
      throw error instanceof FileFault ? malformed(error.message) : error
    }
  }

  const planList = (source: HolidaySource, today: IstDate) => {
    const file = basename((source.file ?? TYPED).replaceAll('\\', '/')) || TYPED
    const read = readList(source.text ?? '')
    const { days, hasSessions }: HolidayList = read
    const plan = planHolidays({ days, hasSessions }, calendar, today)
    const lines = (source.text ?? '').split('\n')
    const refused = plan.refused.map(({ line, reason }) => ({
      line,
      reason,
      text: (lines[line - 1] ?? '').trim().slice(0, 120),
    }))
    return {
      changes: new Map([...plan.years].map(([year, made]) => [year, { days: made, source: file }])),
      badRows: [...read.badRows, ...refused]
        .sort((one, other) => one.line - other.line)
        .map((row) => ({ file, ...row })),
      remarks: plan.remarks,
    }
  }

  const planReturn = async (year: number, today: IstDate) => {
    const imported = (await years.list()).some((one) => one.year === year)
    if (!imported) throw malformed(`${year} is the built-in calendar already`)
    const plan = planBuiltIn(year, exchangeYears[year], calendar, today)
    if (plan === null)
      throw malformed(`${year} has been, at least in part, and there is no other calendar for it`)
    const change = plan.days === null ? null : { days: plan.days, source: 'built-in' }
    return { changes: new Map([[year, change]]), badRows: [], remarks: [] }
  }

  const plan = (source: HolidaySource, today: IstDate) => {
    if ((source.text === undefined) === (source.builtIn === undefined))
      throw malformed('Give either a list of holidays or the year that goes back to the built-in calendar')
    return source.builtIn === undefined ? planList(source, today) : planReturn(source.builtIn, today)
  }

  const findRefusal = (
    changed: readonly number[],
    { after, moves, imported }: Compared,
    today: IstDate,
  ): string | null => {
    const closure = findLongClosure(after, changed)
    if (closure !== null)
      return `The exchanges would be closed for ${closure.days} days from ${dayInWords(closure.from)} ${yearOf(closure.from)} on; this is no list of holidays.`
    const changesToday = compareDays(calendar, after, [yearOf(today)]).some(({ date }) => date === today)
    if (changesToday) return `${dayInWords(today)} is today: its session cannot change any more.`
    const held = openContracts().filter((contract) => isMoved(contract, moves, { after, imported }))
    if (held.length === 0) return null
    const titles = [...new Set(held.map(({ title }) => title))].sort()
    const more = titles.length - CONTRACTS_SHOWN
    const shown = inWords([
      ...titles.slice(0, CONTRACTS_SHOWN),
      ...(more > 0 ? [more === 1 ? 'one other' : `${more} others`] : []),
    ])
    return `${shown} would expire on another day, and there are open positions or orders in ${titles.length === 1 ? 'it' : 'them'}. Exit or cancel them first.`
  }

  const compare = async (
    changes: YearChanges,
  ): Promise<Compared & { readonly changed: readonly number[] }> => {
    const { profile, version } = calendar
    const today = toIstDate(now())
    const after: Calendar = {
      profile,
      version: 'planned',
      years: withChanges({ version, years: calendar.years }, changes),
    }
    const imported = new Set(await importedExchanges())
    const moves = findExpiryMoves(today, calendar, after).filter(({ exchange }) => !imported.has(exchange))
    return { after, moves, imported, changed: [...changes.keys()] }
  }

  return {
    /** Throws Refusal for a list that cannot be read at all. */
    async plan(source: HolidaySource): Promise<{ readonly preview: Preview; readonly changes: YearChanges }> {
      const today = toIstDate(now())
      const { changes, badRows, remarks } = await plan(source, today)
      const compared = await compare(changes)
      const { after, moves, imported, changed } = compared
      const days = compareDays(calendar, after, changed)
      const keeping = derivativeExchanges.filter((exchange) => imported.has(exchange))
      const shown = {
        years: [...changed],
        changes: days.map(({ before, after: is, ...day }) => ({
          ...day,
          before: before && [...before],
          after: is && [...is],
        })),
        expiries: [...moves],
        badRows,
        remarks: [
          ...remarks,
          ...changed
            .filter((year) => changes.get(year) != null && days.every(({ date }) => yearOf(date) !== year))
            .map((year) => `No session of ${year} changes; its days are named as in the list.`),
          ...(keeping.length > 0 && days.length > 0
            ? [
                `Contracts of ${inWords(keeping)} are from an imported list of instruments and keep its expiries.`,
              ]
            : []),
        ],
        refusal:
          changed.length === 0
            ? 'Nothing would change: the calendar says the same.'
            : findRefusal(changed, compared, today),
      }
      const named = JSON.stringify([calendar.version, today, [...changes], shown.badRows])
      const preview = createHash('sha256').update(named).digest('base64url').slice(0, PREVIEW_LENGTH)
      return { preview: { preview, ...shown }, changes }
    },

    /** What keeps these changes from coming into force at this moment; null where nothing does. */
    async checkLast(changes: YearChanges): Promise<() => string | null> {
      const compared = await compare(changes)
      return () => findRefusal(compared.changed, compared, toIstDate(now()))
    },
  }
}

interface Compared {
  readonly after: Calendar
  readonly moves: ReturnType<typeof findExpiryMoves>
  readonly imported: ReadonlySet<string>
}

/** Refused unless rows that cannot be used are left out. */
export const refuseBadRows = ({ badRows }: Preview, isSkipping: boolean): void => {
  if (badRows.length === 0 || isSkipping) return
  throw new Refusal(
    'malformed',
    `${badRows.length === 1 ? 'One row' : `${badRows.length} rows`} cannot be used; nothing was imported.`,
    { issues: badRows.map(({ line, reason }) => `line ${line}: ${reason}`) },
  )
}

export interface HolidayServiceParts extends HolidayParts {
  /** Makes everything that another calendar needs; what it returns puts both in force in one turn of the event loop. */
  readonly prepare: (years: Awaited<ReturnType<ExchangeYearStore['read']>>) => Promise<() => void>
}

/** Lists of holidays: shown first, then in force for the whole server. One change at a time. */
export const createHolidays = (parts: HolidayServiceParts) => {
  const { years, calendar, prepare } = parts
  const planner = createHolidayPlanner(parts)
  let working: Promise<unknown> = Promise.resolve()
  const inTurn = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const done = working.then(work, work)
    working = done.catch(() => {})
    return done
  }

  const list = async (): Promise<Years> => {
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

  /** Orders may have been placed while the list of instruments was made: what is stored goes back to what it was. */
  const store = async (changes: YearChanges, by: AskedBy): Promise<void> => {
    const before = calendar.version
    const kept = new Map((await years.list()).map((one) => [one.year, one]))
    const check = await planner.checkLast(changes)
    const next = await years.change(changes, before, by)
    if (next === null) throw new Refusal('conflict', 'Another list of holidays came into force; look again')
    const putInForce = await prepare(next)
    const refusal = check()
    if (refusal !== null) {
      const back = new Map([...changes.keys()].map((year) => [year, kept.get(year) ?? null]))
      await years.change(back, next.version, by)
      throw new Refusal('conflict', refusal)
    }
    putInForce()
  }

  return {
    list,

    preview: async (source: HolidaySource): Promise<Preview> => (await planner.plan(source)).preview,

    /** Throws Refusal where it is not what was shown, or may not come into force. */
    change: (
      {
        preview: shown,
        isSkipping,
        ...source
      }: HolidaySource & {
        readonly preview: string
        readonly isSkipping: boolean
      },
      by: AskedBy,
    ): Promise<Years> =>
      inTurn(async () => {
        const { preview, changes } = await planner.plan(source)
        if (preview.preview !== shown)
          throw new Refusal('conflict', 'The calendar changed since the preview; look again')
        refuseBadRows(preview, isSkipping)
        if (preview.refusal !== null) throw new Refusal('conflict', preview.refusal)
        await store(changes, by)
        return list()
      }),

    /** Puts in force what another process, such as the shell, has stored. */
    follow: (): Promise<void> =>
      inTurn(async () => {
        const stored = await years.read()
        if (stored.version !== calendar.version) (await prepare(stored))()
      }),
  }
}

export type Holidays = ReturnType<typeof createHolidays>
