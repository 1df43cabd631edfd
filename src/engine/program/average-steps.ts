import type { AverageType } from '../../domain/charts/indicators/spec.ts'
import { refusal } from '../failure.ts'
import { type Build, back, change, deviation, mean, sum, times } from './step-builder.ts'
import type { StepId } from './steps.ts'

const VARIABLE_LEAD = 9
const VIDYA_SHORT = 9
const VIDYA_LONG = 30
const MESA_LEAD = 32

export const exponential = ({ column }: Build, source: StepId, period: number): StepId =>
  column('ema', [source], [period], period - 1)

export const exponentialDifference = (
  { column }: Build,
  source: StepId,
  { fast, slow }: { readonly fast: number; readonly slow: number },
): StepId => column('emaDifference', [source], [fast, slow], Math.max(fast, slow) - 1)

const weighted = ({ column }: Build, source: StepId, period: number): StepId =>
  column('wma', [source], [period], period - 1)

const double = (build: Build, source: StepId, period: number): StepId => {
  const once = exponential(build, source, period)
  const twice = exponential(build, once, period)
  return build.column('subtract', [times(build, once, 2), twice])
}

const triple = (build: Build, source: StepId, period: number): StepId => {
  const once = exponential(build, source, period)
  const twice = exponential(build, once, period)
  const thrice = exponential(build, twice, period)
  const first = build.column('subtract', [times(build, once, 3), times(build, twice, 3)])
  return build.column('add', [first, thrice])
}

const hull = (build: Build, source: StepId, period: number): StepId => {
  if (period < 2) throw refusal(`a hull average: period is ${period}, allowed whole numbers from 2`)
  const quick = times(build, weighted(build, source, Math.floor(period / 2)), 2)
  const raw = build.column('subtract', [quick, weighted(build, source, period)])
  return weighted(build, raw, Math.floor(Math.sqrt(period)))
}

const triangular = (build: Build, source: StepId, period: number): StepId => {
  const first = Math.ceil(period / 2)
  return mean(build, mean(build, source, first), period + 1 - first)
}

const kaufman = (build: Build, source: StepId, period: number): StepId => {
  const travel = sum(build, build.column('absolute', [change(build, source)]), period)
  return build.column('kaufman', [source, back(build, source, 1), back(build, source, period), travel])
}

const vidya = (build: Build, source: StepId, period: number): StepId =>
  build.column(
    'vidya',
    [
      source,
      back(build, source, 1),
      deviation(build, source, VIDYA_SHORT),
      deviation(build, source, VIDYA_LONG),
    ],
    [period],
  )

const mesa = ({ column }: Build, source: StepId): StepId => column('mesa', [source], [], MESA_LEAD)

/** Throws EngineError `refused` for a period the type cannot have. */
export const average = (build: Build, type: AverageType, source: StepId, period: number): StepId => {
  switch (type) {
    case 'simple':
      return mean(build, source, period)
    case 'exponential':
      return exponential(build, source, period)
    case 'weighted':
      return weighted(build, source, period)
    case 'double':
      return double(build, source, period)
    case 'triple':
      return triple(build, source, period)
    case 'triangular':
      return triangular(build, source, period)
    case 'hull':
      return hull(build, source, period)
    case 'kaufman':
      return kaufman(build, source, period)
    case 'variable':
      return build.column('variable', [source], [period], VARIABLE_LEAD)
    case 'vidya':
      return vidya(build, source, period)
    case 'mesa':
      return mesa(build, source)
    default:
      return type satisfies never
  }
}
