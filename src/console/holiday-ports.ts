import { fromPromise } from 'xstate'
import { getHolidays, importHolidays, previewHolidays } from '../contract/holidays.ts'
import type { ExchangeYear } from '../domain/exchange-years.ts'
import { bringYearsIntoForce, builtInYears, yearsInForce } from '../domain/holidays/calendar-in-force.ts'
import { type HolidayCalendar, holidayImportMachine, holidaysMachine } from '../machines/holidays.ts'
import type { HttpClient } from '../platform/http-client.ts'
import type { CoreActors, TradingActors } from './actors.ts'

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

/** The calendar is in force on this page before anything is drawn by it. */
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

/** The page goes by the calendar that the server names, with the list of instruments that it makes. Answers its undo. */
export const wireHolidays = (
  core: Pick<CoreActors, 'marketState' | 'notificationStream' | 'instruments'>,
  { holidays, holidayImport }: Pick<TradingActors, 'holidays' | 'holidayImport'>,
): (() => void) => {
  let named = builtInYears.version
  const ask = (): void => core.marketState.send({ type: 'market.ask' })
  const changed = (version: string): void => {
    if (version === named) return
    named = version
    core.instruments.send({ type: 'instruments.reload' })
    ask()
  }
  const subscriptions = [
    core.notificationStream.on('calendar.changed', ask),
    core.marketState.subscribe(({ context: { market } }) => {
      if (market === null || market.calendarVersion === yearsInForce().version) return
      if (!holidays.getSnapshot().matches('loading')) holidays.send({ type: 'reload.now' })
    }),
    holidays.on('reload.loaded', ({ output }) => changed(output.version)),
    holidayImport.on('holidays.changed', ({ calendar }) => {
      holidays.send({ type: 'reload.merge', change: calendar })
      changed(calendar.version)
    }),
  ]
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}
