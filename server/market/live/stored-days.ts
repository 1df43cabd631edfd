import type { CandleStore } from '../../store/candles.ts'
import type { ReplayParts } from './replay-live.ts'

/** Stored days looked at for the close before one. */
const LOOK_BACK_DAYS = 15

/** Reads minute candles of a day from the store, with the last close before it. */
export const createDayReader =
  (store: Pick<CandleStore, 'readDays'>): ReplayParts['readDay'] =>
  async ({ id }, day) => {
    const series = { key: id, interval: 'min' } as const
    const minutes = await store.readDays(series, { fromDay: day, toDay: day })
    if (minutes.time.length === 0) return null
    const before = await store.readDays(series, { fromDay: day - LOOK_BACK_DAYS, toDay: day - 1 })
    return { minutes, previousClose: before.close.at(-1) ?? null }
  }
