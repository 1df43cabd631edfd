import type { Instrument, InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { instrumentTitle } from '../../src/domain/instruments/instrument-names.ts'
import { toRupees } from '../../src/domain/money.ts'
import { isEnded, type OrderTicket } from '../../src/domain/orders/order.ts'
import type { Order } from '../broker/account.ts'
import { ordersOf } from '../broker/brackets/bracket.ts'
import { pastOrders } from '../broker/brackets/send-exit.ts'
import type { Outcome } from '../broker/broker.ts'
import { termsOf } from '../broker/instrument-terms.ts'
import { reducibleBy } from '../broker/rules/question.ts'
import { sentByServer } from '../broker/runtime/intents.ts'
import type { Lane } from './lane.ts'
import type { AutomationParts } from './parts.ts'
import type { DecidedOrder } from './run-state.ts'

export interface Filled {
  readonly units: number
  readonly value: number
  readonly charges: number
  readonly isEnded: boolean
  readonly orderId: string | null
  readonly message: string
  readonly orders: readonly Order[]
}

/** Null: the order was never placed. */
export const findFilled = async (
  { broker }: Pick<AutomationParts, 'broker'>,
  { account }: Pick<Lane, 'account'>,
  { key }: Pick<DecidedOrder, 'key'>,
): Promise<Filled | null> => {
  const today = ordersOf(await broker.accountOf(account), key)
  const orders = today.length > 0 ? today : await pastOrders(account, key, broker.findByClientId)
  const [first] = orders
  if (first === undefined) return null
  const sum = (of: (order: Order) => number): number => orders.reduce((total, order) => total + of(order), 0)
  return {
    units: sum(({ filledQuantity }) => filledQuantity),
    value: sum(({ filledValue }) => toRupees(filledValue)),
    charges: sum(({ charges }) => toRupees(charges)),
    isEnded: orders.every(({ status }) => isEnded(status)),
    orderId: first.id,
    message: orders.find(({ statusMessage }) => statusMessage !== null)?.statusMessage ?? '',
    orders,
  }
}

const ticketOf = (lane: Lane, order: DecidedOrder): OrderTicket => ({
  clientOrderId: order.key,
  instrument: order.contract,
  side: order.side,
  orderType: 'MARKET',
  product: lane.params.product,
  ...sentByServer,
  quantity: order.units,
  price: null,
  ...(order.intent === 'exit' ? { isReduceOnly: true } : {}),
  tag: 'deployment',
  algoUuid: lane.deployment.algoUuid,
})

export const placeOrder = async (
  { broker, instruments }: Pick<AutomationParts, 'broker' | 'instruments'>,
  lane: Lane,
  order: DecidedOrder,
): Promise<Outcome | null> => {
  const instrument = await instruments.look(order.contract)
  if (instrument === null) return null
  const terms = termsOf(instrument, broker.marketNow().day)
  return broker.place(lane.account, { ticket: ticketOf(lane, order), terms, placedBy: 'user' })
}

export const isTraded = async (
  { broker, instruments }: Pick<AutomationParts, 'broker' | 'instruments'>,
  contract: InstrumentId,
): Promise<boolean> => {
  const instrument = await instruments.look(contract)
  const market = broker.marketNow()
  return instrument === null || market.phaseOf(termsOf(instrument, market.day)) === 'continuous'
}

/** Units of the account that an exit of this order could still close. */
export const exitableUnits = async (
  { broker, instruments }: Pick<AutomationParts, 'broker' | 'instruments'>,
  lane: Lane,
  order: DecidedOrder,
): Promise<number> => {
  const instrument = await instruments.look(order.contract)
  if (instrument === null) return 0
  const account = await broker.accountOf(lane.account)
  const terms = termsOf(instrument, broker.marketNow().day)
  return reducibleBy(account, terms, {
    side: order.side,
    product: lane.params.product,
    clientOrderId: order.key,
  })
}

export const lastPriceOf = (
  { broker }: Pick<AutomationParts, 'broker'>,
  instrument: Instrument,
): number | null => {
  const market = broker.marketNow()
  const quote = market.quoteOf(termsOf(instrument, market.day))
  return quote === null ? null : toRupees(quote.lastPrice)
}

/** An index trades as its nearest future. Null where none is listed. */
export const contractOf = async (
  { instruments, broker }: Pick<AutomationParts, 'instruments' | 'broker'>,
  instrument: Instrument,
): Promise<Instrument | null> => {
  if (instrument.segment !== 'INDICES') return instrument
  const { day } = broker.marketNow()
  const futures = await instruments.futuresOf(instrument.id)
  return futures.find(({ expiry }) => expiry !== null && expiry >= day) ?? null
}

export const titleOf = async (
  { instruments }: Pick<AutomationParts, 'instruments'>,
  id: InstrumentId,
): Promise<string> => {
  const instrument = await instruments.look(id)
  return instrument === null ? id.slice(id.indexOf('_') + 1) : instrumentTitle(instrument)
}
