import { noticeOf } from '../../domain/notifications/notice.ts'
import { screens } from '../../domain/screens.ts'
import type { NotificationItem } from '../../machines/notifications/notice-list.ts'
import type { NoticeTab } from '../../machines/notifications/notice-panel.ts'
import type { NotificationCount } from '../../machines/session/auth.ts'
import { istClock } from '../kit/ist.ts'
import type { BadgeTone } from '../kit/layout/badge.tsx'

export const originOf = ({
  deploymentType,
}: Pick<NotificationItem, 'deploymentType'>): { readonly label: string; readonly tone: BadgeTone } =>
  origins[deploymentType]

const origins: Readonly<
  Record<NotificationItem['deploymentType'], { readonly label: string; readonly tone: BadgeTone }>
> = {
  live: { label: 'Live', tone: 'blue' },
  auto: { label: 'Auto', tone: 'good' },
  paper: { label: 'Virtual', tone: 'amber' },
  scanner: { label: 'Scanner', tone: 'good' },
  order: { label: 'Order', tone: 'primary' },
}

/** `10:47` today, `20 Nov, 10:47` this year, else with the year. */
export const timeInWords = (triggerTime: string, now: number): string => {
  const at = Date.parse(triggerTime)
  if (Number.isNaN(at)) return 'no time'
  const clock = istClock(at)
  const today = istClock(now)
  if (clock.isSame(today, 'day')) return clock.format('HH:mm')
  return clock.format(clock.year() === today.year() ? 'D MMM, HH:mm' : 'D MMM YYYY, HH:mm')
}

export const wordsOf = (
  notice: Pick<NotificationItem, 'algoName' | 'scannerName' | 'actionType' | 'notificationMsg'>,
): { readonly title: string; readonly text: string } => {
  const { algoName, scannerName, actionType, notificationMsg } = notice
  if (scannerName !== null) return { title: scannerName, text: notificationMsg }
  if (algoName !== null)
    return { title: algoName, text: [actionType, notificationMsg].filter(Boolean).join(' ') }
  const cut = notificationMsg.indexOf(': ')
  return cut < 0
    ? { title: 'Notification', text: notificationMsg }
    : { title: notificationMsg.slice(0, cut), text: notificationMsg.slice(cut + 2) }
}

export type NoticeTarget = { readonly path: string } | { readonly orderId: string }

export const targetOf = (notice: NotificationItem): NoticeTarget | null => {
  const path = noticeOf(notice)?.path ?? null
  if (path !== null) return { path }
  if (notice.orderId !== null) return { orderId: notice.orderId }
  const screen = notice.deploymentType === 'order' ? screens.find(({ id }) => id === notice.slug) : undefined
  return screen === undefined ? null : { path: screen.path }
}

export const tabs: readonly { readonly value: NoticeTab; readonly title: string }[] = [
  { value: 'all', title: 'All' },
  { value: 'order', title: 'Orders' },
  { value: 'live', title: 'Live' },
  { value: 'auto', title: 'Auto' },
  { value: 'paper', title: 'Virtual' },
  { value: 'scanner', title: 'Scanner' },
]

/** The wire splits the unread count by deployment type; plain orders are the remainder. */
export const unreadIn = (
  tab: NoticeTab,
  { unreadCount, unreadSplitCount }: Pick<NotificationCount, 'unreadCount' | 'unreadSplitCount'>,
): number => {
  if (tab === 'all') return unreadCount
  if (tab !== 'order') return unreadSplitCount[tab]
  return Object.values(unreadSplitCount).reduce((rest, count) => rest - count, unreadCount)
}

export const belongsTo = (tab: NoticeTab, { deploymentType }: NotificationItem): boolean =>
  tab === 'all' || deploymentType === tab
