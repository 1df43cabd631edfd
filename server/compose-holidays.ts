import { streamEvents } from '../src/contract/notifications/notifications.ts'
import type { OpenContract } from '../src/domain/calendar/holidays/expiry-moves.ts'
import { type Scheduler, systemScheduler } from './broker/runtime/scheduler.ts'
import type { Market } from './market/market.ts'
import type { Log } from './ports.ts'
import { createHolidays, type Holidays } from './services/calendar/holidays.ts'
import type { StreamHub } from './services/notifications/stream-hub.ts'

/** The shell promises that its import is in force within two seconds. */
const STORE_CHECK_MS = 1_000

export const composeHolidays = ({
  market,
  openContracts,
  streams,
  log,
  scheduler = systemScheduler,
}: {
  readonly market: Market
  readonly openContracts: () => readonly OpenContract[]
  readonly streams: StreamHub
  readonly log: Log
  readonly scheduler?: Scheduler
}): Holidays & { close(): void } => {
  const holidays = createHolidays({
    years: market.exchangeYears,
    calendar: market.calendar,
    now: market.clock.now,
    importedExchanges: market.importedExchanges,
    openContracts,
    prepare: market.prepareCalendar,
  })
  market.watchCalendar(() => {
    log.info({ calendar: market.calendar.version }, 'another calendar is in force')
    streams.publishToAll({ event: streamEvents.calendar, data: { version: market.calendar.version } })
  })
  const close = scheduler.every(STORE_CHECK_MS, () => {
    holidays
      .follow()
      .catch((error: unknown) => log.error({ err: error }, 'the list of holidays could not be read'))
  })
  return { ...holidays, close }
}
