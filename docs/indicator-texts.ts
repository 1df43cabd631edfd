/** Descriptions of the indicators. The console reads them from the printed indicator file. */
export interface IndicatorTexts {
  /** The market it is made for. */
  readonly trend: 'trending' | 'ranging' | 'any'
  /** Separated by semicolons: category, sub-category, then search terms. */
  readonly tags: string
  readonly description: string
}

/** By key, every indicator of the catalogue. */
export const indicatorTexts: Readonly<Record<string, IndicatorTexts>> = {
  sma: {
    trend: 'trending',
    tags: 'moving average; simple; trend; overlay',
    description: 'Simple moving average: the mean of the last candles.',
  },
  ema: {
    trend: 'trending',
    tags: 'moving average; exponential; trend; overlay',
    description: 'Exponential moving average: recent candles weigh more, older ones fade.',
  },
  wma: {
    trend: 'trending',
    tags: 'moving average; weighted; linear; trend; overlay',
    description: 'Weighted moving average: the newest candle weighs most, evenly falling to the oldest.',
  },
  dema: {
    trend: 'trending',
    tags: 'moving average; double; exponential; overlay',
    description: 'Double exponential moving average: an EMA with most of its lag taken out.',
  },
  tema: {
    trend: 'trending',
    tags: 'moving average; triple; exponential; overlay',
    description: 'Triple exponential moving average: an EMA with still less lag.',
  },
  hull_ma: {
    trend: 'trending',
    tags: 'moving average; hull; weighted; overlay',
    description:
      'Hull moving average: weighted averages combined so that the line follows quickly and stays smooth.',
  },
  moving_average: {
    trend: 'trending',
    tags: 'moving average; any type; kaufman; mesa; vidya; triangular; overlay',
    description: 'A moving average of any type.',
  },
  median_price: {
    trend: 'any',
    tags: 'price; middle; hl2; overlay',
    description: 'Mean of the middles of the last candles.',
  },
  median_price_ma: {
    trend: 'any',
    tags: 'price; middle; hl2; moving average; overlay',
    description: 'A moving average of the middle of the candle.',
  },
  alligator: {
    trend: 'trending',
    tags: 'moving average; williams; trend; overlay',
    description: 'Three smoothed averages of the middle of the candle, drawn later: jaw, teeth and lips.',
  },
  bollinger_upper: {
    trend: 'ranging',
    tags: 'bands; bollinger; volatility; deviation',
    description: 'An average plus a multiple of the standard deviation.',
  },
  bollinger_lower: {
    trend: 'ranging',
    tags: 'bands; bollinger; volatility; deviation',
    description: 'An average less a multiple of the standard deviation.',
  },
  bollinger_modified: {
    trend: 'ranging',
    tags: 'bands; bollinger; volatility; deviation',
    description: 'The middle of the Bollinger bands.',
  },
  bollinger_bandwidth: {
    trend: 'any',
    tags: 'volatility; bands; bollinger; squeeze',
    description: 'Distance of the Bollinger bands in percent of their middle.',
  },
  donchian: {
    trend: 'trending',
    tags: 'channel; breakout; turtle; range; overlay',
    description: 'Highest high and lowest low of the last candles, this one included, and their middle.',
  },
  keltner: {
    trend: 'any',
    tags: 'channel; bands; volatility; atr; overlay',
    description: 'An average and a number of average true ranges above and below it.',
  },
  ichimoku: {
    trend: 'trending',
    tags: 'trend; cloud; kijun; tenkan; senkou; overlay',
    description: 'Middles of the ranges of three lengths and the cloud between two of them.',
  },
  stddev: {
    trend: 'any',
    tags: 'volatility; deviation; statistics',
    description: 'A number of standard deviations around an average.',
  },
  supertrend: {
    trend: 'trending',
    tags: 'trend; trailing stop; atr; overlay',
    description:
      'A trailing band of average true range: below the price while it rises, above while it falls.',
  },
  parabolic_sar: {
    trend: 'trending',
    tags: 'trend; trailing stop; wilder; reverse; overlay',
    description: 'A stop that follows a trend ever faster and turns round when it is passed.',
  },
  adx: {
    trend: 'trending',
    tags: 'trend; strength; directional movement; wilder',
    description: 'Average directional index: how strong a trend is, whichever way it goes.',
  },
  aroon_oscillator: {
    trend: 'trending',
    tags: 'trend; oscillator; chande',
    description: 'How new the highest high is against the lowest low, -100 to 100.',
  },
  vortex: {
    trend: 'trending',
    tags: 'trend; directional movement',
    description: 'Movement up and movement down against the true range.',
  },
  choppiness: {
    trend: 'any',
    tags: 'volatility; trend; range',
    description: 'How much of the way was to and fro, 0 to 100: high where no trend is.',
  },
  atr: {
    trend: 'any',
    tags: 'volatility; range; wilder',
    description: 'Average true range in points, with Wilder smoothing.',
  },
  rsi: {
    trend: 'ranging',
    tags: 'momentum; oscillator; overbought; oversold; wilder',
    description: 'Relative strength index of the close, 0 to 100, with Wilder smoothing.',
  },
  macd: {
    trend: 'trending',
    tags: 'momentum; moving average; convergence; divergence; histogram; signal',
    description:
      'Difference of a fast and a slow EMA of the close, its signal line, or the distance of the two.',
  },
  mom: {
    trend: 'trending',
    tags: 'momentum; rate of change',
    description: 'Momentum: the close less the close some candles before.',
  },
  stochastic: {
    trend: 'ranging',
    tags: 'momentum; oscillator; overbought; oversold',
    description: 'Where the close stands in the range of the last candles, 0 to 100, and its average.',
  },
  stochastic_rsi: {
    trend: 'ranging',
    tags: 'momentum; oscillator; rsi; overbought; oversold',
    description: 'Where the RSI stands in its own range, 0 to 100, and its average.',
  },
  williams_r: {
    trend: 'ranging',
    tags: 'momentum; oscillator; overbought; oversold; williams',
    description: 'Where the close stands in the range of the last candles, -100 to 0.',
  },
  cci: {
    trend: 'ranging',
    tags: 'momentum; oscillator; deviation',
    description: 'Commodity channel index: distance from the mean in units of the usual distance.',
  },
  awesome_oscillator: {
    trend: 'trending',
    tags: 'momentum; oscillator; williams',
    description: 'Mean of the middles of 5 candles less that of 34.',
  },
  tsi: {
    trend: 'trending',
    tags: 'momentum; oscillator; double smoothed',
    description: 'True strength index: momentum smoothed twice, -100 to 100.',
  },
  ultimate_oscillator: {
    trend: 'ranging',
    tags: 'momentum; oscillator; williams',
    description: 'Buying pressure over three lengths, 0 to 100.',
  },
  cmo: {
    trend: 'ranging',
    tags: 'momentum; oscillator; chande',
    description: 'Chande momentum oscillator: rises against falls, -100 to 100.',
  },
  volume: {
    trend: 'any',
    tags: 'volume; turnover',
    description: 'Units traded in the candle. No value for an index.',
  },
  moving_average_volume: {
    trend: 'any',
    tags: 'volume; moving average',
    description: 'A moving average of the volume.',
  },
  vwap: {
    trend: 'any',
    tags: 'volume; average price; intraday; session',
    description: 'Volume-weighted average price of the trading day. No value where there is no volume.',
  },
  volume_oscillator: {
    trend: 'any',
    tags: 'volume; oscillator; pvo',
    description: 'A fast average of volume less a slow one, in percent or in units.',
  },
  mfi: {
    trend: 'ranging',
    tags: 'volume; momentum; oscillator; overbought; oversold',
    description: 'Money flow index: an RSI that counts traded value, 0 to 100.',
  },
  chaikin_mf: {
    trend: 'any',
    tags: 'volume; accumulation; distribution',
    description: 'Chaikin money flow: volume by where candles closed in their range, -1 to 1.',
  },
  elder_force_index: {
    trend: 'trending',
    tags: 'volume; momentum; elder',
    description: 'Change of the close times volume, smoothed.',
  },
  day_high: {
    trend: 'any',
    tags: 'session; price; intraday; breakout',
    description: 'Highest price of the trading day so far.',
  },
  day_low: {
    trend: 'any',
    tags: 'session; price; intraday; breakout',
    description: 'Lowest price of the trading day so far.',
  },
  opening_range: {
    trend: 'trending',
    tags: 'session; breakout; intraday; orb',
    description: 'The first candle of the trading day of a size, once it is over.',
  },
  nth_candle: {
    trend: 'any',
    tags: 'session; candle; intraday',
    description: 'A candle of the trading day by its number and size, once it is over.',
  },
  prev_n: {
    trend: 'any',
    tags: 'session; candle; previous; yesterday',
    description: 'A candle of a size so many before the one in progress.',
  },
  pivot_point: {
    trend: 'any',
    tags: 'session; pivot; support; resistance; levels',
    description: 'Levels of support and resistance from the trading day before.',
  },
  open: { trend: 'any', tags: 'price; candle; ohlc', description: 'First price of the candle.' },
  high: { trend: 'any', tags: 'price; candle; ohlc', description: 'Highest price of the candle.' },
  low: { trend: 'any', tags: 'price; candle; ohlc', description: 'Lowest price of the candle.' },
  close: { trend: 'any', tags: 'price; candle; ohlc', description: 'Last price of the candle.' },
}
