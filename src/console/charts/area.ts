import { createActor } from 'xstate'
import { chartLayoutMachine } from '../../machines/charts/layout.ts'
import { chartPictureMachine } from '../../machines/charts/picture.ts'
import { type Area, undoAll } from '../area.ts'
import { uuidMaker } from '../create-uuid.ts'
import type { Deps } from '../deps.ts'
import { provideCharts } from './chart-adapters.ts'
import { chartEnvironment } from './chart-environment.ts'
import { keptDrawings, provideDrawings } from './drawing-adapters.ts'
import { provideIndicatorGuide } from './indicator-adapters.ts'
import {
  activateFirst,
  connectLayouts,
  keepLayout,
  provideLayoutActs,
  provideSavedLayouts,
  restoreLayout,
} from './layout-adapters.ts'
import { linkReplays } from './linked-replay.ts'

export const charts = (deps: Deps) =>
  ({
    actors: {
      charts: createActor(provideCharts(deps)),
      chartLayout: createActor(chartLayoutMachine),
      chartPicture: createActor(chartPictureMachine),
      savedLayouts: createActor(provideSavedLayouts(deps)),
      layoutActs: createActor(provideLayoutActs(deps)),
      drawings: createActor(provideDrawings(deps), { input: { createUuid: uuidMaker(deps.platform) } }),
      indicatorGuide: createActor(provideIndicatorGuide(deps.platform)),
    },
    connect: () => undoAll([keepLayout(deps), connectLayouts(deps), activateFirst(deps), linkReplays(deps)]),
    environment: () => chartEnvironment(deps.actors),
    begin: () => {
      restoreLayout(deps)
      deps.actors.indicatorGuide.send({ type: 'guide.begin' })
      deps.actors.drawings.send({ type: 'drawings.restore', kept: keptDrawings(deps.memory) })
    },
  }) satisfies Area
