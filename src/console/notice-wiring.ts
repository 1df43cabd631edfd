import { type KeptValues, storageKeys } from '../platform/storage.ts'
import type { CoreActors, TradingActors } from './actors.ts'

interface NoticeWires {
  readonly core: Pick<CoreActors, 'notificationStream' | 'notificationCount' | 'navigation'>
  readonly panel: TradingActors['noticePanel']
  readonly storage: Pick<KeptValues, 'write'>
}

/** What was read is read in every tab and counted anew; the tab a notification led to is remembered. */
export const wireMarks = ({ core, panel, storage }: NoticeWires): (() => void) => {
  const subscriptions = [
    panel.on('notices.marked', ({ notices }) => {
      core.notificationStream.send({ type: 'notices.marked', notices })
      core.notificationCount.send({ type: 'request.send', input: null })
    }),
    core.navigation.subscribe(({ context: { path } }) => {
      const tab = /^\/live-trades\?tab=(live|auto|paper)$/.exec(path)?.[1]
      if (tab !== undefined) storage.write('browser', storageKeys.liveTradesTab, tab)
    }),
  ]
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}
