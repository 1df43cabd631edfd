import { createActor } from 'xstate'
import { LOGOUT_PATH, pathOf } from '../../domain/screens.ts'
import { createTabs } from '../../platform/tabs.ts'
import { type Area, undoAll } from '../area.ts'
import type { StartDeps } from '../deps.ts'
import { followPath } from '../follow-path.ts'
import { provideAuth, providePasswordChange } from './auth-adapters.ts'

export const session = (deps: StartDeps) => {
  const { actors, clock, storage, platform } = deps
  const ports = {
    ...deps,
    tabs: createTabs(storage, () => platform.randomHex(8)),
    // Not there yet if the sign-out comes before trading has loaded.
    beforeLogout: () => actors.savedRuns?.send({ type: 'savedRuns.flush' }),
  }

  const signOutAt = (path: string): void => {
    if (path !== LOGOUT_PATH) return
    actors.navigation.send({ type: 'view.replace', path: pathOf('home') })
    actors.auth.send({ type: 'auth.signOut' })
  }

  return {
    actors: {
      auth: createActor(provideAuth(ports), { input: { now: clock.now } }),
      passwordChange: createActor(providePasswordChange(ports)),
    },
    connect: () => {
      const renewed = actors.passwordChange.on('request.succeeded', () =>
        actors.auth.send({ type: 'auth.renewed' }),
      )
      return undoAll([() => renewed.unsubscribe(), followPath(actors, signOutAt)])
    },
    begin: () => signOutAt(actors.navigation.getSnapshot().context.path),
  } satisfies Area
}
