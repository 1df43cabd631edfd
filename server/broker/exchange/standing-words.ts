import type { StandingOrder } from './standing-order.ts'
import { priceText, unitsText } from './words.ts'

const queueText = ({ note, isTaking, ahead }: StandingOrder): string => {
  if (note !== null) return note
  if (isTaking || ahead === null) return 'waits for the other side'
  return ahead > 0 ? `queue ${unitsText(ahead)} ahead` : 'first in the queue'
}

export const describeStanding = (order: StandingOrder): string => {
  switch (order.stage) {
    case 'awaitsTrigger':
      return order.triggerPrice === null ? 'waits' : `waits for ${priceText(order.triggerPrice)}`
    case 'travels':
      return order.gap ?? 'triggered'
    case 'inAuction':
      return 'in the auction'
    case 'active':
      return order.gap === null ? queueText(order) : `${order.gap}; ${queueText(order)}`
    default:
      return order.stage satisfies never
  }
}
