import type { Field } from '../domain/indicators/spec.ts'
import type { Interval } from '../domain/interval.ts'
import type { KernelName } from './kernels.ts'
import type { GivenColumn, StepId } from './steps.ts'

/** Adds steps over the candles of one frame; equal steps are one. */
export interface Build {
  /** Of the candles of this frame. */
  readonly interval: Interval
  readonly column: (
    kernel: KernelName,
    inputs: readonly StepId[],
    numbers?: readonly number[],
    /** Rows without a value after the inputs have theirs. */
    lead?: number,
  ) => StepId
  readonly given: (name: GivenColumn) => StepId
}

export type Params = readonly (number | string)[]

/** The step of one output of one indicator; params have been checked against the catalogue. */
export type Make = (build: Build, params: Params, output: string) => StepId

export type Makers = Readonly<Record<string, Make>>

export const numberAt = (params: Params, place: number): number => Number(params[place])

/** A dropdown's value: the check against the catalogue has made sure that it is one of its options. */
export const optionAt = <Option extends string>(params: Params, place: number): Option =>
  params[place] as Option

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

/** The value `offset` candles back; the sign does not matter. */
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

/** Change since the candle before. */
export const change = (build: Build, source: StepId): StepId =>
  build.column('subtract', [source, back(build, source, 1)])

export const trueRange = ({ column, given }: Build): StepId =>
  column('trueRange', [given('high'), given('low'), given('close')])

/** Lower of low and the close before, and higher of high and the close before: none on the first candle. */
export const trueLow = (build: Build): StepId =>
  build.column('smaller', [build.given('low'), back(build, build.given('close'), 1)])
export const trueHigh = (build: Build): StepId =>
  build.column('larger', [build.given('high'), back(build, build.given('close'), 1)])

/** True range of the candles that have one before them. */
export const trueRangeAfterFirst = ({ column, given }: Build): StepId =>
  column('trueRange', [given('high'), given('low'), given('close')], [], 1)

export const averageTrueRange = ({ column, given }: Build, period: number): StepId =>
  column('averageRange', [given('high'), given('low'), given('close')], [period], period - 1)

/** Middle of the highest high and the lowest low. */
export const middleOfRange = (build: Build, period: number): StepId => {
  const top = highest(build, build.given('high'), period)
  const bottom = lowest(build, build.given('low'), period)
  return times(build, build.column('add', [top, bottom]), 0.5)
}
