/** One value an indicator is asked for. Numbers lie in `min` to `max`; a dropdown takes one of `options`. */
export interface ParamSpec {
  readonly name: string
  readonly type: 'number' | 'dropdown'
  readonly default: number | string
  readonly min: number
  readonly max: number
  readonly integer: boolean
  readonly options: readonly string[]
  readonly required: boolean
}

export interface IndicatorSpec {
  readonly key: string
  readonly name: string
  /** The word it is written with in a condition: `ema` in `ema(close,9)`. */
  readonly syntax: string
  readonly description: string
  /** In the order a condition writes them. */
  readonly params: readonly ParamSpec[]
  /** A comparator reads the first. */
  readonly outputs: readonly string[]
  /** Drawn over the candles, or in a pane of its own. */
  readonly pane: 'price' | 'own'
  readonly tags: readonly string[]
  /** The market it is made for. */
  readonly trend: 'trending' | 'ranging' | 'any'
}

/** What a `field` param may read of a candle. */
export const fields = ['open', 'high', 'low', 'close', 'volume', 'hl2', 'hlc3', 'ohlc4', 'hlcc4'] as const
export type Field = (typeof fields)[number]

/** Averages a `type` param may choose. */
export const averageTypes = ['simple', 'exponential', 'weighted'] as const
export type AverageType = (typeof averageTypes)[number]

export const macdLines = ['macd', 'signal', 'histogram'] as const
export type MacdLine = (typeof macdLines)[number]

export const PERIOD_MAX = 5_000
export const OFFSET_MAX = 5_000
export const MULTIPLIER_MAX = 1_000

const number = (name: string, initial: number, min: number, max: number, integer: boolean): ParamSpec => ({
  name,
  type: 'number',
  default: initial,
  min,
  max,
  integer,
  options: [],
  required: true,
})

const period = (initial: number, name = 'period', min = 1) => number(name, initial, min, PERIOD_MAX, true)

/** Candles back. The sign is ignored, for a value of the future is never given. */
const offset = number('offset', 0, -OFFSET_MAX, OFFSET_MAX, true)

const multiplier = (name: string, initial: number) => number(name, initial, 0, MULTIPLIER_MAX, false)

const dropdown = (name: string, options: readonly string[], initial: string): ParamSpec => ({
  name,
  type: 'dropdown',
  default: initial,
  min: 0,
  max: 0,
  integer: false,
  options,
  required: true,
})

const field = dropdown('field', fields, 'close')

type Row = Omit<IndicatorSpec, 'syntax' | 'outputs'> & { readonly outputs?: readonly string[] }

const indicator = (row: Row): IndicatorSpec => ({ outputs: ['value'], ...row, syntax: row.key })

const bollinger = (band: 'upper' | 'lower' | 'modified', description: string) =>
  indicator({
    key: `bollinger_${band}`,
    name: `Bollinger ${band[0]?.toUpperCase()}${band.slice(1)}`,
    description,
    params: [
      field,
      period(20, 'period', 2),
      multiplier('standard_deviations', 2),
      dropdown('type', averageTypes, 'simple'),
      offset,
    ],
    pane: 'price',
    tags: ['bollinger', 'bands', 'volatility', 'deviation'],
    trend: 'ranging',
  })

const candlePrice = (key: 'open' | 'high' | 'low' | 'close', description: string) =>
  indicator({
    key,
    name: `${key[0]?.toUpperCase()}${key.slice(1)}`,
    description,
    params: [offset],
    pane: 'price',
    tags: ['price', 'candle', 'ohlc'],
    trend: 'any',
  })

/** Every indicator there is: key, params with their defaults, where it is drawn. */
export const indicators: readonly IndicatorSpec[] = [
  indicator({
    key: 'sma',
    name: 'SMA',
    description: 'Simple moving average: the mean of the last candles.',
    params: [field, period(20), offset],
    pane: 'price',
    tags: ['moving average', 'simple', 'trend', 'overlay'],
    trend: 'trending',
  }),
  indicator({
    key: 'ema',
    name: 'EMA',
    description: 'Exponential moving average: recent candles weigh more, older ones fade.',
    params: [field, period(20)],
    pane: 'price',
    tags: ['moving average', 'exponential', 'trend', 'overlay'],
    trend: 'trending',
  }),
  indicator({
    key: 'wma',
    name: 'WMA',
    description: 'Weighted moving average: the newest candle weighs most, evenly falling to the oldest.',
    params: [field, period(20)],
    pane: 'price',
    tags: ['moving average', 'weighted', 'linear', 'trend', 'overlay'],
    trend: 'trending',
  }),
  indicator({
    key: 'rsi',
    name: 'RSI',
    description: 'Relative strength index of the close, 0 to 100, with Wilder smoothing.',
    params: [period(14)],
    pane: 'own',
    tags: ['momentum', 'oscillator', 'overbought', 'oversold', 'wilder'],
    trend: 'ranging',
  }),
  indicator({
    key: 'atr',
    name: 'ATR',
    description: 'Average true range in points, with Wilder smoothing.',
    params: [period(14)],
    pane: 'own',
    tags: ['volatility', 'range', 'wilder'],
    trend: 'any',
  }),
  indicator({
    key: 'macd',
    name: 'MACD',
    description:
      'Difference of a fast and a slow EMA of the close, its signal line, or the distance of the two.',
    params: [
      period(12, 'fast'),
      period(26, 'slow'),
      period(9, 'signal'),
      dropdown('line', macdLines, 'macd'),
    ],
    pane: 'own',
    tags: ['momentum', 'moving average', 'convergence', 'divergence', 'histogram', 'signal'],
    trend: 'trending',
  }),
  bollinger('upper', 'An average plus a multiple of the standard deviation.'),
  bollinger('lower', 'An average less a multiple of the standard deviation.'),
  bollinger('modified', 'The middle of the Bollinger bands.'),
  indicator({
    key: 'supertrend',
    name: 'Supertrend',
    description:
      'A trailing band of average true range: below the price while it rises, above while it falls.',
    params: [period(7), multiplier('multiplier', 3)],
    outputs: ['value', 'direction'],
    pane: 'price',
    tags: ['trend', 'trailing stop', 'atr', 'overlay'],
    trend: 'trending',
  }),
  indicator({
    key: 'vwap',
    name: 'VWAP',
    description: 'Volume-weighted average price of the trading day. No value where there is no volume.',
    params: [],
    pane: 'price',
    tags: ['volume', 'average price', 'intraday', 'session'],
    trend: 'any',
  }),
  indicator({
    key: 'volume',
    name: 'Volume',
    description: 'Units traded in the candle. No value for an index.',
    params: [],
    pane: 'own',
    tags: ['volume', 'turnover'],
    trend: 'any',
  }),
  candlePrice('open', 'First price of the candle.'),
  candlePrice('high', 'Highest price of the candle.'),
  candlePrice('low', 'Lowest price of the candle.'),
  candlePrice('close', 'Last price of the candle.'),
]

const bySyntax: ReadonlyMap<string, IndicatorSpec> = new Map(indicators.map((spec) => [spec.syntax, spec]))

/** The indicator written with this word, upper or lower case, or null. */
export const findIndicator = (syntax: string): IndicatorSpec | null =>
  bySyntax.get(syntax.toLowerCase()) ?? null

const problemOf = (spec: ParamSpec, value: unknown): string | null => {
  if (spec.type === 'dropdown')
    return spec.options.some((option) => option === value)
      ? null
      : `${spec.name} is ${String(value)}, allowed ${spec.options.join(', ')}`
  const isAllowed =
    typeof value === 'number' &&
    Number.isFinite(value) &&
    value >= spec.min &&
    value <= spec.max &&
    (!spec.integer || Number.isInteger(value))
  return isAllowed
    ? null
    : `${spec.name} is ${String(value)}, allowed ${spec.integer ? 'whole numbers ' : ''}${spec.min} to ${spec.max}`
}

/** What is wrong with the first bad value of all the params in order, or null. */
export const findParamProblem = (spec: IndicatorSpec, values: readonly unknown[]): string | null => {
  if (values.length !== spec.params.length)
    return `${spec.syntax} takes ${spec.params.length} values, got ${values.length}`
  for (const [place, param] of spec.params.entries()) {
    const problem = problemOf(param, values[place])
    if (problem !== null) return `${spec.syntax}: ${problem}`
  }
  return null
}
