import { createActor } from 'xstate'
import type { Area } from '../area.ts'
import { uuidMaker } from '../create-uuid.ts'
import type { Deps } from '../deps.ts'
import { provideCharts } from './chart-adapters.ts'
import { chartEnvironment } from './chart-environment.ts'
import { keptDrawings, provideDrawings } from './drawing-adapters.ts'
import { provideIndicatorGuide } from './indicator-adapters.ts'

export const charts = (deps: Deps) =>
  ({
    actors: {
      charts: createActor(provideCharts(deps)),
      drawings: createActor(provideDrawings(deps), { input: { createUuid: uuidMaker(deps.platform) } }),
      indicatorGuide: createActor(provideIndicatorGuide(deps.platform)),
    },
    environment: () => chartEnvironment(deps.actors),
    begin: () => {
      deps.actors.indicatorGuide.send({ type: 'guide.begin' })
      deps.actors.drawings.send({ type: 'drawings.restore', kept: keptDrawings(deps.memory) })
    },
  }) satisfies Area
