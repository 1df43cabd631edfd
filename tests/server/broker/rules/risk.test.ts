import { describe, expect, test } from 'vitest'
import { createRules } from '../../../../server/broker/rules/create-rules.ts'
import type { Accepted, Refused } from '../../../../server/broker/rules.ts'
import { fromRupees } from '../../../../src/domain/money.ts'
import type { OrderChanges } from '../../../../src/domain/orders/order.ts'
import { type EpochMs, epochMs } from '../../../../src/domain/time.ts'
import {
  accountWith,
  type Books,
  intentOf,
  marketIn,
  orderOf,
  type World,
} from '../../../support/server/rules-world.ts'

const rules = createRules()

const brief = (answer: Accepted | Refused | null): string =>
  answer === null || answer.kind === 'accepted' ? 'accepted' : `${answer.code}: ${answer.message}`

const ask = (line: string, books: Books, world: World = {}, placedBy: 'user' | 'system' = 'user'): string =>
  brief(rules.checkOrder(accountWith(books), intentOf(line, placedBy), marketIn(world)))

const RICH = 100_000_000
const WALL = 1_000_000_000
const sent = (...agoMs: number[]): readonly EpochMs[] => agoMs.map((ago) => epochMs(WALL - ago))
const every = (count: number, stepMs: number): readonly EpochMs[] =>
  sent(...Array.from({ length: count }, (_, index) => (count - 1 - index) * stepMs))

describe('rate', () => {
  const order = 'buy 10 INFY @1500 cash'
  const TOO_MANY = 'RATE_LIMIT: Maximum allowed order requests exceeded.'
  const TOGETHER = 'orders, changes and cancels together'
  const ALLOWED = 'Cancels and exits are allowed.'
  test.each<[string, Books['account'], string]>([
    ['the tenth order of a second', { recentOrders: every(9, 100) }, 'accepted'],
    [
      'the eleventh order of a second',
      { recentOrders: every(10, 50) },
      `${TOO_MANY} The limit is 10 a second, ${TOGETHER}; this is request 11. ${ALLOWED}`,
    ],
    ['a second later', { recentOrders: sent(...Array<number>(10).fill(1000)) }, 'accepted'],
    [
      'order 401 of a minute',
      { recentOrders: every(400, 149) },
      `${TOO_MANY} The limit is 400 a minute, ${TOGETHER}; this is request 401. ${ALLOWED}`,
    ],
    [
      'order 5,001 of a day',
      { ordersToday: 5000 },
      `${TOO_MANY} The limit is 5000 a day, ${TOGETHER}; this is request 5001. ${ALLOWED}`,
    ],
  ])('%s', (_, account, expected) => {
    expect(ask(order, { account: account ?? {} })).toBe(expected)
  })
  test('the system is not counted', () => {
    expect(ask(order, { account: { recentOrders: every(10, 10) } }, {}, 'system')).toBe('accepted')
  })
  test('what only reduces a position is not refused for it, what turns it is', () => {
    const held: Books = {
      cash: RICH,
      positions: ['+10 INFY @1500 MIS'],
      account: { recentOrders: every(10, 10) },
    }
    expect(ask('sell 10 INFY @1500 MIS', held)).toBe('accepted')
    expect(ask('sell 11 INFY @1500 MIS', held)).toMatch(TOO_MANY)
  })
})

describe('stops', () => {
  const held: Books = { cash: RICH, positions: ['+65 FUT @24000 NRML'] }
  const killed = {
    ...held,
    account: { killSwitch: { since: epochMs(Date.parse('2026-12-07T09:45:00+05:30')), reason: 'enough' } },
  }
  const KILLED =
    'KILL_SWITCH: The kill switch has been on since 09:45 (enough). Rearm trading to place orders.'
  const broken = { ...held, account: { cancelOnly: 'I-3 of order 7' } }
  const BROKEN = 'CANCEL_ONLY: Only cancels are accepted on this account: I-3 of order 7'
  test.each<[string, string, Books, 'user' | 'system', string]>([
    ['an entry after the kill switch', 'buy 65 FUT @24000 NRML', killed, 'user', KILLED],
    ['an exit after the kill switch', 'sell 65 FUT @24000 NRML', killed, 'user', KILLED],
    ['the exit of the kill switch itself', 'sell 65 FUT @market NRML', killed, 'system', 'accepted'],
    ['an exit of an account that is not trusted', 'sell 65 FUT @24000 NRML', broken, 'user', BROKEN],
    ['the system on an account that is not trusted', 'sell 65 FUT @24000 NRML', broken, 'system', BROKEN],
  ])('%s', (_, line, books, placedBy, expected) => {
    expect(ask(line, books, {}, placedBy)).toBe(expected)
  })
})

describe('own limits name the rule, its limit and the value', () => {
  const losing: Books = { cash: RICH, positions: ['+65 FUT @24310 NRML'] }
  const twoHeld: Books = {
    cash: RICH,
    positions: ['+65 FUT @24000 NRML', '+10 INFY @1500 MIS'],
    limits: { openPositions: 3 },
    orders: [orderOf('buy 10 TINY @50 cash')],
  }
  const ordered: Books = {
    cash: RICH,
    positions: ['+65 FUT @24000 NRML'],
    limits: { openOrders: 1 },
    orders: [orderOf('buy 10 TINY @50 cash')],
  }
  const stale: World = { age: 6000, hasBook: false }
  const held: Books = { cash: RICH, positions: ['+65 FUT @24000 NRML'] }
  test.each<[string, string, Books, string, World?]>([
    ['3 % away is near', 'buy 10 INFY @1545 cash', {}, 'accepted'],
    [
      'further is not',
      'buy 10 INFY @1545.1 cash',
      {},
      'PRICE_BAND: Price band: your limit is 3% from the last price of 1500.00; 1545.10 is 3.01% away. `limits` changes it.',
    ],
    [
      'below too',
      'buy 10 INFY @1450 cash',
      {},
      'PRICE_BAND: Price band: your limit is 3% from the last price of 1500.00; 1450.00 is 3.33% away. `limits` changes it.',
    ],
    [
      'an exit is as near',
      'sell 65 FUT @25000 NRML',
      held,
      'PRICE_BAND: Price band: your limit is 3% from the last price of 24000.00; 25000.00 is 4.17% away. `limits` changes it.',
    ],
    ['options may be further', 'buy 65 24000CE @240 NRML', {}, 'accepted'],
    [
      'but not any',
      'buy 65 24000CE @240.05 NRML',
      {},
      'PRICE_BAND: Option price band: your limit is 20% from the last price of 200.00; 240.05 is 20.03% away. `limits` changes it.',
    ],
    ['a stop is near its trigger', 'buy 10 INFY @1640 over 1600 cash', {}, 'accepted'],
    [
      'and not far from it',
      'buy 10 INFY @1649 over 1600 cash',
      {},
      'PRICE_BAND: Price band: your limit is 3% from the trigger price of 1600.00; 1649.00 is 3.06% away. `limits` changes it.',
    ],
    [
      'the worth of an order',
      'buy 6667 INFY @1500 MIS',
      { cash: RICH },
      'ORDER_VALUE: Order value: your limit is ₹1,00,00,000.00; this order is worth ₹1,00,00,500.00. `limits` changes it.',
    ],
    [
      'lots',
      'buy 715 24000CE @200 NRML',
      { cash: RICH, limits: { lotsPerOrder: 10 } },
      'LOTS_PER_ORDER: Lots per order: your limit is 10; this order has 11. `limits` changes it.',
    ],
    [
      'open orders',
      'buy 10 INFY @1500 cash',
      ordered,
      'OPEN_ORDERS: Open orders: your limit is 1; 1 are open. `limits` changes it.',
    ],
    ['an exit beyond open orders', 'sell 65 FUT @24000 NRML', ordered, 'accepted'],
    [
      'one more position',
      'buy 65 24000CE @200 NRML',
      twoHeld,
      'OPEN_POSITIONS: Open positions: your limit is 3; 3 are open or on order. Exits are allowed. `limits` changes it.',
    ],
    ['more of a position', 'buy 65 FUT @24000 NRML', twoHeld, 'accepted'],
    [
      'more of what is on order',
      'buy 10 TINY @50 cash',
      { ...twoHeld, orders: [orderOf('buy 20 TINY @50 cash')] },
      'accepted',
    ],
    [
      'a day that lost too much',
      'buy 65 FUT @24000 NRML',
      losing,
      "DAILY_LOSS: Day loss: your limit is ₹20,000.00; today's loss with charges is ₹20,150.00. Exits are allowed. `limits` changes it.",
    ],
    ['an exit of that day', 'sell 65 FUT @24000 NRML', losing, 'accepted'],
    [
      'an exit that turns the position',
      'sell 130 FUT @24000 NRML',
      losing,
      "DAILY_LOSS: Day loss: your limit is ₹20,000.00; today's loss with charges is ₹20,150.00. Exits are allowed. `limits` changes it.",
    ],
    [
      'a second exit of the same',
      'sell 65 FUT @24000 NRML',
      { ...losing, orders: [orderOf('sell 65 FUT @24100 NRML')] },
      "DAILY_LOSS: Day loss: your limit is ₹20,000.00; today's loss with charges is ₹20,150.00. Exits are allowed. `limits` changes it.",
    ],
    [
      'charges are part of the loss',
      'buy 10 INFY @1500 cash',
      { account: { chargesToday: fromRupees(20_000) } },
      "DAILY_LOSS: Day loss: your limit is ₹20,000.00; today's loss with charges is ₹20,000.00. Exits are allowed. `limits` changes it.",
    ],
    [
      'an old price',
      'buy 65 FUT @24000 NRML',
      held,
      'STALE_QUOTE: Stale quote: the limit is 5 s; the last price is 6 s old. Exits are allowed.',
      stale,
    ],
    ['an exit at an old price', 'sell 65 FUT @24000 NRML', held, 'accepted', stale],
    ['a price of five seconds', 'buy 65 FUT @24000 NRML', held, 'accepted', { age: 5000, hasBook: false }],
    [
      'an old trade and one side of a book',
      'buy 65 FUT @24000 NRML',
      held,
      'accepted',
      { age: 600_000, side: 'bid' },
    ],
    ['an old trade and a book', 'buy 65 FUT @24000 NRML', held, 'accepted', { age: 600_000 }],
  ])('%s: %s', (_, line, books, expected, world = {}) => {
    expect(ask(line, books, world)).toBe(expected)
  })

  test('a system order is not asked', () => {
    expect(
      ask('sell 65 FUT @market NRML', { ...losing, limits: { orderValue: fromRupees(1) } }, stale, 'system'),
    ).toBe('accepted')
  })

  test('orders on the way count: no more pass than the limit leaves', () => {
    const books: Books = { cash: RICH, limits: { openPositions: 3, openOrders: 100 } }
    const orders: ReturnType<typeof orderOf>[] = []
    for (const contract of [
      '24000CE @200',
      '24000PE @200',
      '24200CE @100',
      '23800PE @100',
      '24400CE @60',
      '23600PE @60',
    ]) {
      const line = `buy 65 ${contract} NRML`
      if (ask(line, { ...books, orders }) === 'accepted') orders.push(orderOf(line))
    }
    expect(orders.length).toBe(3)
  })
})

describe('shares that are not held', () => {
  const short = (available: number): string =>
    `HOLDINGS: Insufficient holdings. Available quantity is ${available}.`
  const holdings: Books['holdings'] = { INFY: [10, 5, 3] }
  test.each<[string, string, Books, string]>([
    ['none', 'sell 1 INFY @1500 cash', {}, short(0)],
    ['all that is left', 'sell 12 INFY @1500 cash', { holdings }, 'accepted'],
    ['one more', 'sell 13 INFY @1500 cash', { holdings }, short(12)],
    ['bought today', 'sell 4 INFY @1500 cash', { positions: ['+4 INFY @1490 cash'] }, 'accepted'],
    [
      'on sale already',
      'sell 5 INFY @1500 cash',
      { holdings, orders: [orderOf('sell 8 INFY @1510 cash')] },
      short(4),
    ],
    ['bought as MIS', 'sell 4 INFY @1500 cash', { positions: ['+4 INFY @1490 MIS'] }, short(0)],
  ])('%s', (_, line, books, expected) => {
    expect(ask(line, books)).toBe(expected)
  })
  test('the refusal stands in the order book with the raw text', () => {
    expect(rules.checkOrder(accountWith(), intentOf('sell 1 INFY @1500 cash'), marketIn())).toEqual({
      kind: 'refused',
      stage: 'rms',
      code: 'HOLDINGS',
      message: 'Insufficient holdings. Available quantity is 0.',
      raw: 'RMS:Rule: Check holdings including BTST for entity account-u1 across exchange across segment across product',
    })
  })
})

describe('modification', () => {
  const base = 'buy 130 24000CE @200 NRML'
  const change = (
    changes: OrderChanges,
    changed: Parameters<typeof orderOf>[1] = {},
    books: Books = { cash: RICH },
    world: World = {},
  ): string => {
    const order = orderOf(base, changed)
    return brief(
      rules.checkModify(accountWith({ ...books, orders: [order] }), order, changes, marketIn(world)),
    )
  }
  const rupees = fromRupees
  test.each<[string, OrderChanges, Parameters<typeof orderOf>[1], string]>([
    ['another price', { price: rupees(201) }, {}, 'accepted'],
    ['another quantity', { quantity: 195 }, {}, 'accepted'],
    [
      'off the tick',
      { price: rupees(201.01) },
      {},
      'TICK_SIZE: Price 201.01 is not a multiple of the tick 0.05: 201.00 or 201.05',
    ],
    [
      'a price its new type does not have',
      { orderType: 'MARKET', price: rupees(201) },
      {},
      'INVALID_FIELD: `price` is not used by MARKET orders; leave it out.',
    ],
    [
      'a trigger it does not have',
      { triggerPrice: rupees(201) },
      {},
      'INVALID_FIELD: `trigger_price` is not used by LIMIT orders; leave it out.',
    ],
    ['off the lot', { quantity: 131 }, {}, 'LOT_SIZE: Quantity should be in multiples of 65.'],
    [
      'far away',
      { price: rupees(400) },
      {},
      'PRICE_BAND: Option price band: your limit is 20% from the last price of 200.00; 400.00 is 100.00% away. `limits` changes it.',
    ],
    [
      'to what is filled',
      { quantity: 65 },
      { filledQuantity: 65 },
      'QUANTITY_BELOW_FILLED: Quantity should be above the 65 that are filled; it is 65.',
    ],
    [
      'the 26th time',
      { price: rupees(201) },
      { modifications: 25 },
      'MODIFICATIONS: An order can be modified 25 times; cancel it and place a new one.',
    ],
    [
      'when it is complete',
      { price: rupees(201) },
      { status: 'COMPLETE' },
      'ORDER_ENDED: Order is already COMPLETE.',
    ],
    [
      'while it is being modified',
      { price: rupees(201) },
      { status: 'MODIFY PENDING' },
      'IN_FLIGHT: Order cannot be modified as it is being processed. Try later.',
    ],
    [
      'to a stop at the market',
      { orderType: 'SL-M', triggerPrice: rupees(210) },
      {},
      'ORDER_TYPE: SL-M orders are not allowed for options. Use an SL order with a limit price.',
    ],
    [
      'to a stop below the market',
      { orderType: 'SL', triggerPrice: rupees(190) },
      {},
      'TRIGGER_PRICE: Trigger price for stoploss buy orders should be above the last traded price',
    ],
    [
      'to a market order without protection',
      { orderType: 'MARKET', marketProtection: 0 },
      {},
      'MARKET_PROTECTION: Market orders without market protection are not allowed via API. Please set market protection or use a Limit order.',
    ],
    [
      'to minutes that are not given',
      { validity: 'TTL' },
      {},
      'INVALID_FIELD: `validity_ttl`, in minutes, is required for TTL orders.',
    ],
  ])('%s', (_, changes, changed, expected) => {
    expect(change(changes, changed)).toBe(expected)
  })

  test('only the difference has to be there', () => {
    // Two lots keep ₹26,000 and charges; ₹40,000 are enough for three, not for four.
    expect([
      change({ quantity: 195 }, {}, { cash: 40_000 }),
      change({ quantity: 260 }, {}, { cash: 40_000 }).split(':')[0],
    ]).toEqual(['accepted', 'MARGIN'])
  })

  test('the trigger of a stop that was triggered lies behind the market', () => {
    const order = orderOf('buy 65 24000CE @205 over 195 NRML')
    const account = accountWith({ cash: RICH, orders: [order] })
    expect(brief(rules.checkModify(account, order, { price: rupees(206) }, marketIn()))).toBe('accepted')
  })

  test('an order for the next session is changed at night, as long as it stands', () => {
    const order = orderOf('buy 10 INFY @1500 cash amo', { status: 'AMO REQ RECEIVED', exchangeOrderId: null })
    const account = accountWith({ cash: RICH, orders: [order] })
    const night = marketIn({ at: '2026-12-07 21:00:00' })
    expect([
      brief(rules.checkModify(account, order, { price: rupees(1490) }, night)),
      brief(rules.checkModify(account, order, { price: rupees(1490.05) }, night)),
    ]).toEqual([
      'accepted',
      'TICK_SIZE: Price 1490.05 is not a multiple of the tick 0.10: 1490.00 or 1490.10',
    ])
  })

  test('after the session nothing is changed, and no other variety is proposed', () => {
    expect(change({ price: rupees(201) }, {}, { cash: RICH }, { at: '2026-12-07 16:30:00' })).toBe(
      'MARKET_CLOSED: Markets are closed right now. Place the order in the next session.',
    )
  })

  test('the kill switch holds modifications too', () => {
    const order = orderOf(base)
    const account = accountWith({
      orders: [order],
      account: { killSwitch: { since: epochMs(WALL), reason: 'enough' } },
    })
    expect(brief(rules.checkModify(account, order, { price: rupees(201) }, marketIn())).split(':')[0]).toBe(
      'KILL_SWITCH',
    )
  })
})

describe('converting a position', () => {
  const convert = (
    from: readonly string[],
    to: readonly string[],
    product: 'cash' | 'NRML' | 'MIS',
    cash: number,
    at = '10:00:00',
  ): string =>
    brief(
      rules.checkConversion?.(
        accountWith({ cash, positions: from }),
        accountWith({ cash, positions: to }),
        product,
        intentOf('buy 1 INFY @1500 MIS').terms,
        marketIn({ at: `2026-12-07 ${at}` }),
      ) ?? null,
    )
  const [day, delivery] = [['+10 INFY @1500 MIS'], ['+10 INFY @1500 cash']]
  test.each<[string, string, string]>([
    ['a delivery is paid in full', convert(day, delivery, 'cash', 15_000), 'accepted'],
    [
      'and needs the money',
      convert(day, delivery, 'cash', 14_999),
      'MARGIN: Insufficient funds. Required margin is ₹12,000.00 but available margin is ₹11,999.00. Check the orderbook for open orders.',
    ],
    ['the other way frees it', convert(delivery, day, 'MIS', 15_000), 'accepted'],
    [
      'but not late in the day',
      convert(delivery, day, 'MIS', 15_000, '15:12:00'),
      'MIS_CUTOFF: Intraday orders (MIS) are allowed only till 3:12 PM. Try placing a CNC order.',
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toBe(expected)
  })
})
