import type { AverageType, IchimokuLine } from '../../domain/charts/indicators/spec.ts'
import { average } from './average-steps.ts'
import {
  averageTrueRange,
  type Build,
  back,
  deviation,
  fieldOf,
  highest,
  lowest,
  mean,
  middleOfRange,
  numberAt,
  optionAt,
  type StepBuilder,
  type StepBuilders,
  sourceOf,
  times,
  wilder,
} from './step-builder.ts'
import type { StepId } from './steps.ts'

const movingAverage =
  (type: AverageType): StepBuilder =>
  (build, params) => {
    const source = sourceOf(build, optionAt(params, 0))
    return back(build, average(build, type, source, numberAt(params, 1)), numberAt(params, 2) || 0)
  }

const bollinger =
  (side: -1 | 0 | 1): StepBuilder =>
  (build, params) => {
    const source = sourceOf(build, optionAt(params, 0))
    const period = numberAt(params, 1)
    const middle = average(build, optionAt(params, 3), source, period)
    const offset = numberAt(params, 4)
    if (side === 0) return back(build, middle, offset)
    const spread = deviation(build, source, period)
    return back(build, build.column('band', [middle, spread], [side * numberAt(params, 2)]), offset)
  }

const bandwidth: StepBuilder = (build, params) => {
  const source = sourceOf(build, optionAt(params, 0))
  const period = numberAt(params, 1)
  const middle = average(build, optionAt(params, 3), source, period)
  const width = times(build, deviation(build, source, period), 200 * numberAt(params, 2))
  return build.column('divide', [width, middle])
}

const supertrend: StepBuilder = (build, params, output) => {
  const { given } = build
  const range = averageTrueRange(build, numberAt(params, 0))
  return build.column(
    'supertrend',
    [given('high'), given('low'), given('close'), range],
    [numberAt(params, 1), output === 'direction' ? 1 : 0],
  )
}

const alligator: StepBuilder = (build, params) => {
  const index = 1 + 2 * ['jaw', 'teeth', 'lips'].indexOf(optionAt(params, 0))
  const line = wilder(build, fieldOf(build, 'hl2'), numberAt(params, index))
  return back(build, line, numberAt(params, index + 1))
}

const donchian: StepBuilder = (build, params) => {
  const upper = (): StepId => highest(build, build.given('high'), numberAt(params, 1))
  const lower = (): StepId => lowest(build, build.given('low'), numberAt(params, 2))
  const channel = optionAt<'upper' | 'lower' | 'median'>(params, 0)
  if (channel === 'upper') return upper()
  if (channel === 'lower') return lower()
  return times(build, build.column('add', [upper(), lower()]), 0.5)
}

const keltner: StepBuilder = (build, params) => {
  const period = numberAt(params, 0)
  const median = average(build, optionAt(params, 2), build.given('close'), period)
  const wanted = optionAt<'top' | 'median' | 'bottom'>(params, 1)
  if (wanted === 'median') return median
  const side = wanted === 'top' ? 1 : -1
  return build.column('band', [median, averageTrueRange(build, period)], [side * numberAt(params, 3)])
}

const ichimoku: StepBuilder = (build, params) => {
  const conversion = (): StepId => middleOfRange(build, numberAt(params, 0))
  const base = (): StepId => middleOfRange(build, numberAt(params, 1))
  // A span counts its own candle, so the cloud is shifted one candle less than its length.
  const shift = params[5] === 'yes' ? Math.max(0, numberAt(params, 3) - 1) : 0
  const line = optionAt<IchimokuLine>(params, 4)
  switch (line) {
    case 'conversion':
      return conversion()
    case 'base':
      return base()
    case 'span_a':
      return back(build, times(build, build.column('add', [conversion(), base()]), 0.5), shift)
    case 'span_b':
      return back(build, middleOfRange(build, numberAt(params, 2)), shift)
    case 'lagging':
      return build.given('close')
    default:
      return line satisfies never
  }
}

const parabolicSar: StepBuilder = ({ column, given }, params, output) =>
  column(
    'parabolicSar',
    [given('high'), given('low'), given('close')],
    [numberAt(params, 0), numberAt(params, 1), numberAt(params, 2), output === 'direction' ? 1 : 0],
    1,
  )

const price =
  (column: 'open' | 'high' | 'low' | 'close'): StepBuilder =>
  (build, params) =>
    back(build, build.given(column), numberAt(params, 0))

const vwap = (build: Build): StepId =>
  build.column('vwap', [
    fieldOf(build, 'hlc3'),
    build.given('volume'),
    build.column('istDay', [build.given('time')]),
  ])

export const overlayBuilders: StepBuilders = {
  sma: movingAverage('simple'),
  ema: movingAverage('exponential'),
  wma: movingAverage('weighted'),
  dema: movingAverage('double'),
  tema: movingAverage('triple'),
  hull_ma: movingAverage('hull'),
  moving_average: (build, params) => {
    const source = sourceOf(build, optionAt(params, 1))
    return back(build, average(build, optionAt(params, 0), source, numberAt(params, 2)), numberAt(params, 3))
  },
  median_price: (build, params) => mean(build, fieldOf(build, 'hl2'), numberAt(params, 0)),
  median_price_ma: (build, params) => {
    const source = fieldOf(build, 'hl2')
    return back(build, average(build, optionAt(params, 1), source, numberAt(params, 0)), numberAt(params, 2))
  },
  bollinger_upper: bollinger(1),
  bollinger_lower: bollinger(-1),
  bollinger_modified: bollinger(0),
  bollinger_bandwidth: bandwidth,
  supertrend,
  alligator,
  donchian,
  keltner,
  ichimoku,
  parabolic_sar: parabolicSar,
  vwap,
  open: price('open'),
  high: price('high'),
  low: price('low'),
  close: price('close'),
}
