import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { encodeQuotes, type QuoteTick } from '../../../src/contract/quotes/quote-frame.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { texts } from '../../../src/machines/texts.ts'
import { type Asked, type ConsoleBench, consolesOver, type OpenConsole } from '../../support/console.ts'
import { tick } from '../../support/server/live.ts'
import { startTradingServer } from '../../support/server/trading-server.ts'
import { waitFor } from '../../support/wait-for.ts'

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
  user = `typist${++users}`
  password = await server.addUser(user)
  bench = consolesOver(server)
})

afterEach(() => bench.close())

const INFY = 'NSE_INFY' as InstrumentId
const LINE = 'buy 10q infy mis'

const enter = async (): Promise<OpenConsole> => {
  const opened = bench.open('/')
  const { actors } = opened.console
  await waitFor(actors.auth, (auth) => auth.matches('signedOut'))
  actors.auth.send({ type: 'auth.signIn', userName: user, password })
  await waitFor(actors.auth, (auth) => auth.matches({ signedIn: 'ready' }))
  await waitFor(actors.instruments, (instruments) => instruments.matches('ready'))
  await waitFor(actors.orderBook, (book) => book.matches('ready'))
  await waitFor(actors.marketState, ({ context }) => context.market !== null)
  opened.console.quotes.watch(INFY, () => {})
  await quote(opened, 1500)
  return opened
}

/** A live price of INFY, once it is shown. */
const quote = async (
  { console: { quotes } }: OpenConsole,
  price: number,
  sides: Partial<QuoteTick> = {},
): Promise<void> => {
  const shown = new Promise<void>((resolve) => {
    const unwatch = quotes.watchSides(INFY, () => {
      unwatch()
      resolve()
    })
  })
  quotes.write(encodeQuotes([tick(INFY, price, { timestamp: server.clock.now(), ...sides })]))
  await shown
}

const type = ({ console }: OpenConsole, line: string): void => {
  console.actors.palette.send({ type: 'palette.open', line: '' })
  console.actors.palette.send({ type: 'palette.type', line, caret: line.length })
}

const previewed = async ({ console }: OpenConsole) => {
  const { context } = await waitFor(
    console.actors.palette,
    ({ context }) => context.preview !== null || context.previewMessage !== null,
  )
  if (context.preview?.kind !== 'orders') throw new Error(`not previewed: ${context.previewMessage}`)
  return context.preview
}

/** Enter on the row of that place, as the page does it. */
const pressEnter = ({ console }: OpenConsole, index = 0): void => {
  const { palette } = console.actors
  const { line, caret, act } = palette.getSnapshot().context
  if (palette.getSnapshot().matches({ open: 'confirming' })) {
    const anew = act === null ? null : console.reconsider(act)
    palette.send({ type: 'palette.enter', ...(anew === null ? {} : { act: anew }) })
    return
  }
  const reading = console.read(line, caret)
  const row = reading.rows[index]
  const chosen = row === undefined ? null : console.actOf(row)
  if (chosen === null) throw new Error(`nothing to do: ${JSON.stringify(reading.problem)}`)
  palette.send({ type: 'palette.enter', act: chosen })
}

const question = ({ console }: OpenConsole): string | null => {
  const snapshot = console.actors.palette.getSnapshot()
  return snapshot.matches({ open: 'confirming' }) ? (snapshot.context.act?.reason ?? null) : null
}

const standing = ({ console }: OpenConsole) =>
  waitFor(console.actors.palette, (palette) => palette.matches({ open: { confirming: 'standing' } }))

const isPosting = ({ method, path }: Asked): boolean => method === 'POST' && path.includes('place_order')
const posts = (): number => bench.asked.filter(isPosting).length

const sent = async ({ console }: OpenConsole) =>
  (
    await waitFor(
      console.actors.placements,
      ({ context: { placements } }) =>
        placements.length > 0 && placements.every(({ state }) => state === 'sent' || state === 'failed'),
    )
  ).context.placements.map(({ state, draft, message }) => [state, draft.side, draft.quantity, message])

const limits = ({ console }: OpenConsole) =>
  console.actors.placements
    .getSnapshot()
    .context.placements.map(({ draft: { orderType, price } }) => [orderType, price])

describe('an order typed in the command line', () => {
  test('shows what it needs and costs, and goes by one Enter once that has been shown', async () => {
    const opened = await enter()
    type(opened, LINE)
    const { answer, orders } = await previewed(opened)
    expect(orders.map(({ draft }) => [draft.instrument, draft.quantity])).toEqual([[INFY, 10]])
    expect(
      answer.orders.map(({ sym, quantity, positionAfter, refusal }) => [
        sym,
        quantity,
        positionAfter,
        refusal,
      ]),
    ).toEqual([[INFY, 10, 10, null]])
    expect(answer.margin.required).toBeGreaterThan(1000)
    expect(answer.charges).toBeGreaterThan(0)
    pressEnter(opened)
    expect(await sent(opened)).toEqual([['sent', 'buy', 10, null]])
    expect([posts(), opened.console.actors.palette.getSnapshot().value]).toEqual([1, 'closed'])
  })

  test('stays in the line with the reason while nothing can be sent, and goes by Enter once it can', async () => {
    const opened = await enter()
    const { palette, placements, connectivity } = opened.console.actors
    type(opened, LINE)
    await previewed(opened)
    opened.tab.setOnline(false)
    pressEnter(opened)
    const kept = await waitFor(palette, ({ context }) => context.message !== null)
    expect([kept.context.line, kept.context.message]).toEqual([LINE, texts.offline])
    expect([placements.getSnapshot().context.placements, posts()]).toEqual([[], 0])
    opened.tab.setOnline(true)
    await waitFor(connectivity, (network) => network.matches('online'))
    await previewed(opened)
    pressEnter(opened)
    expect(await sent(opened)).toEqual([['sent', 'buy', 10, null]])
  })

  test('asks once more when Enter comes before the preview', async () => {
    const opened = await enter()
    type(opened, LINE)
    pressEnter(opened)
    expect([question(opened), posts()]).toEqual(['Not previewed yet', 0])
    pressEnter(opened)
    expect(posts()).toEqual(0)
    await standing(opened)
    pressEnter(opened)
    expect(await sent(opened)).toEqual([['sent', 'buy', 10, null]])
  })

  test('asks again when the price has moved between preview and Enter, and again when it moves on', async () => {
    const opened = await enter()
    type(opened, LINE)
    await previewed(opened)
    await quote(opened, 1510)
    pressEnter(opened)
    expect(question(opened)).toEqual('Price moved from 1,500.00 to 1,510.00')
    await standing(opened)
    await quote(opened, 1520)
    pressEnter(opened)
    expect([question(opened), posts()]).toEqual(['Price moved from 1,510.00 to 1,520.00', 0])
    await standing(opened)
    await quote(opened, 1490)
    pressEnter(opened)
    expect(await sent(opened)).toEqual([['sent', 'buy', 10, null]])
  })

  test('at the ask is a limit at the ask that was shown, however it has moved within the tolerance', async () => {
    const opened = await enter()
    await quote(opened, 1500, { ask: 1500.5 })
    type(opened, 'buy 10q infy @ask mis')
    const { orders } = await previewed(opened)
    expect(orders.map(({ draft }) => draft.price)).toEqual([1500.5])
    await quote(opened, 1500, { ask: 1505 })
    const line = opened.console.actors.palette.getSnapshot().context.line
    expect(opened.console.read(line, line.length).rows[0]?.title).toMatch(/at 1,500\.50/)
    pressEnter(opened)
    await sent(opened)
    expect(limits(opened)).toEqual([['LIMIT', 1500.5]])
  })

  test('at the ask asks again when the ask ran away under an unchanged last price, and sends what it then said', async () => {
    const opened = await enter()
    await quote(opened, 1500, { ask: 1500.5 })
    type(opened, 'buy 10q infy @ask mis')
    await previewed(opened)
    await quote(opened, 1500, { ask: 1600 })
    pressEnter(opened)
    expect([question(opened), posts()]).toEqual(['Price moved from 1,500.50 to 1,600.00', 0])
    const { act } = opened.console.actors.palette.getSnapshot().context
    expect(act?.title).toMatch(/at 1,600\.00/)
    await standing(opened)
    await quote(opened, 1500, { ask: 1603 })
    pressEnter(opened)
    await sent(opened)
    expect(limits(opened)).toEqual([['LIMIT', 1600]])
  })

  test('at the ask never asks because the ask got better, and never asks because the last price moved', async () => {
    const opened = await enter()
    await quote(opened, 1500, { ask: 1500.5 })
    type(opened, 'buy 10q infy @ask mis')
    await previewed(opened)
    await quote(opened, 1530, { ask: 1490 })
    pressEnter(opened)
    await sent(opened)
    expect(limits(opened)).toEqual([['LIMIT', 1500.5]])
  })

  test('into the basket stands at the ask that was shown', async () => {
    const opened = await enter()
    await quote(opened, 1500, { ask: 1500.5 })
    type(opened, 'buy 10q infy @ask mis basket')
    await previewed(opened)
    await quote(opened, 1500, { ask: 1600 })
    pressEnter(opened)
    const basket = await waitFor(opened.console.actors.basket, ({ context }) => context.legs.length === 1)
    expect(basket.context.legs.map(({ draft }) => draft.price)).toEqual([1500.5])
  })

  test('asks while the price is not live', async () => {
    const opened = await enter()
    type(opened, LINE)
    await previewed(opened)
    opened.console.quotes.silence()
    pressEnter(opened)
    expect([question(opened), posts()]).toEqual(['INFY quote is not live: last price 1,500.00', 0])
  })

  test('says what would refuse it before it is sent', async () => {
    const opened = await enter()
    type(opened, 'buy 90000q infy @1500 cash')
    const { answer } = await previewed(opened)
    const refusal = answer.orders[0]?.refusal?.message
    expect(refusal).toMatch(/./)
    pressEnter(opened)
    expect([question(opened), posts()]).toEqual([`It would be rejected: ${refusal}`, 0])
  })

  test('asks always, or never, as one likes it', async () => {
    const opened = await enter()
    const prefer = (value: string) =>
      opened.console.actors.preferences.send({ type: 'preference.set', name: 'confirmOrders', value })
    prefer('always')
    type(opened, LINE)
    await previewed(opened)
    pressEnter(opened)
    expect([question(opened), posts()]).toEqual(['', 0])
    opened.console.actors.palette.send({ type: 'palette.close' })
    prefer('never')
    type(opened, LINE)
    pressEnter(opened)
    expect(await sent(opened)).toEqual([['sent', 'buy', 10, null]])
  })

  test.each([0, 5, 60])('two Enters %i ms apart are one order', async (apart) => {
    const opened = await enter()
    type(opened, LINE)
    await previewed(opened)
    pressEnter(opened)
    await new Promise((resolve) => setTimeout(resolve, apart))
    const { palette } = opened.console.actors
    expect(palette.getSnapshot().matches('open')).toEqual(false)
    const row = opened.console.read(LINE, LINE.length).rows[0]
    const again = row === undefined ? null : opened.console.actOf(row)
    if (again !== null) palette.send({ type: 'palette.enter', act: again })
    expect(await sent(opened)).toEqual([['sent', 'buy', 10, null]])
    expect(posts()).toEqual(1)
  })

  test('is on its way to the server before anything else gets a turn', async () => {
    const opened = await enter()
    type(opened, LINE)
    await previewed(opened)
    let turns = 0
    const timer = setInterval(() => {
      turns++
    }, 0)
    pressEnter(opened)
    let microtasks = 0
    while (posts() === 0 && microtasks < 200) {
      await Promise.resolve()
      microtasks++
    }
    clearInterval(timer)
    expect([posts(), turns]).toEqual([1, 0])
    expect(microtasks).toBeLessThan(40)
  })

  test('a button that orders writes the line first, so that it is seen before it goes', async () => {
    const opened = await enter()
    opened.console.run({
      command: 'order.buy',
      args: { instrument: INFY, quantity: { kind: 'units', units: 10 }, product: 'MIS' },
    })
    const { palette } = opened.console.actors
    expect([palette.getSnapshot().value, posts()]).toEqual([{ open: 'typing' }, 0])
    await previewed(opened)
    pressEnter(opened)
    expect(await sent(opened)).toEqual([['sent', 'buy', 10, null]])
  })

  test('into the basket needs no question, and nothing is sent', async () => {
    const opened = await enter()
    type(opened, LINE)
    const rows = opened.console.read(LINE, LINE.length).rows
    const index = rows.findIndex(({ kind, keys }) => kind === 'variant' && keys === 'Ctrl B')
    pressEnter(opened, index)
    const basket = await waitFor(opened.console.actors.basket, ({ context }) => context.legs.length === 1)
    expect([basket.context.legs[0]?.draft.instrument, posts()]).toEqual([INFY, 0])
  })
})

describe('the panic keys', () => {
  const press = ({ console }: OpenConsole, changes: object = {}): boolean =>
    console.pressKey({
      key: 'X',
      code: 'KeyX',
      ctrlKey: true,
      metaKey: false,
      altKey: false,
      shiftKey: true,
      isComposing: false,
      repeat: false,
      preventDefault: () => {},
      stopPropagation: () => {},
      ...changes,
    })

  test.each([
    ['plainly', {}],
    ['while an input method composes', { isComposing: true, key: 'Process' }],
    ['on a layout without Latin letters', { key: 'ч' }],
  ])('ask before they stop everything, %s', async (_, changes) => {
    const opened = await enter()
    opened.tab.setTyping(true)
    opened.console.setDialog(true)
    type(opened, 'half a line')
    expect(press(opened, changes)).toEqual(true)
    const { killSwitch, palette } = opened.console.actors
    expect([killSwitch.getSnapshot().value, palette.getSnapshot().value]).toEqual(['confirming', 'closed'])
    expect(palette.getSnapshot().context.line).toEqual('half a line')
    expect(press(opened, { repeat: true })).toEqual(true)
  })

  test('stop everything without a price, a stream or an engine', async () => {
    const opened = await enter()
    const { actors, quotes } = opened.console
    actors.quoteSocket.stop()
    actors.notificationStream.stop()
    actors.engines.stop()
    quotes.silence()
    press(opened)
    opened.console.dispatch({ to: 'killSwitch', event: { type: 'kill.confirm' } })
    const on = await waitFor(actors.killSwitch, (kill) => kill.matches('on'))
    expect(on.context.leftovers).toEqual([])
    opened.console.run({ command: 'kill.rearm', args: {} })
    await standing(opened)
    pressEnter(opened)
    await waitFor(actors.killSwitch, (kill) => kill.matches('off'))
  })

  test('say that nothing is known to be done when the server does not answer, and offer it again', async () => {
    const opened = await enter()
    const { killSwitch } = opened.console.actors
    bench.answerInstead(({ path }) => {
      if (path.includes('kill_switch')) throw new TypeError('the link is down')
      return null
    })
    press(opened)
    killSwitch.send({ type: 'kill.confirm' })
    const failed = await waitFor(killSwitch, (kill) => kill.matches('failed'))
    expect(failed.context.message).toMatch(/cannot be reached/)
    bench.answerInstead(() => null)
    killSwitch.send({ type: 'kill.confirm' })
    await waitFor(killSwitch, (kill) => kill.matches('on'))
    killSwitch.send({ type: 'kill.rearm' })
    await waitFor(killSwitch, (kill) => kill.matches('off'))
  })
})

describe('an order whose instrument list is another one by the time of Enter', () => {
  const answered = async (opened: OpenConsole) => {
    const { palette } = opened.console.actors
    await waitFor(palette, (now) => !now.matches({ open: { previewing: { shown: 'changed' } } }))
    pressEnter(opened)
    if (question(opened) === null) return
    await standing(opened)
    pressEnter(opened)
  }

  test('is not placed; its line is there again, is previewed anew and then goes', async () => {
    const opened = await enter()
    const { palette, placements } = opened.console.actors
    type(opened, LINE)
    const before = await previewed(opened)
    server.list.relist('INFY', { tickSize: 0.1 })
    await answered(opened)
    expect(await sent(opened)).toEqual([
      [
        'failed',
        'buy',
        10,
        'The instrument list has changed since the preview: tick of INFY is now 0.10. Check and confirm again',
      ],
    ])
    await waitFor(palette, ({ context }) => context.line === LINE)
    expect((await server.trading.broker.accountOf(await server.idOf(user))).orders.size).toEqual(0)
    const after = await waitFor(
      palette,
      ({ context: { preview } }) =>
        preview?.kind === 'orders' && preview.answer.instrumentsVersion !== before.answer.instrumentsVersion,
    )
    expect(after.context.preview?.kind).toEqual('orders')
    await answered(opened)
    await waitFor(placements, ({ context: { placements } }) => placements[0]?.state === 'sent')
    expect(posts()).toEqual(2)
  })

  test('an exit is not held up by it', async () => {
    const opened = await enter()
    type(opened, LINE)
    await previewed(opened)
    await answered(opened)
    await sent(opened)
    for (let passed = 0; passed < 1000; passed += 100) {
      server.clock.advance(100)
      await server.trading.step()
    }
    type(opened, 'sell 10q infy mis')
    await previewed(opened)
    server.list.relist('INFY', { tickSize: 0.05 })
    opened.console.actors.palette.send({ type: 'palette.close' })
    const exits = [{ instrument: INFY, product: 'MIS' as const, quantity: null }]
    opened.console.dispatch({ to: 'orderActions', event: { type: 'position.exit', exits } })
    await waitFor(opened.console.actors.orderActions, ({ context }) => context.acts[0]?.state === 'done')
    for (let passed = 0; passed < 1000; passed += 100) {
      server.clock.advance(100)
      await server.trading.step()
    }
    const { positions } = await server.trading.broker.accountOf(await server.idOf(user))
    expect(
      [...positions.values()].map(({ dayBuyQuantity, daySellQuantity }) => dayBuyQuantity - daySellQuantity),
    ).toEqual([0])
  })
})
