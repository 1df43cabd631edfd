import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { composeAlerts } from '../../../server/alerts/compose-alerts.ts'
import { createLog } from '../../../server/log.ts'
import { createStreamHub } from '../../../server/services/notifications/stream-hub.ts'
import { createSecretWatch } from '../../../server/services/session/secret-watch.ts'
import { dropProposals, listProposals, sendProposal } from '../../../src/contract/deployments.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { getNotifications } from '../../../src/contract/notifications/notifications.ts'
import { getOrderBook, placeOrder } from '../../../src/contract/orders/orders.ts'
import { setKillSwitch } from '../../../src/contract/orders/safety.ts'
import { getAlertHistory, listAlerts, setAlert, stopAlert } from '../../../src/contract/scanners/alerts.ts'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { epochMs, MINUTE_MS, toIstClock, toIstDate } from '../../../src/domain/time.ts'
import { handScheduler } from '../../support/hand-scheduler.ts'
import { marketClockOf } from '../../support/orders/trading.ts'
import { dataOf, type Session, startServer, type TestServer } from '../../support/server/server.ts'
import { stores } from '../../support/server/stores.ts'
import { startTradingServer } from '../../support/server/trading-server.ts'

const SYM = 'NSE_INFY'
const order = {
  seg_sym: null as string | null,
  side: 'buy',
  product: 'MIS',
  quantity: { by: 'units', value: 20 } as { by: string; value: number },
  limit_price: null as number | null,
  is_reduce_only: false,
  is_auto: false,
}
const auto = { ...order, is_auto: true }
const below = { logic: 'close < 1480', universe: SYM, interval: 'tick' } as const

describe.each(stores)('the order of an alert on $name', ({ open }) => {
  let server: Awaited<ReturnType<typeof startTradingServer>>
  let session: Session
  beforeEach(async () => {
    server = await startTradingServer({ open })
    session = await server.enter('meera')
  })
  afterEach(() => server.close())

  const call = (endpoint: Endpoint, options: object = {}) => server.call(session, endpoint, options)
  const ask = (terms: object) => call(setAlert, { body: { scan: { ...below, ...terms } } })
  const set = async (terms: object) => {
    const answer = await ask(terms)
    expect(answer.statusCode, answer.body).toBe(200)
    return dataOf(setAlert, answer).alert_uuid
  }
  const queue = async () => dataOf(listProposals, await call(listProposals))
  const orders = async () => dataOf(getOrderBook, await call(getOrderBook))
  const notices = async () =>
    dataOf(getNotifications, await call(getNotifications)).map((one) => one.notification_msg)
  const outcomes = async (id: string) =>
    dataOf(getAlertHistory, await call(getAlertHistory, { query: { alert_uuid: id } })).data.map(
      (row) => row.order,
    )
  const send = (id: string, more: object = {}) => call(sendProposal, { body: { proposal_uuid: id, ...more } })

  const pass = async (ms: number, at: Pick<TestServer['alerts'], 'settle'> = server.alerts) => {
    for (let passed = 0; passed < ms; passed += 1000) {
      server.clock.advance(1000)
      await at.settle()
      await server.trading.step()
    }
  }
  const moveTo = (rupees: number) => server.prices.set(SYM, epochMs(server.clock.now() + 500), rupees)
  const raiseAt = async (rupees: number) => {
    moveTo(rupees)
    await pass(3000)
  }
  const restarted = () =>
    composeAlerts({
      store: server.store,
      clock: server.clock,
      market: { live: server.prices, clock: marketClockOf(server.clock), calendar: exchangeCalendar },
      trading: server.trading,
      scanning: server.scanning,
      streams: createStreamHub(),
      log: createLog({ level: 'error', secrets: createSecretWatch(), write: () => {} }),
      scheduler: handScheduler(server.clock),
    })

  test('waits in the queue, and is one order however often it is sent', async () => {
    const id = await set({ order })
    await raiseAt(1475)
    const [proposal, ...others] = await queue()
    expect(others).toEqual([])
    expect(proposal).toMatchObject({
      deployment_uuid: null,
      alert_uuid: id,
      algo_name: 'INFY < 1480',
      seg_sym: SYM,
      contract: SYM,
      intent: 'entry',
      side: 'buy',
      quantity: 20,
      product: 'MIS',
      limit_price: null,
      why: 'traded at 1,475.00',
      status: 'waiting',
      order_id: null,
    })
    expect((proposal?.ends_at ?? 0) - (proposal?.bar ?? 0)).toBe(5 * MINUTE_MS)
    expect(await orders()).toEqual([])
    expect(await notices()).toEqual([expect.stringMatching(/^INFY at 1475 .* · proposed: Buy 20 INFY$/)])
    expect(await outcomes(id)).toEqual(['Proposed'])

    const uuid = proposal?.proposal_uuid ?? ''
    const both = await Promise.all([send(uuid), send(uuid)])
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    const [first, second] = both.map((answer) => dataOf(sendProposal, answer))
    // Which of two requests of one instant comes first is not known on PostgreSQL.
    expect([first?.is_repeat, second?.is_repeat].sort()).toEqual([false, true])
    expect(second?.order_id).toBe(first?.order_id)
    expect(await orders()).toMatchObject([
      { order_id: first?.order_id, sym: SYM, transaction_type: 'BUY', quantity: 20, order_type: 'MARKET' },
    ])
    expect(await queue()).toMatchObject([{ status: 'sent', order_id: first?.order_id }])
    expect(await outcomes(id)).toEqual(['Sent by you'])
  })

  test('is a limit order where a price was said, with the quantity its user chose', async () => {
    await set({
      order: { ...order, side: 'sell', limit_price: 1490, quantity: { by: 'rupees', value: 30_000 } },
    })
    await raiseAt(1475)
    const [proposal] = await queue()
    expect(proposal).toMatchObject({ quantity: 20, price: 1490, limit_price: 1490 })
    const uuid = proposal?.proposal_uuid ?? ''
    expect((await send(uuid, { quantity: 21 })).json()).toMatchObject({ message: 'At most 20 can be sent' })
    await send(uuid, { quantity: 7 })
    expect(await orders()).toMatchObject([
      { transaction_type: 'SELL', order_type: 'LIMIT', price: 1490, quantity: 7 },
    ])
  })

  test('that only reduces opens nothing', async () => {
    await set({ order: { ...order, side: 'sell', is_reduce_only: true } })
    await raiseAt(1475)
    const [proposal] = await queue()
    expect(proposal).toMatchObject({ intent: 'exit', status: 'waiting' })
    const answer = await send(proposal?.proposal_uuid ?? '')
    expect(answer.statusCode).not.toBe(200)
    expect(await queue()).toMatchObject([{ status: 'waiting' }])
    expect((await orders()).filter(({ status }) => status === 'COMPLETE')).toEqual([])
  })

  test('ends after five minutes, when it is dropped, and when its alert is stopped', async () => {
    await set({ order })
    await raiseAt(1475)
    await pass(5 * MINUTE_MS)
    expect(await queue()).toMatchObject([{ status: 'ended', outcome: 'Its time ran out' }])
    const late = (await queue())[0]?.proposal_uuid ?? ''
    expect((await send(late)).json()).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^This proposal has ended: Its time ran out at \d\d:\d\d$/),
    })

    const again = await set({ logic: 'close < 1476', order })
    await pass(2000)
    const [waiting] = await queue()
    const dropped = await call(dropProposals, { body: { proposal_uuid: waiting?.proposal_uuid } })
    expect(dataOf(dropProposals, dropped)).toEqual({ dropped: 1 })
    expect(await outcomes(again)).toEqual(['Dropped by you'])

    const repeating = await set({ logic: 'close < 1476', repeats: true, order })
    await pass(2000)
    const all = await call(dropProposals, { body: { alert_uuid: repeating } })
    expect(dataOf(dropProposals, all)).toEqual({ dropped: 1 })
    await pass(MINUTE_MS)
    await raiseAt(1500)
    await raiseAt(1475)
    expect((await queue())[0]).toMatchObject({ status: 'waiting', alert_uuid: repeating })
    await call(stopAlert, { query: { alert_uuid: repeating } })
    expect((await queue()).filter(({ status }) => status === 'waiting')).toEqual([])
    expect((await outcomes(repeating))[0]).toBe('The alert was stopped')
    expect(await orders()).toEqual([])
  })

  test('is sent once by an automatic alert, over a server that was killed while it raised', async () => {
    const id = await set({ order: auto })
    moveTo(1475)
    server.clock.advance(3000)
    // The first one never closed: both judge the same trades.
    const [again, twice] = [restarted(), restarted()]
    for (const one of [again, twice]) await one.start()
    for (const one of [again, twice]) await one.settle()
    for (const one of [again, twice]) await one.close()
    await pass(2000)
    expect(await orders()).toMatchObject([{ sym: SYM, transaction_type: 'BUY', quantity: 20, tag: 'alert' }])
    expect(await queue()).toMatchObject([{ status: 'sent', outcome: 'Sent by the alert' }])
    expect(await outcomes(id)).toEqual(['Sent by the alert'])
    expect(await notices()).toContainEqual(expect.stringMatching(/^INFY at 1475 .* · sent: Buy 20 INFY$/))
  })

  test('that was placed before a crash is known to be sent, and that was not is told of as late', async () => {
    await set({ order: auto })
    await raiseAt(1475)
    const waiting = { status: 'waiting', ended_at: null } as const
    const bodies = await server.store.db.selectFrom('alert_proposal').selectAll().execute()
    const [row] = bodies
    const body = JSON.stringify({
      ...JSON.parse(row?.body ?? ''),
      status: 'waiting',
      ended_at: null,
      order_id: null,
    })
    await server.store.db
      .updateTable('alert_proposal')
      .set({ ...waiting, body })
      .execute()
    // Another one, whose order was never placed.
    const other = '00000000-0000-4000-8000-000000000001'
    await server.store.db
      .insertInto('alert_proposal')
      .values({
        ...(row as NonNullable<typeof row>),
        ...waiting,
        id: other,
        body: JSON.stringify({ ...JSON.parse(body), proposal_uuid: other }),
      })
      .execute()
    server.clock.advance(2 * MINUTE_MS)
    const again = restarted()
    await again.start()
    await again.close()
    expect(await orders()).toHaveLength(1)
    expect((await queue()).map(({ outcome }) => outcome).sort()).toEqual([
      'Not sent: it came too late',
      'Sent by the alert',
    ])
    expect(await notices()).toContain('Buy 20 INFY. Not sent: it came too late')
  })

  test('that an automatic alert cannot send is told of, and not tried again', async () => {
    const id = await set({ order: { ...auto, quantity: { by: 'units', value: 900_000_000 } } })
    await raiseAt(1475)
    await pass(10_000)
    expect(await outcomes(id)).toEqual([
      expect.stringMatching(/^Not sent: Quantity 900000000 makes 9000 slices/),
    ])
    expect(await notices()).toHaveLength(2)
    expect(await orders()).toEqual([])
  })

  test('is proposed once an automatic alert has sent ten in a day', async () => {
    const id = await set({
      logic: 'close crosses below 1480',
      repeats: true,
      order: { ...auto, quantity: { by: 'units', value: 1 } },
    })
    for (let count = 0; count < 11; count++) {
      await raiseAt(1500)
      await raiseAt(1475)
      await pass(MINUTE_MS)
    }
    expect(await orders()).toHaveLength(10)
    expect((await queue()).filter(({ status }) => status === 'waiting')).toHaveLength(1)
    expect((await outcomes(id)).slice(0, 2)).toEqual(['Proposed', 'Sent by the alert'])
  })

  test('is not proposed of a trade that is over', async () => {
    const id = await set({ order })
    moveTo(1475)
    server.clock.advance(10 * MINUTE_MS)
    const again = restarted()
    await again.start()
    await again.settle()
    await again.close()
    expect(await outcomes(id)).toEqual(['It came too late'])
    expect(await queue()).toMatchObject([{ status: 'ended' }])
    expect(await notices()).toEqual([expect.not.stringMatching('proposed')])
  })

  test('ends with the kill switch, which stops automatic alerts', async () => {
    const plain = await set({ order })
    await raiseAt(1475)
    const automatic = await set({ logic: 'close < 1400', order: auto })
    const killed = await call(setKillSwitch, { body: { is_on: true } })
    expect(killed.statusCode, killed.body).toBe(200)
    expect(await queue()).toMatchObject([{ status: 'ended', outcome: 'kill switch' }])
    const alerts = dataOf(listAlerts, await call(listAlerts))
    expect(alerts.find(({ alert_uuid }) => alert_uuid === automatic)).toMatchObject({
      status: 'stopped',
      reason: 'kill switch',
    })
    expect(await outcomes(plain)).toEqual(['kill switch'])
    await raiseAt(1390)
    expect(await orders()).toEqual([])
  })

  describe('that is a basket', () => {
    const legs = [
      { seg_sym: 'NSE_20MICRONS', side: 'sell', quantity: 5, limit_price: null as number | null },
      { seg_sym: SYM, side: 'buy', quantity: 20, limit_price: 1490 as number | null },
    ]
    const basket = { product: 'MIS', legs, is_auto: false }
    const tooLarge = { ...basket, legs: [{ ...legs[0], quantity: 900_000_000 }, legs[1]] }
    const ordersNow = async () =>
      (await orders()).map(({ sym, transaction_type: side, quantity }) => `${side} ${quantity} ${sym}`)

    test('waits as one proposal, and is sent bought before sold, once', async () => {
      const id = await set({ basket })
      await raiseAt(1475)
      const [proposal, ...others] = await queue()
      expect(others).toEqual([])
      expect(proposal).toMatchObject({
        ...{ alert_uuid: id, contract: SYM, intent: 'entry', product: 'MIS', quantity: 5, status: 'waiting' },
        legs: [
          { leg: 1, contract: 'NSE_20MICRONS', side: 'sell', quantity: 5, limit_price: null },
          { leg: 2, contract: SYM, side: 'buy', quantity: 20, price: 1490, limit_price: 1490 },
        ],
      })
      const [sold, bought] = proposal?.legs ?? []
      const paid = ((bought?.price ?? 0) * 20 - (sold?.price ?? 0) * 5) / 5
      expect(proposal).toMatchObject({ side: paid < 0 ? 'sell' : 'buy' })
      expect(proposal?.price).toBeCloseTo(Math.abs(paid), 2)
      expect(await notices()).toEqual([expect.stringMatching(/ · proposed: Basket of 2$/)])
      const uuid = proposal?.proposal_uuid ?? ''
      expect((await send(uuid, { quantity: 1 })).json()).toMatchObject({
        message: 'Legs are sent as they were proposed',
      })
      const both = await Promise.all([send(uuid), send(uuid)])
      expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
      expect((await ordersNow()).sort()).toEqual([`BUY 20 ${SYM}`, 'SELL 5 NSE_20MICRONS'])
      const [first, second] = (await orders()).toSorted((a, b) => Number(a.order_id) - Number(b.order_id))
      expect(first).toMatchObject({ transaction_type: 'BUY', order_type: 'LIMIT', price: 1490 })
      expect(second).toMatchObject({ transaction_type: 'SELL', order_type: 'MARKET', tag: 'alert' })
      expect(await outcomes(id)).toEqual(['Sent by you'])
    })

    test('is sent by an automatic alert', async () => {
      const id = await set({ basket: { ...basket, is_auto: true } })
      await raiseAt(1475)
      expect((await ordersNow()).sort()).toEqual([`BUY 20 ${SYM}`, 'SELL 5 NSE_20MICRONS'])
      expect(await outcomes(id)).toEqual(['Sent by the alert'])
    })

    test('of which a leg is not accepted says what is missing, also after a crash', async () => {
      const id = await set({ basket: tooLarge })
      await raiseAt(1475)
      const uuid = (await queue())[0]?.proposal_uuid ?? ''
      const missing = '1 of 2 legs, without sell 90,00,00,000 20MICRONS: Quantity 900000000 makes'
      expect((await send(uuid)).json()).toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining(`Only ${missing}`),
      })
      expect(await ordersNow()).toEqual([`BUY 20 ${SYM}`])
      expect(await outcomes(id)).toEqual([expect.stringContaining(`Sent by you, ${missing}`)])
      expect(await notices()).toContainEqual(expect.stringContaining(`Basket of 2. Sent by you, ${missing}`))

      const [row] = await server.store.db.selectFrom('alert_proposal').selectAll().execute()
      const unsent = { ...JSON.parse(row?.body ?? ''), status: 'waiting', ended_at: null, order_id: null }
      await server.store.db
        .updateTable('alert_proposal')
        .set({ status: 'waiting', ended_at: null, body: JSON.stringify(unsent) })
        .execute()
      expect(dataOf(sendProposal, await send(uuid))).toMatchObject({ is_repeat: true })
      expect(await ordersNow()).toEqual([`BUY 20 ${SYM}`])
      expect(await outcomes(id)).toEqual(['Sent by you, 1 of 2 legs: the server was stopped meanwhile'])
    })

    test('of which the first leg is not accepted goes on waiting', async () => {
      await set({ basket: { ...basket, legs: [legs[0], { ...legs[1], quantity: 900_000_000 }] } })
      await raiseAt(1475)
      const answer = await send((await queue())[0]?.proposal_uuid ?? '')
      expect(answer.json()).toMatchObject({ message: expect.stringMatching(/^Quantity 900000000 makes/) })
      expect(await queue()).toMatchObject([{ status: 'waiting' }])
      expect(await orders()).toEqual([])
    })

    test('is refused of several symbols, beside an order, and where a leg could never be placed', async () => {
      const problemOf = async (terms: object) => (await ask(terms)).json<{ message: string }>().message
      expect(await problemOf({ basket, order })).toBe('An alert has an order or a basket, not both')
      expect(await problemOf({ basket, interval: '5min', universe: 'NIFTY50' })).toBe(
        'A basket goes with an alert on one instrument',
      )
      const with2 = (leg: object) => ({ basket: { ...basket, legs: [legs[0], { ...legs[1], ...leg }] } })
      expect(await problemOf(with2({ seg_sym: 'NSE_NOTHERE' }))).toBe('NSE_NOTHERE is not listed')
      expect(await problemOf(with2({ seg_sym: 'INDICES_NIFTY 50' }))).toMatch(/^NIFTY 50 is an index/)
      expect(await problemOf({ basket: { ...basket, product: 'NRML' } })).toBe(
        '20MICRONS is traded as MIS or cash',
      )
      expect((await ask({ basket: { ...basket, legs: [legs[0]] } })).statusCode).toBe(400)
    })
  })

  test('is refused where it could never be placed', async () => {
    const problemOf = async (terms: object) => {
      const answer = await ask(terms)
      return [answer.statusCode, answer.json<{ message: string }>().message]
    }
    expect(await problemOf({ universe: 'INDICES_NIFTY 50', order })).toEqual([
      400,
      'An index cannot be traded. Take its future or an option',
    ])
    expect(await problemOf({ order: { ...order, product: 'NRML' } })).toEqual([
      400,
      'It is MIS or cash for this instrument',
    ])
    expect(await problemOf({ order: { ...order, quantity: { by: 'units', value: 1.5 } } })).toEqual([
      400,
      expect.stringMatching(/^units are whole numbers/),
    ])
    expect(await problemOf({ order: { ...order, seg_sym: 'NSE_NOSUCH' } })).toEqual([
      400,
      'NSE_NOSUCH is not listed',
    ])
    expect(await problemOf({ order: { ...order, limit_price: 1.001 } })).toEqual([400, expect.any(String)])
    expect((await call(dropProposals, { body: {} })).statusCode).toBe(400)
  })

  test('of another user cannot be seen, sent or dropped', async () => {
    const id = await set({ order })
    await raiseAt(1475)
    const [mine] = await queue()
    const uuid = mine?.proposal_uuid ?? ''
    const other = await server.enter('ravi')
    expect(dataOf(listProposals, await server.call(other, listProposals))).toEqual([])
    const sent = await server.call(other, sendProposal, { body: { proposal_uuid: uuid } })
    const dropped = await server.call(other, dropProposals, { body: { proposal_uuid: uuid } })
    expect([sent.statusCode, dropped.statusCode]).toEqual([404, 404])
    const all = await server.call(other, dropProposals, { body: { alert_uuid: id } })
    expect(all.statusCode).toBe(404)
    expect(await queue()).toMatchObject([{ status: 'waiting' }])
  })

  test('stands beside orders by hand', async () => {
    await set({ order })
    await raiseAt(1475)
    const { quantity, ...body } = {
      sym: SYM,
      transaction_type: 'BUY',
      order_type: 'MARKET',
      product: 'MIS',
      variety: 'regular',
      quantity: 5,
    }
    const placed = await call(placeOrder, { body: { ...body, quantity, client_order_id: 'by-hand-1' } })
    expect(placed.statusCode, placed.body).toBe(200)
    expect(await queue()).toMatchObject([{ status: 'waiting', quantity: 20 }])
  })
})

describe('the orders of an alert on candles', () => {
  let server: TestServer
  let session: Session
  beforeEach(async () => {
    server = await startServer()
    session = await server.enter('watcher')
  })
  afterEach(() => server.close())

  const together = 'close of "NIFTY 50" > close(-1) of "NIFTY 50"'
  const queue = async () => dataOf(listProposals, await server.call(session, listProposals))
  const set = async (scan: object) =>
    dataOf(setAlert, await server.call(session, setAlert, { body: { scan } })).alert_uuid
  const raised = async (id: string) =>
    dataOf(
      getAlertHistory,
      await server.call(session, getAlertHistory, { query: { alert_uuid: id, limit: '200' } }),
    )
  const untilRaised = async (id: string) => {
    for (let minute = 0; minute < 30; minute++) {
      server.clock.advance(MINUTE_MS)
      await server.alerts.settle()
      if ((await raised(id)).total > 0) return
    }
  }

  test('are those of each symbol that raised, in lots', async () => {
    const id = await set({
      logic: together,
      universe: 'NSE_INFY,NSE_TCS',
      interval: 'min',
      order: { ...order, quantity: { by: 'lots', value: 3 } },
    })
    await untilRaised(id)
    const waiting = await queue()
    expect(waiting.map(({ contract, quantity }) => [contract, quantity]).sort()).toEqual([
      ['NSE_INFY', 3],
      ['NSE_TCS', 3],
    ])
    for (const one of waiting) {
      expect(one.why).toMatch(/^became true at \d\d:\d\d$/)
      expect(one.ends_at).toBe((one.bar ?? 0) + 2 * MINUTE_MS)
    }
  })

  test('are twenty at most of one candle, and the log says of which nothing was proposed', async () => {
    const id = await set({ logic: together, universe: 'NIFTY50', interval: 'min', order })
    await untilRaised(id)
    const { data } = await raised(id)
    expect(data.length).toBeGreaterThan(20)
    expect(data.filter((row) => row.order === 'Proposed')).toHaveLength(20)
    expect(data.filter((row) => row.order === 'Not proposed')).toHaveLength(data.length - 20)
    expect((await queue()).filter(({ status }) => status === 'waiting')).toHaveLength(20)
    const texts = dataOf(getNotifications, await server.call(session, getNotifications))
    expect(texts[0]?.notification_msg).toMatch(/ · 20 orders proposed$/)
  })

  test('of a day wait for the next morning', async () => {
    const id = await set({
      logic: 'close > close(-1)',
      universe: 'NSE_INFY,NSE_TCS',
      interval: 'day',
      order: auto,
    })
    // A login session lasts a day at most.
    const stored = () => server.store.db.selectFrom('alert_proposal').selectAll().execute()
    for (let hour = 0; hour < 150 && (await stored()).length === 0; hour++) {
      server.clock.advance(60 * MINUTE_MS)
      await server.alerts.settle()
    }
    const [row] = await stored()
    expect(row).toMatchObject({ alert_id: id, status: 'waiting', late_at: null })
    const one = JSON.parse(row?.body ?? '{}') as { ends_at?: number; made_at?: number }
    expect(toIstDate(one.ends_at ?? 0)).not.toBe(toIstDate(one.made_at ?? 0))
    expect(toIstClock(one.ends_at ?? 0)).toBe('09:30')
  })
})
