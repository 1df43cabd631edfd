import {
  type CandleSize,
  type PivotLevel,
  pivotLevels,
  type SessionField,
  sessionFields,
} from '../../domain/charts/indicators/spec.ts'
import { type Interval, intervalLabels, intervalMinutes } from '../../domain/charts/interval.ts'
import { refusal } from '../failure.ts'
import {
  type Build,
  fieldOf,
  numberAt,
  optionAt,
  type Params,
  type StepBuilder,
  type StepBuilders,
} from './step-builder.ts'
import type { StepId } from './steps.ts'

/** Rows with one key are one trading day; a candle of a day or longer is a session of its own. */
const sessionKey = ({ column, given, interval }: Build): StepId =>
  intervalMinutes(interval) === null ? given('time') : column('istDay', [given('time')])

const dayExtreme =
  (kernel: 'highestSoFar' | 'lowestSoFar', of: 'high' | 'low'): StepBuilder =>
  (build) =>
    build.column(kernel, [build.given(of), sessionKey(build)])

const pivot: StepBuilder = (build, params) => {
  const { given, column } = build
  const level = pivotLevels.indexOf('p') - pivotLevels.indexOf(optionAt<PivotLevel>(params, 0))
  return column(
    'pivot',
    [given('high'), given('low'), given('close'), sessionKey(build)],
    [level, params[1] === 'fibonacci' ? 1 : 0],
  )
}

/** In minutes, 0 for a day. Throws EngineError `refused` where the candles are larger. */
const lengthOf = (size: CandleSize, interval: Interval, name: string): number => {
  const length = size === 'day' ? null : intervalMinutes(size)
  const own = intervalMinutes(interval)
  const isDaily = interval === 'day' && size === 'day'
  const isWithin = own !== null && (length === null || length >= own)
  if (!isDaily && !isWithin)
    throw refusal(
      `${name} of ${intervalLabels[size].toLowerCase()} candles needs candles of that size or finer; these are of ${intervalLabels[interval].toLowerCase()}`,
    )
  return length ?? 0
}

/** The close fills the volume column when volume is not read. */
const candleColumns = (build: Build, field: SessionField): readonly StepId[] => {
  const { given } = build
  const volume = field === 'volume' ? fieldOf(build, 'volume') : given('close')
  return [given('open'), given('high'), given('low'), given('close'), volume]
}

const nth = (build: Build, params: Params, number: number, name: string): StepId => {
  const field = optionAt<SessionField>(params, 0)
  const length = lengthOf(optionAt(params, 1), build.interval, name)
  const { given } = build
  return build.column(
    'nthCandle',
    [given('time'), given('sessionOpen'), given('sessionClose'), ...candleColumns(build, field)],
    [length, number - 1, sessionFields.indexOf(field), intervalMinutes(build.interval) ?? 0],
  )
}

const previous: StepBuilder = (build, params) => {
  const field = optionAt<SessionField>(params, 0)
  const length = lengthOf(optionAt(params, 2), build.interval, 'prev_n')
  const { given, column } = build
  return column(
    'previousCandle',
    [given('time'), given('sessionOpen'), ...candleColumns(build, field)],
    [length, Math.abs(numberAt(params, 1)), sessionFields.indexOf(field)],
  )
}

export const sessionBuilders: StepBuilders = {
  day_high: dayExtreme('highestSoFar', 'high'),
  day_low: dayExtreme('lowestSoFar', 'low'),
  opening_range: (build, params) => nth(build, params, 1, 'opening_range'),
  nth_candle: (build, params) => nth(build, params, numberAt(params, 2), 'nth_candle'),
  prev_n: previous,
  pivot_point: pivot,
}
