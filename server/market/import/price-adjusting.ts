import { type Candles, candlesFrom } from '../../../src/domain/candle.ts'
import { parseInstrumentId } from '../../../src/domain/instrument.ts'
import { findBreak, hasPriceBand, type PriceBreak } from '../../../src/domain/price-breaks.ts'
import type { StagedDay } from '../../store/candle-imports.ts'
import type { CandleImportOptions } from './mapping.ts'

/** Breaks that are told, of however many. */
export const BREAKS_SHOWN = 20

/** Prices before a break keep four decimals, since a share of 20 rupees split in ten is not a multiple of a paisa. */
const DECIMALS = 1e4

interface DayEnds {
  readonly day: number
  readonly openedAt: number
  readonly open: number
  readonly closedAt: number
  readonly close: number
}

/** Looks at days in any order. Candles of a week and longer may move as far by themselves. */
export const createBreakFinder = ({ key, interval }: Pick<CandleImportOptions, 'key' | 'interval'>) => {
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
    /** Breaks from one of these days to the next, ascending. */
    find(): readonly PriceBreak[] {
      const sorted = [...days].sort((a, b) => a.day - b.day)
      return sorted.slice(1).flatMap((next, index) => {
        const before = sorted[index]
        const found = before && findBreak(before.closedAt, before.close, next.openedAt, next.open)
        return found ? [found] : []
      })
    },
  }
}

/** Makes days before breaks comparable with those behind all of them. */
export const createAdjuster = (breaks: readonly PriceBreak[]) => {
  const split = breaks.flatMap(({ at, ratio }) => (ratio === null ? [] : [{ at, ...ratio }]))
  return (day: StagedDay): StagedDay => {
    const { candles } = day
    const first = candles.time[0] as number
    const shares = split.reduce(
      (product, { at, from, to }) => (at > first ? (product * to) / from : product),
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
