import { createActor } from 'xstate'
import type { Area } from '../area.ts'
import type { Deps } from '../deps.ts'
import { provideDepth } from './depth-adapters.ts'

export const quotes = (deps: Deps) =>
  ({
    actors: {
      depth: createActor(provideDepth(deps)),
      lineDepth: createActor(provideDepth(deps)),
    },
  }) satisfies Area
