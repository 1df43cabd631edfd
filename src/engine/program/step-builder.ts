import type { Field } from '../../domain/charts/indicators/spec.ts'
import type { Interval } from '../../domain/charts/interval.ts'
import type { KernelName } from './kernels.ts'
import type { GivenColumn, StepId } from './steps.ts'

export interface Build {
  readonly interval: Interval
  readonly column: (
    kernel: KernelName,
    inputs: readonly StepId[],
    numbers?: readonly number[],
    /** Further rows without a value once all inputs have one. */
    lead?: number,
  ) => StepId
  readonly given: (name: GivenColumn) => StepId
  /** An operand in place of the field of an indicator. */
  readonly source?: StepId
}

export type Params = readonly (number | string)[]

/** Expects `params` to be checked against the catalogue. */
export type StepBuilder = (build: Build, params: Params, output: string) => StepId

export type StepBuilders = Readonly<Record<string, StepBuilder>>

export const numberAt = (params: Params, index: number): number => Number(params[index])

/** The check against the catalogue guarantees that the value is one of the options. */
export const optionAt = <Option extends string>(params: Params, index: number): Option =>
  params[index] as Option

export const sourceOf = (build: Build, field: Field): StepId => build.source ?? fieldOf(build, field)

export const fieldOf = ({ column, given }: Build, field: Field): StepId => {
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

export const back = (build: Build, source: StepId, offset: number): StepId => {
  const distance = Math.abs(offset)
  return distance === 0 ? source : build.column('shift', [source], [distance], distance)
}

const windowed =
  (kernel: 'sma' | 'windowSum' | 'highest' | 'lowest' | 'deviation' | 'wilder') =>
  ({ column }: Build, source: StepId, period: number): StepId =>
    column(kernel, [source], [period], period - 1)

export const mean = windowed('sma')
export const sum = windowed('windowSum')
export const highest = windowed('highest')
export const lowest = windowed('lowest')
export const deviation = windowed('deviation')
export const wilder = windowed('wilder')

export const times = ({ column }: Build, source: StepId, factor: number): StepId =>
  column('scale', [source], [factor])

export const change = (build: Build, source: StepId): StepId =>
  build.column('subtract', [source, back(build, source, 1)])

export const trueRange = ({ column, given }: Build): StepId =>
  column('trueRange', [given('high'), given('low'), given('close')])

/** NaN on the first candle, as is `trueHigh`: both need the previous close. */
export const trueLow = (build: Build): StepId =>
  build.column('smaller', [build.given('low'), back(build, build.given('close'), 1)])
export const trueHigh = (build: Build): StepId =>
  build.column('larger', [build.given('high'), back(build, build.given('close'), 1)])

export const trueRangeAfterFirst = ({ column, given }: Build): StepId =>
  column('trueRange', [given('high'), given('low'), given('close')], [], 1)

export const averageTrueRange = ({ column, given }: Build, period: number): StepId =>
  column('averageRange', [given('high'), given('low'), given('close')], [period], period - 1)

export const middleOfRange = (build: Build, period: number): StepId => {
  const top = highest(build, build.given('high'), period)
  const bottom = lowest(build, build.given('low'), period)
  return times(build, build.column('add', [top, bottom]), 0.5)
}
