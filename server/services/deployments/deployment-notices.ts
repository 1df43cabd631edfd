import { DeploymentUpdate } from '../../../src/contract/deployments.ts'
import { streamEvents } from '../../../src/contract/notifications/notifications.ts'
import { toWire } from '../../../src/contract/wire.ts'
import type { LogKind, LogLine } from '../../../src/domain/deployments/deployment.ts'
import type { DeploymentChange, NewDeployment } from '../../automation/automation.ts'
import type { AutomationParts } from '../../automation/parts.ts'
import type { Clock } from '../../ports.ts'
import type { UserId } from '../../user.ts'
import { uuidOfText } from '../../uuid-of-text.ts'
import { type Notice, toNotificationRow } from '../notifications/notices.ts'
import { publishNotices } from '../notifications/publish-notices.ts'
import type { StreamHub } from '../notifications/stream-hub.ts'

/** Lines of the log that a user is told of; a price that was reached is another type than an order. */
const told: Partial<Record<LogKind, Notice['notificationType']>> = {
  proposed: 'alert-notification',
  entered: 'order-notification',
  exited: 'order-notification',
  incomplete: 'order-placement',
  refused: 'order-placement',
  paused: 'order-placement',
  stopped: 'order-placement',
  failed: 'order-placement',
}

const atAPrice = /, (stop loss|trailing stop|target|combined stop|combined target): /

const typeOf = ({ kind, sentence }: LogLine): Notice['notificationType'] | null =>
  kind === 'exited' && atAPrice.test(sentence) ? 'price-trigger-notification' : (told[kind] ?? null)

const isByHand = ({ sentence }: LogLine): boolean => /by you/.test(sentence)

const noticeOf = (deployment: NewDeployment, line: LogLine): Notice | null => {
  const notificationType = typeOf(line)
  if (notificationType === null || isByHand(line)) return null
  return {
    notificationUuid: uuidOfText(`deployment|${deployment.id}|${line.seq}`),
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

export const createNoticesOf =
  (clock: Clock): AutomationParts['noticesOf'] =>
  (deployment, lines) =>
    lines.flatMap((line) => {
      const notice = noticeOf(deployment, line)
      return notice === null ? [] : [toNotificationRow({ owner: deployment.owner, at: clock.now(), notice })]
    })

/** The queue has changed, and no deployment. */
export const publishProposals = (hub: StreamHub, owner: UserId): void => {
  if (!hub.isListening(owner)) return
  const update = { deploymentUuid: null, type: null, proposals: true }
  hub.publish(owner, { event: streamEvents.deployments, data: toWire(DeploymentUpdate, update) })
}

export const publishDeployment =
  (hub: StreamHub) =>
  ({ deployment: { id, owner, type }, notices, proposals }: DeploymentChange): void => {
    if (!hub.isListening(owner)) return
    publishNotices(hub, owner, notices)
    const update = { deploymentUuid: id, type, proposals: proposals.length > 0 }
    hub.publish(owner, { event: streamEvents.deployments, data: toWire(DeploymentUpdate, update) })
  }
