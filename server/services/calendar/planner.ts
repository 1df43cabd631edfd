import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type * as z from 'zod/mini'
import type { HolidayPreview } from '../../../src/contract/calendar.ts'
import type { FromWire } from '../../../src/contract/wire.ts'
import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import { exchangeYears } from '../../../src/domain/calendar/exchange-years.ts'
import {
  derivativeExchanges,
  findExpiryMoves,
  isMoved,
  type OpenContract,
} from '../../../src/domain/calendar/holidays/expiry-moves.ts'
import {
  compareDays,
  findLongClosure,
  type HolidayList,
  planBuiltIn,
  planHolidays,
} from '../../../src/domain/calendar/holidays/holiday-plan.ts'
import { dayInWords, yearOf } from '../../../src/domain/dates-in-words.ts'
import { type IstDate, toIstDate } from '../../../src/domain/time.ts'
import { readHolidayFile, TEXT_SHOWN } from '../../market/calendar/holiday-file.ts'
import { FileFault } from '../../market/import/text-lines.ts'
import { Refusal } from '../../refusal.ts'
import { type ExchangeYearStore, withChanges, type YearChanges } from '../../store/calendar/exchange-years.ts'

export interface HolidaySource {
  readonly file?: string | undefined
  readonly text?: string | undefined
  readonly builtIn?: number | undefined
}

export type Preview = FromWire<z.output<typeof HolidayPreview>>

export interface HolidayParts {
  readonly years: ExchangeYearStore
  readonly calendar: Calendar
  /** Market time. */
  readonly now: () => number
  /** Exchanges with an imported instrument list, which sets when their contracts expire. */
  readonly importedExchanges: () => Promise<readonly string[]>
  readonly openContracts: () => readonly OpenContract[]
}

const CONTRACTS_SHOWN = 5
const PREVIEW_LENGTH = 22
const TYPED = 'typed list'

const malformed = (issue: string): Refusal =>
  new Refusal('MALFORMED', issue.endsWith('.') ? issue : `${issue}.`, { issues: [issue] })

const inWords = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

interface Compared {
  readonly changed: readonly number[]
  readonly before: Calendar
  readonly after: Calendar
  readonly moves: ReturnType<typeof findExpiryMoves>
  readonly imported: ReadonlySet<string>
}

const readList = (text: string) => {
  try {
    return readHolidayFile(text)
  } catch (error) {
    throw error instanceof FileFault ? malformed(error.message) : error
  }
}

const planList = (source: HolidaySource, calendar: Calendar, today: IstDate) => {
  const file = basename((source.file ?? TYPED).replaceAll('\\', '/')) || TYPED
  const read = readList(source.text ?? '')
  const { days, hasSessions }: HolidayList = read
  const plan = planHolidays({ days, hasSessions }, calendar, today)
  const lines = (source.text ?? '').split('\n')
  const refused = plan.refused.map(({ line, reason }) => ({
    line,
    reason,
    text: (lines[line - 1] ?? '').trim().slice(0, TEXT_SHOWN),
  }))
  return {
    changes: new Map([...plan.years].map(([year, made]) => [year, { days: made, source: file }])),
    badRows: [...read.badRows, ...refused]
      .sort((one, other) => one.line - other.line)
      .map((row) => ({ file, ...row })),
    remarks: plan.remarks,
  }
}

const findRefusal = (
  { changed, before, after, moves, imported }: Compared,
  open: readonly OpenContract[],
  today: IstDate,
): string | null => {
  const closure = findLongClosure(after, changed)
  if (closure !== null)
    return `The exchanges would be closed for ${closure.days} days from ${dayInWords(closure.from)} ${yearOf(closure.from)} on; this does not look like a holiday list.`
  const changesToday = compareDays(before, after, [yearOf(today)]).some(({ date }) => date === today)
  if (changesToday) return `${dayInWords(today)} is today: today's session can no longer change.`
  const held = open.filter((contract) => isMoved(contract, moves, { after, imported }))
  if (held.length === 0) return null
  const titles = [...new Set(held.map(({ title }) => title))].sort()
  const more = titles.length - CONTRACTS_SHOWN
  const shown = inWords([
    ...titles.slice(0, CONTRACTS_SHOWN),
    ...(more > 0 ? [more === 1 ? 'one other' : `${more} others`] : []),
  ])
  return `${shown} would expire on another day, and there are open positions or orders in ${titles.length === 1 ? 'it' : 'them'}. Exit or cancel them first.`
}

export const createHolidayPlanner = ({
  years,
  calendar,
  now,
  importedExchanges,
  openContracts,
}: HolidayParts) => {
  const planReturn = async (year: number, today: IstDate) => {
    const imported = (await years.list()).some((one) => one.year === year)
    if (!imported) throw malformed(`${year} already uses the built-in calendar`)
    const plan = planBuiltIn(year, exchangeYears[year], calendar, today)
    if (plan === null) throw malformed(`${year} has started, and there is no other calendar for it`)
    const change = plan.days === null ? null : { days: plan.days, source: 'built-in' }
    return { changes: new Map([[year, change]]), badRows: [], remarks: [] }
  }

  const plan = (source: HolidaySource, today: IstDate) => {
    if ((source.text === undefined) === (source.builtIn === undefined))
      throw malformed('Give either a list of holidays or the year that goes back to the built-in calendar')
    return source.builtIn === undefined
      ? planList(source, calendar, today)
      : planReturn(source.builtIn, today)
  }

  const compare = async (changes: YearChanges): Promise<Compared> => {
    const { profile, version } = calendar
    const today = toIstDate(now())
    const after: Calendar = {
      profile,
      version: 'planned',
      years: withChanges({ version, years: calendar.years }, changes),
    }
    const imported = new Set(await importedExchanges())
    const moves = findExpiryMoves(today, calendar, after).filter(({ exchange }) => !imported.has(exchange))
    return { changed: [...changes.keys()], before: calendar, after, moves, imported }
  }

  return {
    /** Throws Refusal when the list cannot be parsed. */
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
            ? 'Nothing would change: the calendar is already the same.'
            : findRefusal(compared, openContracts(), today),
      }
      const named = JSON.stringify([calendar.version, today, [...changes], shown.badRows])
      const preview = createHash('sha256').update(named).digest('base64url').slice(0, PREVIEW_LENGTH)
      return { preview: { preview, ...shown }, changes }
    },

    /** The returned function gives the reason against applying at that moment, or null. */
    async checkLast(changes: YearChanges): Promise<() => string | null> {
      const compared = await compare(changes)
      return () => findRefusal(compared, openContracts(), toIstDate(now()))
    },
  }
}
