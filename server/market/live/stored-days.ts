import type { CandleStore } from '../../store/charts/candles.ts'
import type { ReplayParts } from './replay-live.ts'

/** Tried in turn: over a weekend, then over longer gaps. */
const LOOK_BACK_DAYS = [4, 15] as const

export const createDayReader =
  (store: Pick<CandleStore, 'readDays'>): ReplayParts['readDay'] =>
  async ({ id }, day) => {
    const series = { key: id, interval: 'min' } as const
    const minutes = await store.readDays(series, { fromDay: day, toDay: day })
    if (minutes.time.length === 0) return null
    for (const back of LOOK_BACK_DAYS) {
      const { close } = await store.readDays(series, { fromDay: day - back, toDay: day - 1 })
      const previousClose = close.at(-1)
      if (previousClose !== undefined) return { minutes, previousClose }
    }
    return { minutes, previousClose: null }
  }
