import { type KeptValues, storageKeys } from '../../platform/storage.ts'
import type { Actors } from '../actors.ts'
import { type Undo, unsubscribeAll } from '../area.ts'

export const connectReadNotices = (
  { noticePanel, notificationStream, notificationCount, navigation }: Actors,
  storage: Pick<KeptValues, 'write'>,
): Undo =>
  unsubscribeAll([
    noticePanel.on('notices.marked', ({ notices }) => {
      notificationStream.send({ type: 'notices.marked', notices })
      notificationCount.send({ type: 'request.send', input: null })
    }),
    navigation.subscribe(({ context: { path } }) => {
      const tab = /^\/live-trades\?tab=(live|auto|paper)$/.exec(path)?.[1]
      if (tab !== undefined) storage.write('browser', storageKeys.liveTradesTab, tab)
    }),
  ])
