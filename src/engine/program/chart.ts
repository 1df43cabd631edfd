import { type Candles, candleColumns } from '../../domain/charts/candle.ts'
import { toIstClock, toIstDate } from '../../domain/time.ts'
import { refusal } from '../failure.ts'
import type { Address, KernelMemory } from '../kernel-host.ts'
import type { GivenColumn } from './steps.ts'

export type Chart = Readonly<Record<Exclude<GivenColumn, 'volume' | 'sessionOpen' | 'sessionClose'>, Address>>

export interface ChartSeries {
  readonly candles: Candles
  readonly chart: Chart
}

/** Throws EngineError `refused` naming the series and its first invalid row, counted from 0. */
export const putChart = (memory: KernelMemory, candles: Candles, series = 'candles'): Chart => {
  checkShape(candles, series)
  const chart = putColumns(memory, candles)
  const { time, open, high, low, close } = chart
  const row = memory.call('firstFault', time, open, high, low, close, candles.time.length)
  if (row >= 0) throw refusal(`${series}: row ${row} ${faultAt(candles, row)}`)
  return chart
}

export const putColumns = (memory: KernelMemory, candles: Candles): Chart => ({
  time: memory.put(candles.time),
  open: memory.put(candles.open),
  high: memory.put(candles.high),
  low: memory.put(candles.low),
  close: memory.put(candles.close),
})

const checkShape = (candles: Candles, series: string): void => {
  const rows = candles?.time?.length
  if (rows === undefined) throw refusal(`${series}: there are no columns`)
  if (rows === 0) throw refusal(`${series}: there are none`)
  for (const name of candleColumns) {
    const column = candles[name]
    if (!(column instanceof Float64Array)) throw refusal(`${series}: ${name} is not a column of numbers`)
    if (column.length !== rows)
      throw refusal(`${series}: ${name} has ${column.length} rows, time has ${rows}`)
  }
}

const faultAt = ({ time, open, high, low, close }: Candles, row: number): string => {
  const at = (column: Float64Array) => column[row] ?? Number.NaN
  const before = time[row - 1] ?? Number.NEGATIVE_INFINITY
  return faultOf({ time: at(time), open: at(open), high: at(high), low: at(low), close: at(close) }, before)
}

export const faultOf = (
  candle: Readonly<Record<'time' | 'open' | 'high' | 'low' | 'close', number>>,
  before: number,
): string => {
  const { time, high, low } = candle
  if (!Number.isFinite(time)) return 'has no time'
  const name = `(${toIstDate(time)} ${toIstClock(time)} IST)`
  if (time === before) return `${name} has the time of the row before`
  if (time < before) return `${name} is earlier than the row before`
  for (const column of ['open', 'high', 'low', 'close'] as const)
    if (!Number.isFinite(candle[column])) return `${name} has no ${column}`
  return `${name} has a high of ${high} under its low of ${low}`
}
