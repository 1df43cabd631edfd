import * as fc from 'fast-check'
import { type Candles, emptyCandles, sliceCandles } from '../../../src/domain/charts/candle.ts'
import type { IndicatorSpec, ParamSpec } from '../../../src/domain/charts/indicators/spec.ts'
import { indicators } from '../../../src/domain/charts/indicators.ts'
import { at } from './notation.ts'

interface Move {
  readonly gap: number
  readonly up: number
  readonly down: number
  readonly drift: number
  readonly skip: boolean
  readonly units: number
}

const move: fc.Arbitrary<Move> = fc.record({
  gap: fc.integer({ min: -8, max: 8 }),
  up: fc.integer({ min: 0, max: 12 }),
  down: fc.integer({ min: 0, max: 12 }),
  drift: fc.integer({ min: -10, max: 10 }),
  skip: fc.nat(9).map((chance) => chance === 0),
  units: fc.nat(1_000),
})

/** How many five-minute candles a made-up day has. */
const CANDLES_A_DAY = 12

/** Prices in steps of half a point around 200, days of a dozen candles from 14:35, some candles missing. */
export const series = (length: { minLength?: number; maxLength: number }): fc.Arbitrary<Candles> =>
  fc.array(move, { minLength: 1, size: 'max', ...length }).map((moves) => {
    const kept = moves.filter((step, index) => index === 0 || !step.skip)
    const made = emptyCandles(kept.length)
    let close = 200
    let row = 0
    moves.forEach((step, index) => {
      if (index > 0 && step.skip) return
      const open = Math.max(20, close + step.gap / 2)
      const end = Math.max(20, open + step.drift / 2)
      const day = 86_400_000 * Math.floor(index / CANDLES_A_DAY)
      made.time[row] = at('2024-04-01', '14:35') + day + (index % CANDLES_A_DAY) * 300_000
      made.open[row] = open
      made.high[row] = Math.max(open, end) + step.up / 2
      made.low[row] = Math.min(open, end) - step.down / 2
      made.close[row] = end
      made.volume[row] = step.units
      close = end
      row += 1
    })
    return made
  })

/** Minutes inside five-minute candles, about as high and low; some are missing, some days have none. */
export const minutesInside = (candles: Candles): fc.Arbitrary<Candles> =>
  fc.array(fc.nat(9_999), { minLength: 7, maxLength: 40 }).map((picks) => {
    const made = emptyCandles(candles.time.length * 5)
    let rows = 0
    for (let index = 0; index < made.time.length; index++) {
      const row = Math.floor(index / 5)
      const pick = (offset: number) => picks[(index * 3 + row + offset) % picks.length] ?? 0
      if (pick(0) % 6 === 0 || (picks[0] ?? 0) % 4 === Math.floor(row / CANDLES_A_DAY) % 4) continue
      const low = (candles.low[row] ?? 0) - 0.5
      const halves = 2 * ((candles.high[row] ?? 0) + 0.5 - low) + 1
      const [one, other, third] = [1, 2, 3].map((offset) => low + (pick(offset) % halves) / 2)
      made.time[rows] = (candles.time[row] ?? 0) + (index % 5) * 60_000
      made.open[rows] = one ?? 0
      made.close[rows] = third ?? 0
      made.high[rows] = Math.max(one ?? 0, other ?? 0, third ?? 0)
      made.low[rows] = Math.min(one ?? 0, other ?? 0, third ?? 0)
      rows += 1
    }
    return sliceCandles(made, 0, rows)
  })

const paramValue = (spec: ParamSpec): fc.Arbitrary<number | string> => {
  if (spec.type === 'dropdown') return fc.constantFrom(...spec.options)
  if (spec.integer) return fc.integer({ min: Math.max(spec.min, -6), max: Math.min(spec.max, 12) })
  return fc.integer({ min: 0, max: 8 }).map((half) => half / 2)
}

/** Params that an engine over five-minute candles refuses, with a reason that has a test of its own. */
const isRefused = (spec: IndicatorSpec, params: readonly (number | string)[]): boolean => {
  const named = new Map(spec.params.map((param, index) => [param.name, params[index]]))
  const size = named.get('range') ?? named.get('candle')
  const type = named.get('type') ?? named.get('ma_type')
  return size === 'min' || size === '3min' || (type === 'hull' && named.get('period') === 1)
}

/** Any small params of an indicator. */
export const paramsOf = (spec: IndicatorSpec): fc.Arbitrary<(number | string)[]> =>
  fc
    .tuple(...spec.params.map(paramValue))
    .map((params) => [...params])
    .filter((params) => !isRefused(spec, params))

/** Any indicator of the catalogue with any small params. */
export const anyIndicator = fc
  .constantFrom(...indicators)
  .chain((spec) => fc.tuple(fc.constant(spec), paramsOf(spec)))
