import { createActor } from 'xstate'
import { isHeard } from '../../domain/notifications/notice.ts'
import { uniformRandom } from '../../platform/random.ts'
import { createAlertSound } from '../../platform/sound.ts'
import { type Area, undoAll, unsubscribeAll } from '../area.ts'
import type { StartDeps } from '../deps.ts'
import { whenOnlineAgain } from '../online-again.ts'
import { provideNotificationCount, provideNotificationStream } from './notification-adapters.ts'

const COUNT_AFTER_MS = 300

export const notificationsAtStart = ({ actors, http, platform, userUuid }: StartDeps) => {
  const connect = () => {
    const playAlert = createAlertSound({
      createAudio: platform.createAudio,
      ticks: platform.ticks,
      warn: platform.log,
    })
    let stopWaiting = () => {}
    const countSoon = (): void => {
      stopWaiting()
      stopWaiting = platform.after(COUNT_AFTER_MS, () =>
        actors.notificationCount.send({ type: 'request.send', input: null }),
      )
    }
    return undoAll([
      () => stopWaiting(),
      unsubscribeAll([
        actors.notificationStream.on('notices.added', countSoon),
        actors.notificationStream.on('notices.sounded', ({ notices }) => {
          const { hasSound, mutedAlerts } = actors.preferences.getSnapshot().context
          if (hasSound && isHeard(notices, mutedAlerts)) playAlert()
        }),
      ]),
      whenOnlineAgain(actors, () => actors.notificationStream.send({ type: 'network.back' })),
    ])
  }
  return {
    actors: {
      notificationStream: createActor(provideNotificationStream({ platform, http, userUuid }), {
        input: { random: () => uniformRandom(platform) },
      }),
      notificationCount: createActor(provideNotificationCount(http)),
    },
    connect,
    begin: () => actors.notificationStream.send({ type: 'stream.connect' }),
  } satisfies Area
}
