import { createActor } from 'xstate'
import { readShown } from '../../domain/scanners/scan-address.ts'
import { screenAt } from '../../domain/screens.ts'
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
    environment: () => {
      const { path } = navigation.getSnapshot().context
      const isShown = screenAt(path) === 'scanner-result'
      return { scan: isShown ? readShown(new URLSearchParams(path.split('?')[1] ?? '')) : null }
    },
  } satisfies Area
}
