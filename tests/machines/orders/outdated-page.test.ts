import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { waitFor } from 'xstate'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { plainDraft } from '../../../src/domain/orders/order-draft.ts'
import { texts } from '../../../src/machines/texts.ts'
import type { OpenSocket } from '../../../src/platform/open-quotes.ts'
import { type Answering, type ConsoleBench, consolesOver, type OpenConsole } from '../../support/console.ts'
import { startTradingServer } from '../../support/server/trading-server.ts'

let server: Awaited<ReturnType<typeof startTradingServer>>
let bench: ConsoleBench
let users = 0
let user = ''
let password = ''

beforeAll(async () => {
  server = await startTradingServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  user = `early${++users}`
  password = await server.addUser(user)
  bench = consolesOver(server, { openSocket: openAtOnce })
})
afterEach(() => bench.close())

const openAtOnce: OpenSocket = (_, __, listeners) => {
  queueMicrotask(listeners.opened)
  return { send: () => {}, close: () => {} }
}

const enter = async (): Promise<OpenConsole> => {
  const opened = bench.open('/markets')
  const { actors } = opened.console
  await waitFor(actors.auth, (auth) => auth.matches('signedOut'))
  actors.auth.send({ type: 'auth.signIn', userName: user, password })
  await waitFor(actors.orderBook, (book) => book.matches('ready'))
  return opened
}

/** From now on the page's version is not the server's: it says an older one and hears this one as a newer. */
const updateServer: Answering = async (_, deliver) => {
  const answer = await deliver({ 'x-contract': 'older' })
  const headers = new Headers(answer.headers)
  headers.set('x-contract', 'newer')
  return new Response(answer.status === 204 ? null : await answer.arrayBuffer(), {
    status: answer.status,
    headers,
  })
}

const order = plainDraft({
  instrument: 'NSE_INFY' as InstrumentId,
  side: 'buy',
  product: 'MIS',
  quantity: 10,
  orderType: 'LIMIT',
  price: 1490,
})
const place = ({ console }: OpenConsole): void =>
  console.dispatch({ to: 'placements', event: { type: 'order.place', draft: order } })
const changes = (): readonly string[] =>
  bench.asked
    .filter(({ method, path }) => method !== 'GET' && path.includes('/orders/'))
    .map(({ path }) => path)
const newest = ({ console }: OpenConsole) => console.actors.placements.getSnapshot().context.placements[0]
const ended = (opened: OpenConsole) =>
  waitFor(opened.console.actors.placements, ({ context: { placements } }) =>
    placements.every(({ state }) => state !== 'placing'),
  )
const pass = async (): Promise<void> => {
  for (let passed = 0; passed < 1000; passed += 100) {
    server.clock.advance(100)
    await server.trading.step()
  }
}

describe('a page whose server was updated', () => {
  test('that does not know it yet has its order refused before it acts, and is never told it was lost', async () => {
    const opened = await enter()
    bench.answerInstead(updateServer)
    place(opened)
    await ended(opened)
    expect([newest(opened)?.state, newest(opened)?.message]).toEqual(['failed', texts.outdated])
    expect(opened.console.actors.connectivity.getSnapshot().context.isOutdated).toEqual(true)
    bench.answerInstead(() => null)
    const { orders } = await server.trading.broker.accountOf(await server.idOf(user))
    expect(orders.size).toEqual(0)
  })

  test('sends nothing more that trades: no order, modification, exit, conversion or stop', async () => {
    const opened = await enter()
    const { actors } = opened.console
    place(opened)
    await ended(opened)
    await pass()
    actors.orderBook.send({ type: 'reload.now' })
    const book = await waitFor(actors.orderBook, ({ context }) => context.output?.[0]?.status === 'OPEN')
    const orderId = book.context.output?.[0]?.orderId ?? ''
    bench.answerInstead(updateServer)
    actors.positions.send({ type: 'reload.now' })
    await waitFor(actors.connectivity, ({ context }) => context.isOutdated)
    const before = changes().length
    place(opened)
    const instrument = order.instrument
    const requests = [
      { type: 'order.modify', orderId, change: { quantity: 20 } },
      { type: 'position.exit', exits: [{ instrument, product: 'MIS', quantity: null }] },
      { type: 'position.convert', instrument, quantity: 10, from: 'MIS', to: 'cash' },
      {
        type: 'position.protect',
        instrument,
        product: 'MIS',
        stop: { kind: 'price', value: 1300 },
        target: null,
      },
    ] as const
    for (const event of requests) opened.console.dispatch({ to: 'orderActions', event })
    await waitFor(actors.orderActions, ({ context }) =>
      context.acts.every(({ state }) => state !== 'sending'),
    )
    await ended(opened)
    expect(newest(opened)?.message).toEqual(texts.outdated)
    expect(changes().length).toEqual(before)
    expect(opened.notices.filter((one) => one.includes(texts.outdated)).length).toBeGreaterThan(0)
    expect(opened.notices.filter((one) => one.includes('lost'))).toEqual([])
  })

  test('still cancels and still pulls the kill switch, and believes what came of it', async () => {
    const opened = await enter()
    const { actors } = opened.console
    place(opened)
    await ended(opened)
    await pass()
    bench.answerInstead(updateServer)
    actors.positions.send({ type: 'reload.now' })
    await waitFor(actors.connectivity, ({ context }) => context.isOutdated)
    const orderId = newest(opened)?.orderId ?? ''
    opened.console.dispatch({ to: 'orderActions', event: { type: 'order.cancel', orderIds: [orderId] } })
    await waitFor(actors.orderActions, ({ context }) =>
      context.acts.every(({ state }) => state !== 'sending'),
    )
    await pass()
    expect(
      (await server.trading.broker.accountOf(await server.idOf(user))).orders.get(orderId as never)?.status,
    ).toEqual('CANCELLED')
    actors.killSwitch.send({ type: 'kill.ask' })
    actors.killSwitch.send({ type: 'kill.confirm' })
    await waitFor(actors.killSwitch, (kill) => kill.matches('on'))
    expect((await server.trading.broker.accountOf(await server.idOf(user))).killSwitch).not.toEqual(null)
    expect(opened.notices.filter((one) => one.includes('lost'))).toEqual([])
  })

  test('disarms its keys with the reason and does not arm them again', async () => {
    const opened = await enter()
    const { actors } = opened.console
    await waitFor(actors.quoteSocket, (socket) => socket.matches({ connected: 'open' }))
    actors.arming.send({ type: 'arming.toggle' })
    expect(actors.arming.getSnapshot().value).toEqual('armed')
    bench.answerInstead(updateServer)
    actors.positions.send({ type: 'reload.now' })
    await waitFor(actors.arming, (arming) => arming.matches('disarmed'))
    actors.arming.send({ type: 'arming.toggle' })
    expect(actors.arming.getSnapshot().value).toEqual('disarmed')
    expect(opened.notices.filter((one) => one.includes(texts.outdated))).toEqual([
      `warning: ${texts.disarmedOutdated}`,
      `warning: ${texts.notArmedOutdated}`,
    ])
  })
})
