import { fromCallback, fromPromise } from 'xstate'
import { isTooManyWindows } from '../../contract/api-error.ts'
import {
  isServerId,
  readNoticeRecord,
  readNoticeRecords,
} from '../../contract/notifications/notice-record.ts'
import {
  createTicket,
  getNotificationRecords,
  NOTIFICATIONS_PAGE_MAX,
  notificationStream,
} from '../../contract/notifications/notifications.ts'
import { getCount } from '../../contract/session.ts'
import type { NotificationItem } from '../../machines/notifications/notice-list.ts'
import { notificationCountMachine } from '../../machines/notifications/notification-count.ts'
import { notificationStreamMachine } from '../../machines/notifications/notification-stream.ts'
import type { TabMessage } from '../../machines/notifications/stream-events.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import { openOwnChannel } from '../../platform/leader.ts'
import { openNotificationStream } from '../../platform/notification-stream.ts'
import type { Platform } from '../../platform/platform.ts'
import { pageVisibility } from '../page-visibility.ts'

/** More pages than the server keeps of one user. */
const GAP_PAGES_MAX = 100

export interface NotificationPorts {
  readonly platform: Platform
  readonly http: HttpClient
  readonly userUuid: () => string
}

const loadNewest = async (http: HttpClient, signal: AbortSignal): Promise<readonly NotificationItem[]> => {
  const query = { limit: String(NOTIFICATIONS_PAGE_MAX) }
  return readNoticeRecords(await http.call(getNotificationRecords, { query, signal })).toReversed()
}

/** The server also returns nothing after a notification that it no longer keeps. */
const isNewest = async (http: HttpClient, uuid: string, signal: AbortSignal): Promise<boolean> => {
  const [newest] = await http.call(getNotificationRecords, { query: { limit: '1' }, signal })
  return newest === undefined || readNoticeRecord(newest).notificationUuid === uuid
}

const fillGap = async (
  http: HttpClient,
  after: string | null,
  signal: AbortSignal,
): Promise<readonly NotificationItem[]> => {
  if (after === null) return loadNewest(http, signal)
  const filled: NotificationItem[] = []
  let last = after
  for (let page = 0; page < GAP_PAGES_MAX; page++) {
    const query = { after: last, limit: String(NOTIFICATIONS_PAGE_MAX) }
    const found = readNoticeRecords(await http.call(getNotificationRecords, { query, signal }))
    filled.push(...found)
    const next = found.map(({ notificationUuid }) => notificationUuid).findLast(isServerId)
    if (found.length < NOTIFICATIONS_PAGE_MAX || next === undefined) break
    last = next
  }
  if (filled.length === 0 && (await isNewest(http, after, signal))) return []
  const isJoined = filled.length > 0 && filled.length % NOTIFICATIONS_PAGE_MAX !== 0
  return isJoined ? filled : [...filled, ...(await loadNewest(http, signal))]
}

export const provideNotificationStream = ({
  platform,
  http,
  userUuid,
}: NotificationPorts): typeof notificationStreamMachine => {
  /** True once the network on the way has been seen to hold back unpadded events. */
  let isPadded = false
  return notificationStreamMachine.provide({
    actors: {
      loadNewest: fromPromise(({ signal }) => loadNewest(http, signal)),
      fillGap: fromPromise(({ input, signal }) => fillGap(http, input.after, signal)),
      stream: fromCallback(({ sendBack }) => {
        const stopped = new AbortController()
        let end = (): void => {}
        const closed = () => sendBack({ type: 'stream.closed' })
        const open = (ticket: string): void => {
          if (stopped.signal.aborted) return
          const query = { token: ticket, ...(isPadded ? { padded: '1' as const } : {}) }
          const { url } = http.prepare(notificationStream, { query })
          end = openNotificationStream(
            { openEvents: platform.openEvents, url, isPadded, after: platform.after },
            {
              opened: () => sendBack({ type: 'stream.opened' }),
              event: sendBack,
              closed,
              heldBack: () => {
                isPadded = true
                ask()
              },
            },
          )
        }
        const ask = (): void => {
          http
            .call(createTicket, { body: { purpose: 'stream' }, signal: stopped.signal })
            .then(({ ticket }) => open(ticket))
            .catch((error: unknown) => {
              if (stopped.signal.aborted) return
              if (isTooManyWindows(error)) sendBack({ type: 'stream.crowded' })
              else closed()
            })
        }
        // WebKit shows a page as loading while a stream is open that began before its load event.
        const stopWaiting = platform.whenLoaded(ask)
        return () => {
          stopped.abort()
          stopWaiting()
          end()
        }
      }),
      leadership: fromCallback(({ sendBack }) =>
        platform.holdLock(
          `sauda stream ${userUuid()}`,
          () => sendBack({ type: 'leader.elected' }),
          () => sendBack({ type: 'page.slept' }),
        ),
      ),
      otherTabs: fromCallback(({ sendBack, receive }) => {
        const channel = openOwnChannel<TabMessage>(
          platform.openChannel,
          `sauda notifications ${userUuid()}`,
          sendBack,
        )
        receive((order) => channel.post(order))
        return () => channel.close()
      }),
      pageVisibility: pageVisibility(platform),
    },
  })
}

export const provideNotificationCount = (http: HttpClient): typeof notificationCountMachine =>
  notificationCountMachine.provide({
    actors: { ask: fromPromise(({ signal }) => http.call(getCount, { signal })) },
  })
