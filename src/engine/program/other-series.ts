import { type Candles, firstRowFrom, type OtherCandles, sliceCandles } from '../../domain/charts/candle.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { refusal } from '../failure.ts'
import type { KernelMemory } from '../kernel-host.ts'
import { type ChartSeries, putChart, putColumns } from './chart.ts'
import { othersOf } from './frames.ts'
import type { Program } from './steps.ts'

export type OtherSeries = ReadonlyMap<InstrumentId, ChartSeries>

export const noOthers: OtherSeries = new Map()

/** Throws EngineError `refused` naming the instrument whose candles are missing or invalid. */
export const putOthers = (
  memory: KernelMemory,
  program: Pick<Program, 'frames'>,
  others: OtherCandles = {},
): OtherSeries =>
  new Map(
    othersOf(program).map((instrument) => {
      const candles = candlesOfOther(others, instrument)
      return [instrument, { candles, chart: putChart(memory, candles, seriesName(instrument)) }]
    }),
  )

/** Copies of the candles that have begun by `at`; nothing behind them can be read, and there may be none. */
export const othersUntil = (memory: KernelMemory, others: OtherSeries, at: number): OtherSeries =>
  new Map(
    [...others].map(([instrument, { candles }]) => {
      const first = firstRowFrom(candles.time, at)
      const until = candles.time[first] === at ? first + 1 : first
      const part = sliceCandles(candles, 0, until)
      return [instrument, { candles: part, chart: putColumns(memory, part) }]
    }),
  )

export const seriesOfOther = (others: OtherSeries, instrument: InstrumentId): ChartSeries => {
  const series = others.get(instrument)
  if (series === undefined) throw new Error(`there are no candles of ${instrument}`)
  return series
}

export const candlesOfOther = (others: OtherCandles, instrument: InstrumentId): Candles => {
  const candles = Object.hasOwn(others, instrument) ? others[instrument] : undefined
  if (candles === undefined) throw refusal(`${seriesName(instrument)}: there are none`)
  return candles
}

export const seriesName = (instrument: string): string => `candles of ${instrument}`

/** Rows of each step at most: larger candles are no more than those inside them. */
export const rowsOfSteps = (
  { frames, steps }: Program,
  rows: number,
  others: OtherCandles = {},
): readonly number[] => {
  const framed = frames.map(({ instrument }) =>
    instrument === null ? rows : candlesOfOther(others, instrument).time.length,
  )
  return steps.map(({ frame }) => framed[frame] ?? rows)
}
