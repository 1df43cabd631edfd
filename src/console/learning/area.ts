import { createActor } from 'xstate'
import { type Area, undoAll } from '../area.ts'
import type { Deps } from '../deps.ts'
import { followDrillActs, provideDrillAct, provideDrills } from './drill-adapters.ts'
import {
  learningEnvironment,
  provideFirstSteps,
  provideTrainer,
  restoreLearning,
  watchSteps,
} from './learning-adapters.ts'

export const learning = (deps: Deps) => {
  const input = { now: deps.clock.now }
  return {
    actors: {
      firstSteps: createActor(provideFirstSteps(deps), { input }),
      trainer: createActor(provideTrainer(deps), { input }),
      drills: createActor(provideDrills(deps)),
      drillAct: createActor(provideDrillAct(deps)),
    },
    connect: () => undoAll([watchSteps(deps), followDrillActs(deps)]),
    environment: () => learningEnvironment(deps),
    begin: () => {
      restoreLearning(deps)
      deps.actors.drills.send({ type: 'current.watch', key: '' })
    },
  } satisfies Area
}
