import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { type OrderDraft, plainDraft } from '../../../src/domain/orders/order-draft.ts'
import { killProgress } from '../../../src/machines/orders/exit-report.ts'
import { isCancelling } from '../../../src/machines/orders/order-actions.ts'
import { texts } from '../../../src/machines/texts.ts'
import { type Asked, type ConsoleBench, consolesOver, type OpenConsole } from '../../support/console.ts'
import type { TestServer } from '../../support/server/server.ts'
import { startTradingServer } from '../../support/server/trading-server.ts'
import { waitFor } from '../../support/wait-for.ts'

let server: TestServer
let bench: ConsoleBench
let users = 0
let user = ''
let password = ''

beforeAll(async () => {
  server = await startTradingServer()
})

afterAll(() => server.close())

beforeEach(async () => {
  user = `trader${++users}`
  password = await server.addUser(user)
  bench = consolesOver(server)
})

afterEach(() => bench.close())

const enter = async (path = '/'): Promise<OpenConsole> => {
  const opened = bench.open(path)
  const { actors } = opened.console
  await waitFor(actors.auth, (auth) => auth.matches('signedOut') || auth.matches('signedIn'))
  if (actors.auth.getSnapshot().matches('signedOut'))
    actors.auth.send({ type: 'auth.signIn', userName: user, password })
  await waitFor(actors.auth, (auth) => auth.matches({ signedIn: 'ready' }))
  await waitFor(actors.orderBook, (book) => book.matches('ready'))
  return opened
}

const INFY = 'NSE_INFY' as InstrumentId
const infy = (more: Partial<OrderDraft> = {}): OrderDraft =>
  plainDraft({ instrument: INFY, side: 'buy', product: 'MIS', quantity: 10, ...more })

const place = ({ console }: OpenConsole, draft: OrderDraft): void =>
  console.dispatch({ to: 'placements', event: { type: 'order.place', draft } })

const settled = async ({ console }: OpenConsole) => {
  const placements = await waitFor(
    console.actors.placements,
    ({ context }) =>
      context.placements.length > 0 &&
      context.placements.every(({ state }) => state === 'sent' || state === 'failed'),
  )
  return placements.context.placements
}

const pass = async (ms: number): Promise<void> => {
  for (let passed = 0; passed < ms; passed += 100) {
    server.clock.advance(100)
    await server.trading.step()
  }
}

const isPosting = ({ method, path }: Asked): boolean => method === 'POST' && path.includes('place_order')
const posts = (): number => bench.asked.filter(isPosting).length

describe('an order', () => {
  test('is sent once, stands in the order book and becomes a position', async () => {
    const opened = await enter()
    const { actors } = opened.console
    place(opened, infy())
    const [sent] = await settled(opened)
    expect([sent?.state, sent?.message, posts()]).toEqual(['sent', null, 1])
    const book = await waitFor(actors.orderBook, ({ context }) => context.output?.length === 1)
    expect(book.context.output?.[0]).toMatchObject({
      orderId: sent?.orderId,
      clientOrderId: sent?.clientOrderId,
      sym: 'NSE_INFY',
      quantity: 10,
    })
    await pass(1000)
    actors.positions.send({ type: 'reload.now' })
    const positions = await waitFor(actors.positions, ({ context }) => context.output?.net.length === 1)
    expect(positions.context.output?.net[0]).toMatchObject({ sym: 'NSE_INFY', product: 'MIS', quantity: 10 })
    expect(opened.notices).toEqual([])
  })

  test('that is refused says why in the words of the server, and is sent again once that is confirmed', async () => {
    const opened = await enter()
    place(opened, infy({ orderType: 'LIMIT', price: 1490.03 }))
    const [failed] = await settled(opened)
    expect([failed?.state, failed?.orderId]).toEqual(['failed', null])
    expect(opened.notices).toEqual([`error: ${failed?.message}`])
    expect(failed?.message).toMatch(/tick/i)
    const key = failed?.clientOrderId ?? ''
    const { palette } = opened.console.actors
    opened.console.run({ command: 'order.resend', args: { order: key } })
    await waitFor(palette, (line) => line.matches({ open: { confirming: 'standing' } }))
    const asked = palette.getSnapshot().context.act
    expect([asked?.title, asked?.orders.length, posts()]).toEqual([
      'Buy 10 INFY at 1,490.03 · MIS · Virtual, again',
      1,
      1,
    ])
    palette.send({ type: 'palette.enter' })
    const again = await waitFor(opened.console.actors.placements, ({ context: { placements } }) =>
      placements.every(({ state, clientOrderId }) => state === 'failed' && clientOrderId !== key),
    )
    expect([again.context.placements.length, posts()]).toEqual([1, 2])
    const second = again.context.placements[0]?.clientOrderId ?? ''
    opened.console.run({ command: 'order.dismiss', args: { order: second } })
    expect(opened.console.actors.placements.getSnapshot().context.placements).toEqual([])
  })

  test('of the ticket is reviewed, then placed; a macro records that it is reviewed and not that it is placed', async () => {
    const opened = await enter()
    const { actors, run } = opened.console
    opened.console.dispatch({ to: 'ticket', event: { type: 'ticket.open', draft: infy() } })
    run({ command: 'macro.record', args: { name: 'usual' } })
    run({ command: 'ticket.place', args: {} })
    run({ command: 'ticket.review', args: {} })
    run({ command: 'ticket.review', args: {} })
    expect([actors.ticket.getSnapshot().matches('confirming'), opened.notices.slice(-2), posts()]).toEqual([
      true,
      ['info: Place the reviewed order: not available here', 'info: Review the order: not available here'],
      0,
    ])
    run({ command: 'ticket.place', args: {} })
    await settled(opened)
    expect([posts(), actors.macros.getSnapshot().context.current?.lines]).toEqual([1, ['ticket review']])
  })

  test('is refused at once while the network is away, and is not sent when it is back', async () => {
    const opened = await enter()
    opened.tab.setOnline(false)
    place(opened, infy())
    const [failed] = await settled(opened)
    expect([failed?.state, failed?.message, posts()]).toEqual(['failed', texts.offline, 0])
    opened.tab.setOnline(true)
    await waitFor(opened.console.actors.connectivity, (network) => network.matches('online'))
    await waitFor(opened.console.actors.orderBook, (book) => book.matches('ready'))
    expect([posts(), opened.console.actors.orderBook.getSnapshot().context.output]).toEqual([0, []])
  })

  test('is held back while the server does not answer, is not sent later, and the next one goes again', async () => {
    const opened = await enter()
    const { orderPath, connectivity } = opened.console.actors
    let thaw = (): void => {}
    const frozen = new Promise<null>((done) => {
      thaw = () => done(null)
    })
    bench.answerInstead(() => frozen)
    await waitFor(orderPath, (path) => path.matches({ watched: 'late' }))
    place(opened, infy())
    const [failed] = await settled(opened)
    expect([failed?.state, connectivity.getSnapshot().value, posts()]).toEqual(['failed', 'online', 0])
    expect(failed?.message).toMatch(/^Orders are not sent: no response from the server for \d+ s$/)
    bench.answerInstead(() => null)
    thaw()
    await waitFor(orderPath, (path) => path.matches({ watched: 'prompt' }))
    expect(posts()).toEqual(0)
    place(opened, infy())
    await waitFor(opened.console.actors.placements, ({ context }) =>
      context.placements.some(({ state }) => state === 'sent'),
    )
    expect(posts()).toEqual(1)
  }, 40_000)

  test.each([
    ['a link that breaks', () => Promise.reject(new TypeError('fetch failed'))],
    ['a gateway that gives up', () => new Response('<html>502</html>', { status: 502 })],
    ['an empty answer', () => new Response('', { status: 200 })],
    ['half an answer', () => new Response('{"status":"succ', { status: 200 })],
  ])('whose answer is lost by %s is found by its name and never sent again', async (_, answer) => {
    const opened = await enter()
    let isLost = true
    bench.answerInstead(async (asked, deliver) => {
      if (!isPosting(asked) || !isLost) return null
      isLost = false
      await deliver()
      return answer()
    })
    place(opened, infy())
    const placements = opened.console.actors.placements
    await waitFor(placements, ({ context }) => context.placements[0]?.state === 'unknown')
    const [found] = await settled(opened)
    expect([found?.state, posts()]).toEqual(['sent', 1])
    const book = await waitFor(opened.console.actors.orderBook, ({ context }) => context.output?.length === 1)
    expect(book.context.output?.[0]?.orderId).toEqual(found?.orderId)
    expect(opened.notices).toEqual([`warning: ${texts.orderUnknown}`])
  })
})

/** A server that gives no codes, as others do. */
const plainRefusal = (message: string): Response =>
  Response.json({ status: 'error', data: null, message }, { status: 400 })

describe('an order that another server refuses in words', () => {
  test.each([
    ['Use AMO to place it', 2],
    ['Try AMO: markets are closed', 2],
    ['NSE_AMO is not tradeable', 1],
    ['AMO-BE is suspended', 1],
    ['AMORTISATION of the bond is unknown', 1],
    ['amo', 1],
  ])('%j is sent %i times', async (message, times) => {
    const opened = await enter()
    bench.answerInstead((asked) => (isPosting(asked) ? plainRefusal(message) : null))
    place(opened, infy())
    const [failed] = await settled(opened)
    expect([failed?.state, failed?.message, posts()]).toEqual(['failed', message, times])
    expect(opened.notices).toEqual([`error: ${message}`])
  })
})

describe('a page that is reloaded while an order is on its way', () => {
  test('shows it as unknown, finds it and sends nothing', async () => {
    const first = await enter()
    // The server has it; the answer never comes.
    bench.answerInstead(async (asked, deliver) => {
      if (!isPosting(asked)) return null
      await deliver()
      return new Promise<Response>(() => {})
    })
    place(first, infy())
    await expect.poll(posts).toEqual(1)
    expect(first.console.actors.placements.getSnapshot().context.placements[0]?.state).toEqual('placing')
    first.console.stop()

    const again = await enter()
    const [found] = await settled(again)
    expect([found?.state, found?.draft, posts()]).toEqual(['sent', infy(), 1])
    const book = await waitFor(again.console.actors.orderBook, ({ context }) => context.output?.length === 1)
    expect(book.context.output?.[0]?.orderId).toEqual(found?.orderId)

    again.console.stop()
    const third = await enter()
    expect(third.console.actors.placements.getSnapshot().context.placements).toEqual([])
  })

  test('believes after a minute that it never arrived, and sends nothing', async () => {
    const first = await enter()
    bench.answerInstead((asked) => (isPosting(asked) ? new Promise<Response>(() => {}) : null))
    place(first, infy())
    await expect.poll(posts).toEqual(1)
    first.console.stop()

    const again = await enter()
    const placements = again.console.actors.placements
    await waitFor(placements, ({ context }) => context.placements[0]?.state === 'unknown')
    server.clock.advance(59_000)
    placements.send({ type: 'network.back' })
    await waitFor(
      again.console.actors.placements,
      ({ context }) => context.placements[0]?.state === 'unknown',
    )
    server.clock.advance(1_000)
    const [lost] = await settled(again)
    expect([lost?.state, lost?.message, posts()]).toEqual(['failed', texts.orderNotReceived, 1])
    expect(again.notices).toContain(`error: ${texts.orderNotReceived}`)
  })
})

describe('a stop and a target', () => {
  test('are set before their order, and without them it is not sent', async () => {
    const opened = await enter()
    bench.answerInstead(({ path }) =>
      path.includes('/orders/brackets')
        ? Response.json(
            { status: 'error', data: null, message: 'No room for another stop', code: 'CONFLICT' },
            { status: 409 },
          )
        : null,
    )
    place(opened, infy({ stop: { kind: 'percent', value: 1 } }))
    const [failed] = await settled(opened)
    expect([failed?.state, failed?.message, posts()]).toEqual(['failed', 'No room for another stop', 0])
  })
})

describe('twelve orders refused because the session is over', () => {
  test('end it once', async () => {
    const opened = await enter()
    bench.answerInstead((asked) =>
      isPosting(asked) || asked.path.includes('/orders/')
        ? plainRefusal('Failed to get session details')
        : null,
    )
    for (let place_ = 0; place_ < 12; place_++) place(opened, infy())
    opened.console.dispatch({ to: 'orderBook', event: { type: 'reload.now' } })
    opened.console.dispatch({ to: 'orderActions', event: { type: 'order.cancel', orderIds: ['1', '2'] } })
    opened.console.dispatch({
      to: 'orderActions',
      event: { type: 'order.modify', orderId: '1', change: { quantity: 1 } },
    })
    await waitFor(opened.console.actors.auth, (auth) => auth.matches('signedOut'))
    expect(opened.notices.filter((text) => text.includes('session has ended'))).toEqual([
      'error: Your session has ended. Please sign in again',
    ])
    expect(opened.console.actors.placements.getSnapshot().context.placements).toEqual([])
  })
})

describe('acts on orders', () => {
  test('cancel and modify change the book, and an error of modifying is kept', async () => {
    const opened = await enter()
    const { actors } = opened.console
    place(opened, infy({ orderType: 'LIMIT', price: 1490 }))
    const [sent] = await settled(opened)
    const orderId = sent?.orderId ?? ''
    await waitFor(actors.orderBook, ({ context }) => context.output?.length === 1)
    await pass(500)
    actors.orderActions.send({ type: 'order.modify', orderId, change: { price: 1480 } })
    await waitFor(actors.orderActions, ({ context }) => context.acts[0]?.state === 'done')
    await pass(500)
    actors.orderBook.send({ type: 'reload.now' })
    await waitFor(actors.orderBook, ({ context }) => context.output?.[0]?.price === 1480)

    actors.orderActions.send({ type: 'order.modify', orderId, change: { price: 1480.03 } })
    const refused = await waitFor(actors.orderActions, ({ context }) => context.modifyOrderError !== null)
    expect(refused.context.modifyOrderError).toMatch(/tick/i)
    expect(opened.notices).toEqual([`error: ${refused.context.modifyOrderError}`])

    actors.orderActions.send({ type: 'order.cancel', orderIds: [orderId] })
    actors.orderActions.send({ type: 'order.cancel', orderIds: [orderId, orderId] })
    await waitFor(actors.orderActions, ({ context }) =>
      context.acts.some(({ kind, state }) => kind === 'cancel' && state === 'done'),
    )
    await pass(500)
    actors.orderBook.send({ type: 'reload.now' })
    await waitFor(actors.orderBook, ({ context }) => context.output?.[0]?.status === 'CANCELLED')
    expect(isCancelling(actors.orderActions.getSnapshot(), orderId)).toEqual(false)
    const cancels = bench.asked.filter(({ path }) => path.includes('cancel_order'))
    expect(cancels.map(({ method, path }) => [method, path])).toEqual([
      ['GET', `/api/orders/cancel_order?order_id=${orderId}&variety=regular`],
    ])
  })
})

const long = async (quantity: number): Promise<OpenConsole> => {
  const opened = await enter()
  place(opened, infy({ quantity }))
  await settled(opened)
  await pass(1000)
  opened.console.actors.positions.send({ type: 'reload.now' })
  await waitFor(
    opened.console.actors.positions,
    ({ context }) => context.output?.net[0]?.quantity === quantity,
  )
  return opened
}

const quantityNow = async ({ console: { actors } }: OpenConsole): Promise<number | undefined> => {
  await pass(1000)
  actors.positions.send({ type: 'reload.now' })
  const { context } = await waitFor(actors.positions, (positions) => positions.matches('ready'))
  return context.output?.net[0]?.quantity
}

const actOver = ({ console: { actors } }: OpenConsole) =>
  waitFor(
    actors.orderActions,
    ({ context: { acts } }) => acts.length > 0 && acts.every(({ state }) => state !== 'sending'),
  )

describe('exiting a position', () => {
  const exit = (quantity: number | null) =>
    ({ type: 'position.exit', exits: [{ instrument: INFY, product: 'MIS', quantity }] }) as const

  test('sells what there is, a part first, and never more', async () => {
    const opened = await long(10)
    const { orderActions } = opened.console.actors
    orderActions.send(exit(4))
    orderActions.send(exit(4))
    await actOver(opened)
    expect([await quantityNow(opened), posts()]).toEqual([6, 2])
    orderActions.send(exit(100))
    await actOver(opened)
    expect([await quantityNow(opened), posts()]).toEqual([0, 3])
    orderActions.send(exit(null))
    await waitFor(orderActions, ({ context }) => context.acts[0]?.state === 'failed')
    expect([opened.notices.at(-1), posts()]).toEqual([`error: ${texts.positionGone}`, 3])
  })

  test('says so when there is none, and asks nobody', async () => {
    const opened = await enter()
    const before = posts()
    opened.console.actors.orderActions.send({ type: 'position.exit', exits: [] })
    expect([opened.notices.at(-1), posts() - before]).toEqual([`info: ${texts.nothingToExit}`, 0])
    expect(opened.console.actors.orderActions.getSnapshot().context.acts).toEqual([])
  })

  test('and others with it is reported together: what was sent, what filled, what did not', async () => {
    const opened = await long(10)
    const tcs = { instrument: 'NSE_TCS' as InstrumentId, product: 'MIS', quantity: null } as const
    opened.console.actors.orderActions.send({ ...exit(null), exits: [...exit(null).exits, tcs] })
    await actOver(opened)
    const report = () => opened.notices.filter((one) => / (position|exited|rejected)/.test(one))
    expect(report()).toEqual([`warning: Exit of 1 position sent, 1 rejected: ${texts.positionGone}`])
    expect(await quantityNow(opened)).toEqual(0)
    await waitFor(opened.console.actors.exitReport, ({ context }) => context.batches[0]?.progress.open === 0)
    expect(report().at(-1)).toEqual(`warning: 1 exited, 1 rejected: ${texts.positionGone}`)
  })

  test('by two tabs at once is one exit', async () => {
    const first = await long(10)
    const second = await enter()
    first.console.actors.orderActions.send(exit(null))
    second.console.actors.orderActions.send(exit(null))
    await Promise.all([actOver(first), actOver(second)])
    expect(await quantityNow(first)).toEqual(0)
    const { output } = (
      await waitFor(first.console.actors.orderBook, ({ context }) => context.output?.length === 2)
    ).context
    expect(output?.map(({ transactionType, quantity }) => [transactionType, quantity])).toEqual([
      ['SELL', 10],
      ['BUY', 10],
    ])
  })

  test('whose answer is lost is looked for, not repeated', async () => {
    const opened = await long(10)
    let isLost = true
    bench.answerInstead(async (asked, deliver) => {
      if (!isPosting(asked) || !isLost) return null
      isLost = false
      await deliver()
      throw new TypeError('fetch failed')
    })
    opened.console.actors.orderActions.send(exit(null))
    await actOver(opened)
    expect([await quantityNow(opened), posts()]).toEqual([0, 2])
  })
})

describe('the kill switch', () => {
  test('asks, stops everything, says so on every page that opens, and lets trading go on again', async () => {
    const opened = await long(10)
    const { killSwitch, placements } = opened.console.actors
    killSwitch.send({ type: 'kill.ask' })
    expect(killSwitch.getSnapshot().value).toEqual('confirming')
    killSwitch.send({ type: 'kill.confirm' })
    await waitFor(killSwitch, (kill) => kill.matches('on'))
    expect(opened.notices).toContain(`success: ${texts.killed}`)
    expect(opened.notices).toContain('info: Exit of 1 position sent')
    expect(opened.notices).not.toContain('success: 1 position exited')
    expect([await quantityNow(opened), opened.console.context().killed]).toEqual([0, true])
    await waitFor(opened.console.actors.exitReport, (report) => killProgress(report)?.exited === 1)
    expect(opened.notices).toContain('success: 1 position exited')

    place(opened, infy())
    const refused = await waitFor(placements, ({ context }) => context.placements[0]?.state === 'failed')
    expect(refused.context.placements[0]?.message).toMatch(/kill switch/i)

    const other = await enter()
    await waitFor(other.console.actors.killSwitch, (kill) => kill.matches('on'))
    other.console.actors.killSwitch.send({ type: 'kill.rearm' })
    await waitFor(other.console.actors.killSwitch, (kill) => kill.matches('off'))
    place(other, infy())
    expect((await settled(other))[0]?.state).toEqual('sent')
  })

  test('that cannot be reached says so and can be pulled again', async () => {
    const opened = await enter()
    const { killSwitch } = opened.console.actors
    bench.answerInstead(({ path }) =>
      path.endsWith('/kill_switch') ? Promise.reject(new TypeError('fetch failed')) : null,
    )
    killSwitch.send({ type: 'kill.ask' })
    killSwitch.send({ type: 'kill.confirm' })
    const failed = await waitFor(killSwitch, (kill) => kill.matches('failed'))
    expect(failed.context.message).toEqual('Error setting the kill switch: the server cannot be reached')
    bench.answerInstead(() => null)
    killSwitch.send({ type: 'kill.confirm' })
    await waitFor(killSwitch, (kill) => kill.matches('on'))
  })
})

describe('an order that another page changed', () => {
  test('changes here as soon as the stream tells of it, without asking', async () => {
    const opened = await enter()
    const { actors } = opened.console
    place(opened, infy({ orderType: 'LIMIT', price: 1490 }))
    await settled(opened)
    const book = await waitFor(actors.orderBook, ({ context }) => context.output?.length === 1)
    const [order] = book.context.output ?? []
    if (order === undefined) throw new Error('the book is empty')
    actors.notificationStream.send({ type: 'tabs.order', order: { ...order, status: 'CANCELLED' } })
    actors.notificationStream.send({ type: 'tabs.order', order: { ...order, orderId: '2', status: 'OPEN' } })
    const { output } = actors.orderBook.getSnapshot().context
    expect(output?.map(({ orderId, status }) => [orderId, status])).toEqual([
      ['2', 'OPEN'],
      [order.orderId, 'CANCELLED'],
    ])
    expect([opened.console.context()['orders.open'], opened.console.environment().orders?.length]).toEqual([
      1, 2,
    ])
  })
})

describe('a basket', () => {
  test('of which the server refuses one leg places the others and keeps that one', async () => {
    const opened = await enter()
    const { basket, orderBook } = opened.console.actors
    const drafts = [infy(), infy({ orderType: 'LIMIT', price: 1490.03 }), infy({ quantity: 5 })]
    basket.send({ type: 'basket.add', drafts })
    const priced = await waitFor(
      basket,
      ({ context }) => context.preview !== null || context.previewMessage !== null,
    )
    expect([priced.context.previewMessage, priced.context.preview?.orders.length]).toEqual([null, 3])
    basket.send({ type: 'basket.review' })
    basket.send({ type: 'basket.confirm' })
    const over = await waitFor(
      basket,
      (one) => one.matches('editing') && one.context.legs.some(({ state }) => state !== 'waiting'),
    )
    expect(over.context.legs.map(({ state }) => state)).toEqual(['sent', 'failed', 'sent'])
    expect(opened.notices).toEqual([`error: ${over.context.legs[1]?.message}`])
    await waitFor(orderBook, ({ context }) => context.output?.length === 2)
    opened.console.stop()

    const again = await enter()
    expect(again.console.actors.basket.getSnapshot().context.legs.map(({ draft }) => draft)).toEqual([
      drafts[1],
    ])
  })

  test('is placed by no macro, which can say twice that it is reviewed and not that it is confirmed', async () => {
    const opened = await enter()
    const { run } = opened.console
    const { basket, macros } = opened.console.actors
    basket.send({ type: 'basket.add', drafts: [infy()] })
    run({ command: 'macro.save', args: { name: 'twice', lines: ['basket place', 'basket place'] } })
    run({ command: 'macro.run', args: { name: 'twice' } })
    expect(macros.getSnapshot().matches('playing')).toEqual(true)
    await waitFor(macros, (one) => one.matches('idle'))
    expect([basket.getSnapshot().value, posts()]).toEqual(['confirming', 0])
    run({ command: 'macro.record', args: { name: 'all' } })
    run({ command: 'basket.confirm', args: {} })
    await waitFor(basket, ({ context }) => context.legs[0]?.state === 'sent')
    expect([posts(), macros.getSnapshot().context.current?.lines]).toEqual([1, []])
  })
})

// Last, because it moves the clock of all into the evening.
describe('an order after the market', () => {
  test('is tried once more as one for the next session, under a new name', async () => {
    const opened = await enter()
    server.clock.advance(10 * 3_600_000)
    place(opened, infy({ product: 'cash', quantity: 1 }))
    const [sent] = await settled(opened)
    expect([sent?.state, sent?.draft.variety, posts()]).toEqual(['sent', 'amo', 2])
    const book = await waitFor(opened.console.actors.orderBook, ({ context }) => context.output?.length === 1)
    expect(book.context.output?.[0]).toMatchObject({
      clientOrderId: sent?.clientOrderId,
      variety: 'amo',
      status: 'AMO REQ RECEIVED',
    })
    expect(opened.notices).toEqual([])
  })
})
