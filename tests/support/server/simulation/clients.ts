import type { InstrumentTerms, Order } from '../../../../server/broker/account.ts'
import type { Outcome } from '../../../../server/broker/broker.ts'
import type { Intent } from '../../../../server/broker/rules.ts'
import type { UserId } from '../../../../server/user.ts'
import { paise } from '../../../../src/domain/money.ts'
import type { ClientOrderId, OrderId, OrderType, Side } from '../../../../src/domain/orders/order.ts'
import type { World } from './world.ts'

/** What a client knows of an order it sent: nothing, or what it was answered. */
interface Sent {
  readonly owner: UserId
  readonly intent: Intent
  /** Null as long as the answer is not known; asked for again with the same key. */
  answer: OrderId | 'refused' | null
}

const TICK = 5

const draw = ({ dice, live, now, terms }: World, key: string): Intent => {
  const of = dice.pick(terms as [InstrumentTerms, ...InstrumentTerms[]])
  const orderType = dice.pick<OrderType>(['LIMIT', 'LIMIT', 'LIMIT', 'MARKET', 'SL'])
  const side = dice.pick<Side>(['buy', 'sell'])
  const last = live.quote({ ...instrumentRow(of) }, now)?.lastPrice ?? paise(10_000)
  const away = dice.upTo(15) - 5
  const sign = side === 'buy' ? 1 : -1
  const price = paise(last + (orderType === 'SL' ? sign * 10 : -sign * away) * TICK)
  return {
    terms: of,
    placedBy: 'user',
    ticket: {
      clientOrderId: key as ClientOrderId,
      instrument: of.id,
      side,
      orderType,
      product: 'MIS',
      variety: 'regular',
      quantity: 1 + dice.upTo(300),
      price: orderType === 'MARKET' ? null : price,
      triggerPrice: orderType === 'SL' ? paise(last + sign * 5 * TICK) : null,
      validity: orderType !== 'SL' && dice.roll() < 0.2 ? 'IOC' : 'DAY',
      validityTtl: null,
      marketProtection: orderType === 'MARKET' ? -1 : 0,
      disclosedQuantity: 0,
      autoslice: false,
      tag: '',
      algoUuid: '',
    },
  }
}

/** The random market asks an instrument for its name alone. */
const instrumentRow = (terms: InstrumentTerms) =>
  ({ ...terms, exchangeToken: 0, lastPrice: 0, tickSize: 0.05, universe: '' }) as const

/** Traders who keep their keys, lose answers and ask again. `wrong` is called with what should never be. */
export const createClients = (wrong: (what: string) => void) => {
  const sent = new Map<string, Sent>()

  const take = (one: Sent, key: string, outcome: Outcome | null, isLost: boolean): void => {
    if (outcome === null || isLost) return
    if (outcome.kind === 'done' && outcome.order !== null) {
      if (one.answer !== null && one.answer !== outcome.order.id)
        wrong(`${key} is ${one.answer} and ${outcome.order.id}`)
      one.answer = outcome.order.id
    } else if (outcome.kind === 'refused') {
      if (one.answer !== null && one.answer !== 'refused') wrong(`${key} was ${one.answer} and is refused`)
      one.answer = 'refused'
    } else wrong(`${key} was answered ${outcome.kind}`)
  }

  const ask = async (world: World, key: string, one: Sent): Promise<void> => {
    const outcome = await world.place(one.owner, one.intent)
    take(one, key, outcome, world.strikes('answerLost'))
  }

  const askOther = async (world: World, key: string, one: Sent): Promise<void> => {
    const ticket = { ...one.intent.ticket, quantity: one.intent.ticket.quantity + 1 }
    const outcome = await world.place(one.owner, { ...one.intent, ticket })
    if (outcome !== null && outcome.kind !== 'keyReused')
      wrong(`${key} with another body was ${outcome.kind}`)
  }

  return {
    sent,
    place: (world: World, owner: UserId): Promise<void> => {
      const key = `${owner}-${sent.size}`
      const one: Sent = { owner, intent: draw(world, key), answer: null }
      sent.set(key, one)
      return ask(world, key, one)
    },
    /** Every key whose answer is not known, once more. */
    retry: (world: World): Promise<unknown> =>
      Promise.all(
        [...sent].filter(([, { answer }]) => answer === null).map(([key, one]) => ask(world, key, one)),
      ),
    reuse: async (world: World): Promise<void> => {
      const known = [...sent].filter(([, { answer }]) => answer !== null && answer !== 'refused')
      const chosen = known[world.dice.upTo(known.length)]
      if (chosen && world.strikes('keyReused')) await askOther(world, ...chosen)
    },
    meddle: async (world: World, owner: UserId): Promise<void> => {
      const open = world.openOrders(owner)
      const order: Order | undefined = open[world.dice.upTo(open.length)]
      if (order === undefined) return
      if (world.dice.roll() < 0.5) await world.cancel(owner, order)
      else {
        const quantity = Math.max(1, order.quantity + world.dice.upTo(200) - 100)
        const isPriced = order.orderType === 'LIMIT' && order.price !== null
        const price =
          isPriced && order.price !== null
            ? { price: paise(order.price + (world.dice.upTo(7) - 3) * TICK) }
            : {}
        await world.modify(owner, order, { quantity, ...price })
      }
    },
  }
}
export type Clients = ReturnType<typeof createClients>
