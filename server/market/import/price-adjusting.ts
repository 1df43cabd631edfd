import { parseInstrumentId } from '../../../src/domain/instrument.ts'
import { findBreak, hasPriceBand, type PriceBreak } from '../../../src/domain/price-breaks.ts'
import type { CandleImportOptions } from './mapping.ts'
import type { Row } from './row-reader.ts'

/** Breaks that are told, of however many. */
export const BREAKS_SHOWN = 20

/** Prices before a break keep four decimals, since a share of 20 rupees split in ten is not a multiple of a paisa. */
const DECIMALS = 1e4

/** Looks at rows one after the other, ascending. Candles of a week and longer may move as far by themselves. */
export const createBreakFinder = ({ key, interval }: Pick<CandleImportOptions, 'key' | 'interval'>) => {
  const id = parseInstrumentId(key)?.id
  const isLookedAt = interval !== 'week' && interval !== 'month' && id !== undefined && hasPriceBand(id)
  const breaks: PriceBreak[] = []
  let before: Row | null = null
  return {
    breaks: breaks as readonly PriceBreak[],
    look(row: Row): void {
      const found = before && isLookedAt ? findBreak(before.at, before.close, row.at, row.open) : null
      if (found !== null) breaks.push(found)
      before = row
    },
  }
}

/** Makes rows before breaks comparable with those behind all of them. Rows and breaks ascend. */
export const createAdjuster = (breaks: readonly PriceBreak[]) => {
  const left = breaks.flatMap(({ at, ratio }) => (ratio === null ? [] : [{ at, ...ratio }]))
  let shares = left.reduce((product, { from, to }) => (product * to) / from, 1)
  const price = (value: number): number => Math.round((value / shares) * DECIMALS) / DECIMALS
  return (row: Row): Row => {
    for (let next = left[0]; next !== undefined && next.at <= row.at; next = left[0]) {
      left.shift()
      shares = left.reduce((product, { from, to }) => (product * to) / from, 1)
    }
    if (shares === 1) return row
    return {
      ...row,
      open: price(row.open),
      high: price(row.high),
      low: price(row.low),
      close: price(row.close),
      volume: Math.round(row.volume * shares),
      openInterest: Math.round(row.openInterest * shares),
    }
  }
}
