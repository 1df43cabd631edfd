import { DeploymentUpdate } from '../../../src/contract/deployments.ts'
import { Notification, streamEvents } from '../../../src/contract/notifications/notifications.ts'
import { toWire } from '../../../src/contract/wire.ts'
import type { LogKind, LogLine } from '../../../src/domain/deployments/deployment.ts'
import type { DeploymentChange, DeploymentNow } from '../../automation/automation.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Store } from '../../store/database/database.ts'
import { inTransaction } from '../../store/database/transaction.ts'
import { insertNotifications } from '../../store/notifications.ts'
import { fromNotificationRow, type Notice, toNotificationRow } from '../notifications/notices.ts'
import type { StreamHub } from '../notifications/stream-hub.ts'
import { noticeIdOf } from '../orders/order-notices.ts'

/** Lines of the log that a user is told of; a price that was reached is another type than an order. */
const told: Partial<Record<LogKind, Notice['notificationType']>> = {
  proposed: 'alert-notification',
  entered: 'order-notification',
  exited: 'order-notification',
  refused: 'order-placement',
  paused: 'order-placement',
  stopped: 'order-placement',
  failed: 'order-placement',
}

const atAPrice = /, (stop loss|trailing stop|target): /

const typeOf = ({ kind, sentence }: LogLine): Notice['notificationType'] | null =>
  kind === 'exited' && atAPrice.test(sentence) ? 'price-trigger-notification' : (told[kind] ?? null)

const isByHand = ({ sentence }: LogLine): boolean => /by you/.test(sentence)

const noticeOf = (deployment: DeploymentNow, line: LogLine): Notice | null => {
  const notificationType = typeOf(line)
  if (notificationType === null || isByHand(line)) return null
  return {
    notificationUuid: noticeIdOf(`deployment|${deployment.id}|${line.seq}`),
    notificationType,
    notificationMsg: line.sentence,
    deploymentUuid: deployment.id,
    deploymentType: deployment.type,
    algoName: deployment.strategy.algoName,
    algoUuid: deployment.algoUuid,
    slug: deployment.slug,
    actionType: line.side,
    scannerName: null,
    alertType: null,
    orderStatus: null,
    orderId: line.orderId,
    triggerTime: new Date(line.at).toISOString(),
    isRead: false,
  }
}

export interface DeploymentNoticePorts {
  readonly store: Store
  readonly hub: StreamHub
  /** Wall time. */
  readonly clock: Clock
  readonly log: Log
}

/** Told in the order of the log; a failure to tell stops no deployment. */
export const createDeploymentNotices = ({ store, hub, clock, log }: DeploymentNoticePorts) => {
  let tail: Promise<void> = Promise.resolve()

  const tell = async ({ deployment, lines, proposals }: DeploymentChange): Promise<void> => {
    const { owner, id, type } = deployment
    const notices = lines.flatMap((line) => noticeOf(deployment, line) ?? [])
    const rows = notices.map((notice) => toNotificationRow({ owner, at: clock.now(), notice }))
    if (rows.length > 0) await inTransaction(store, (trx) => insertNotifications(trx, rows))
    if (!hub.isListening(owner)) return
    for (const row of rows)
      hub.publish(owner, {
        id: row.id,
        data: toWire(Notification, fromNotificationRow({ ...row, isRead: false })),
      })
    const update = { deploymentUuid: id, type, proposals: proposals.length > 0 }
    hub.publish(owner, { event: streamEvents.deployments, data: toWire(DeploymentUpdate, update) })
  }

  return (change: DeploymentChange): void => {
    tail = tail
      .then(() => tell(change))
      .catch((error: unknown) => log.error({ err: error }, 'a notice of a deployment could not be stored'))
  }
}
