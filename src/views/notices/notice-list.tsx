import { GridList, GridListItem } from 'react-aria-components/GridList'
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs'
import { isUnreadable } from '../../contract/notifications/notice-record.ts'
import { MINUTE_MS } from '../../domain/time.ts'
import type { NotificationItem } from '../../machines/notifications/notice-list.ts'
import type { NoticeTab } from '../../machines/notifications/notice-panel.ts'
import { streamStateOf } from '../../machines/notifications/notification-stream.ts'
import { texts } from '../../machines/texts.ts'
import { useConsole, useSnapshot } from '../kit/console.tsx'
import { Button } from '../kit/control/button.tsx'
import { useMarketTime } from '../kit/hooks/use-market-time.ts'
import { Badge } from '../kit/layout/badge.tsx'
import { EmptyNotice, ErrorNotice } from '../kit/layout/notice.tsx'
import { Skeleton } from '../kit/layout/skeleton.tsx'
import { openPath } from '../kit/open-path.ts'
import styles from './notice-list.module.css'
import { belongsTo, originOf, tabs, targetOf, timeInWords, unreadIn, wordsOf } from './notice-words.ts'
import { useCounted } from './use-counted.ts'

export function NoticeList() {
  const { run } = useConsole()
  const tab = useSnapshot('noticePanel', ({ context }) => context.tab)
  const notices = useSnapshot('notificationStream', ({ context }) => context.list.notices)
  const shown = notices.filter((notice) => belongsTo(tab, notice) && !isUnreadable(notice))
  return (
    <>
      <StreamNotice />
      <NotListed />
      <Tabs
        className={styles.tabs ?? ''}
        selectedKey={tab}
        onSelectionChange={(key) => run({ command: 'notices.tab', args: { tab: key as NoticeTab } })}
      >
        <TabList aria-label="Notifications from" className={styles.tabList ?? ''}>
          {tabs.map(({ value, title }) => (
            <Tab key={value} id={value} className={styles.tab ?? ''}>
              {title} <UnreadIn tab={value} />
            </Tab>
          ))}
        </TabList>
        {/* Keyed, because a panel keeps its first id and the tab would then point at another one. */}
        <TabPanel key={tab} id={tab} className={styles.panel ?? ''}>
          <Items notices={shown} tab={tab} />
        </TabPanel>
      </Tabs>
    </>
  )
}

function UnreadIn({ tab }: { readonly tab: NoticeTab }) {
  const counted = useCounted()
  if (counted === null) return null
  return <span className={styles.count}>{unreadIn(tab, counted)}</span>
}

function Items({ notices, tab }: { readonly notices: readonly NotificationItem[]; readonly tab: NoticeTab }) {
  const { run, dispatch } = useConsole()
  const history = useSnapshot('notificationStream', ({ context }) => context.history)
  const reload = () => dispatch({ to: 'notificationStream', event: { type: 'notices.reload' } })
  const follow = (notice: NotificationItem): void => {
    if (!notice.isRead) run({ command: 'notices.read', args: { notice: notice.notificationUuid } })
    const target = targetOf(notice)
    if (target === null) return
    if ('path' in target) run(openPath(target.path))
    else {
      run({ command: 'view.open', args: { view: 'order-book' } })
      run({ command: 'order.details', args: { order: target.orderId } })
    }
    dispatch({ to: 'noticePanel', event: { type: 'notices.close' } })
  }
  if (notices.length === 0 && history.kind === 'failed')
    return <ErrorNotice message={history.message} onRetry={reload} />
  if (notices.length === 0 && history.kind === 'loading') {
    return (
      <div role="status" aria-label="Notifications: loading">
        <Skeleton rows={6} />
      </div>
    )
  }
  const list = (
    <GridList
      aria-label="Notifications"
      className={styles.list ?? ''}
      items={notices.map((notice) => ({ ...notice, id: notice.notificationUuid }))}
      dependencies={[notices]}
      onAction={(key) => {
        const notice = notices.find(({ notificationUuid }) => notificationUuid === key)
        if (notice) follow(notice)
      }}
      renderEmptyState={() => (
        <EmptyNotice
          icon="alerts"
          title={tab === 'all' ? 'No notifications yet' : 'No notifications of this type'}
        >
          Updates from orders, strategies and scanners appear here.
        </EmptyNotice>
      )}
    >
      {(notice) => <Item notice={notice} />}
    </GridList>
  )
  if (history.kind !== 'failed') return list
  return (
    <>
      <p className={styles.stream} role="alert">
        Earlier notifications could not be loaded: <bdi>{history.message}</bdi>
        <Button kind="quiet" onPress={reload}>
          Retry
        </Button>
      </p>
      {list}
    </>
  )
}

function Item({ notice }: { readonly notice: NotificationItem }) {
  const { label, tone } = originOf(notice)
  const { title, text } = wordsOf(notice)
  const now = useMarketTime(MINUTE_MS)
  const at = Date.parse(notice.triggerTime)
  const isRefused = notice.orderStatus?.status === 'REJECTED'
  return (
    <GridListItem
      id={notice.notificationUuid}
      textValue={`${title} ${text}`}
      className={`${styles.item} ${notice.isRead ? '' : styles.unread}`}
    >
      <div className={styles.head}>
        <Badge tone={isRefused ? 'bad' : tone}>{label}</Badge>
        <bdi className={styles.title}>{title}</bdi>
        <time className={styles.time} {...(Number.isNaN(at) ? {} : { dateTime: notice.triggerTime })}>
          {timeInWords(notice.triggerTime, now)}
        </time>
      </div>
      <p className={styles.text}>
        <bdi>{text}</bdi>
        {!notice.isRead && <span className="visually-hidden">, unread</span>}
      </p>
    </GridListItem>
  )
}

/** Stored but not listed: unreadable records, and those older than the list. */
function NotListed() {
  const stored = useCounted()?.used ?? 0
  const listed = useSnapshot('notificationStream', ({ context }) => context.list.notices.length)
  const unreadable = useSnapshot(
    'notificationStream',
    ({ context }) => context.list.notices.filter(isUnreadable).length,
  )
  const said = [
    ...(unreadable === 0 ? [] : [texts.noticesUnreadable(unreadable)]),
    ...(stored <= listed || listed === 0 ? [] : [`Showing the latest ${listed} of ${stored}`]),
  ]
  return said.length > 0 && <p className={styles.stream}>{said.join('. ')}</p>
}

const streamWords = {
  gaveUp: 'Disconnected: no new notifications.',
  crowded: 'Too many windows open: close one to get new notifications here.',
  reconnecting: 'Reconnecting…',
} as const

function StreamNotice() {
  const { dispatch } = useConsole()
  const state = useSnapshot('notificationStream', streamStateOf)
  if (state === null || state === 'open') return null
  return (
    <p className={styles.stream} role="status">
      {streamWords[state]}
      {state === 'gaveUp' && (
        <Button
          kind="quiet"
          onPress={() => dispatch({ to: 'notificationStream', event: { type: 'stream.retry' } })}
        >
          Reconnect
        </Button>
      )}
    </p>
  )
}

export function ReadAll() {
  const { run } = useConsole()
  const hasUnread = useSnapshot('notificationStream', ({ context }) =>
    context.list.notices.some(({ isRead }) => !isRead),
  )
  return (
    <Button
      kind="quiet"
      keys="r"
      isDisabled={!hasUnread}
      onPress={() => run({ command: 'notices.readAll', args: {} })}
    >
      Mark all read
    </Button>
  )
}
