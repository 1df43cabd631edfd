import { pathOf, pathOfScanner } from '../screens.ts'

export interface NotificationFields {
  readonly notificationType: string
  readonly notificationMsg: string
  readonly deploymentType: string
  readonly algoName: string | null
  readonly actionType: string | null
  readonly scannerName: string | null
  readonly alertType: string | null
  readonly slug: string | null
  readonly deploymentUuid?: string | null
  readonly orderStatus: { readonly status: string; readonly statusMessage: string | null } | null
}

export interface ShownNotice {
  readonly kind: 'success' | 'error' | 'info'
  readonly text: string
  readonly detail: string | null
  readonly path: string | null
}

export const NOTICE_TEXT_MAX = 200
export const REPEAT_SUPPRESSED_MS = 100

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

export const cutNotice = (text: string): string => {
  if (text.length <= NOTICE_TEXT_MAX) return text
  let count = 0
  for (const { index } of graphemes.segment(text)) {
    if (count === NOTICE_TEXT_MAX) return `${text.slice(0, index)}…`
    count++
  }
  return text
}

/** Notices of one group that arrive together are folded into one. */
export type NoticeGroup = 'rejected' | 'cancelled' | 'filled' | 'other'

const groups: Readonly<Record<string, NoticeGroup>> = {
  REJECTED: 'rejected',
  CANCELLED: 'cancelled',
  COMPLETE: 'filled',
}

export const groupOf = ({ orderStatus }: Pick<NotificationFields, 'orderStatus'>): NoticeGroup =>
  groups[orderStatus?.status ?? ''] ?? 'other'

/** Shown only for live deployments, because the others place no real orders. */
const liveOnly: readonly string[] = [
  'alert-notification',
  'order-notification',
  'order-placement',
  'price-trigger-notification',
]

const isDirect = ({ alertType }: NotificationFields): boolean => alertType === 'direct'
const isScanner = ({ notificationType }: NotificationFields): boolean => notificationType === 'scanner'

const isShown = (notice: NotificationFields): boolean =>
  (liveOnly.includes(notice.notificationType) && notice.deploymentType === 'live') ||
  notice.notificationType === 'order-webhook' ||
  isScanner(notice) ||
  isDirect(notice)

/** Plays a sound; a reply to the user's own order does not. */
export const isAlert = ({ notificationType }: NotificationFields): boolean =>
  notificationType === 'alert-notification' ||
  notificationType === 'price-trigger-notification' ||
  notificationType === 'scanner'

export const isHeard = (
  notices: readonly Pick<NotificationFields, 'scannerName'>[],
  muted: readonly string[],
): boolean => notices.some(({ scannerName }) => scannerName === null || !muted.includes(scannerName))

const deployments: readonly string[] = ['live', 'auto', 'paper']

const titleOf = (notice: NotificationFields): string => {
  const { scannerName, notificationMsg, algoName, actionType } = notice
  if (isScanner(notice)) return `${scannerName ?? 'Scanner'} | ${notificationMsg}`
  if (algoName !== null) return `${algoName} | ${[actionType, notificationMsg].filter(Boolean).join(' ')}`
  return notificationMsg === '' ? 'Notification' : notificationMsg
}

/** The action of an alert's notification whose order waits for its user. */
export const PROPOSED = 'proposed'

const targetPath = (notice: NotificationFields): string | null => {
  if (isDirect(notice)) return null
  if (isScanner(notice) && notice.actionType === PROPOSED) return pathOf('proposals')
  if (isScanner(notice) || notice.deploymentType === 'scanner')
    return notice.slug === null ? null : pathOfScanner(notice.slug)
  const { deploymentType: type, deploymentUuid: key = null } = notice
  return deployments.includes(type) ? pathOf('live-trades', { type, ...(key === null ? {} : { key }) }) : null
}

const directNotice = ({ orderStatus, notificationMsg }: NotificationFields): ShownNotice | null => {
  const said = orderStatus?.statusMessage ?? ''
  const rest = { detail: notificationMsg === '' ? null : notificationMsg, path: null }
  switch (orderStatus?.status) {
    case 'COMPLETE':
      return { kind: 'success', text: 'Order Placed Successfully', ...rest }
    case 'REJECTED':
      return { kind: 'error', text: cutNotice(said || 'Order Rejected'), ...rest }
    case 'CANCELLED':
      return { kind: 'info', text: cutNotice(said || 'Order Cancelled'), ...rest }
    default:
      return null
  }
}

export const noticeOf = (notice: NotificationFields): ShownNotice | null => {
  if (!isShown(notice)) return null
  if (isDirect(notice) && notice.orderStatus !== null) return directNotice(notice)
  return { kind: 'info', text: cutNotice(titleOf(notice)), detail: null, path: targetPath(notice) }
}
