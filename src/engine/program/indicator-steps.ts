import type { IndicatorSpec } from '../../domain/charts/indicators/spec.ts'
import { momentumBuilders } from './momentum-steps.ts'
import { overlayBuilders } from './overlay-steps.ts'
import { sessionBuilders } from './session-steps.ts'
import type { Build, Params, StepBuilders } from './step-builder.ts'
import type { StepId } from './steps.ts'
import { volumeBuilders } from './volume-steps.ts'

const builders: StepBuilders = {
  ...overlayBuilders,
  ...momentumBuilders,
  ...volumeBuilders,
  ...sessionBuilders,
}

export const indicatorStep = (build: Build, spec: IndicatorSpec, params: Params, output: string): StepId => {
  const builder = builders[spec.key]
  if (builder === undefined)
    throw new Error(`the catalogue lists ${spec.key}, which the engine does not compute`)
  return builder(build, params, output)
}
