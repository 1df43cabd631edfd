import { fromPromise } from 'xstate'
import { readNotifications } from '../../contract/notifications/notifications.ts'
import { noticePanelMachine } from '../../machines/notifications/notice-panel.ts'
import type { HttpClient } from '../../platform/http-client.ts'

const MARKED_AT_ONCE_MAX = 100

export const provideNoticePanel = ({ http }: { readonly http: HttpClient }): typeof noticePanelMachine =>
  noticePanelMachine.provide({
    actors: {
      mark: fromPromise(async ({ input: { notices } }) => {
        if (notices === null) return http.call(readNotifications, { body: {} })
        for (let from = 0; from < notices.length; from += MARKED_AT_ONCE_MAX) {
          const notificationUuids = notices.slice(from, from + MARKED_AT_ONCE_MAX)
          await http.call(readNotifications, { body: { notificationUuids } })
        }
        return null
      }),
    },
  })
