import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { User } from '../../../../server/user.ts'
import { epochMs } from '../../../../src/domain/time.ts'
import { startTrading, type Trading, ticket } from '../../../support/orders/trading.ts'
import { stores } from '../../../support/server/stores.ts'

const SECOND = 1000
const MINUTE = 60_000
const CALL = 'NFO-OPT_NIFTY26NOV24000CE'
const FUTURE = 'NFO-FUT_NIFTY26NOVFUT'

type Asked = Parameters<Trading['orders']['brackets']['create']>[1]
type Protection = NonNullable<Asked['stop']>

const price = (value: number): Protection => ({ kind: 'price', value })
const percent = (value: number): Protection => ({ kind: 'percent', value })
const points = (value: number): Protection => ({ kind: 'points', value })
const rupees = (value: number): Protection => ({ kind: 'rupees', value })

describe.each(stores)('stops and targets on $name', ({ open, isAbsent }) => {
  if (isAbsent) return
  let trading: Trading
  let user: User
  beforeEach(async () => {
    trading = await startTrading({ open })
    user = await trading.enter('meera')
  })
  afterEach(() => trading.end())

  const brackets = () => trading.orders.brackets
  const place = (text: string, more = {}) =>
    trading.orders.place(user, ticket(text, { autoslice: true, ...more }))
  const set = (sym: string, rupeesNow: number) => trading.market.set(sym, trading.clock.now(), rupeesNow)
  const guard = (sym: string, product: Asked['product'], more: Partial<Asked>) =>
    brackets().create(user, { sym, product, ...more })
  /** `watching 10 1490/1520`, the newest first. */
  const listed = async (of = user) =>
    (await brackets().list(of)).map(
      ({ status, quantity, stopPrice, targetPrice }) =>
        `${status} ${quantity} ${stopPrice ?? '-'}/${targetPrice ?? '-'}`,
    )
  const messages = async () => (await brackets().list(user)).map(({ message }) => message)
  const net = async () =>
    Object.fromEntries(
      (await trading.orders.positions(user)).net.map(({ sym, product, quantity }) => [
        `${sym} ${product}`,
        quantity,
      ]),
    )
  const exits = async () =>
    (await trading.orders.book(user)).filter((row) => row.clientOrderId?.startsWith('brk-') === true)
  const notices = async () => {
    const rows = await trading.store.db
      .selectFrom('notification')
      .select('content')
      .where('owner_id', '=', user.id)
      .orderBy('seq')
      .execute()
    return rows.map(({ content }) => (JSON.parse(content) as { notificationMsg: string }).notificationMsg)
  }
  const long = async (text = 'buy 10 NSE_INFY MIS') => {
    await place(text)
    await trading.pass(SECOND)
  }

  describe('of a position', () => {
    test('a stop leaves it when the market falls to it, and says so', async () => {
      await long()
      const made = await guard('NSE_INFY', 'MIS', { stop: price(1490), target: price(1520) })
      expect([made.status, made.quantity, made.stopPrice, made.targetPrice]).toEqual([
        'watching',
        10,
        1490,
        1520,
      ])
      set('NSE_INFY', 1495)
      await trading.pass(2 * SECOND)
      expect([await listed(), await net()]).toEqual([['watching 10 1490/1520'], { 'NSE_INFY MIS': 10 }])
      set('NSE_INFY', 1489)
      await trading.pass(3 * SECOND)
      expect([await listed(), await net()]).toEqual([['done 10 1490/1520'], { 'NSE_INFY MIS': 0 }])
      expect(await messages()).toEqual(['Stop hit at 1,490.00: sold 10 at 1,488.95'])
      expect((await notices()).at(-1)).toBe('Stop hit: sold 10 INFY at 1,488.95')
      expect((await exits()).map(({ placedBy, quantity, tag }) => [placedBy, quantity, tag])).toEqual([
        ['system', 10, 'stop'],
      ])
    })

    test('a target of a short one leaves it when the market falls to it', async () => {
      await long('sell 10 NSE_INFY MIS')
      await guard('NSE_INFY', 'MIS', { stop: percent(1), target: points(10) })
      expect(await listed()).toEqual(['watching -10 1514.95/1489.95'])
      set('NSE_INFY', 1489)
      await trading.pass(3 * SECOND)
      expect([await listed(), await net()]).toEqual([['done -10 1514.95/1489.95'], { 'NSE_INFY MIS': 0 }])
      expect(await messages()).toEqual(['Target hit at 1,489.95: bought 10 at 1,489.05'])
    })

    test('one tick too far off leaves nothing, neither by the stop nor by the target', async () => {
      await long()
      await guard('NSE_INFY', 'MIS', { stop: price(1490), target: price(1520) })
      for (const wrong of [150, 2850]) {
        // A print comes each second: one of them is wrong, and the next is right again.
        const now = trading.clock.now()
        trading.market.set('NSE_INFY', epochMs(now + SECOND), wrong)
        trading.market.set('NSE_INFY', epochMs(now + 2 * SECOND), 1500)
        await trading.pass(5 * SECOND)
      }
      expect([await listed(), await net()]).toEqual([['watching 10 1490/1520'], { 'NSE_INFY MIS': 10 }])
      set('NSE_INFY', 150)
      await trading.pass(5 * SECOND)
      expect([await listed(), await net()]).toEqual([['done 10 1490/1520'], { 'NSE_INFY MIS': 0 }])
    })

    test('a gap through the stop leaves at what the market pays then', async () => {
      await long(`buy 65 ${CALL} NRML`)
      await guard(CALL, 'NRML', { stop: rupees(650) })
      expect(await listed()).toEqual(['watching 65 170.05/-'])
      set(CALL, 120)
      await trading.pass(3 * SECOND)
      expect(await messages()).toEqual(['Stop hit at 170.05: sold 65 at 119.95'])
    })

    test('what the market touches first decides, however much it moves between two looks', async () => {
      await long()
      await guard('NSE_INFY', 'MIS', { stop: price(1490), target: price(1510) })
      const now = trading.clock.now()
      trading.market.set('NSE_INFY', epochMs(now + 1000), 1512)
      trading.market.set('NSE_INFY', epochMs(now + 2000), 1480)
      trading.clock.advance(5 * SECOND)
      await trading.step()
      await trading.pass(2 * SECOND)
      expect((await messages())[0]).toMatch(/^Target hit at 1,510\.00/)
    })

    test('follows it: grows with it, shrinks with it, and ends with it', async () => {
      await long()
      await guard('NSE_INFY', 'MIS', { stop: price(1490) })
      await long('buy 5 NSE_INFY MIS')
      expect(await listed()).toEqual(['watching 15 1490/-'])
      await long('sell 12 NSE_INFY MIS')
      expect(await listed()).toEqual(['watching 3 1490/-'])
      await long('sell 3 NSE_INFY MIS')
      expect([await listed(), await messages()]).toEqual([
        ['cancelled 0 1490/-'],
        ['The position was closed'],
      ])
      set('NSE_INFY', 1480)
      await trading.pass(3 * SECOND)
      expect(await exits()).toEqual([])
    })

    test('ends with the square-off of the day', async () => {
      await long()
      await guard('NSE_INFY', 'MIS', { stop: price(1400) })
      await trading.passTo('2026-11-20 15:20')
      expect([await net(), await messages()]).toEqual([{ 'NSE_INFY MIS': 0 }, ['The position was closed']])
    })

    test('of a contract that is carried lives on, and leaves the day after', async () => {
      await trading.end()
      trading = await startTrading({ open, now: '2026-11-19 10:00' })
      user = await trading.enter('meera')
      await long(`buy 65 ${FUTURE} NRML`)
      await guard(FUTURE, 'NRML', { stop: price(24_000) })
      await trading.passTo('2026-11-20 09:10')
      set(FUTURE, 23_900)
      await trading.passTo('2026-11-20 09:14')
      expect(await listed()).toEqual(['watching 65 24000/-'])
      await trading.passTo('2026-11-20 09:16')
      expect([await listed(), await net()]).toEqual([['done 65 24000/-'], { [`${FUTURE} NRML`]: 0 }])
    })

    test('of shares that are delivered guards the holding', async () => {
      await long('buy 10 NSE_INFY cash')
      await guard('NSE_INFY', 'cash', { stop: price(1450) })
      await trading.passTo('2026-11-25 10:00')
      expect(await listed()).toEqual(['watching 10 1450/-'])
      set('NSE_INFY', 1440)
      await trading.pass(3 * SECOND)
      expect([await listed(), await net()]).toEqual([['done 10 1450/-'], { 'NSE_INFY cash': -10 }])
    })

    test('leaves nothing twice when the position is being left by hand', async () => {
      await long()
      await guard('NSE_INFY', 'MIS', { stop: price(1490) })
      set('NSE_INFY', 1489)
      const byHand = place('sell 10 NSE_INFY MIS')
      await trading.pass(3 * SECOND)
      await byHand
      expect((await net())['NSE_INFY MIS']).toBe(0)
    })

    test('leaves although the kill switch is on', async () => {
      await long()
      await guard('NSE_INFY', 'MIS', { stop: price(1490) })
      await trading.orders.setKillSwitch(user, { isOn: true, exitPositions: false, cause: 'test' })
      set('NSE_INFY', 1489)
      await trading.pass(3 * SECOND)
      expect(await net()).toEqual({ 'NSE_INFY MIS': 0 })
    })

    test('ends with all positions left', async () => {
      await long()
      await guard('NSE_INFY', 'MIS', { stop: price(1490) })
      await trading.orders.exitAll(user, 'exit-all-key-1')
      await trading.pass(2 * SECOND)
      expect(await messages()).toEqual(['The position was closed'])
    })
  })

  describe('that trails', () => {
    const trail = (kind: 'points' | 'percent', value: number) => ({ kind, value, trail: { kind, value } })
    const trade = async (...rupeesNow: readonly number[]) => {
      for (const each of rupeesNow) {
        set('NSE_INFY', each)
        await trading.pass(2 * SECOND)
      }
    }

    test('begins at its distance from the last price, follows the best one, and exits on the way back', async () => {
      await long()
      await trade(1490)
      await guard('NSE_INFY', 'MIS', { stop: trail('points', 10), target: price(1600) })
      expect(await listed()).toEqual(['watching 10 1480/1600'])
      await trade(1512, 1506)
      expect(await listed()).toEqual(['watching 10 1502/1600'])
      await trade(1501, 1501)
      expect([await messages(), await net()]).toEqual([
        ['Stop hit at 1,502.00: sold 10 at 1,500.95'],
        { 'NSE_INFY MIS': 0 },
      ])
    })

    test('of a short one follows a fall, in percent of the best price', async () => {
      await long('sell 10 NSE_INFY MIS')
      await guard('NSE_INFY', 'MIS', { stop: trail('percent', 1) })
      await trade(1400)
      expect(await listed()).toEqual(['watching -10 1414/-'])
      await trade(1415, 1415)
      expect(await net()).toEqual({ 'NSE_INFY MIS': 0 })
    })

    test('does not follow one wrong tick', async () => {
      await long()
      await guard('NSE_INFY', 'MIS', { stop: trail('points', 10) })
      const now = trading.clock.now()
      trading.market.set('NSE_INFY', epochMs(now + SECOND), 2850)
      trading.market.set('NSE_INFY', epochMs(now + 2 * SECOND), 1500)
      await trading.pass(5 * SECOND)
      expect([await listed(), await net()]).toEqual([['watching 10 1490/-'], { 'NSE_INFY MIS': 10 }])
    })

    test('stays where it is over a restart and when the target alone is changed', async () => {
      await long()
      const { bracketId } = await guard('NSE_INFY', 'MIS', { stop: trail('points', 10) })
      await trade(1520)
      trading = await trading.restart(1000)
      await trading.pass(2 * SECOND)
      expect(await listed()).toEqual(['watching 10 1510/-'])
      await brackets().change(user, { bracketId, target: price(1550) })
      expect(await listed()).toEqual(['watching 10 1510/1550'])
      await brackets().change(user, {
        bracketId,
        stop: { ...price(1505), trail: { kind: 'points', value: 20 } },
      })
      await trade(1524, 1530)
      expect(await listed()).toEqual(['watching 10 1510/1550'])
      await brackets().change(user, { bracketId, stop: price(1500) })
      await trade(1545)
      expect(await listed()).toEqual(['watching 10 1500/1550'])
    })

    test('of an order counts from what it filled at, and later fills do not put it back', async () => {
      const clientOrderId = 'trailing-order-1'
      await guard('NSE_INFY', 'MIS', { clientOrderId, stop: trail('points', 10) })
      await place('buy 400 NSE_INFY MIS @1500', { clientOrderId })
      const seen: number[] = []
      for (let each = 0; each < 30; each++) {
        trading.market.set('NSE_INFY', trading.clock.now(), each % 2 === 0 ? 1499.95 : 1504)
        await trading.pass(SECOND)
        const [bracket] = await brackets().list(user)
        if (bracket?.stopPrice != null && bracket.status === 'watching') seen.push(bracket.stopPrice)
      }
      expect(seen.length).toBeGreaterThan(5)
      expect(seen[0]).toBeLessThan(1491)
      expect(seen.at(-1)).toBe(1494)
      expect(seen).toEqual([...seen].sort((one, other) => one - other))
    })
  })

  describe('of an order', () => {
    const KEY = 'bracket-order-1'
    const ordered = (more: Partial<Asked> = {}) =>
      guard('NSE_INFY', 'MIS', { clientOrderId: KEY, stop: percent(1), target: percent(2), ...more })

    test('waits for it, and guards what it filled from its average', async () => {
      await ordered()
      expect(await listed()).toEqual(['waiting 0 -/-'])
      await place('buy 10 NSE_INFY MIS', { clientOrderId: KEY })
      await trading.pass(SECOND)
      expect(await listed()).toEqual(['watching 10 1485.05/1530.05'])
      set('NSE_INFY', 1531)
      await trading.pass(3 * SECOND)
      expect([await listed(), await net()]).toEqual([['done 10 1485.05/1530.05'], { 'NSE_INFY MIS': 0 }])
    })

    test('grows with partial fills and never guards more than the position', async () => {
      await ordered({ stop: rupees(1000), target: undefined })
      await place('buy 300000 NSE_20MICRONS MIS @200.05').catch(() => {})
      await place('buy 400 NSE_INFY MIS @1500', { clientOrderId: KEY })
      await trading.pass(SECOND)
      const seen = new Set<string>()
      for (let each = 0; each < 30; each++) {
        trading.market.set('NSE_INFY', trading.clock.now(), 1499.95)
        await trading.pass(SECOND)
        for (const line of await listed()) seen.add(line)
      }
      const { quantity } = (await brackets().list(user))[0] ?? {}
      expect(quantity).toBe((await net())['NSE_INFY MIS'])
      await long('sell 100 NSE_INFY MIS')
      expect((await brackets().list(user))[0]?.quantity).toBe((await net())['NSE_INFY MIS'])
      await long('buy 200 NSE_INFY MIS')
      expect((await brackets().list(user))[0]?.quantity).toBe(300)
    })

    test('is taken back when its order is rejected', async () => {
      await ordered({ product: 'cash' })
      await place('sell 10 NSE_INFY cash', { clientOrderId: KEY })
      await trading.pass(SECOND)
      expect(await messages()).toEqual([
        'Its order was rejected: Insufficient holdings. Available quantity is 0.',
      ])
    })

    test('is taken back when its order is cancelled before it fills', async () => {
      await ordered()
      const { orderId } = await place('buy 10 NSE_INFY MIS @1480', { clientOrderId: KEY })
      await trading.pass(SECOND)
      await trading.orders.cancel(user, orderId)
      await trading.pass(SECOND)
      expect(await listed()).toEqual(['cancelled 0 -/-'])
    })

    test('is forgotten when no order comes in a minute', async () => {
      await ordered()
      await trading.pass(59 * SECOND)
      expect(await listed()).toEqual(['waiting 0 -/-'])
      await trading.pass(2 * SECOND)
      expect(await messages()).toEqual(['Its order was not placed within a minute'])
    })

    test('waits longer than that for an order that rests', async () => {
      await ordered()
      await place('buy 10 NSE_INFY MIS @1480', { clientOrderId: KEY })
      await trading.pass(5 * MINUTE)
      set('NSE_INFY', 1479)
      await trading.pass(5 * SECOND)
      expect(await listed()).toEqual(['watching 10 1465.2/1509.6'])
    })

    test('watches nothing when its stop lies on the wrong side, and says so', async () => {
      await ordered({ stop: price(1510), target: undefined })
      await place('buy 10 NSE_INFY MIS', { clientOrderId: KEY })
      await trading.pass(SECOND)
      const said =
        'Stop and target not set. The stop of a long position should be below the average price of 1,500.05; it is 1,510.00.'
      expect([await messages(), (await notices()).at(-1)]).toEqual([[said], `INFY: ${said}`])
      expect(await net()).toEqual({ 'NSE_INFY MIS': 10 })
    })

    test('of an order in slices guards all of them', async () => {
      await guard(CALL, 'NRML', { clientOrderId: KEY, stop: points(20) })
      await place(`buy 1950 ${CALL} NRML`, { clientOrderId: KEY })
      await trading.pass(2 * SECOND)
      expect(await listed()).toEqual(['watching 1950 160.05/-'])
      set(CALL, 150)
      await trading.pass(3 * SECOND)
      expect([await net(), (await exits()).map(({ quantity }) => quantity).sort()]).toEqual([
        { [`${CALL} NRML`]: 0 },
        [1755, 195].sort(),
      ])
      expect(await messages()).toEqual(['Stop hit at 160.05: sold 1950 at 149.95'])
    })
  })

  describe('asked for', () => {
    const code = (work: Promise<unknown>) =>
      work.then(
        () => 'taken',
        (error: { code?: string; message: string }) => `${error.code}: ${error.message}`,
      )

    test('without a position, a stop or a side that can be hit it is refused in words', async () => {
      expect(await code(guard('NSE_INFY', 'MIS', { stop: price(1490) }))).toBe(
        'NO_POSITION: There is no MIS position in NSE_INFY.',
      )
      await long()
      expect([
        await code(guard('NSE_INFY', 'MIS', {})),
        await code(guard('NSE_INFY', 'MIS', { stop: price(1500) })),
        await code(guard('NSE_INFY', 'MIS', { target: price(1499) })),
        await code(guard('NSE_INFY', 'MIS', { stop: price(1490), target: price(1490) })),
        await code(guard('NSE_NOBODY', 'MIS', { clientOrderId: 'no-such-order', stop: price(1490) })),
      ]).toEqual([
        'NOTHING_TO_WATCH: Give a stop, a target or both.',
        'STOP_SIDE: The stop of a long position should be below the last price of 1,500.00; it is 1,500.00.',
        'TARGET_SIDE: The target of a long position should be above the last price of 1,500.00; it is 1,499.00.',
        'TARGET_SIDE: Stop and target are the same price.',
        'UNKNOWN_INSTRUMENT: The instrument you are placing an order for has either expired or does not exist.',
      ])
    })

    test('a second time on a position it is refused, the same again for an order is the same', async () => {
      await long()
      await guard('NSE_INFY', 'MIS', { stop: price(1490) })
      expect(await code(guard('NSE_INFY', 'MIS', { target: price(1520) }))).toBe(
        'BRACKET_EXISTS: NSE_INFY in MIS already has a stop or target. Modify or remove it first.',
      )
      const asked = { clientOrderId: 'same-order-1', stop: price(190) }
      const one = await guard('NSE_20MICRONS', 'MIS', asked)
      const other = await guard('NSE_20MICRONS', 'MIS', asked)
      expect(other.bracketId).toBe(one.bracketId)
      expect(await code(guard('NSE_20MICRONS', 'MIS', { ...asked, stop: price(180) }))).toMatch(/^KEY_REUSED/)
    })

    test('one whose order never came is in nobody’s way', async () => {
      await guard('NSE_INFY', 'MIS', { clientOrderId: 'lost-order-1', stop: percent(1) })
      await guard('NSE_INFY', 'MIS', { clientOrderId: 'next-order-1', stop: percent(1) })
      await place('buy 10 NSE_INFY MIS', { clientOrderId: 'next-order-1' })
      await trading.pass(MINUTE + 2 * SECOND)
      expect((await listed()).sort()).toEqual(['cancelled 0 -/-', 'watching 10 1485.05/-'])
    })

    test('is moved, cut down and taken away; the position stays', async () => {
      await long()
      const { bracketId } = await guard('NSE_INFY', 'MIS', { stop: price(1490), target: price(1520) })
      await brackets().change(user, { bracketId, stop: points(5) })
      expect(await listed()).toEqual(['watching 10 1495.05/1520'])
      await brackets().change(user, { bracketId, target: null })
      expect(await listed()).toEqual(['watching 10 1495.05/-'])
      expect([
        await code(brackets().change(user, { bracketId, stop: null })),
        await code(brackets().change(user, { bracketId, stop: price(1600) })),
      ]).toEqual(['NOTHING_TO_WATCH: Give a stop, a target or both.', expect.stringMatching(/^STOP_SIDE/)])
      await brackets().cancel(user, bracketId)
      expect(await messages()).toEqual(['Removed by you'])
      expect(await code(brackets().cancel(user, bracketId))).toBe('BRACKET_ENDED: It is already cancelled.')
      set('NSE_INFY', 1480)
      await trading.pass(3 * SECOND)
      expect(await net()).toEqual({ 'NSE_INFY MIS': 10 })
    })

    test('prices that were passed before it was moved do not count', async () => {
      await long()
      const { bracketId } = await guard('NSE_INFY', 'MIS', { stop: price(1480) })
      set('NSE_INFY', 1490)
      await trading.pass(2 * SECOND)
      set('NSE_INFY', 1500)
      await trading.pass(2 * SECOND)
      await brackets().change(user, { bracketId, stop: price(1495) })
      await trading.pass(2 * SECOND)
      expect(await listed()).toEqual(['watching 10 1495/-'])
      trading = await trading.restart(1000)
      await trading.pass(2 * SECOND)
      expect(await listed()).toEqual(['watching 10 1495/-'])
    })

    test('by another user it is not there', async () => {
      const ravi = await trading.enter('ravi')
      await long()
      const { bracketId } = await guard('NSE_INFY', 'MIS', { stop: price(1490) })
      expect([
        await listed(ravi),
        await code(brackets().cancel(ravi, bracketId)),
        await code(brackets().change(ravi, { bracketId, stop: price(1) })),
        await code(brackets().create(ravi, { sym: 'NSE_INFY', product: 'MIS', stop: price(1490) })),
      ]).toEqual([
        [],
        "BRACKET_NOT_FOUND: Couldn't find that `bracket_id`.",
        "BRACKET_NOT_FOUND: Couldn't find that `bracket_id`.",
        'NO_POSITION: There is no MIS position in NSE_INFY.',
      ])
      expect(await listed()).toEqual(['watching 10 1490/-'])
    })
  })

  describe('over a restart', () => {
    test('it goes on watching, also over what the market did meanwhile', async () => {
      await long()
      await guard('NSE_INFY', 'MIS', { stop: price(1490) })
      trading.market.set('NSE_INFY', epochMs(trading.clock.now() + 20 * SECOND), 1485)
      trading.market.set('NSE_INFY', epochMs(trading.clock.now() + 40 * SECOND), 1500)
      trading = await trading.restart(MINUTE)
      await trading.pass(3 * SECOND)
      expect([await listed(), await net()]).toEqual([['done 10 1490/-'], { 'NSE_INFY MIS': 0 }])
    })

    test('a crash after its order was placed and before that was noted places no second one', async () => {
      await long()
      const { bracketId } = await guard('NSE_INFY', 'MIS', { stop: price(1490) })
      set('NSE_INFY', 1489)
      await trading.pass(2 * SECOND)
      // As if the note had never been written.
      await trading.store.db
        .updateTable('bracket')
        .set({ status: 'watching', exit_order_id: null, message: null, ended_at: null })
        .where('id', '=', bracketId)
        .execute()
      await place('buy 10 NSE_INFY MIS')
      await trading.pass(SECOND)
      trading = await trading.restart(1000)
      await trading.pass(3 * SECOND)
      expect([(await exits()).length, (await net())['NSE_INFY MIS'], await listed()]).toEqual([
        1,
        10,
        ['done 10 1490/-'],
      ])
    })

    test('one that waits goes on waiting', async () => {
      await guard('NSE_INFY', 'MIS', { clientOrderId: 'restart-order', stop: percent(1) })
      await place('buy 10 NSE_INFY MIS @1480', { clientOrderId: 'restart-order' })
      await trading.pass(SECOND)
      trading = await trading.restart(1000)
      set('NSE_INFY', 1479)
      await trading.pass(5 * SECOND)
      expect(await listed()).toEqual(['watching 10 1465.2/-'])
    })
  })
})

/** One thing a trader or the market does; `at` is a price in rupees around 1,500. */
const ACTS = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('buy' as const), units: fc.integer({ min: 1, max: 20 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant('sell' as const), units: fc.integer({ min: 1, max: 20 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('guard' as const),
      stop: fc.integer({ min: 1, max: 12 }),
      target: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('ordered' as const),
      side: fc.constantFrom('buy', 'sell'),
      units: fc.integer({ min: 1, max: 20 }),
      stop: fc.integer({ min: 1, max: 12 }),
      isTrailing: fc.boolean(),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      act: fc.constant('price' as const),
      at: fc.integer({ min: 1480, max: 1520 }),
      ms: fc.constantFrom(0, 300, 3000),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ act: fc.constant('pass' as const), ms: fc.integer({ min: 100, max: 4000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('takeAway' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('exitAll' as const) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('crash' as const) }) },
)

test('whatever trader, market and crashes do, nothing is left twice and nothing flat or passed is watched', async () => {
  let ended = 0
  await fc.assert(
    fc.asyncProperty(fc.array(ACTS, { minLength: 10, maxLength: 40, size: 'max' }), async (acts) => {
      let trading = await startTrading()
      const user = await trading.enter('meera')
      let key = 0
      let last = 1500
      const quietly = (work: Promise<unknown>) => work.catch(() => {})
      const guard = (more: Partial<Asked>) =>
        quietly(trading.orders.brackets.create(user, { sym: 'NSE_INFY', product: 'MIS', ...more }))
      for (const step of acts) {
        switch (step.act) {
          case 'buy':
          case 'sell':
            // Not waited for, so that it may meet an exit on its way.
            void quietly(trading.orders.place(user, ticket(`${step.act} ${step.units} NSE_INFY MIS`)))
            break
          case 'guard':
            await guard({ stop: points(step.stop), target: points(step.target) })
            break
          case 'ordered': {
            const clientOrderId = `any-order-${++key}`
            const distance = points(step.stop)
            await guard({
              clientOrderId,
              stop: step.isTrailing ? { ...distance, trail: { kind: 'points', value: step.stop } } : distance,
            })
            await quietly(
              trading.orders.place(
                user,
                ticket(`${step.side} ${step.units} NSE_INFY MIS`, { clientOrderId }),
              ),
            )
            break
          }
          case 'price':
            last = step.at
            trading.market.set('NSE_INFY', trading.clock.now(), step.at)
            await trading.pass(step.ms)
            break
          case 'pass':
            await trading.pass(step.ms)
            break
          case 'takeAway':
            for (const { bracketId } of await trading.orders.brackets.list(user))
              await quietly(trading.orders.brackets.cancel(user, bracketId))
            break
          case 'exitAll':
            await quietly(trading.orders.exitAll(user, `any-exit-${++key}`))
            break
          default:
            trading = await trading.restart(1000)
        }
      }
      await trading.pass(5 * SECOND)
      const book = await trading.orders.book(user)
      const exits = book.filter(({ clientOrderId }) => clientOrderId?.startsWith('brk-') === true)
      const brackets = await trading.orders.brackets.list(user)
      const { net } = await trading.orders.positions(user)
      await trading.end()
      expect(new Set(exits.map(({ clientOrderId }) => clientOrderId)).size).toBe(exits.length)
      const held = net[0]?.quantity ?? 0
      const watching = brackets.filter(({ status }) => status === 'watching')
      const guarded = watching.reduce((sum, { quantity }) => sum + quantity, 0)
      expect(Math.abs(guarded)).toBeLessThanOrEqual(Math.abs(held))
      for (const { quantity, stopPrice, targetPrice } of watching) {
        const sign = Math.sign(quantity)
        expect(Math.sign(held)).toBe(sign)
        if (stopPrice !== null) expect(sign * last).toBeGreaterThan(sign * stopPrice)
        if (targetPrice !== null) expect(sign * last).toBeLessThan(sign * targetPrice)
      }
      expect(brackets.some(({ status }) => status === 'exiting')).toBe(false)
      ended += brackets.filter(({ status }) => status === 'done').length
    }),
    { numRuns: 25, seed: 20_261_121 },
  )
  expect(ended).toBeGreaterThan(4)
})
