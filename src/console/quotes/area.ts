import { createActor } from 'xstate'
import type { CreateArea } from '../area.ts'
import type { Deps } from '../deps.ts'
import { provideDepth } from './depth-adapters.ts'

export const quotes: CreateArea<Deps, 'depth' | 'lineDepth'> = (deps) => ({
  actors: {
    depth: createActor(provideDepth(deps)),
    lineDepth: createActor(provideDepth(deps)),
  },
})
