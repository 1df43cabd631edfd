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

/** Steps hold a level until it changes; dots stand apart. */
export type Draw = 'line' | 'bars' | 'dots' | 'steps'

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
  readonly draw: Draw
  /** The first is its category, the second its kind within that; all are found by search. */
  readonly tags: readonly string[]
  /** The market it is made for. */
  readonly trend: 'trending' | 'ranging' | 'any'
}

/** What a `field` param may read of a candle. */
export const fields = ['open', 'high', 'low', 'close', 'volume', 'hl2', 'hlc3', 'ohlc4', 'hlcc4'] as const
export type Field = (typeof fields)[number]

/** Averages a `type` param may choose. */
export const averageTypes = [
  'simple',
  'exponential',
  'weighted',
  'triple',
  'triangular',
  'double',
  'hull',
  'mesa',
  'variable',
  'kaufman',
  'vidya',
] as const
export type AverageType = (typeof averageTypes)[number]

export const macdLines = ['macd', 'signal', 'histogram'] as const
export type MacdLine = (typeof macdLines)[number]

/** What is read of a candle of another size. */
export const sessionFields = ['open', 'high', 'low', 'close', 'volume', 'hl2', 'hlc3', 'ohlc4'] as const
export type SessionField = (typeof sessionFields)[number]

/** Sizes of the candles that a session begins with, and with `day` those that `prev_n` looks back on. */
export const rangeSizes = ['min', '3min', '5min', '10min', '15min', '30min', 'hour'] as const
export const candleSizes = [...rangeSizes, 'day'] as const
export type CandleSize = (typeof candleSizes)[number]

export const pivotLevels = ['r3', 'r2', 'r1', 'p', 's1', 's2', 's3'] as const
export type PivotLevel = (typeof pivotLevels)[number]

export const ichimokuLines = ['conversion', 'base', 'span_a', 'span_b', 'lagging'] as const
export type IchimokuLine = (typeof ichimokuLines)[number]

const yesNo = ['yes', 'no'] as const

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

const sessionField = (initial: SessionField) => dropdown('field', sessionFields, initial)

const averageType = (initial: AverageType = 'simple', name = 'type') => dropdown(name, averageTypes, initial)

const band = (name: string, options: readonly string[]) => dropdown(name, options, options[0] ?? '')

type Row = Omit<IndicatorSpec, 'syntax' | 'outputs' | 'draw'> &
  Partial<Pick<IndicatorSpec, 'outputs' | 'draw'>>

const indicator = (row: Row): IndicatorSpec => ({
  outputs: ['value'],
  draw: 'line',
  ...row,
  syntax: row.key,
})

const bollinger = (band: 'upper' | 'lower' | 'modified', description: string) =>
  indicator({
    key: `bollinger_${band}`,
    name: `Bollinger ${band[0]?.toUpperCase()}${band.slice(1)}`,
    description,
    params: [field, period(20, 'period', 2), multiplier('standard_deviations', 2), averageType(), offset],
    pane: 'price',
    tags: ['bands', 'bollinger', 'volatility', 'deviation'],
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
    draw: 'bars',
    tags: ['volume', 'turnover'],
    trend: 'any',
  }),
  indicator({
    key: 'dema',
    name: 'DEMA',
    description: 'Double exponential moving average: an EMA with most of its lag taken out.',
    params: [field, period(20)],
    pane: 'price',
    tags: ['moving average', 'double', 'exponential', 'overlay'],
    trend: 'trending',
  }),
  indicator({
    key: 'tema',
    name: 'TEMA',
    description: 'Triple exponential moving average: an EMA with still less lag.',
    params: [field, period(20)],
    pane: 'price',
    tags: ['moving average', 'triple', 'exponential', 'overlay'],
    trend: 'trending',
  }),
  indicator({
    key: 'hull_ma',
    name: 'Hull MA',
    description:
      'Hull moving average: weighted averages combined so that the line follows quickly and stays smooth.',
    params: [field, period(20, 'period', 2)],
    pane: 'price',
    tags: ['moving average', 'hull', 'weighted', 'overlay'],
    trend: 'trending',
  }),
  indicator({
    key: 'moving_average',
    name: 'Moving Average',
    description: 'A moving average of any type.',
    params: [averageType(), field, period(20), offset],
    pane: 'price',
    tags: ['moving average', 'any type', 'kaufman', 'mesa', 'vidya', 'triangular', 'overlay'],
    trend: 'trending',
  }),
  indicator({
    key: 'moving_average_volume',
    name: 'Moving Average Volume',
    description: 'A moving average of the volume.',
    params: [period(20), averageType()],
    pane: 'own',
    tags: ['volume', 'moving average'],
    trend: 'any',
  }),
  indicator({
    key: 'median_price',
    name: 'Median Price',
    description: 'Mean of the middles of the last candles.',
    params: [period(14)],
    pane: 'price',
    tags: ['price', 'middle', 'hl2', 'overlay'],
    trend: 'any',
  }),
  indicator({
    key: 'median_price_ma',
    name: 'Median Price MA',
    description: 'A moving average of the middle of the candle.',
    params: [period(14), averageType(), offset],
    pane: 'price',
    tags: ['price', 'middle', 'hl2', 'moving average', 'overlay'],
    trend: 'any',
  }),
  indicator({
    key: 'alligator',
    name: 'Alligator',
    description: 'Three smoothed averages of the middle of the candle, drawn later: jaw, teeth and lips.',
    params: [
      band('signal', ['jaw', 'teeth', 'lips']),
      period(13, 'jaw_period'),
      number('jaw_offset', 8, 0, OFFSET_MAX, true),
      period(8, 'teeth_period'),
      number('teeth_offset', 5, 0, OFFSET_MAX, true),
      period(5, 'lips_period'),
      number('lips_offset', 3, 0, OFFSET_MAX, true),
    ],
    pane: 'price',
    tags: ['moving average', 'williams', 'trend', 'overlay'],
    trend: 'trending',
  }),
  indicator({
    key: 'donchian',
    name: 'Donchian Channel',
    description: 'Highest high and lowest low of the last candles, this one included, and their middle.',
    params: [
      band('channel', ['upper', 'lower', 'median']),
      period(20, 'high_period'),
      period(20, 'low_period'),
    ],
    pane: 'price',
    tags: ['channel', 'breakout', 'turtle', 'range', 'overlay'],
    trend: 'trending',
  }),
  indicator({
    key: 'keltner',
    name: 'Keltner Channel',
    description: 'An average and a number of average true ranges above and below it.',
    params: [
      period(50),
      dropdown('band', ['top', 'median', 'bottom'], 'top'),
      averageType('exponential', 'ma_type'),
      multiplier('shift', 5),
    ],
    pane: 'price',
    tags: ['channel', 'bands', 'volatility', 'atr', 'overlay'],
    trend: 'any',
  }),
  indicator({
    key: 'ichimoku',
    name: 'Ichimoku',
    description: 'Middles of the ranges of three lengths and the cloud between two of them.',
    params: [
      period(9, 'conversion'),
      period(26, 'base'),
      period(52, 'span_b'),
      period(26, 'displacement'),
      dropdown('line', ichimokuLines, 'conversion'),
      dropdown('cloud_shift', yesNo, 'yes'),
    ],
    pane: 'price',
    tags: ['trend', 'cloud', 'kijun', 'tenkan', 'senkou', 'overlay'],
    trend: 'trending',
  }),
  indicator({
    key: 'parabolic_sar',
    name: 'Parabolic SAR',
    description: 'A stop that follows a trend ever faster and turns round when it is passed.',
    params: [multiplier('start', 0.02), multiplier('increment', 0.02), multiplier('maximum', 0.2)],
    outputs: ['value', 'direction'],
    pane: 'price',
    draw: 'dots',
    tags: ['trend', 'trailing stop', 'wilder', 'reverse', 'overlay'],
    trend: 'trending',
  }),
  indicator({
    key: 'bollinger_bandwidth',
    name: 'Bollinger Bandwidth',
    description: 'Distance of the Bollinger bands in percent of their middle.',
    params: [field, period(20, 'period', 2), multiplier('standard_deviations', 2), averageType()],
    pane: 'own',
    tags: ['volatility', 'bands', 'bollinger', 'squeeze'],
    trend: 'any',
  }),
  indicator({
    key: 'adx',
    name: 'ADX',
    description: 'Average directional index: how strong a trend is, whichever way it goes.',
    params: [period(14)],
    outputs: ['adx', 'plus_di', 'minus_di'],
    pane: 'own',
    tags: ['trend', 'strength', 'directional movement', 'wilder'],
    trend: 'trending',
  }),
  indicator({
    key: 'williams_r',
    name: 'Williams %R',
    description: 'Where the close stands in the range of the last candles, -100 to 0.',
    params: [period(14)],
    pane: 'own',
    tags: ['momentum', 'oscillator', 'overbought', 'oversold', 'williams'],
    trend: 'ranging',
  }),
  indicator({
    key: 'mom',
    name: 'MOM',
    description: 'Momentum: the close less the close some candles before.',
    params: [period(14)],
    pane: 'own',
    tags: ['momentum', 'rate of change'],
    trend: 'trending',
  }),
  indicator({
    key: 'stochastic',
    name: 'Stochastic',
    description: 'Where the close stands in the range of the last candles, 0 to 100, and its average.',
    params: [period(14), band('type', ['%k', '%d']), dropdown('smoothen', yesNo, 'yes')],
    pane: 'own',
    tags: ['momentum', 'oscillator', 'overbought', 'oversold'],
    trend: 'ranging',
  }),
  indicator({
    key: 'stochastic_rsi',
    name: 'Stochastic RSI',
    description: 'Where the RSI stands in its own range, 0 to 100, and its average.',
    params: [period(14), band('type', ['%k', '%d']), dropdown('smoothen', yesNo, 'yes')],
    pane: 'own',
    tags: ['momentum', 'oscillator', 'rsi', 'overbought', 'oversold'],
    trend: 'ranging',
  }),
  indicator({
    key: 'cci',
    name: 'CCI',
    description: 'Commodity channel index: distance from the mean in units of the usual distance.',
    params: [period(20, 'period', 2)],
    pane: 'own',
    tags: ['momentum', 'oscillator', 'deviation'],
    trend: 'ranging',
  }),
  indicator({
    key: 'awesome_oscillator',
    name: 'Awesome Oscillator',
    description: 'Mean of the middles of 5 candles less that of 34.',
    params: [],
    pane: 'own',
    draw: 'bars',
    tags: ['momentum', 'oscillator', 'williams'],
    trend: 'trending',
  }),
  indicator({
    key: 'tsi',
    name: 'TSI',
    description: 'True strength index: momentum smoothed twice, -100 to 100.',
    params: [period(25, 'long'), period(13, 'short'), period(13, 'signal')],
    outputs: ['tsi', 'signal'],
    pane: 'own',
    tags: ['momentum', 'oscillator', 'double smoothed'],
    trend: 'trending',
  }),
  indicator({
    key: 'ultimate_oscillator',
    name: 'Ultimate Oscillator',
    description: 'Buying pressure over three lengths, 0 to 100.',
    params: [period(7, 'short'), period(14, 'medium'), period(28, 'long')],
    pane: 'own',
    tags: ['momentum', 'oscillator', 'williams'],
    trend: 'ranging',
  }),
  indicator({
    key: 'cmo',
    name: 'CMO',
    description: 'Chande momentum oscillator: rises against falls, -100 to 100.',
    params: [period(9)],
    pane: 'own',
    tags: ['momentum', 'oscillator', 'chande'],
    trend: 'ranging',
  }),
  indicator({
    key: 'aroon_oscillator',
    name: 'Aroon Oscillator',
    description: 'How new the highest high is against the lowest low, -100 to 100.',
    params: [period(14, 'period', 2)],
    pane: 'own',
    tags: ['trend', 'oscillator', 'chande'],
    trend: 'trending',
  }),
  indicator({
    key: 'stddev',
    name: 'StdDev',
    description: 'A number of standard deviations around an average.',
    params: [period(14, 'period', 2), field, multiplier('stddev', 2), averageType('simple', 'ma_type')],
    pane: 'own',
    tags: ['volatility', 'deviation', 'statistics'],
    trend: 'any',
  }),
  indicator({
    key: 'choppiness',
    name: 'Choppiness Index',
    description: 'How much of the way was to and fro, 0 to 100: high where no trend is.',
    params: [period(14, 'period', 2)],
    pane: 'own',
    tags: ['volatility', 'trend', 'range'],
    trend: 'any',
  }),
  indicator({
    key: 'vortex',
    name: 'Vortex',
    description: 'Movement up and movement down against the true range.',
    params: [period(14), band('signal', ['+vi', '-vi']), { ...offset, required: false }],
    pane: 'own',
    tags: ['trend', 'directional movement'],
    trend: 'trending',
  }),
  indicator({
    key: 'mfi',
    name: 'MFI',
    description: 'Money flow index: an RSI that counts traded value, 0 to 100.',
    params: [period(20)],
    pane: 'own',
    tags: ['volume', 'momentum', 'oscillator', 'overbought', 'oversold'],
    trend: 'ranging',
  }),
  indicator({
    key: 'chaikin_mf',
    name: 'Chaikin MF',
    description: 'Chaikin money flow: volume by where candles closed in their range, -1 to 1.',
    params: [period(20)],
    pane: 'own',
    tags: ['volume', 'accumulation', 'distribution'],
    trend: 'any',
  }),
  indicator({
    key: 'elder_force_index',
    name: 'Elder Force Index',
    description: 'Change of the close times volume, smoothed.',
    params: [period(13)],
    pane: 'own',
    tags: ['volume', 'momentum', 'elder'],
    trend: 'trending',
  }),
  indicator({
    key: 'volume_oscillator',
    name: 'Volume Oscillator',
    description: 'A fast average of volume less a slow one, in percent or in units.',
    params: [period(12, 'short'), period(26, 'long'), band('pop', ['pct', 'point'])],
    pane: 'own',
    tags: ['volume', 'oscillator', 'pvo'],
    trend: 'any',
  }),
  indicator({
    key: 'day_high',
    name: 'Day High',
    description: 'Highest price of the trading day so far.',
    params: [],
    pane: 'price',
    draw: 'steps',
    tags: ['session', 'price', 'intraday', 'breakout'],
    trend: 'any',
  }),
  indicator({
    key: 'day_low',
    name: 'Day Low',
    description: 'Lowest price of the trading day so far.',
    params: [],
    pane: 'price',
    draw: 'steps',
    tags: ['session', 'price', 'intraday', 'breakout'],
    trend: 'any',
  }),
  indicator({
    key: 'opening_range',
    name: 'Opening Range',
    description: 'The first candle of the trading day of a size, once it is over.',
    params: [sessionField('high'), dropdown('range', rangeSizes, '15min')],
    pane: 'price',
    draw: 'steps',
    tags: ['session', 'breakout', 'intraday', 'orb'],
    trend: 'trending',
  }),
  indicator({
    key: 'nth_candle',
    name: 'Nth candle',
    description: 'A candle of the trading day by its number and size, once it is over.',
    params: [sessionField('close'), dropdown('range', rangeSizes, 'min'), number('num', 1, 1, 1_440, true)],
    pane: 'price',
    draw: 'steps',
    tags: ['session', 'candle', 'intraday'],
    trend: 'any',
  }),
  indicator({
    key: 'prev_n',
    name: 'Prev N',
    description: 'A candle of a size so many before the one in progress.',
    params: [
      sessionField('close'),
      number('offset', -1, -OFFSET_MAX, 0, true),
      dropdown('candle', candleSizes, 'day'),
    ],
    pane: 'price',
    draw: 'steps',
    tags: ['session', 'candle', 'previous', 'yesterday'],
    trend: 'any',
  }),
  indicator({
    key: 'pivot_point',
    name: 'Pivot point',
    description: 'Levels of support and resistance from the trading day before.',
    params: [
      dropdown('signal', pivotLevels, 'p'),
      band('type', ['standard', 'fibonacci']),
      dropdown('continous', yesNo, 'no'),
    ],
    pane: 'price',
    draw: 'steps',
    tags: ['session', 'pivot', 'support', 'resistance', 'levels'],
    trend: 'any',
  }),
  candlePrice('open', 'First price of the candle.'),
  candlePrice('high', 'Highest price of the candle.'),
  candlePrice('low', 'Lowest price of the candle.'),
  candlePrice('close', 'Last price of the candle.'),
]

const bySyntax: ReadonlyMap<string, IndicatorSpec> = new Map(indicators.map((spec) => [spec.syntax, spec]))

/** Where its picture is served. */
export const imageOf = ({ key }: IndicatorSpec): string => `/indicators/${key}.svg`

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
