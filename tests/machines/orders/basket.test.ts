import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { type OrderDraft, plainDraft } from '../../../src/domain/orders/order-draft.ts'
import {
  type BasketEmitted,
  type BasketPrices,
  basketMachine,
  type Payoff,
} from '../../../src/machines/orders/basket.ts'
import {
  HEDGE_WAIT_MS,
  LEGS_AT_ONCE_MAX,
  LEGS_PER_SPAN_MAX,
  labelOfLeg,
} from '../../../src/machines/orders/basket-legs.ts'
import type { LegState } from '../../../src/machines/orders/leg-state.ts'
import {
  type LookingAnswer,
  NOT_FOUND_AFTER_MS,
  orderPlacementMachine,
  type PlacingAnswer,
} from '../../../src/machines/orders/order-placement.ts'
import { texts } from '../../../src/machines/texts.ts'
import { seenAt } from '../../support/orders/seen-orders.ts'

const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

const share = (name: string, side: 'buy' | 'sell' = 'buy'): OrderDraft =>
  plainDraft({ instrument: `NSE_${name}` as InstrumentId, side, product: 'MIS', quantity: 1 })

const option = (name: string, side: 'buy' | 'sell'): OrderDraft =>
  plainDraft({ instrument: `NFO-OPT_${name}` as InstrumentId, side, product: 'NRML', quantity: 65 })

const sent: PlacingAnswer = { kind: 'known', orderId: 'o', status: 'OPEN', statusMessage: null }
/** At 11:42 of 20 Nov 2026, the first leg ending four days later. */
const payoff = { asOf: Date.parse('2026-11-20T11:42:00+05:30'), expiry: '2026-11-24' } as unknown as Payoff

const refused = (message: string, code?: string): PlacingAnswer => ({
  kind: 'refused',
  message,
  asksForAmo: true,
  ...(code === undefined ? {} : { code }),
})

interface Sending {
  readonly draft: OrderDraft
  readonly clientOrderId: string
  answer(answer: PlacingAnswer): Promise<void>
}

const start = (unpriced: Partial<BasketPrices> = {}) => {
  const clock = new SimulatedClock()
  const posts: Sending[] = []
  const looks: string[] = []
  let found: LookingAnswer = { kind: 'notFound' }
  let keys = 0
  const placement = orderPlacementMachine.provide({
    actors: {
      place: fromPromise(
        ({ input }) =>
          new Promise<PlacingAnswer>((resolve) => {
            posts.push({
              ...input,
              answer: (answer) => {
                resolve(answer)
                return settle()
              },
            })
          }),
      ),
      look: fromPromise(async ({ input }): Promise<LookingAnswer> => {
        looks.push(input.clientOrderId)
        return found
      }),
    },
  })
  const market = { price: 100 }
  const asked: { readonly drafts: readonly OrderDraft[] }[] = []
  const basket = createActor(
    basketMachine.provide({
      actors: {
        placement,
        price: fromPromise(async ({ input }): Promise<BasketPrices> => {
          asked.push(input)
          return {
            preview: null,
            previewMessage: null,
            payoff: input.drafts.length === 0 ? null : payoff,
            payoffMessage: null,
            ...unpriced,
          }
        }),
      },
    }),
    {
      clock,
      input: {
        now: () => clock.now(),
        createKey: () => `key-${++keys}`,
        seen: (drafts) => drafts.map((one) => seenAt(one, market.price)),
      },
    },
  )
  const told: string[] = []
  const changes: Extract<BasketEmitted, { type: 'basket.changed' }>[] = []
  basket.on('notice', ({ notice: { kind, text } }) => told.push(`${kind}: ${text}`))
  basket.on('basket.changed', (change) => changes.push(change))
  basket.start()
  return {
    basket,
    clock,
    market,
    posts,
    asked,
    looks,
    told,
    kept: () => changes.at(-1),
    add: (...drafts: OrderDraft[]) => basket.send({ type: 'basket.add', drafts }),
    send: () => {
      basket.send({ type: 'basket.review' })
      basket.send({ type: 'basket.confirm' })
    },
    states: (): LegState[] => basket.getSnapshot().context.legs.map(({ state }) => state),
    names: () => basket.getSnapshot().context.legs.map(({ draft }) => draft.instrument),
    find: (answer: LookingAnswer) => {
      found = answer
    },
    pass: async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 100) {
        clock.increment(100)
        await settle()
      }
    },
  }
}

describe('a basket', () => {
  test('is asked about again when a leg would fill worse than when it was asked, and not when it would fill better', async () => {
    const { basket, add, market, posts } = start()
    add(share('INFY'), share('TCS', 'sell'))
    basket.send({ type: 'basket.review' })
    market.price = 101
    basket.send({ type: 'basket.confirm' })
    expect([basket.getSnapshot().value, basket.getSnapshot().context.doubt]).toEqual([
      'confirming',
      'Price of INFY moved from 100.00 to 101.00',
    ])
    market.price = 100.4
    basket.send({ type: 'basket.confirm' })
    expect([basket.getSnapshot().value, basket.getSnapshot().context.doubt]).toEqual([
      'confirming',
      'Price of TCS moved from 101.00 to 100.40',
    ])
    basket.send({ type: 'basket.confirm' })
    await settle()
    expect([posts.length, basket.getSnapshot().context.doubt]).toEqual([2, null])
  })

  test('that is reviewed is not placed by being reviewed again, nor confirmed before it is reviewed', async () => {
    const { basket, add, posts, pass } = start()
    add(share('INFY'))
    basket.send({ type: 'basket.confirm' })
    expect(basket.getSnapshot().matches('editing')).toEqual(true)
    basket.send({ type: 'basket.review' })
    basket.send({ type: 'basket.review' })
    await pass(500)
    expect([basket.getSnapshot().value, posts]).toEqual(['confirming', []])
  })

  test('is asked about once, and its legs go side by side, each under its own name', async () => {
    const { basket, add, send, posts, states } = start()
    add(share('A'), share('B'))
    basket.send({ type: 'basket.review' })
    expect([basket.getSnapshot().value, posts.length]).toEqual(['confirming', 0])
    basket.send({ type: 'basket.back' })
    send()
    expect(posts.map(({ draft }) => draft.instrument)).toEqual(['NSE_A', 'NSE_B'])
    expect(new Set(posts.map(({ clientOrderId }) => clientOrderId)).size).toEqual(2)
    expect(states()).toEqual(['loading', 'loading'])
    for (const post of posts) await post.answer(sent)
    expect(states()).toEqual(['sent', 'sent'])
    expect(basket.getSnapshot().context.legs.map(labelOfLeg)).toEqual(['Order Sent', 'Order Sent'])
    expect(basket.getSnapshot().matches('editing')).toEqual(true)
  })

  test('of which some fail sends those alone again: never what was sent, never what is unknown', async () => {
    const { basket, add, send, posts, states, told, kept, looks, find, pass } = start()
    const names = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
    add(...names.map((name) => share(name)))
    send()
    expect(posts.length).toEqual(LEGS_AT_ONCE_MAX)
    const answers: PlacingAnswer[] = [
      sent,
      sent,
      sent,
      refused('no margin'),
      refused('off tick'),
      { kind: 'lost' },
      { kind: 'lost' },
      refused('Too many orders'),
    ]
    for (let index = 0; index < answers.length; index++) {
      await posts[index]?.answer(answers[index] as PlacingAnswer)
      await pass(100)
    }
    expect(states()).toEqual(['sent', 'sent', 'sent', 'failed', 'failed', 'unknown', 'unknown', 'failed'])
    expect(told.filter((text) => text.startsWith('error'))).toEqual([
      'error: no margin',
      'error: off tick',
      'error: Too many orders',
    ])
    // A reload offers the refused ones again, and nothing that may stand at the exchange.
    expect(kept()?.drafts.map(({ instrument }) => instrument)).toEqual(['NSE_D', 'NSE_E', 'NSE_H'])

    basket.send({ type: 'basket.retry' })
    await pass(1200)
    expect([basket.getSnapshot().value, posts.length]).toEqual(['confirming', 8])
    basket.send({ type: 'basket.confirm' })
    await pass(1200)
    expect(posts.slice(8).map(({ draft }) => draft.instrument)).toEqual(['NSE_D', 'NSE_E', 'NSE_H'])
    for (const post of posts.slice(8)) await post.answer(sent)
    expect(states()).toEqual(['sent', 'sent', 'sent', 'sent', 'sent', 'unknown', 'unknown', 'sent'])

    find(sent as LookingAnswer)
    await pass(20_000)
    expect(states()).toEqual(names.map(() => 'sent'))
    expect([posts.length, new Set(looks).size]).toEqual([11, 2])
  })

  test('never sends more in a second than the exchange takes', async () => {
    const { add, send, posts, pass } = start()
    add(...Array.from({ length: 20 }, (_, index) => share(`S${index}`)))
    send()
    for (let index = 0; index < LEGS_PER_SPAN_MAX; index++) {
      await posts[index]?.answer(sent)
      if (posts.length < LEGS_PER_SPAN_MAX) await pass(100)
    }
    await pass(200)
    expect(posts.length).toEqual(LEGS_PER_SPAN_MAX)
    await pass(1100)
    expect(posts.length).toBeGreaterThan(LEGS_PER_SPAN_MAX)
  })

  const symbols = (posts: readonly Sending[]) => posts.map(({ draft }) => draft.instrument)

  test('buys its protection first and sells once it is filled', async () => {
    const { basket, add, send, posts, pass } = start()
    add(option('SHORT', 'sell'), option('LONG', 'buy'))
    send()
    await pass(500)
    expect(symbols(posts)).toEqual(['NFO-OPT_LONG'])
    await posts[0]?.answer(sent)
    await pass(1_000)
    expect(symbols(posts)).toEqual(['NFO-OPT_LONG'])
    const { clientOrderId = '' } = posts[0] ?? {}
    const heard = (status: string) =>
      basket.send({
        type: 'order.heard',
        clientOrderId,
        order: { kind: 'known', orderId: 'o', status, statusMessage: null },
      })
    heard('OPEN')
    await pass(200)
    expect(symbols(posts)).toEqual(['NFO-OPT_LONG'])
    heard('COMPLETE')
    await pass(200)
    expect(symbols(posts)).toEqual(['NFO-OPT_LONG', 'NFO-OPT_SHORT'])
  })

  test('sells after a moment though its protection rests, and waits for none to buy', async () => {
    const { add, send, posts, pass } = start()
    add(option('SHORT', 'sell'), option('LONG', 'buy'), share('A'))
    send()
    await pass(500)
    await posts[0]?.answer(sent)
    await pass(HEDGE_WAIT_MS - 1_000)
    expect(symbols(posts)).toEqual(['NFO-OPT_LONG', 'NSE_A'])
    await pass(1_200)
    expect(symbols(posts)).toEqual(['NFO-OPT_LONG', 'NSE_A', 'NFO-OPT_SHORT'])
  })

  test('that is refused outside market hours is not turned into orders for the morning', async () => {
    const { add, send, posts, states } = start()
    add(share('A'))
    send()
    await posts[0]?.answer(refused('Use AMO'))
    expect([states(), posts.length]).toEqual([['failed'], 1])
  })

  test('believes only after a minute that a leg never arrived', async () => {
    const { add, send, posts, states, told, pass } = start()
    add(share('A'))
    send()
    await posts[0]?.answer({ kind: 'lost' })
    await pass(NOT_FOUND_AFTER_MS - 1000)
    expect(states()).toEqual(['unknown'])
    await pass(16_000)
    expect([states(), told]).toEqual([
      ['failed'],
      [`warning: ${texts.orderUnknown}`, `error: ${texts.orderNotReceived}`],
    ])
  })

  test('is put in order, taken back, kept under a name and loaded again', () => {
    const { basket, add, names, told, kept } = start()
    add(share('A'), share('B'), share('C'))
    const [first] = basket.getSnapshot().context.legs
    const leg = first?.leg ?? ''
    basket.send({ type: 'basket.move', leg, to: 2 })
    expect(names()).toEqual(['NSE_B', 'NSE_C', 'NSE_A'])
    basket.send({ type: 'basket.save', name: 'three' })
    basket.send({ type: 'basket.remove', leg })
    expect(names()).toEqual(['NSE_B', 'NSE_C'])
    basket.send({ type: 'basket.undo' })
    expect(names()).toEqual(['NSE_B', 'NSE_C', 'NSE_A'])
    basket.send({ type: 'basket.clear' })
    expect(names()).toEqual([])
    basket.send({ type: 'basket.load', name: 'three' })
    expect([names(), basket.getSnapshot().context.name]).toEqual([['NSE_B', 'NSE_C', 'NSE_A'], 'three'])
    expect(kept()?.kept.map(({ name, drafts }) => [name, drafts.length])).toEqual([['three', 3]])
    basket.send({ type: 'basket.forget', name: 'three' })
    basket.send({ type: 'basket.load', name: 'three' })
    expect(told.at(-1)).toEqual(`warning: ${texts.basketUnknown('three')}`)
  })

  test('takes twenty orders and says so of the next', () => {
    const { add, names, told } = start()
    add(...Array.from({ length: 21 }, (_, index) => share(`S${index}`)))
    expect([names().length, told]).toEqual([20, [`warning: ${texts.basketFull(20)}`]])
  })
})

describe('a leg refused by a limit of the user', () => {
  test('knows which, until it is sent again', async () => {
    const { add, send, basket, posts, pass } = start()
    add(share('INFY'))
    send()
    await settle()
    await posts[0]?.answer(refused('Order value: your limit is 1,000', 'ORDER_VALUE'))
    await pass(500)
    const code = () => basket.getSnapshot().context.legs[0]?.code
    expect(code()).toEqual('ORDER_VALUE')
    send()
    await settle()
    expect([posts.length, code()]).toEqual([2, null])
  })
})

describe('what is priced', () => {
  test('is what is still to be placed: legs that were sent are held and count no more', async () => {
    const { add, send, posts, asked, pass, states } = start()
    add(share('INFY'), share('TCS'))
    await pass(300)
    expect(asked.at(-1)?.drafts.length).toEqual(2)
    send()
    await settle()
    await posts[0]?.answer(sent)
    await posts[1]?.answer(refused('no margin'))
    await pass(500)
    expect(states()).toEqual(['sent', 'failed'])
    expect(asked.at(-1)?.drafts.map(({ instrument }) => instrument)).toEqual(['NSE_TCS'])
  })

  test('says what could not be had, in the words of each', async () => {
    const { clock, add, told } = start({
      previewMessage: 'The order path is late',
      payoffMessage: 'There are no prices yet',
    })
    add(share('TCS'))
    clock.increment(150)
    await settle()
    expect(told).toEqual(['error: Error Fetching Basket Order Charges', 'error: Error Fetching Payoff Graph'])
  })

  test('is nothing once every leg was sent', async () => {
    const { add, basket, send, posts, asked, pass } = start()
    add(share('INFY'))
    await pass(300)
    const before = asked.length
    send()
    await settle()
    await posts[0]?.answer(sent)
    await pass(500)
    const { context, value } = basket.getSnapshot()
    expect([asked.length, value, context.payoff]).toEqual([before, { editing: 'idle' }, null])
  })

  test('is drawn on a trading day from today to the end of the first leg', async () => {
    const { add, basket, asked, pass } = start()
    add(share('INFY'))
    await pass(300)
    const before = asked.length
    const step = async (by: number) => {
      basket.send({ type: 'basket.day', by })
      await pass(300)
      return basket.getSnapshot().context.days
    }
    expect([await step(1), await step(1), await step(-1), await step(100), await step(-100)]).toEqual([
      3, 4, 3, 4, 0,
    ])
    // Another day is drawn without a call.
    expect(asked.length).toEqual(before)
  })
})
