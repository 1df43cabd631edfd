import { createActor } from 'xstate'
import type { Area } from '../area.ts'
import type { Deps } from '../deps.ts'
import { provideCharts } from './chart-adapters.ts'
import { chartEnvironment } from './chart-environment.ts'
import { provideIndicatorGuide } from './indicator-adapters.ts'

export const charts = (deps: Deps) =>
  ({
    actors: {
      charts: createActor(provideCharts(deps)),
      indicatorGuide: createActor(provideIndicatorGuide(deps.platform)),
    },
    environment: () => chartEnvironment(deps.actors),
    begin: () => deps.actors.indicatorGuide.send({ type: 'guide.begin' }),
  }) satisfies Area
