import { createActor } from 'xstate'
import { shownAt } from '../../domain/scanners/scan-address.ts'
import type { Area } from '../area.ts'
import type { Deps } from '../deps.ts'
import { provideScans } from './scan-adapters.ts'

export const scanners = (deps: Deps) => {
  const { scanResult, scanMisses, scanHistory, scanWhy } = provideScans(deps)
  const { navigation } = deps.actors
  return {
    actors: {
      scanResult: createActor(scanResult),
      scanMisses: createActor(scanMisses),
      scanHistory: createActor(scanHistory),
      scanWhy: createActor(scanWhy),
    },
    environment: () => ({ scan: shownAt(navigation.getSnapshot().context.path) }),
  } satisfies Area
}
