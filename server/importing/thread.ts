import { workerData } from 'node:worker_threads'
import { exchangeCalendar } from '../../src/domain/calendar/calendar.ts'
import { bringYearsIntoForce } from '../../src/domain/calendar/holidays/calendar-in-force.ts'
import { type AdjustWork, adjustStored } from '../market/import/adjust-stored.ts'
import { importCandles } from '../market/import/import-candles.ts'
import type { RunImport } from '../market/import/import-service.ts'
import { systemClock } from '../ports.ts'
import { readCalendarYears } from '../store/calendar/exchange-years.ts'
import { createCandleStore } from '../store/charts/candles.ts'
import { openStoreToImport, type StoreLocation } from '../store/database/database.ts'
import { serveTasks } from '../threads/serve-tasks.ts'

export type ImportInput = Omit<Parameters<RunImport>[0], 'signal' | 'onProgress'>

const store = openStoreToImport(workerData as StoreLocation)
const candles = createCandleStore({ store, clock: systemClock })

/** One at a time, as the connection has a single durability setting. */
serveTasks('background', async (name, input, { signal, onProgress }) => {
  bringYearsIntoForce(await readCalendarYears(store))
  await store.makeDurable(false)
  const durable = {
    ...candles,
    publishImport: async (...published: Parameters<typeof candles.publishImport>) => {
      await store.makeDurable(true)
      return candles.publishImport(...published)
    },
  }
  if (name === 'adjust') return adjustStored(input as AdjustWork, durable)
  return importCandles({
    ...(input as ImportInput),
    store: durable,
    calendar: exchangeCalendar,
    signal,
    onProgress,
  })
})
