import { toNotificationRow } from '../../../server/services/notifications/notices.ts'
import type { NewNotification } from '../../../server/store/notifications.ts'
import type { UserId } from '../../../server/user.ts'
import { epochMs } from '../../../src/domain/time.ts'

interface Raised {
  readonly owner: UserId
  readonly at: number
  readonly id: string
  readonly name: string
  readonly text: string
}

/** As an alert stores it. */
export const createNoticeRow = ({ owner, at, id, name, text }: Raised): NewNotification =>
  toNotificationRow({
    owner,
    at: epochMs(at),
    notice: {
      notificationUuid: id,
      notificationType: 'scanner',
      notificationMsg: text,
      deploymentUuid: null,
      deploymentType: 'scanner',
      algoName: null,
      algoUuid: 'alert-1',
      slug: null,
      actionType: null,
      scannerName: name,
      alertType: null,
      orderStatus: null,
      orderId: null,
      triggerTime: new Date(at).toISOString(),
      isRead: false,
    },
  })
