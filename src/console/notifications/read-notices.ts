import type { Actors } from '../actors.ts'
import { type Undo, unsubscribeAll } from '../area.ts'

export const connectReadNotices = ({ noticePanel, notificationStream, notificationCount }: Actors): Undo =>
  unsubscribeAll([
    noticePanel.on('notices.marked', ({ notices }) => {
      notificationStream.send({ type: 'notices.marked', notices })
      notificationCount.send({ type: 'request.send', input: null })
    }),
  ])
