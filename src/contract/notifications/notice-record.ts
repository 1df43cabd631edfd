import type * as z from 'zod/mini'
import type { ReplyOf } from '../call-types.ts'
import { fromWire } from '../wire.ts'
import { deploymentTypes, type getNotifications, Notification, notificationTypes } from './notifications.ts'

type NotificationItem = ReplyOf<typeof getNotifications>[number]

/** Prefixes of ids made here: for records without an id, and for unreadable records. */
const UNNAMED = 'unnamed '
const UNREADABLE = 'unreadable '

const UNREADABLE_TEXT = 'This notification could not be read'

export const isServerId = (uuid: string): boolean => /^[A-Za-z0-9-]{1,64}$/.test(uuid)

export const isUnreadable = ({ notificationUuid }: Pick<NotificationItem, 'notificationUuid'>): boolean =>
  notificationUuid.startsWith(UNREADABLE)

const textOr = <Other>(value: unknown, other: Other): string | Other =>
  typeof value === 'string' ? value : other

const oneOf = <Value extends string>(values: readonly Value[], value: unknown, other: Value): Value =>
  values.find((one) => one === value) ?? other

/** Two 32-bit hashes in hex, the first FNV-1a, so equal content has an equal name. */
const nameOfContent = (content: string): string => {
  let low = 0x811c9dc5
  let high = 0x01000193
  for (let index = 0; index < content.length; index++) {
    const unit = content.charCodeAt(index)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ unit, 0x85ebca6b)
  }
  return [low, high].map((sum) => (sum >>> 0).toString(16).padStart(8, '0')).join('')
}

const timeOf = (value: unknown): string => {
  if (typeof value === 'string') return value
  const isInstant = typeof value === 'number' && Math.abs(value) <= 8.64e15
  return isInstant ? new Date(value).toISOString() : ''
}

const orderStatusOf = (value: unknown): NotificationItem['orderStatus'] => {
  const { status, statusMessage } = (value ?? {}) as { status?: unknown; statusMessage?: unknown }
  return typeof status === 'string' ? { status, statusMessage: textOr(statusMessage, null) } : null
}

const unreadableNotice = (content: string): NotificationItem =>
  noticeOf({ notificationMsg: UNREADABLE_TEXT }, `${UNREADABLE}${nameOfContent(content)}`)

const noticeOf = (record: Readonly<Record<string, unknown>>, uuid: string): NotificationItem => ({
  notificationUuid: uuid,
  // An unknown type is listed, but never announced on its own.
  notificationType: oneOf(notificationTypes, record.notificationType, 'order-notification'),
  notificationMsg: textOr(record.notificationMsg, ''),
  deploymentUuid: textOr(record.deploymentUuid, null),
  deploymentType: oneOf(deploymentTypes, record.deploymentType, 'order'),
  algoName: textOr(record.algoName, null),
  algoUuid: textOr(record.algoUuid, null),
  slug: textOr(record.slug, null),
  actionType: textOr(record.actionType, null),
  scannerName: textOr(record.scannerName, null),
  alertType: textOr(record.alertType, null),
  orderStatus: orderStatusOf(record.orderStatus),
  orderId: textOr(record.orderId, null),
  triggerTime: timeOf(record.triggerTime),
  isRead: record.isRead === true,
})

/**
 * Names are those of code. Odd fields are left out, and a record without content becomes an unreadable notice:
 * none is lost.
 */
export const readNoticeRecord = (record: unknown): NotificationItem => {
  const content = typeof record === 'string' ? record : (JSON.stringify(record) ?? '')
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return unreadableNotice(content)
  const fields = record as Readonly<Record<string, unknown>>
  const uuid = textOr(fields.notificationUuid, '')
  const notice = noticeOf(fields, uuid === '' ? `${UNNAMED}${nameOfContent(content)}` : uuid)
  const says = [notice.notificationMsg, notice.algoName, notice.scannerName, notice.orderStatus?.status]
  return says.some((text) => typeof text === 'string' && text.trim() !== '')
    ? notice
    : unreadableNotice(content)
}

export const readWireNotice = (record: unknown): NotificationItem =>
  readNoticeRecord(fromWire<z.ZodMiniType>(Notification, record))

/** Identical records without an id are numbered and all kept. */
export const readWireNotices = (records: readonly unknown[]): readonly NotificationItem[] => {
  const seen = new Map<string, number>()
  return records.map((record) => {
    const notice = readWireNotice(record)
    if (isServerId(notice.notificationUuid)) return notice
    const before = seen.get(notice.notificationUuid) ?? 0
    seen.set(notice.notificationUuid, before + 1)
    return before === 0 ? notice : { ...notice, notificationUuid: `${notice.notificationUuid} ${before + 1}` }
  })
}
