import { screenAt } from '../../domain/screens.ts'
import { texts } from '../../machines/texts.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Actors } from '../actors.ts'
import { type Undo, undoAll, unsubscribeAll } from '../area.ts'

interface ArmingPorts {
  readonly actors: Actors
  readonly platform: Pick<Platform, 'watchBlur' | 'watchVisibility'>
}

const isScalperPath = (path: string): boolean => screenAt(path) === 'markets'

export const whyNotArmed = (actors: Actors): string | null => {
  if (!isScalperPath(actors.navigation.getSnapshot().context.path)) return texts.notArmedElsewhere
  if (actors.connectivity.getSnapshot().context.isOutdated) return texts.notArmedOutdated
  if (actors.killSwitch.getSnapshot().matches('on')) return texts.notArmedKilled
  if (actors.orderPath.getSnapshot().matches({ watched: 'late' })) return texts.notArmedServerLate
  return actors.quoteSocket.getSnapshot().matches({ connected: 'open' }) ? null : texts.notArmedQuotesLost
}

export const connectArming = ({ actors, platform }: ArmingPorts): Undo => {
  const { arming } = actors
  const blurred = (): void => arming.send({ type: 'page.blurred' })
  return undoAll([
    unsubscribeAll([
      actors.quoteSocket.subscribe((socket) => {
        if (socket.matches('waitingToReconnect')) arming.send({ type: 'quotes.lost' })
      }),
      actors.orderPath.on('orderPath.late', () => arming.send({ type: 'server.late' })),
      actors.navigation.subscribe(({ context }) => {
        if (!isScalperPath(context.path)) arming.send({ type: 'view.left' })
      }),
      actors.connectivity.subscribe(({ context }) => {
        if (context.isOutdated) arming.send({ type: 'page.outdated' })
      }),
      actors.killSwitch.on('kill.done', () => arming.send({ type: 'kill.pulled' })),
    ]),
    platform.watchBlur(blurred),
    platform.watchVisibility({ shown: () => {}, hidden: blurred }),
  ])
}
