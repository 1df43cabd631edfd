import { fromPromise } from 'xstate'
import { getHolidays, importHolidays, previewHolidays } from '../../contract/calendar.ts'
import type { ExchangeYear } from '../../domain/calendar/exchange-years.ts'
import {
  bringYearsIntoForce,
  builtInYears,
  yearsInForce,
} from '../../domain/calendar/holidays/calendar-in-force.ts'
import {
  type HolidayCalendar,
  holidayImportMachine,
  holidaysMachine,
} from '../../machines/calendar/holidays.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Actors } from '../actors.ts'
import { type Undo, unsubscribeAll } from '../area.ts'

const toExchangeYear = ({
  holidays,
  sessions,
  isProvisional,
}: HolidayCalendar['years'][number]): ExchangeYear => {
  const names = [...holidays, ...sessions].filter(({ name }) => name !== '')
  return {
    holidays: holidays.map(({ date }) => date.slice(5)),
    special: Object.fromEntries(sessions.map(({ date, windows }) => [date.slice(5), windows])),
    names: Object.fromEntries(names.map(({ date, name }) => [date.slice(5), name])),
    ...(isProvisional ? { isProvisional: true } : {}),
  }
}

const bringIntoForce = ({ version, years }: HolidayCalendar): void =>
  bringYearsIntoForce({
    version,
    years: Object.fromEntries(years.map((year) => [year.year, toExchangeYear(year)])),
  })

/** The calendar is brought into force before the machine publishes it, so that no view uses the old one. */
export const provideHolidays = (http: HttpClient): typeof holidaysMachine =>
  holidaysMachine.provide({
    actors: {
      load: fromPromise(async ({ signal }) => {
        const calendar = await http.call(getHolidays, { signal })
        bringIntoForce(calendar)
        return calendar
      }),
    },
  })

export const provideHolidayImport = (http: HttpClient): typeof holidayImportMachine =>
  holidayImportMachine.provide({
    actors: {
      read: fromPromise(({ input: { source }, signal }) =>
        http.call(previewHolidays, { body: source, signal }),
      ),
      change: fromPromise(async ({ input: { source, preview } }) => {
        const calendar = await http.call(importHolidays, { body: { ...source, preview, onBadRows: 'skip' } })
        bringIntoForce(calendar)
        return calendar
      }),
    },
  })

/** The instrument list depends on the calendar, so a new version reloads both. */
export const connectHolidays = (actors: Actors): Undo => {
  const { holidays, holidayImport } = actors
  let named = builtInYears.version
  const ask = (): void => actors.marketState.send({ type: 'market.ask' })
  const changed = (version: string): void => {
    if (version === named) return
    named = version
    actors.instruments.send({ type: 'instruments.reload' })
    ask()
  }
  return unsubscribeAll([
    actors.notificationStream.on('calendar.changed', ask),
    actors.marketState.subscribe(({ context: { market } }) => {
      if (market === null || market.calendarVersion === yearsInForce().version) return
      if (!holidays.getSnapshot().matches('loading')) holidays.send({ type: 'reload.now' })
    }),
    holidays.on('reload.loaded', ({ output }) => changed(output.version)),
    holidayImport.on('holidays.changed', ({ calendar }) => {
      holidays.send({ type: 'reload.merge', change: calendar })
      changed(calendar.version)
    }),
  ])
}
