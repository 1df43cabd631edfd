import { createActor } from 'xstate'
import type { Area } from '../area.ts'
import type { StartDeps } from '../deps.ts'
import { keptKill, provideKillIntent, provideOrderPath } from './safety-adapters.ts'

export const ordersAtStart = ({ actors, clock, http, storage }: StartDeps) =>
  ({
    actors: {
      killIntent: createActor(provideKillIntent(storage), { input: { owed: keptKill(storage) } }),
      orderPath: createActor(provideOrderPath(http), { input: { now: clock.now } }),
    },
    begin: () => {
      const { user } = actors.auth.getSnapshot().context
      if (user !== null) {
        const { userUuid, userName } = user
        actors.killIntent.send({ type: 'intent.user', user: { userUuid, userName } })
      }
      actors.orderPath.send({ type: 'orderPath.watch' })
    },
  }) satisfies Area
