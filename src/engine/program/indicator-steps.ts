import type { IndicatorSpec } from '../../domain/charts/indicators/spec.ts'
import { momentumMakers } from './momentum-steps.ts'
import { overlayMakers } from './overlay-steps.ts'
import { sessionMakers } from './session-steps.ts'
import type { Build, Makers, Params } from './step-builder.ts'
import type { StepId } from './steps.ts'
import { volumeMakers } from './volume-steps.ts'

const makers: Makers = { ...overlayMakers, ...momentumMakers, ...volumeMakers, ...sessionMakers }

export const indicatorStep = (build: Build, spec: IndicatorSpec, params: Params, output: string): StepId => {
  const make = makers[spec.key]
  if (make === undefined)
    throw new Error(`the catalogue lists ${spec.key}, which the engine does not compute`)
  return make(build, params, output)
}
