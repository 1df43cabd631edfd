import type { AverageType, Field, IndicatorSpec, MacdLine } from '../domain/indicators.ts'
import type { KernelName } from './kernels.ts'
import type { GivenColumn, StepId } from './steps.ts'

/** Adds steps over the candles of one frame; equal steps are one. */
export interface Build {
  readonly column: (
    kernel: KernelName,
    inputs: readonly StepId[],
    numbers?: readonly number[],
    /** Rows without a value after the inputs have theirs. */
    lead?: number,
  ) => StepId
  readonly given: (name: GivenColumn) => StepId
}

type Params = readonly (number | string)[]

/** The step that gives one output of an indicator. `params` have been checked against the catalogue. */
export const indicatorStep = (build: Build, spec: IndicatorSpec, params: Params, output: string): StepId => {
  const make = makers[spec.key]
  if (make === undefined)
    throw new Error(`the catalogue lists ${spec.key}, which the engine does not compute`)
  return make(build, params, output)
}

type Make = (build: Build, params: Params, output: string) => StepId

const numberAt = (params: Params, place: number): number => Number(params[place])

/** A dropdown's value: the check against the catalogue has made sure that it is one of its options. */
const optionAt = <Option extends string>(params: Params, place: number): Option => params[place] as Option

const average = (build: Build, type: AverageType, source: StepId, period: number): StepId => {
  switch (type) {
    case 'simple':
      return build.column('sma', [source], [period], period - 1)
    case 'exponential':
      return build.column('ema', [source], [period], period - 1)
    case 'weighted':
      return build.column('wma', [source], [period], period - 1)
    default:
      return type satisfies never
  }
}

const fieldOf = ({ column, given }: Build, field: Field): StepId => {
  switch (field) {
    case 'open':
    case 'high':
    case 'low':
    case 'close':
      return given(field)
    case 'volume':
      return column('tradedVolume', [given('volume')])
    case 'hl2':
      return column('hl2', [given('high'), given('low')])
    case 'hlc3':
    case 'hlcc4':
      return column(field, [given('high'), given('low'), given('close')])
    case 'ohlc4':
      return column('ohlc4', [given('open'), given('high'), given('low'), given('close')])
    default:
      return field satisfies never
  }
}

/** The value `offset` candles back; the sign does not matter. */
const back = (build: Build, source: StepId, offset: number): StepId => {
  const distance = Math.abs(offset)
  return distance === 0 ? source : build.column('shift', [source], [distance], distance)
}

const averageTrueRange = ({ column, given }: Build, period: number): StepId =>
  column('wilder', [column('trueRange', [given('high'), given('low'), given('close')])], [period], period - 1)

const movingAverage =
  (type: AverageType): Make =>
  (build, params) => {
    const source = fieldOf(build, optionAt(params, 0))
    return back(build, average(build, type, source, numberAt(params, 1)), numberAt(params, 2) || 0)
  }

const macd: Make = (build, params) => {
  const close = build.given('close')
  const fast = average(build, 'exponential', close, numberAt(params, 0))
  const slow = average(build, 'exponential', close, numberAt(params, 1))
  const line = build.column('subtract', [fast, slow])
  const wanted = optionAt<MacdLine>(params, 3)
  if (wanted === 'macd') return line
  const signal = average(build, 'exponential', line, numberAt(params, 2))
  return wanted === 'signal' ? signal : build.column('subtract', [line, signal])
}

/** Middle plus `side` times the bands; 0 is the middle itself. */
const bollinger =
  (side: -1 | 0 | 1): Make =>
  (build, params) => {
    const source = fieldOf(build, optionAt(params, 0))
    const period = numberAt(params, 1)
    const middle = average(build, optionAt(params, 3), source, period)
    const offset = numberAt(params, 4)
    if (side === 0) return back(build, middle, offset)
    const deviation = build.column('deviation', [source], [period], period - 1)
    const reach = build.column('scale', [deviation], [side * numberAt(params, 2)])
    return back(build, build.column('add', [middle, reach]), offset)
  }

const supertrend: Make = (build, params, output) => {
  const { given } = build
  const range = averageTrueRange(build, numberAt(params, 0))
  const wanted = output === 'direction' ? 1 : 0
  return build.column(
    'supertrend',
    [given('high'), given('low'), given('close'), range],
    [numberAt(params, 1), wanted],
  )
}

const price =
  (column: 'open' | 'high' | 'low' | 'close'): Make =>
  (build, params) =>
    back(build, build.given(column), numberAt(params, 0))

const makers: Readonly<Record<string, Make>> = {
  sma: movingAverage('simple'),
  ema: movingAverage('exponential'),
  wma: movingAverage('weighted'),
  rsi: ({ column, given }, params) =>
    column('rsi', [given('close')], [numberAt(params, 0)], numberAt(params, 0)),
  atr: (build, params) => averageTrueRange(build, numberAt(params, 0)),
  macd,
  bollinger_upper: bollinger(1),
  bollinger_lower: bollinger(-1),
  bollinger_modified: bollinger(0),
  supertrend,
  vwap: (build) =>
    build.column('vwap', [
      fieldOf(build, 'hlc3'),
      build.given('volume'),
      build.column('istDay', [build.given('time')]),
    ]),
  volume: (build) => fieldOf(build, 'volume'),
  open: price('open'),
  high: price('high'),
  low: price('low'),
  close: price('close'),
}
