import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { BadRow } from './instruments/imports.ts'
import { IstDay } from './ist-day.ts'
import { isPlain } from './plain-text.ts'

/** Minutes after IST midnight; `to` is exclusive. */
const Window = z.strictObject({ from: z.number(), to: z.number() })

export const CalendarYear = z.strictObject({
  year: z.number(),
  source: z.enum(['built-in', 'imported']),
  file: z.nullable(z.string()),
  imported_at: z.nullable(z.number()),
  is_provisional: z.boolean(),
  holidays: z.array(z.strictObject({ date: IstDay, name: z.string() })),
  sessions: z.array(z.strictObject({ date: IstDay, name: z.string(), windows: z.array(Window) })),
})

export const HolidayCalendar = z.strictObject({
  /** Equal for equal days; `built-in` where nothing is imported. */
  version: z.string(),
  years: z.array(CalendarYear),
})

export const HOLIDAY_TEXT_MAX = 64 * 1024
const FILE_NAME_MAX = 200

/** JSON may double every character of the list. */
const listLimits = { bytes: 160 * 1024, textLength: HOLIDAY_TEXT_MAX }

const HolidaySource = {
  file: z.optional(z.string().check(z.minLength(1), z.maxLength(FILE_NAME_MAX), isPlain)),
  text: z.optional(z.string().check(z.minLength(1), z.maxLength(HOLIDAY_TEXT_MAX))),
  /** Instead of a list: the year to revert to the built-in calendar. */
  built_in: z.optional(z.number()),
}

export const HolidayPreview = z.strictObject({
  preview: z.string(),
  years: z.array(z.number()),
  changes: z.array(
    z.strictObject({
      date: IstDay,
      kind: z.enum(['closes', 'opens', 'hours']),
      name: z.string(),
      before: z.nullable(z.array(Window)),
      after: z.nullable(z.array(Window)),
    }),
  ),
  expiries: z.array(
    z.strictObject({
      exchange: z.string(),
      /** Null: all shares of the exchange. */
      underlying: z.nullable(z.string()),
      kind: z.enum(['weekly', 'monthly']),
      from: IstDay,
      to: IstDay,
    }),
  ),
  bad_rows: z.array(BadRow),
  remarks: z.array(z.string()),
  refusal: z.nullable(z.string()),
})

export const getHolidays = endpoint({
  name: 'getHolidays',
  method: 'GET',
  base: 'instruments',
  path: '/holidays',
  reply: HolidayCalendar,
  failure: 'Error loading the holidays',
  summary: 'Holidays and special sessions in force, by year.',
})

export const previewHolidays = endpoint({
  name: 'previewHolidays',
  method: 'POST',
  base: 'instruments',
  path: '/holidays/preview',
  bodyLimits: listLimits,
  body: z.strictObject(HolidaySource),
  reply: HolidayPreview,
  failure: 'Error importing holidays',
  summary: 'What a list of holidays would change: days, hours and expiries. Writes nothing.',
})

export const importHolidays = endpoint({
  name: 'importHolidays',
  method: 'POST',
  base: 'instruments',
  path: '/holidays',
  bodyLimits: listLimits,
  body: z.strictObject({
    ...HolidaySource,
    preview: z.string().check(z.maxLength(64), isPlain),
    on_bad_rows: z.optional(z.enum(['refuse', 'skip'])),
  }),
  reply: HolidayCalendar,
  failure: 'Error importing holidays',
  summary: 'Applies a list of holidays everywhere at once, or resets a year to the built-in calendar.',
})
