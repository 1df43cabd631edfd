import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AccountState } from '../../../../server/broker/ledger/account-state.ts'
import { hashOfState } from '../../../../server/broker/ledger/state-text.ts'
import { Refusal } from '../../../../server/refusal.ts'
import type { User } from '../../../../server/user.ts'
import { previewOrders } from '../../../../src/contract/orders/order-preview.ts'
import { placeOrderDirect } from '../../../../src/contract/orders/orders.ts'
import { getPositions } from '../../../../src/contract/positions/positions.ts'
import { startTrading, type Trading, ticket } from '../../../support/orders/trading.ts'
import { dataOf } from '../../../support/server/server.ts'
import { stores } from '../../../support/server/stores.ts'
import { startTradingServer } from '../../../support/server/trading-server.ts'

const SECOND = 1000
const CALL = 'NFO-OPT_NIFTY26NOV24000CE'
const HIGHER_CALL = 'NFO-OPT_NIFTY26NOV24500CE'
const FUTURE = 'NFO-FUT_NIFTY26NOVFUT'
/** Of the call, by the margin model. */
const DELTA = 0.6285

type Asked = Parameters<Trading['orders']['preview']>[1][number]

/** The order alone: without what only an order that is placed has. */
const asked = (text: string): Asked => {
  const {
    clientOrderId: _,
    marketProtection: __,
    autoslice: ___,
    tag: ____,
    algoUuid: _____,
    ...order
  } = ticket(text)
  return order
}

describe.each(stores)('previews of orders on $name', ({ open, isAbsent }) => {
  if (isAbsent) return
  let trading: Trading
  let user: User
  beforeEach(async () => {
    trading = await startTrading({ open })
    user = await trading.enter('meera')
  })
  afterEach(() => trading.end())

  const look = (...texts: string[]) => trading.orders.preview(user, texts.map(asked))
  const place = (text: string, more = {}) =>
    trading.orders.place(user, ticket(text, { autoslice: true, ...more }))
  const stateOf = async () => {
    const account = (await trading.broker.accountOf(user.id)) as AccountState
    const { count } = await trading.store.db
      .selectFrom('ledger_event')
      .select((each) => each.fn.countAll<string | number>().as('count'))
      .executeTakeFirstOrThrow()
    return [hashOfState(new Map([[user.id, account]])), Number(count)]
  }
  /** What placing says against it, in the shape of a preview. */
  const refusalOfPlacing = async (text: string) => {
    try {
      const { orderId, children } = await place(text)
      const book = await trading.orders.book(user)
      const parts = [orderId, ...children.map((child) => child.orderId)]
      const rejected = parts
        .map((id) => book.find((row) => row.orderId === id))
        .find((row) => row?.status === 'REJECTED')
      return rejected === undefined ? null : rejected.statusMessage
    } catch (error) {
      if (error instanceof Refusal) return error.message
      throw error
    }
  }

  test('an order to buy an option: price, lots, premium, charges there and back, position', async () => {
    const { orders, margin } = await look(`buy 130 ${CALL} NRML`)
    expect(orders).toEqual([
      {
        sym: CALL,
        transactionType: 'BUY',
        quantity: 130,
        price: 180.05,
        lotSize: 65,
        freezeQuantity: 1800,
        lowerCircuit: null,
        upperCircuit: null,
        slices: [130],
        margin: 23_406.5,
        charges: expect.closeTo(34.14, 2),
        chargesRoundTrip: expect.closeTo(102.69, 2),
        breakEvenPoints: expect.closeTo(0.79, 2),
        positionBefore: 0,
        positionAfter: 130,
        delta: { before: 0, after: expect.closeTo(130 * DELTA, 0) },
        refusal: null,
      },
    ])
    const [order] = orders
    expect(order?.chargesRoundTrip).toBeCloseTo((order?.breakEvenPoints ?? 0) * 130, 6)
    expect(margin).toMatchObject({ required: 23_406.5, alone: 23_406.5, hedgeBenefit: 0, isEstimate: true })
    expect(margin.remaining).toBeCloseTo(margin.available - 23_406.5 - (order?.charges ?? 0), 2)
  })

  test('tells the circuit limits of the day, by which it refuses', async () => {
    trading.market.limit('NSE_INFY', 1450, 1550)
    const { orders } = await look(
      'buy 10 NSE_INFY MIS @1600',
      'sell 10 NSE_INFY MIS @1510',
      `buy 65 ${CALL} NRML`,
    )
    expect(
      orders.map(({ lowerCircuit, upperCircuit, refusal }) => [lowerCircuit, upperCircuit, refusal?.code]),
    ).toEqual([
      [1450, 1550, 'CIRCUIT_LIMIT'],
      [1450, 1550, undefined],
      [null, null, undefined],
    ])
  })

  test('what is bought beside it makes a short option cheaper, and the two are weighed together', async () => {
    const short = await look(`sell 65 ${CALL} NRML`)
    const spread = await look(`buy 65 ${HIGHER_CALL} NRML`, `sell 65 ${CALL} NRML`)
    expect(spread.margin.required).toBeLessThan(short.margin.required)
    expect(spread.margin.hedgeBenefit).toBeGreaterThan(0)
    expect(spread.margin.alone).toBeCloseTo(
      spread.orders.reduce((sum, order) => sum + order.margin, 0),
      2,
    )
  })

  test('an open position counts: an exit frees more than it takes', async () => {
    await place(`buy 65 ${CALL} NRML`)
    await trading.pass(SECOND)
    const { orders, margin } = await look(`sell 65 ${CALL} NRML`)
    expect(orders[0]).toMatchObject({ positionBefore: 65, positionAfter: 0, refusal: null })
    expect(margin.required).toBeLessThan(0)
    expect(margin.hedgeBenefit).toBeGreaterThan(0)
  })

  test('orders on one instrument follow one another', async () => {
    const { orders } = await look('buy 10 NSE_INFY MIS', 'sell 4 NSE_INFY MIS @1501', 'sell 4 NSE_INFY cash')
    expect(orders.map(({ positionBefore, positionAfter }) => [positionBefore, positionAfter])).toEqual([
      [0, 10],
      [10, 6],
      [0, -4],
    ])
    expect(orders.map(({ refusal }) => refusal?.code ?? null)).toEqual([null, null, 'HOLDINGS'])
  })

  test('each is looked at as if those before it had been accepted', async () => {
    const most = 'buy 1000 NSE_INFY MIS @1500'
    const { orders } = await look(most, most, most, most)
    expect(orders.map(({ refusal }) => refusal?.code ?? null)).toEqual([null, null, null, 'MARGIN'])
  })

  test('beyond the freeze quantity it is sent in slices; too many are refused', async () => {
    const { orders } = await look(
      `buy 4000 NSE_INFY cash @1`,
      `buy 3900 ${CALL} NRML`,
      `buy 650000 ${CALL} NRML`,
    )
    expect(orders.map(({ slices }) => slices)).toEqual([[4000], [1755, 1755, 390], []])
    expect(orders[2]?.refusal?.code).toBe('SLICES')
  })

  test('beyond the freeze quantity every slice pays the charges of an order', async () => {
    const charged = async (text: string) => {
      const { orders } = await look(text)
      return orders.map(({ charges, chargesRoundTrip }) => [charges, chargesRoundTrip])[0] ?? []
    }
    const [whole = 0, wholeBack = 0] = await charged(`buy 3900 ${CALL} NRML @20`)
    const [full = 0, fullBack = 0] = await charged(`buy 1755 ${CALL} NRML @20`)
    const [rest = 0, restBack = 0] = await charged(`buy 390 ${CALL} NRML @20`)
    expect(whole).toBeGreaterThan(3 * 20)
    expect(whole).toBeCloseTo(2 * full + rest, 6)
    expect(wholeBack).toBeCloseTo(2 * fullBack + restBack, 6)
  })

  test('more orders than may be sent in a second are no fault of an order', async () => {
    const { orders } = await look(...Array.from({ length: 15 }, () => 'buy 1 NSE_INFY MIS @1500'))
    expect(orders.every(({ refusal }) => refusal === null)).toBe(true)
  })

  test('a price that is missing is told as placing would tell it', async () => {
    const { orders } = await trading.orders.preview(user, [
      { ...asked('buy 1 NSE_INFY MIS'), orderType: 'LIMIT' },
      asked('buy 1 NSE_INFY MIS'),
    ])
    expect(orders.map(({ refusal }) => refusal)).toEqual([
      { code: 'PRICE_MISSING', message: 'A LIMIT order needs a price.' },
      null,
    ])
  })

  test('an index and what has no price have no figures, and say why', async () => {
    trading.market.silence('NSE_20MICRONS')
    const { orders, charges } = await look('buy 1 INDICES_NIFTY+50 MIS', 'buy 1 NSE_20MICRONS MIS')
    expect(orders.map(({ price, margin, refusal }) => [price, margin, refusal?.code])).toEqual([
      [null, 0, 'NOT_TRADABLE'],
      [null, 0, 'NO_PRICE'],
    ])
    expect(charges).toBe(0)
  })

  test('what is not listed is named', async () => {
    await expect(look('buy 1 NSE_INFY MIS', 'buy 1 NSE_NOBODY MIS')).rejects.toMatchObject({
      code: 'UNKNOWN_INSTRUMENT',
      issues: ['sym: NSE_NOBODY is not listed today'],
    })
  })

  test('the delta of all positions on the underlying, before it and after each order', async () => {
    await place(`sell 65 ${FUTURE} NRML`)
    await trading.pass(2 * SECOND)
    const { orders } = await look(`buy 130 ${CALL} NRML`, `sell 65 ${CALL} MIS`, 'buy 10 NSE_INFY MIS')
    expect(orders.map(({ delta }) => delta)).toEqual([
      { before: -65, after: expect.closeTo(-65 + 130 * DELTA, 0) },
      { before: expect.closeTo(-65 + 130 * DELTA, 0), after: expect.closeTo(-65 + 65 * DELTA, 0) },
      null,
    ])
  })

  test('beyond the margin, the most lots that are accepted are named, and one more is refused', async () => {
    const { orders, instead } = await look(`sell 1300 ${CALL} NRML`)
    expect(orders[0]?.refusal?.code).toBe('MARGIN')
    const most = instead?.quantity ?? 0
    expect([most > 0, most % 65, instead?.hedge]).toEqual([true, 0, null])
    expect(await refusalOfPlacing(`sell ${most + 65} ${CALL} NRML`)).toMatch(/^Insufficient funds/)
    expect(await refusalOfPlacing(`sell ${most} ${CALL} NRML`)).toBe(null)
    await trading.pass(2 * SECOND)
    expect((await look(`sell 1300 ${CALL} NRML`)).instead?.quantity).toBeLessThan(65 * 2)
  })

  test('what margin covers has nothing in its place, nor has another reason or several orders', async () => {
    const answers = await Promise.all([
      look(`sell 65 ${CALL} NRML`),
      look('buy 10 NSE_INFY MIS @1500.03'),
      look(`sell 1300 ${CALL} NRML`, 'buy 1 NSE_INFY MIS'),
    ])
    expect(answers.map(({ instead }) => instead)).toEqual([null, null, null])
  })

  test('a hedge is named that makes the whole order affordable once it is bought', async () => {
    const text = `sell 780 ${CALL} NRML`
    const { instead, margin } = await trading.orders.preview(user, [asked(text)], { hedges: [HIGHER_CALL] })
    expect(instead?.hedge?.sym).toBe(HIGHER_CALL)
    expect(instead?.hedge?.required).toBeLessThan(margin.available)
    const both = await look(`buy 780 ${HIGHER_CALL} NRML @${instead?.hedge?.price}`, text)
    expect(both.margin.required).toBe(instead?.hedge?.required)
    expect(both.orders.map(({ refusal }) => refusal)).toEqual([null, null])
    expect(await refusalOfPlacing(`buy 780 ${HIGHER_CALL} NRML`)).toBe(null)
    await trading.pass(2 * SECOND)
    expect(await refusalOfPlacing(text)).toBe(null)
  })

  test('several orders that margin does not cover even once all have filled are refused for it', async () => {
    const { orders, margin } = await look('buy 1 NSE_INFY MIS', `sell 1300 ${CALL} NRML`)
    expect([margin.remaining < 0, orders.map(({ refusal }) => refusal?.code)]).toEqual([
      true,
      [undefined, 'MARGIN'],
    ])
  })

  test('a hedge that does not help, or is for an order to buy, is not named', async () => {
    const preview = (text: string) =>
      trading.orders.preview(user, [asked(text)], { hedges: [HIGHER_CALL, CALL] })
    const tooLarge = await preview(`sell 6500 ${CALL} NRML`)
    const bought = await preview('buy 3000 NSE_INFY cash @1500')
    expect(
      [tooLarge, bought].map(({ orders, instead }) => [orders[0]?.refusal?.code, instead?.hedge]),
    ).toEqual([
      ['MARGIN', null],
      ['MARGIN', null],
    ])
    expect(bought.instead?.quantity).toBeGreaterThan(600)
  })

  test('the kill switch refuses it', async () => {
    await trading.orders.setKillSwitch(user, { isOn: true, exitPositions: false, cause: 'test' })
    const { orders } = await look('buy 1 NSE_INFY MIS')
    expect(orders[0]?.refusal?.code).toBe('KILL_SWITCH')
  })

  /** Of three orders about two are such as are taken. */
  const ORDERS = fc
    .tuple(
      fc.constantFrom('buy', 'sell'),
      fc.constantFrom(
        '1 NSE_INFY MIS',
        '10 NSE_INFY MIS @1500',
        '10 NSE_INFY cash @1499.5',
        '5 NSE_20MICRONS cash',
        `65 ${FUTURE} NRML @24150`,
        `130 ${CALL} NRML`,
        `65 ${CALL} MIS @180`,
        `1820 ${HIGHER_CALL} NRML @20`,
        `65 ${CALL} NRML @186 !185`,
        '10 NSE_INFY MIS @1505 !1504',
        '10 NSE_INFY NRML',
        '40000 NSE_INFY cash @1500',
        '10 NSE_INFY MIS @1500.03',
        '10 NSE_INFY MIS @1900',
        `1 ${CALL} NRML`,
        `6565 ${CALL} NRML`,
        `650 ${FUTURE} NRML`,
        '10 NSE_INFY cash @1500 amo',
      ),
    )
    .map(([side, rest]) => `${side} ${rest}`)

  test('whatever is asked, a preview changes nothing and says what placing then says', async () => {
    let refused = 0
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(fc.array(ORDERS, { minLength: 1, maxLength: 4 }), async (texts) => {
        const before = await stateOf()
        await look(...texts)
        expect(await stateOf()).toEqual(before)
        for (const text of texts) {
          const { orders } = await look(text)
          const said = await refusalOfPlacing(text)
          expect([text, orders[0]?.refusal?.message ?? null]).toEqual([text, said])
          if (said === null) accepted++
          else refused++
        }
        await trading.pass(2 * SECOND)
      }),
      { numRuns: 25, seed: 20_261_120 },
    )
    expect([accepted > 5, refused > 5]).toEqual([true, true])
  })

  test('takes a few milliseconds of work', async () => {
    for (let each = 0; each < 40; each++) await look(`sell 65 ${CALL} NRML`)
    const times = 200
    const before = process.cpuUsage()
    for (let each = 0; each < times; each++) await look(`sell 65 ${CALL} NRML`)
    const { user: own, system } = process.cpuUsage(before)
    // Microseconds of this process, so that others on the machine do not count.
    expect((own + system) / times).toBeLessThan(10_000)
  })
})

describe('previews over HTTP', () => {
  const body = {
    orders: [{ sym: 'NSE_INFY', transaction_type: 'BUY', order_type: 'MARKET', product: 'MIS', quantity: 1 }],
  }

  test('answer in the words of the contract', async () => {
    const server = await startTradingServer({})
    const meera = await server.enter('meera')
    const outlook = dataOf(previewOrders, await server.call(meera, previewOrders, { body }))
    await server.close()
    expect(outlook.orders[0]).toMatchObject({
      sym: 'NSE_INFY',
      price: 1500.05,
      position_after: 1,
      refusal: null,
    })
    expect(outlook.margin.required).toBeCloseTo(300.01, 2)
  })

  test('are refused for a fraction of a paisa, as placing is', async () => {
    const server = await startTradingServer({})
    const meera = await server.enter('meera')
    const order = { ...body.orders[0], order_type: 'SL', price: 1500.005, trigger_price: 1499.995 }
    const previewed = await server.call(meera, previewOrders, { body: { orders: [order] } })
    const placed = await server.call(meera, placeOrderDirect, {
      body: { ...order, client_order_id: 'preview-key-1' },
    })
    await server.close()
    expect([placed.statusCode, placed.json().issues]).toEqual([
      400,
      ['body.price: expected whole paise', 'body.trigger_price: expected whole paise'],
    ])
    expect([previewed.statusCode, previewed.json().issues]).toEqual([
      400,
      ['body.orders.0.price: expected whole paise', 'body.orders.0.trigger_price: expected whole paise'],
    ])
  })

  test('are held to a rate of their own, and leave that of other calls alone', async () => {
    const limits = { windowMs: 60_000, perUser: 10, perAddress: 1000, previewsPerUser: 3 }
    const server = await startTradingServer({ callLimits: limits })
    const meera = await server.enter('meera')
    const statuses: number[] = []
    for (let each = 0; each < 4; each++)
      statuses.push((await server.call(meera, previewOrders, { body })).statusCode)
    const positions = await server.call(meera, getPositions)
    await server.close()
    expect([statuses, positions.statusCode]).toEqual([[200, 200, 200, 429], 200])
  })
})
