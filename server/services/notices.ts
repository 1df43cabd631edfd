import type * as z from 'zod/mini'
import { readNoticeRecord } from '../../src/contract/notice-record.ts'
import { deploymentTypes, type Notification } from '../../src/contract/notifications.ts'
import type { FromWire } from '../../src/contract/wire.ts'
import type { EpochMs } from '../../src/domain/time.ts'
import type { NewNotification, StoredNotification } from '../store/notifications.ts'
import type { UserId } from '../user.ts'

/** As in the contract, in the names of code. */
export type Notice = FromWire<z.output<typeof Notification>>

/** One notice of one user before it is stored. */
export interface NewNotice {
  readonly owner: UserId
  readonly at: EpochMs
  readonly notice: Notice
}

/** What has columns of its own is not stored twice. */
type Content = Omit<Notice, 'notificationUuid' | 'deploymentType' | 'isRead'>

export const toNotificationRow = ({ owner, at, notice }: NewNotice): NewNotification => {
  const { notificationUuid, deploymentType, isRead: _, ...content } = notice
  return {
    id: notificationUuid,
    owner,
    deploymentType,
    content: JSON.stringify(content satisfies Content),
    createdAt: at,
  }
}

const parseContent = (content: string): unknown => {
  try {
    return JSON.parse(content)
  } catch {
    return null
  }
}

/** A row whose content is odd or damaged is a notification too: it must not take the others of an answer with it. */
export const fromNotificationRow = (row: StoredNotification): Notice => ({
  ...readNoticeRecord(parseContent(row.content)),
  notificationUuid: row.id,
  deploymentType: deploymentTypes.find((one) => one === row.deploymentType) ?? 'order',
  isRead: row.isRead,
})
