import { streamEvents } from '../../../src/contract/notifications/notifications.ts'
import type { Bracket } from '../../broker/brackets/bracket.ts'
import type { Clock } from '../../ports.ts'
import type { Store } from '../../store/database/database.ts'
import { inTransaction } from '../../store/database/transaction.ts'
import { insertNotifications } from '../../store/notifications.ts'
import { uuidOfText } from '../../uuid-of-text.ts'
import { type Notice, toNotificationRow } from '../notifications/notices.ts'
import { publishNotices } from '../notifications/publish-notices.ts'
import type { StreamHub } from '../notifications/stream-hub.ts'

const noticeOf = (bracket: Bracket, text: string): Notice => ({
  notificationUuid: uuidOfText(`bracket-end|${bracket.owner}|${bracket.id}|${bracket.status}`),
  notificationType: 'order-webhook',
  notificationMsg: text,
  deploymentUuid: null,
  deploymentType: 'order',
  algoName: null,
  algoUuid: null,
  slug: 'positions',
  actionType: bracket.quantity > 0 ? 'sell' : 'buy',
  scannerName: null,
  alertType: null,
  orderStatus: null,
  orderId: null,
  triggerTime: new Date(bracket.endedAt ?? bracket.madeAt).toISOString(),
  isRead: false,
})

export const createBracketNotices = ({
  store,
  hub,
  clock,
}: {
  readonly store: Store
  readonly hub: StreamHub | null
  readonly clock: Clock
}) => ({
  onChanged({ owner, sym }: Bracket): void {
    if (hub?.isListening(owner) === true)
      hub.publish(owner, { event: streamEvents.positions, data: { syms: [sym] } })
  },

  async tell(bracket: Bracket, text: string): Promise<void> {
    const name = bracket.sym.slice(bracket.sym.indexOf('_') + 1)
    const notice = noticeOf(bracket, `${name}: ${text}`)
    const row = toNotificationRow({ owner: bracket.owner, at: clock.now(), notice })
    await inTransaction(store, (trx) => insertNotifications(trx, [row]))
    if (hub !== null) publishNotices(hub, bracket.owner, [row])
  },
})
