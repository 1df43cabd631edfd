import { type Candles, candlesFrom } from '../../../src/domain/charts/candle.ts'
import type { Interval } from '../../../src/domain/charts/interval.ts'
import { findBreak, hasPriceBand } from '../../../src/domain/charts/price-breaks.ts'
import { parseInstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { BreakOf, StagedDay } from '../../store/charts/candle-imports.ts'
import type { CandleImportOptions } from './mapping.ts'

export const BREAKS_SHOWN = 20

/** Four decimals, since a share of 20 rupees split in ten is not a multiple of a paisa. */
const DECIMALS = 1e4

interface DayEnds {
  readonly day: number
  readonly openedAt: number
  readonly open: number
  readonly closedAt: number
  readonly close: number
}

/** Candles of a week and longer may move beyond a circuit by themselves. */
const createFinderOf = (key: string, interval: Interval) => {
  const id = parseInstrumentId(key)?.id
  const isLookedAt = interval !== 'week' && interval !== 'month' && id !== undefined && hasPriceBand(id)
  const days: DayEnds[] = []
  return {
    look({ day, candles: { time, open, close } }: StagedDay): void {
      if (!isLookedAt) return
      const last = time.length - 1
      days.push({
        day,
        openedAt: time[0] as number,
        open: open[0] as number,
        closedAt: time[last] as number,
        close: close[last] as number,
      })
    },
    find(): readonly BreakOf[] {
      const sorted = [...days].sort((a, b) => a.day - b.day)
      return sorted.slice(1).flatMap((next, index) => {
        const before = sorted[index]
        const found = before && findBreak(before.closedAt, before.close, next.openedAt, next.open)
        return found ? [{ key, ...found }] : []
      })
    },
  }
}

export const createBreakFinder = ({ interval }: Pick<CandleImportOptions, 'interval'>) => {
  const byKey = new Map<string, ReturnType<typeof createFinderOf>>()
  return {
    look(day: StagedDay): void {
      const finder = byKey.get(day.key) ?? createFinderOf(day.key, interval)
      byKey.set(day.key, finder)
      finder.look(day)
    },
    find: (): readonly BreakOf[] => [...byKey.values()].flatMap((finder) => finder.find()),
  }
}

export const createAdjuster = (breaks: readonly BreakOf[]) => {
  const split = breaks.flatMap(({ key, at, ratio }) => (ratio === null ? [] : [{ key, at, ...ratio }]))
  return (day: StagedDay): StagedDay => {
    const { candles } = day
    const first = candles.time[0] as number
    const shares = split.reduce(
      (product, { key, at, from, to }) => (key === day.key && at > first ? (product * to) / from : product),
      1,
    )
    if (shares === 1) return day
    const price = (value: number): number => Math.round((value / shares) * DECIMALS) / DECIMALS
    const quantity = (value: number): number => Math.round(value * shares)
    const changes: Readonly<Record<keyof Candles, (value: number) => number>> = {
      time: (at) => at,
      open: price,
      high: price,
      low: price,
      close: price,
      volume: quantity,
      openInterest: quantity,
    }
    return { ...day, candles: candlesFrom((name) => candles[name].map(changes[name])) }
  }
}
