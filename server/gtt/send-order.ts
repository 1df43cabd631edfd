import type { Instrument } from '../../src/domain/instruments/instrument.ts'
import { fromRupees } from '../../src/domain/money.ts'
import type { ClientOrderId, OrderTicket } from '../../src/domain/orders/order.ts'
import type { Order } from '../broker/account.ts'
import type { Outcome } from '../broker/broker.ts'
import { derivedKey } from '../broker/derived-key.ts'
import { termsOf } from '../broker/instrument-terms.ts'
import { sentByServer } from '../broker/runtime/intents.ts'
import type { StoredGtt } from '../store/orders/gtts.ts'
import { end, type GttContext, type Watched } from './gtt-context.ts'

export const keyOf = ({ id }: StoredGtt): ClientOrderId => derivedKey('gtt', id)

const ticketOf = (gtt: StoredGtt): OrderTicket => {
  const trigger = gtt.triggers.find(({ when }) => when === gtt.triggered?.when)
  if (trigger === undefined) throw new Error(`the GTT order ${gtt.id} is sent without a trigger`)
  return {
    clientOrderId: keyOf(gtt),
    instrument: gtt.sym,
    side: gtt.side,
    orderType: 'LIMIT',
    product: gtt.product,
    ...sentByServer,
    quantity: gtt.quantity,
    price: fromRupees(trigger.price),
    ...(gtt.isReduceOnly === true ? { isReduceOnly: true } : {}),
    tag: 'gtt',
    algoUuid: '',
  }
}

const endOf = (gtt: StoredGtt, order: Order | null, reason: string): StoredGtt => ({
  ...gtt,
  status: order === null || order.status === 'REJECTED' ? 'rejected' : 'triggered',
  reason: order?.status === 'REJECTED' ? (order.statusMessage ?? '') : order === null ? reason : '',
  orderId: order?.id ?? null,
})

const reasonOf = (outcome: Outcome): string =>
  outcome.kind === 'refused' ? outcome.message : 'The order was not accepted'

/** Under a key of its own, so that it is placed once, however often this is tried. */
export const sendOrder = async (context: GttContext, one: Watched, instrument: Instrument): Promise<void> => {
  const { broker, clock } = context
  const { gtt } = one
  const placed = await broker.findByClientId(gtt.owner, keyOf(gtt))
  const endedAt = clock.now()
  if (placed !== null) return end(context, one, { ...endOf(gtt, placed, ''), endedAt })
  const market = broker.marketNow()
  const terms = termsOf(instrument, market.day)
  // The exchange takes its order when trading goes on.
  if (market.phaseOf(terms) !== 'continuous') return
  const outcome = await broker.place(gtt.owner, { ticket: ticketOf(gtt), terms, placedBy: 'user' })
  const order = outcome.kind === 'done' || outcome.kind === 'keyReused' ? outcome.order : null
  await end(context, one, { ...endOf(gtt, order, reasonOf(outcome)), endedAt })
}
