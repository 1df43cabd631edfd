import type { MacdLine } from '../../domain/charts/indicators/spec.ts'
import { average, exponential, exponentialDifference } from './average-steps.ts'
import {
  averageTrueRange,
  type Build,
  back,
  change,
  deviation,
  fieldOf,
  highest,
  lowest,
  mean,
  numberAt,
  optionAt,
  type Params,
  type StepBuilder,
  type StepBuilders,
  sourceOf,
  sum,
  times,
  trueHigh,
  trueLow,
  trueRange,
  trueRangeAfterFirst,
  wilder,
} from './step-builder.ts'
import type { StepId } from './steps.ts'

const SMOOTHING = 3
const AWESOME_FAST = 5
const AWESOME_SLOW = 34

const macd: StepBuilder = (build, params) => {
  const close = build.given('close')
  const line = exponentialDifference(build, close, { fast: numberAt(params, 0), slow: numberAt(params, 1) })
  const wanted = optionAt<MacdLine>(params, 3)
  if (wanted === 'macd') return line
  const signal = exponential(build, line, numberAt(params, 2))
  return wanted === 'signal' ? signal : build.column('subtract', [line, signal])
}

const strength = ({ column }: Build, source: StepId, period: number): StepId =>
  column('rsi', [source], [period], period)

const adx: StepBuilder = (build, params, output) => {
  const period = numberAt(params, 0)
  const { column, given } = build
  const side = (direction: 1 | -1): StepId =>
    column('directional', [given('high'), given('low'), given('close')], [period, direction], period)
  if (output === 'plus_di') return side(1)
  if (output === 'minus_di') return side(-1)
  return wilder(build, column('directionalSpread', [side(1), side(-1)]), period)
}

/** %K and %D of a source between `low` and `high`. Params 1 and 2 are type and smoothing. */
const stochasticLine = (
  build: Build,
  { source, low, high }: { source: StepId; low: StepId; high: StepId },
  params: Params,
): StepId => {
  const period = numberAt(params, 0)
  const bottom = lowest(build, low, period)
  const raw = build.column('standing', [source, bottom, bottom, highest(build, high, period)])
  const k = params[2] === 'yes' ? mean(build, raw, SMOOTHING) : raw
  return params[1] === '%k' ? k : mean(build, k, SMOOTHING)
}

const williams: StepBuilder = (build, params) => {
  const period = numberAt(params, 0)
  const top = highest(build, build.given('high'), period)
  const bottom = lowest(build, build.given('low'), period)
  return build.column('standing', [build.given('close'), top, bottom, top])
}

const cci: StepBuilder = (build, params) => {
  const { column } = build
  const period = numberAt(params, 0)
  const source = fieldOf(build, 'hlc3')
  const middle = mean(build, source, period)
  const distance = column('meanDistance', [source], [period], period - 1)
  return column('commodityChannel', [source, middle, distance])
}

const tsi: StepBuilder = (build, params, output) => {
  const [long, short] = [numberAt(params, 0), numberAt(params, 1)]
  const smooth = (source: StepId) => exponential(build, exponential(build, source, long), short)
  const moves = change(build, build.given('close'))
  const line = build.column('share', [smooth(moves), smooth(build.column('absolute', [moves]))])
  return output === 'signal' ? exponential(build, line, numberAt(params, 2)) : line
}

const ultimate: StepBuilder = (build, params) => {
  const bottom = trueLow(build)
  const pressure = build.column('subtract', [build.given('close'), bottom])
  const range = build.column('subtract', [trueHigh(build), bottom])
  const ratio = (index: number): StepId =>
    build.column('divide', [
      sum(build, pressure, numberAt(params, index)),
      sum(build, range, numberAt(params, index)),
    ])
  const weighted = [
    times(build, ratio(0), 400 / 7),
    times(build, ratio(1), 200 / 7),
    times(build, ratio(2), 100 / 7),
  ] as const
  return build.column('add', [build.column('add', [weighted[0], weighted[1]]), weighted[2]])
}

const cmo: StepBuilder = (build, params) => {
  const period = numberAt(params, 0)
  const side = (kernel: 'rise' | 'fall'): StepId =>
    sum(build, build.column(kernel, [build.given('close')], [], 1), period)
  return build.column('balance', [side('rise'), side('fall')])
}

const aroon: StepBuilder = (build, params) => {
  const period = numberAt(params, 0)
  const { column, given } = build
  const low = column('sinceLowest', [given('low')], [period + 1], period)
  const high = column('sinceHighest', [given('high')], [period + 1], period)
  return times(build, column('subtract', [low, high]), 100 / period)
}

/** Deviation from any average: hypotenuse of the deviation and that average's distance from the mean. */
const stddev: StepBuilder = (build, params) => {
  const period = numberAt(params, 0)
  const source = sourceOf(build, optionAt(params, 1))
  const spread = deviation(build, source, period)
  const middle = average(build, optionAt(params, 3), source, period)
  const away = build.column('subtract', [mean(build, source, period), middle])
  const whole = params[3] === 'simple' ? spread : build.column('hypotenuse', [spread, away])
  return times(build, whole, numberAt(params, 2))
}

const choppiness: StepBuilder = (build, params) => {
  const period = numberAt(params, 0)
  const top = highest(build, build.given('high'), period)
  const bottom = lowest(build, build.given('low'), period)
  const range = build.column('subtract', [top, bottom])
  return build.column('choppiness', [sum(build, trueRange(build), period), range], [period])
}

const vortex: StepBuilder = (build, params) => {
  const period = numberAt(params, 0)
  const [from, to] = params[1] === '+vi' ? (['high', 'low'] as const) : (['low', 'high'] as const)
  const reach = build.column('subtract', [build.given(from), back(build, build.given(to), 1)])
  const moved = sum(build, build.column('absolute', [reach]), period)
  const line = build.column('divide', [moved, sum(build, trueRangeAfterFirst(build), period)])
  return back(build, line, numberAt(params, 2))
}

export const momentumBuilders: StepBuilders = {
  rsi: (build, params) => strength(build, build.given('close'), numberAt(params, 0)),
  atr: (build, params) => averageTrueRange(build, numberAt(params, 0)),
  macd,
  adx,
  williams_r: williams,
  mom: (build, params) => {
    const close = build.given('close')
    return build.column('subtract', [close, back(build, close, numberAt(params, 0))])
  },
  stochastic: (build, params) => {
    const { given } = build
    return stochasticLine(build, { source: given('close'), low: given('low'), high: given('high') }, params)
  },
  stochastic_rsi: (build, params) => {
    const source = strength(build, build.given('close'), numberAt(params, 0))
    return stochasticLine(build, { source, low: source, high: source }, params)
  },
  cci,
  awesome_oscillator: (build) => {
    const middle = fieldOf(build, 'hl2')
    return build.column('subtract', [mean(build, middle, AWESOME_FAST), mean(build, middle, AWESOME_SLOW)])
  },
  tsi,
  ultimate_oscillator: ultimate,
  cmo,
  aroon_oscillator: aroon,
  stddev,
  choppiness,
  vortex,
}
