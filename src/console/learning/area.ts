import { createActor } from 'xstate'
import type { Area } from '../area.ts'
import type { Deps } from '../deps.ts'
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
    },
    connect: () => watchSteps(deps),
    environment: () => learningEnvironment(deps),
    begin: () => restoreLearning(deps),
  } satisfies Area
}
