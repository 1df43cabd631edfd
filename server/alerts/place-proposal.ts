import { orderWords } from '../../src/domain/deployments/log-words.ts'
import { boughtFirst } from '../../src/domain/deployments/proposal-premium.ts'
import {
  type Instrument,
  type InstrumentId,
  tradingSymbolOf,
} from '../../src/domain/instruments/instrument.ts'
import { fromRupees } from '../../src/domain/money.ts'
import type { ClientOrderId, OrderId, OrderTicket } from '../../src/domain/orders/order.ts'
import type { Order } from '../broker/account.ts'
import type { Broker } from '../broker/broker.ts'
import { derivedKey } from '../broker/derived-key.ts'
import { termsOf } from '../broker/instrument-terms.ts'
import { sentByServer } from '../broker/runtime/intents.ts'
import { Refusal } from '../refusal.ts'
import type { AlertProposal } from '../store/alert-proposals.ts'

type Proposal = AlertProposal['proposal']

export interface PlacingParts {
  readonly broker: Pick<Broker, 'place' | 'marketNow' | 'findByClientId'>
  readonly look: (id: InstrumentId) => Promise<Instrument | null>
}

export interface Placed {
  readonly orderId: OrderId
  /** Why not all legs of a basket were placed; null where they were. */
  readonly missing: string | null
}

interface Part extends Pick<Proposal, 'contract' | 'side' | 'limitPrice'> {
  readonly key: ClientOrderId
  readonly quantity: number
}

/** Each under a key of its own, so that it is placed once, however often this is tried. */
const partsOf = (proposal: Proposal, quantity: number): readonly Part[] => {
  const { proposalUuid, legs, contract, side, limitPrice } = proposal
  if (legs.length === 0)
    return [{ contract, side, limitPrice, quantity, key: derivedKey('alert order', proposalUuid) }]
  return boughtFirst(legs).map(({ leg, ...of }) => ({
    ...of,
    key: derivedKey('alert order', proposalUuid, `leg ${leg}`),
  }))
}

const ticketOf = ({ product, intent }: Proposal, part: Part): OrderTicket => ({
  clientOrderId: part.key,
  instrument: part.contract,
  side: part.side,
  orderType: part.limitPrice === null ? 'MARKET' : 'LIMIT',
  product,
  ...sentByServer,
  quantity: part.quantity,
  price: part.limitPrice === null ? null : fromRupees(part.limitPrice),
  ...(intent === 'exit' ? { isReduceOnly: true } : {}),
  tag: 'alert',
  algoUuid: '',
})

const placePart = async (
  { broker, look }: PlacingParts,
  { owner, proposal }: AlertProposal,
  part: Part,
): Promise<Order> => {
  const instrument = await look(part.contract)
  if (instrument === null)
    throw new Refusal('CONFLICT', `${tradingSymbolOf(part.contract)} is no longer listed`)
  const terms = termsOf(instrument, broker.marketNow().day)
  const outcome = await broker.place(owner, { ticket: ticketOf(proposal, part), terms, placedBy: 'user' })
  if (outcome.kind === 'refused') throw new Refusal(outcome.code, outcome.message)
  const order = outcome.kind === 'notFound' ? null : outcome.order
  if (order === null) throw new Refusal('CONFLICT', 'The order was not accepted')
  return order
}

const missingWords = (
  { placed, of, part }: { readonly placed: number; readonly of: number; readonly part: Part | undefined },
  why: string,
): string => {
  const count = `${placed} of ${of} legs`
  if (part === undefined) return `${count}: ${why}`
  const words = orderWords(part.side, part.quantity, tradingSymbolOf(part.contract))
  return `${count}, without ${words.replace(/^./, (letter) => letter.toLowerCase())}: ${why}`
}

/** After a leg that is not accepted none is placed: a bought one limits the loss of those sold after it. */
export const placeProposal = async (
  parts: PlacingParts,
  one: AlertProposal,
  quantity: number,
): Promise<Placed> => {
  const all = partsOf(one.proposal, quantity)
  const placed: Order[] = []
  for (const part of all) {
    try {
      const order = await placePart(parts, one, part)
      const isRejected = all.length > 1 && order.status === 'REJECTED'
      if (isRejected) throw new Refusal('CONFLICT', order.statusMessage ?? 'The order was rejected')
      placed.push(order)
    } catch (error) {
      const [first] = placed
      if (first === undefined || !(error instanceof Refusal)) throw error
      const missing = missingWords({ placed: placed.length, of: all.length, part }, error.message)
      return { orderId: first.id, missing }
    }
  }
  const [first] = placed
  if (first === undefined) throw new RangeError('a proposal without orders')
  return { orderId: first.id, missing: null }
}

/** Orders of an earlier try, which a crash or a lost answer had cut short; null if there are none. */
export const placedBefore = async (
  { broker }: PlacingParts,
  { owner, proposal }: AlertProposal,
): Promise<Placed | null> => {
  const all = partsOf(proposal, proposal.quantity)
  const found: Order[] = []
  for (const { key } of all) {
    const order = await broker.findByClientId(owner, key)
    if (order !== null && (all.length === 1 || order.status !== 'REJECTED')) found.push(order)
  }
  const [first] = found
  if (first === undefined) return null
  const isWhole = found.length === all.length
  const placed = { placed: found.length, of: all.length, part: undefined }
  return {
    orderId: first.id,
    missing: isWhole ? null : missingWords(placed, 'the server was stopped meanwhile'),
  }
}
