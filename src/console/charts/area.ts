import { createActor } from 'xstate'
import type { CreateArea } from '../area.ts'
import type { Deps } from '../deps.ts'
import { provideCharts } from './chart-adapters.ts'
import { provideIndicatorGuide } from './indicator-adapters.ts'

export const charts: CreateArea<Deps, 'charts' | 'indicatorGuide'> = (deps) => ({
  actors: {
    charts: createActor(provideCharts(deps)),
    indicatorGuide: createActor(provideIndicatorGuide(deps.platform)),
  },
  begin: () => deps.actors.indicatorGuide.send({ type: 'guide.begin' }),
})
