import { toIstClock, toIstDate } from '../time.ts'
import type { Candles } from './candle.ts'

export interface Prices {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
}

/** Rupees; zero and negative prices are refused. */
export const findPriceFault = ({ open, high, low, close }: Prices): string | null => {
  if (!(open > 0 && high > 0 && low > 0 && close > 0)) {
    const [name, price] = Object.entries({ open, high, low, close }).find(([, value]) => !(value > 0)) ?? []
    return `${name} is ${price}, which is no price`
  }
  if (high === Number.POSITIVE_INFINITY) return 'high is Infinity, which is no price'
  if (high < low) return `high ${high} is below low ${low}`
  if (open > high || open < low) return `open ${open} is outside low ${low} to high ${high}`
  if (close > high || close < low) return `close ${close} is outside low ${low} to high ${high}`
  return null
}

const SLIP_MAX = 0.005

/** Widens high and low to hold open and close; null if one is missed by more than half a percent. */
export const widenRange = ({ open, high, low, close }: Prices): Prices | null => {
  const all = [open, high, low, close]
  if (!all.every((price) => price > 0 && price < Number.POSITIVE_INFINITY)) return null
  const wider = { open, high: Math.max(...all), low: Math.min(...all), close }
  const missed = Math.max(wider.high - high, low - wider.low)
  return missed <= high * SLIP_MAX ? wider : null
}

export const findOrderFault = (at: number, previousAt: number): string | null => {
  if (at > previousAt) return null
  const when = `${toIstDate(at)} ${toIstClock(at)}`
  return at === previousAt
    ? `${when} appears twice`
    : `${when} comes after ${toIstDate(previousAt)} ${toIstClock(previousAt)}: rows are not ascending`
}

export const findBadCandle = (candles: Candles): { row: number; reason: string } | null => {
  let previousAt = Number.NEGATIVE_INFINITY
  for (let row = 0; row < candles.time.length; row++) {
    const at = candles.time[row] ?? Number.NaN
    if (!Number.isFinite(at)) return { row, reason: `time is ${at}` }
    const volume = candles.volume[row] ?? Number.NaN
    const reason =
      findOrderFault(at, previousAt) ??
      findPriceFault({
        open: candles.open[row] ?? Number.NaN,
        high: candles.high[row] ?? Number.NaN,
        low: candles.low[row] ?? Number.NaN,
        close: candles.close[row] ?? Number.NaN,
      }) ??
      (Number.isFinite(volume) && volume >= 0 ? null : `volume is ${volume}`)
    if (reason !== null) return { row, reason }
    previousAt = at
  }
  return null
}
