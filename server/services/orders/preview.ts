import type * as z from 'zod/mini'
import type { ReplyOf } from '../../../src/contract/call-types.ts'
import type { previewOrders } from '../../../src/contract/orders/order-preview.ts'
import type { FromWire } from '../../../src/contract/wire.ts'
import { toRupees } from '../../../src/domain/money.ts'
import type { InstrumentTerms } from '../../broker/account.ts'
import type { Broker, DryRun } from '../../broker/broker.ts'
import type { Intent } from '../../broker/rules.ts'
import { Refusal } from '../../refusal.ts'
import type { User } from '../../user.ts'
import type { InsteadOf } from './instead-of-order.ts'
import type { ListedTerms } from './listed-terms.ts'
import type { OrderToPreview, OutlookOf } from './order-outlook.ts'
import { toTicket } from './order-tickets.ts'

export interface PreviewParts {
  readonly broker: Broker
  readonly outlookOf: OutlookOf
  readonly insteadOf: InsteadOf
  readonly termsFor: ListedTerms
}

type Body = FromWire<z.output<(typeof previewOrders)['body']>>
type PreviewedBody = Body['orders'][number]

interface AskedOrder {
  readonly order: Omit<OrderToPreview, 'refusal'>
  readonly intent: Intent | null
  readonly refusal: OrderToPreview['refusal']
}

/** As the console sends it: market orders protected, quantities beyond the freeze quantity sliced. */
const askedOf = (
  body: PreviewedBody,
  terms: InstrumentTerms,
  listVersion: string | undefined,
): AskedOrder => {
  const order = {
    terms,
    side: body.transactionType === 'BUY' ? ('buy' as const) : ('sell' as const),
    product: body.product,
    quantity: body.quantity,
    price: body.price,
    triggerPrice: body.triggerPrice,
  }
  try {
    const ticket = toTicket(
      { ...body, clientOrderId: '', marketProtection: -1, autoslice: true, tag: '', algoUuid: '' },
      terms.id,
    )
    return {
      order: {
        ...order,
        price: ticket.price === null ? undefined : toRupees(ticket.price),
        triggerPrice: ticket.triggerPrice === null ? undefined : toRupees(ticket.triggerPrice),
      },
      intent: { ticket, terms, placedBy: 'user', ...(listVersion === undefined ? {} : { listVersion }) },
      refusal: null,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { order, intent: null, refusal: { code: error.code, message: error.message } }
  }
}

/** Without the capability, prices and margins only: the verdict comes with the order. */
const dryRunOf = (broker: Broker): DryRun =>
  broker.capabilities.dryRun ??
  (async (owner, intents) => ({
    account: await broker.accountOf(owner),
    market: broker.marketNow(),
    refusals: intents.map(() => null),
  }))

const unlisted = (error: unknown): null => {
  if (error instanceof Refusal) return null
  throw error
}

/** Judged for margin as if all had filled: bought contracts are sent first. */
const withHedges = (
  orders: readonly OrderToPreview[],
  outlook: ReturnType<OutlookOf>,
): readonly OrderToPreview[] | null =>
  orders.length > 1 && outlook.margin.remaining >= 0 && orders.some(isShort)
    ? orders.map((order) => (isShort(order) ? { ...order, refusal: null } : order))
    : null

const isShort = ({ refusal }: OrderToPreview): boolean => refusal?.code === 'MARGIN'

export const createPreview = ({ broker, outlookOf, insteadOf, termsFor }: PreviewParts) => {
  const dryRun = dryRunOf(broker)
  return async (
    user: User,
    bodies: Body['orders'],
    { instrumentsVersion, hedges = [] }: Pick<Body, 'instrumentsVersion' | 'hedges'> = {},
  ): Promise<ReplyOf<typeof previewOrders>> => {
    broker.refuseBeforeStart()
    const asked: AskedOrder[] = []
    for (const body of bodies) asked.push(askedOf(body, await termsFor(body.sym), instrumentsVersion))
    const intents = asked.flatMap(({ intent }) => intent ?? [])
    const { account, market, refusals } = await dryRun(user.id, intents)
    const refusalOf = new Map(intents.map((intent, index) => [intent, refusals[index] ?? null]))
    const orders = asked.map(({ order, intent, refusal }) => {
      const refused = intent === null ? refusal : (refusalOf.get(intent) ?? null)
      return {
        ...order,
        terms: market.termsInForce(order.terms),
        refusal: refused === null ? null : { code: refused.code, message: refused.message },
      }
    })
    const judged = outlookOf(orders, account, market)
    const hedged = withHedges(orders, judged)
    const outlook = hedged === null ? judged : outlookOf(hedged, account, market)
    const [order, ...others] = orders
    const [intent] = intents
    if (order?.refusal?.code !== 'MARGIN' || intent === undefined || others.length > 0)
      return { ...outlook, instead: null }
    const isAccepted = async (quantity: number): Promise<boolean> => {
      const smaller = { ...intent, ticket: { ...intent.ticket, quantity } }
      return (await dryRun(user.id, [smaller])).refusals[0] === null
    }
    const listed = await Promise.all(hedges.map((sym) => termsFor(sym).catch(unlisted)))
    const terms = listed.filter((one) => one !== null)
    return { ...outlook, instead: await insteadOf({ order, hedges: terms, account, market, isAccepted }) }
  }
}
