import type { Calendar } from '../../src/domain/calendar/calendar.ts'
import { createReplayLive } from '../market/live/replay-live.ts'
import { createDayReader } from '../market/live/stored-days.ts'
import type { Clock, Log } from '../ports.ts'
import { createCandleStore } from '../store/charts/candles.ts'
import { openStoreToRead } from '../store/database/database.ts'
import type { ReplayStart } from './process-messages.ts'

/** Rejects when the store cannot be read. */
export const openReplayedMarket = async (
  { location, storedDays, storedIds }: ReplayStart,
  { seed, calendar, clock, log }: { seed: number; calendar: Calendar; clock: Clock; log: Log },
) => {
  const store = await openStoreToRead(location)
  return createReplayLive({
    seed,
    calendar,
    storedDays,
    storedIds: new Set(storedIds),
    readDay: createDayReader(createCandleStore({ store, clock })),
    onFault: (error) => log.warn({ err: error }, 'stored candles could not be read for quotes'),
  })
}
