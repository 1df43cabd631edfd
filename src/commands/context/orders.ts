import { isGttOpen } from '../../domain/orders/gtt/gtt.ts'
import { isEnded } from '../../domain/orders/order.ts'
import type { Snapshots } from '../../machines/requests.ts'
import type { ContextKeys } from './context-key.ts'

const openOrders = ({ orderBook }: Snapshots) =>
  orderBook?.context.output?.filter(({ status }) => !isEnded(status)) ?? []

const openGtts = ({ gtts }: Snapshots) =>
  gtts?.context.output?.filter(({ status }) => isGttOpen(status)) ?? []

export const orderKeys = {
  'orders.open': (snapshots): number => openOrders(snapshots).length,
  'focus.isOpen': (snapshots, { focus }): boolean =>
    focus.kind === 'gtt'
      ? openGtts(snapshots).some(({ gttUuid }) => gttUuid === focus.key)
      : focus.kind === 'order' && openOrders(snapshots).some(({ orderId }) => orderId === focus.key),
  'basket.legs': ({ basket }): number => basket?.context.legs.length ?? 0,
  'basket.failed': ({ basket }): number =>
    basket?.context.legs.filter(({ state }) => state === 'failed').length ?? 0,
  'basket.confirming': ({ basket }): boolean => basket?.matches('confirming') ?? false,
  ticket: ({ ticket }): string => {
    if (ticket === undefined || ticket.matches('closed')) return 'closed'
    return ticket.matches('confirming') ? 'confirming' : 'draft'
  },
  /** The Scalper places orders on single keys. */
  armed: ({ arming }): boolean => arming?.matches('armed') ?? false,
  killed: ({ killSwitch }): boolean => ['on', 'rearming'].some((state) => killSwitch?.value === state),
  'details.open': ({ orderDetails }): boolean =>
    orderDetails !== undefined && !orderDetails.matches('closed'),
} satisfies ContextKeys
