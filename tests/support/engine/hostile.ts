import type { IndicatorSpec, ParamSpec } from '../../../src/domain/charts/indicators/spec.ts'
import { indicators } from '../../../src/domain/charts/indicators.ts'
import type { IndicatorRequest } from '../../../src/engine/backtest/request.ts'

/** What a careless or ill-meaning caller may put where a number or a word belongs. */
const hostileValues: readonly unknown[] = [
  ...[0, -1, 2.5, 1e9, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53],
  ...[Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ...['', '5', 'NaN', 'x', '__proto__', 'constructor', 'close; drop', null, true, [], [5], {}],
]

/** The rule of the catalogue in plain words, apart from the engine's own check. */
const isAllowed = (spec: ParamSpec, value: unknown): boolean => {
  if (spec.type === 'dropdown') return typeof value === 'string' && spec.options.includes(value)
  if (typeof value !== 'number' || !Number.isFinite(value)) return false
  return value >= spec.min && value <= spec.max && (!spec.integer || Math.floor(value) === value)
}

export interface HostileCase {
  readonly request: IndicatorRequest
  /** The param that must be named in the reason. */
  readonly param: string
}

export const usualParams = (spec: IndicatorSpec): readonly (number | string)[] =>
  spec.params.map((param) => param.default)

/** Every indicator with each of its params in turn set to everything it must not be. */
export const hostileCases: readonly HostileCase[] = indicators.flatMap((spec) =>
  spec.params.flatMap((param, index) =>
    hostileValues
      .filter((value) => !isAllowed(param, value))
      .map((value) => {
        const params = usualParams(spec).with(index, value as number)
        return { request: { key: spec.key, params }, param: param.name }
      }),
  ),
)

/** Params that are no list of the right length, and keys that are no indicator. */
export const misshapen: readonly (readonly [unknown, RegExp])[] = [
  [null, /^request 1 is no indicator/],
  [7, /^request 1 is no indicator/],
  ['sma', /^request 1 is no indicator/],
  [{}, /^request 1 is no indicator: \{\}$/],
  [{ key: 'sma' }, /^sma takes 3 values, got 0$/],
  [{ key: 'sma', params: 'close' }, /^sma takes 3 values, got 0$/],
  [{ key: 'sma', params: ['close', 20, 0, 0] }, /^sma takes 3 values, got 4$/],
  [{ key: '__proto__', params: [] }, /^unknown indicator __proto__$/],
  [{ key: 'toString', params: [] }, /^unknown indicator toString$/],
  [{ key: { toString: 'sma' }, params: [] }, /^request 1 is no indicator/],
  [{ key: 7, params: [] }, /^request 1 is no indicator/],
  [{ key: 'close', params: [0], interval: 'fortnight' }, /^unknown interval fortnight$/],
  [{ key: 'close', params: [0], interval: 'min' }, /^@min is finer than the 15min candles/],
  [{ key: 'close', params: [0], instrument: 'NSE:TCS' }, /^of NSE:TCS: /],
]
