import type * as z from 'zod/mini'
import { readNoticeRecord } from '../../../src/contract/notifications/notice-record.ts'
import { deploymentTypes, type Notification } from '../../../src/contract/notifications/notifications.ts'
import type { FromWire } from '../../../src/contract/wire.ts'
import type { EpochMs } from '../../../src/domain/time.ts'
import type { NewNotification, StoredNotification } from '../../store/notifications.ts'
import type { UserId } from '../../user.ts'

export type Notice = FromWire<z.output<typeof Notification>>

export interface NewNotice {
  readonly owner: UserId
  readonly at: EpochMs
  readonly notice: Notice
}

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

/** A damaged row must not fail the whole list. */
export const fromNotificationRow = (row: StoredNotification): Notice => ({
  ...readNoticeRecord(parseContent(row.content)),
  notificationUuid: row.id,
  deploymentType: deploymentTypes.find((one) => one === row.deploymentType) ?? 'order',
  isRead: row.isRead,
})
