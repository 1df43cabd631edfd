import type { Field } from '../../domain/charts/indicators/spec.ts'
import { average, exponential } from './average-steps.ts'
import {
  type Build,
  change,
  fieldOf,
  numberAt,
  optionAt,
  type StepBuilder,
  type StepBuilders,
  sum,
  times,
} from './step-builder.ts'
import type { StepId } from './steps.ts'

const moneyFlow: StepBuilder = (build, params) => {
  const period = numberAt(params, 0)
  const price = fieldOf(build, 'hlc3')
  const volume = fieldOf(build, 'volume')
  const amount = build.column('multiply', [price, volume])
  const up = sum(build, build.column('whereRising', [price, amount], [], 1), period)
  const down = sum(build, build.column('whereFalling', [price, amount], [], 1), period)
  return build.column('moneyFlow', [up, down, sum(build, volume, period)])
}

const chaikin: StepBuilder = (build, params) => {
  const period = numberAt(params, 0)
  const { given } = build
  const volume = fieldOf(build, 'volume')
  const location = build.column('closeLocation', [given('high'), given('low'), given('close')])
  const flow = sum(build, build.column('multiply', [location, volume]), period)
  return build.column('divide', [flow, sum(build, volume, period)])
}

const oscillator: StepBuilder = (build, params) => {
  const volume = fieldOf(build, 'volume')
  const fast = exponential(build, volume, numberAt(params, 0))
  const slow = exponential(build, volume, numberAt(params, 1))
  const apart = build.column('subtract', [fast, slow])
  return params[2] === 'point' ? apart : times(build, build.column('divide', [apart, slow]), 100)
}

export const volumeWeighted = (build: Build, field: Field, period: number): StepId => {
  const volume = fieldOf(build, 'volume')
  const amount = build.column('multiply', [fieldOf(build, field), volume])
  return build.column('divide', [sum(build, amount, period), sum(build, volume, period)])
}

/** NaN where nothing was ever traded. */
export const volumeBuilders: StepBuilders = {
  volume: (build) => fieldOf(build, 'volume'),
  moving_average_volume: (build, params) =>
    average(build, optionAt(params, 1), fieldOf(build, 'volume'), numberAt(params, 0)),
  mfi: moneyFlow,
  chaikin_mf: chaikin,
  elder_force_index: (build, params) => {
    const force = build.column('multiply', [change(build, build.given('close')), fieldOf(build, 'volume')])
    return exponential(build, force, numberAt(params, 0))
  },
  volume_oscillator: oscillator,
}
