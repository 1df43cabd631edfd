import { streamEvents } from '../src/contract/notifications.ts'
import type { OpenContract } from '../src/domain/holidays/expiry-moves.ts'
import { type Scheduler, systemScheduler } from './broker/runtime/scheduler.ts'
import type { Market } from './market/market.ts'
import type { Log } from './ports.ts'
import { createHolidays, type Holidays } from './services/holidays/holidays.ts'
import type { StreamHub } from './services/stream-hub.ts'

/** A list that the shell has imported is in force within this time. */
const FOLLOW_MS = 1_000

/** The list of holidays with all it needs; it follows what another process stores. */
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
  const close = scheduler.every(FOLLOW_MS, () => {
    holidays
      .follow()
      .catch((error: unknown) => log.error({ err: error }, 'the list of holidays could not be read'))
  })
  return { ...holidays, close }
}
