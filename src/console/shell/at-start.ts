import { createActor } from 'xstate'
import { pathOf } from '../../domain/screens.ts'
import { helpMachine } from '../../machines/shell/help.ts'
import { readPaletteMemory } from '../../machines/shell/palette-memory.ts'
import { storageKeys } from '../../platform/storage.ts'
import type { Area } from '../area.ts'
import type { StartDeps } from '../deps.ts'
import {
  keptPreferences,
  provideConnectivity,
  provideNavigation,
  providePreferences,
} from './browser-adapters.ts'
import { providePalette } from './palette-adapters.ts'

export const shellAtStart = (deps: StartDeps) => {
  const { actors, clock, http, memory, platform, storage } = deps
  /** The screen of a session that ended without a sign-out: the same user comes back to it. */
  let left: { readonly user: string | undefined; readonly path: string } | null = null
  const owner = (): string | undefined => actors.auth.getSnapshot().context.lastUser?.userUuid
  return {
    actors: {
      navigation: createActor(provideNavigation(platform), { input: { path: platform.history.path() } }),
      preferences: createActor(providePreferences(storage), {
        input: { preferences: keptPreferences(storage) },
      }),
      palette: createActor(providePalette(deps), { input: { history: [], usage: {} } }),
      help: createActor(helpMachine),
      connectivity: createActor(provideConnectivity(platform, http), { input: { now: clock.now } }),
    },
    begin: () => {
      actors.palette.send({
        type: 'palette.remember',
        ...readPaletteMemory(memory.read(storageKeys.palette)),
      })
      if (left !== null && left.user === owner())
        actors.navigation.send({ type: 'view.replace', path: left.path })
      left = null
    },
    end: () => {
      const { path } = actors.navigation.getSnapshot().context
      left = actors.auth.getSnapshot().matches('signedOut') ? { user: owner(), path } : null
      actors.help.send({ type: 'help.close' })
      actors.navigation.send({ type: 'view.replace', path: pathOf('home') })
    },
  } satisfies Area
}
