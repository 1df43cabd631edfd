import { hostname } from 'node:os'
import { type Candles, sliceCandles } from '../../../src/domain/charts/candle.ts'
import type { Interval } from '../../../src/domain/charts/interval.ts'
import { istDayNumber } from '../../../src/domain/time.ts'
import type { BreakOf, StagedDay } from '../../store/charts/candle-imports.ts'
import type { RequestedBy } from '../../store/charts/candle-series.ts'
import type { CandleStore } from '../../store/charts/candles.ts'
import { createAdjuster, createBreakFinder } from './price-adjusting.ts'

const DAYS_READ_AT_ONCE = 64

export interface AdjustWork {
  readonly id: string
  readonly key: string
  readonly interval: Interval
  readonly by: RequestedBy
}

const daysIn = (key: string, candles: Candles): readonly StagedDay[] => {
  const { time } = candles
  const days: StagedDay[] = []
  let from = 0
  for (let row = 1; row <= time.length; row++) {
    const day = istDayNumber(time[from] ?? 0)
    if (row < time.length && istDayNumber(time[row] ?? 0) === day) continue
    days.push({ key, day, candles: sliceCandles(candles, from, row) })
    from = row
  }
  return days
}

/** Null where nothing is stored; empty where no gap is like a split. Otherwise the gaps, and prices before are divided. */
export const adjustStored = async (
  { id, key, interval, by }: AdjustWork,
  store: CandleStore,
): Promise<readonly BreakOf[] | null> => {
  const stored = (await store.summarise(key, null)).find((one) => one.interval === interval)
  if (stored === undefined) return null
  const { firstDay, lastDay } = stored
  const daysFrom = async (fromDay: number): Promise<readonly StagedDay[]> => {
    const toDay = Math.min(lastDay, fromDay + DAYS_READ_AT_ONCE - 1)
    return daysIn(key, await store.readDays({ key, interval }, { fromDay, toDay }))
  }
  const finder = createBreakFinder({ interval })
  for (let day = firstDay; day <= lastDay; day += DAYS_READ_AT_ONCE)
    for (const one of await daysFrom(day)) finder.look(one)
  const breaks = finder.find().filter(({ ratio }) => ratio !== null)
  const last = breaks.at(-1)
  if (last === undefined) return []
  const adjust = createAdjuster(breaks)
  const until = istDayNumber(last.at)
  await store.beginImport(id, { host: hostname(), process: process.pid })
  try {
    for (let day = firstDay; day < until; day += DAYS_READ_AT_ONCE) {
      const before = (await daysFrom(day)).filter((one) => one.day < until)
      await store.stageDays(id, interval, before.map(adjust))
    }
    await store.publishImport(id, [key], { interval, onExisting: 'replace', adjusted: breaks }, by)
  } catch (error) {
    await store.discardImport(id)
    throw error
  }
  return breaks
}
