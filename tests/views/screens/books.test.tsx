import { act, screen, waitFor as seen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NO_FIGURE } from '../../../src/domain/format.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { type OrderDraft, plainDraft } from '../../../src/domain/orders/order-draft.ts'
import { IST_OFFSET_MS } from '../../../src/domain/time.ts'
import { HoldingsScreen } from '../../../src/views/screens/holdings/holdings-screen.tsx'
import { OrderBookScreen } from '../../../src/views/screens/order-book/order-book-screen.tsx'
import { PositionsScreen } from '../../../src/views/screens/positions/positions-screen.tsx'
import { findBarriers } from '../../support/barriers.ts'
import { type Asked, type ConsoleBench, consolesOver, type OpenConsole } from '../../support/console.ts'
import { FACT_MS } from '../../support/limits.ts'
import { answerShortList, INFY, tradeAs, turnExchange } from '../../support/orders/book-trader.ts'
import { frame } from '../../support/server/live.ts'
import type { TestServer } from '../../support/server/server.ts'
import { startTradingServer } from '../../support/server/trading-server.ts'
import { showScreen } from '../../support/view.tsx'
import { waitFor } from '../../support/wait-for.ts'

const PATIENCE = { timeout: FACT_MS }

const screens = {
  'order-book': OrderBookScreen,
  positions: PositionsScreen,
  holdings: HoldingsScreen,
} as const
const MICRONS = 'NSE_20MICRONS' as InstrumentId

let server: TestServer
let bench: ConsoleBench
let users = 0
let name = ''
let password = ''

beforeAll(async () => {
  server = await startTradingServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  name = `reader${++users}`
  password = await server.addUser(name)
  bench = consolesOver(server)
  bench.answerInstead(answerShortList)
})
afterEach(() => bench.close())

interface Entered {
  readonly opened: OpenConsole
  readonly user: UserEvent
}

/** Signed in, these orders sent, on that screen. */
const enter = async (path: string, drafts: readonly Partial<OrderDraft>[] = []): Promise<Entered> => {
  const opened = bench.open(path)
  await tradeAs(opened, { server, name, password }, drafts)
  const screen = Object.entries(screens).find(([name]) => path.startsWith(`/${name}`))?.[1]
  if (screen === undefined) throw new Error(`no screen at ${path}`)
  return { opened, user: showScreen(opened, screen) }
}

const limit = (price: number, more: Partial<OrderDraft> = {}) =>
  ({ orderType: 'LIMIT', price, ...more }) as const
const grid = (label: string) => screen.findByRole('grid', { name: label }, PATIENCE)
const linesOf = (table: HTMLElement): readonly (string | null)[] =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)
const asked = (part: string): number => bench.asked.filter(({ path }: Asked) => path.includes(part)).length

/** What was asked of open orders reaches the exchange when its pump turns, and the book is loaded again. */
const carryThrough = async ({ console: { actors, dispatch } }: OpenConsole): Promise<void> => {
  await waitFor(
    actors.orderActions,
    ({ context }) => context.acts.some(({ state }) => state === 'done'),
    PATIENCE,
  )
  await turnExchange(server)
  act(() => dispatch({ to: 'orderBook', event: { type: 'reload.now' } }))
}

const goTo = async (user: UserEvent, table: HTMLElement, downs = 0): Promise<void> => {
  act(() => within(table).getAllByRole('row')[1]?.focus())
  for (let step = 0; step < downs; step++) await user.keyboard('j')
}

describe('the order book', () => {
  test('shows every order with its side, figures and state, and counts them by tab', async () => {
    await enter('/order-book', [
      {},
      limit(1470, { side: 'buy' }),
      { quantity: 7, side: 'sell', product: 'cash' },
    ])
    const table = await grid('Order book')
    const [first, second] = [linesOf(table).join('\n'), screen.getByRole('radio', { name: /^All/ })]
    expect(first).toMatch(/INFYBuyMISLIMIT.*0 \/ 101,470\.00.*OPEN/)
    expect(first).toMatch(/INFYBuyMISMARKET.*10 \/ 10.*COMPLETE/)
    expect([second.parentElement?.textContent, document.title]).toEqual(['All 3', 'Order book · sauda'])
  })

  test('a tab stands in the address and comes back from it', async () => {
    const { user, opened } = await enter('/order-book?tab=open', [{}, limit(1470)])
    const table = await grid('Order book')
    expect(linesOf(table).length).toEqual(1)
    await user.click(screen.getByRole('radio', { name: /^Done/ }))
    expect(opened.console.actors.navigation.getSnapshot().context.path).toEqual('/order-book?tab=done')
    expect(linesOf(await grid('Order book'))[0]).toContain('COMPLETE')
    await user.click(screen.getByRole('radio', { name: /^All/ }))
    expect(opened.console.actors.navigation.getSnapshot().context.path).toEqual('/order-book')
  })

  test('m opens the fields, arrows step by a tick, Enter sends, and the focus is back on the row', async () => {
    const { user, opened } = await enter('/order-book', [limit(1470)])
    await goTo(user, await grid('Order book'))
    await user.keyboard('m')
    const price = await screen.findByRole('textbox', { name: 'Price' }, PATIENCE)
    await user.type(price, '{ArrowUp}{Shift>}{ArrowUp}{/Shift}')
    expect((price as HTMLInputElement).value).toEqual('1470.55')
    await user.type(price, '{Enter}')
    await carryThrough(opened)
    await waitFor(
      opened.console.actors.orderBook,
      ({ context }) => context.output?.[0]?.price === 1470.55,
      PATIENCE,
    )
    await seen(() => expect(screen.queryByRole('form')).toEqual(null), PATIENCE)
    expect(document.activeElement?.getAttribute('role')).toEqual('row')
  })

  test('a change by the fields is recorded as the line that makes it', async () => {
    const { user, opened } = await enter('/order-book', [limit(1470)])
    const { macros, orderBook } = opened.console.actors
    act(() => opened.console.run({ command: 'macro.record', args: { name: 'nearer' } }))
    await goTo(user, await grid('Order book'))
    await user.keyboard('m')
    const price = await screen.findByRole('textbox', { name: 'Price' }, PATIENCE)
    await user.clear(price)
    await user.type(price, '1471{Enter}')
    const id = orderBook.getSnapshot().context.output?.[0]?.orderId
    await seen(() =>
      expect(macros.getSnapshot().context.current?.lines.at(-1)).toEqual(`modify #${id} @1471`),
    )
  })

  test('fields make a limit order a market order, and say what a stop order lacks before it is sent', async () => {
    const { user, opened } = await enter('/order-book', [limit(1470)])
    await goTo(user, await grid('Order book'))
    await user.keyboard('m')
    const form = await screen.findByRole('form', { name: 'Modify INFY' }, PATIENCE)
    await user.selectOptions(within(form).getByRole('combobox', { name: 'Type' }), 'SL')
    await user.type(within(form).getByRole('textbox', { name: 'Trigger' }), '1480{Enter}')
    await seen(() =>
      expect(within(form).getByRole('alert').textContent).toEqual(
        'A buy trigger is at most the limit, 1,470.00.',
      ),
    )
    expect(asked('modify')).toEqual(0)
    await user.selectOptions(within(form).getByRole('combobox', { name: 'Type' }), 'MARKET')
    await user.click(within(form).getByRole('button', { name: /^Modify/ }))
    await carryThrough(opened)
    await waitFor(
      opened.console.actors.orderBook,
      ({ context }) => context.output?.[0]?.orderType === 'MARKET',
      PATIENCE,
    )
  })

  test('a change the server refuses stays open with its words; Esc closes it', async () => {
    const { user } = await enter('/order-book', [limit(1470)])
    await goTo(user, await grid('Order book'))
    await user.keyboard('m')
    const price = await screen.findByRole('textbox', { name: 'Price' }, PATIENCE)
    await user.clear(price)
    await user.type(price, '1470.03{Enter}')
    const form = screen.getByRole('form', { name: 'Modify INFY' })
    await seen(() => expect(within(form).getByRole('alert').textContent).toMatch(/tick/i), PATIENCE)
    await user.clear(price)
    await user.type(price, 'dear{Enter}')
    expect(within(form).getByRole('alert').textContent).toEqual(
      'Price: rupees with at most two decimals, such as 2450.50',
    )
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('form')).toEqual(null)
  })

  test('selected orders are cancelled together, and Esc takes the selection back', async () => {
    const { user, opened } = await enter('/order-book', [limit(1470), limit(1471), limit(1472)])
    await goTo(user, await grid('Order book'))
    await user.keyboard(' j ')
    expect([opened.console.context()['selection.count'], screen.getByText('2 selected').tagName]).toEqual([
      2,
      'SPAN',
    ])
    await user.click(screen.getByRole('button', { name: 'Cancel 2 selected' }))
    await carryThrough(opened)
    await waitFor(
      opened.console.actors.orderBook,
      ({ context }) => context.output?.filter(({ status }) => status === 'CANCELLED').length === 2,
      PATIENCE,
    )
    await goTo(user, await grid('Order book'))
    await user.keyboard('{Escape}')
    expect(opened.console.context()['selection.count']).toEqual(0)
    expect([
      screen.queryByRole('button', { name: /selected$/ }),
      screen.queryByText(/^\d+ selected$/),
    ]).toEqual([null, null])
  })

  test('Enter shows states and fills of the order; Esc closes them and leaves the list where it was', async () => {
    const { user } = await enter('/order-book', [{}])
    await goTo(user, await grid('Order book'))
    const row = document.activeElement
    await user.keyboard('{Enter}')
    const pane = await screen.findByRole('complementary', { name: 'Trade details' }, PATIENCE)
    const fills = await within(pane).findByRole('table', {}, PATIENCE)
    expect(within(fills).getAllByRole('row')[1]?.textContent).toMatch(/10.*took the ask/)
    expect(within(pane).getByRole('list').textContent).toContain('COMPLETE')
    expect(within(pane).getByText('Mode').nextSibling?.textContent).toEqual('Virtual (paper) trading')
    expect(await findBarriers()).toEqual([])
    await user.keyboard('{Escape}')
    await seen(
      () => expect(screen.queryByRole('complementary', { name: 'Trade details' })).toEqual(null),
      PATIENCE,
    )
    expect(document.activeElement).toEqual(row)
  })

  test('an order whose answer was lost stands there as unknown until the book holds it', async () => {
    const { opened } = await enter('/order-book')
    await screen.findByText('No orders yet', {}, PATIENCE)
    bench.answerInstead(({ path }) =>
      path.includes('place_order') || path.includes('client_order_id')
        ? Promise.reject(new TypeError('the line is cut'))
        : null,
    )
    const draft = plainDraft({ instrument: INFY, side: 'buy', product: 'MIS', quantity: 10 })
    act(() => opened.console.dispatch({ to: 'placements', event: { type: 'order.place', draft } }))
    const line = await screen.findByRole('row', { name: /INFY/ }, PATIENCE)
    await seen(() => expect(line.textContent).toContain('UNKNOWN'), PATIENCE)
    expect(asked('place_order')).toEqual(1)
    // Sixty-one hours before the corrected clock, where the market of this server may well be.
    const marketTime = opened.console.now() - 61 * 3_600_000
    act(() => opened.console.actors.marketState.send({ type: 'market.clock', marketTime, speed: 1 }))
    const sentAt = opened.console.actors.placements.getSnapshot().context.placements[0]?.at ?? 0
    const clockOf = (at: number) => new Date(at + IST_OFFSET_MS).toISOString().slice(11, 16)
    expect(line.textContent?.includes(clockOf(sentAt - 61 * 3_600_000))).toBe(true)
  })

  test('nothing yet names the next act; a failure says the words of the server and is asked again', async () => {
    const { opened, user } = await enter('/order-book')
    expect((await screen.findByText('No orders yet', {}, PATIENCE)).parentElement?.textContent).toContain(
      'Ctrl K',
    )
    bench.answerInstead(({ path }) =>
      path.includes('order_book')
        ? new Response(JSON.stringify({ status: 'error', data: null, message: 'The book is closed' }), {
            status: 500,
            headers: { 'content-type': 'application/json' },
          })
        : null,
    )
    act(() => opened.console.actors.orderBook.send({ type: 'session.ended' }))
    act(() => opened.console.actors.orderBook.send({ type: 'reload.now' }))
    const alert = await screen.findByRole('alert', {}, PATIENCE)
    expect(alert.textContent).toContain('The book is closed')
    bench.answerInstead(() => null)
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect((await screen.findByText('No orders yet', {}, PATIENCE)).textContent).toEqual('No orders yet')
  })
})

describe('positions', () => {
  test('that could not be loaded have neither a gain of zero nor a count of zero', async () => {
    const { opened } = await enter('/positions')
    await screen.findByRole('radio', { name: 'Open 0' }, PATIENCE)
    bench.answerInstead(({ path }) =>
      path.includes('positions')
        ? new Response(JSON.stringify({ status: 'error', data: null, message: 'The book is closed' }), {
            status: 500,
            headers: { 'content-type': 'application/json' },
          })
        : null,
    )
    act(() => opened.console.actors.positions.send({ type: 'session.ended' }))
    act(() => opened.console.actors.positions.send({ type: 'reload.now' }))
    await screen.findByRole('alert', {}, PATIENCE)
    expect(screen.getByText('day P&L').parentElement?.textContent).toEqual(`${NO_FIGURE}day P&L`)
    screen.getByRole('radio', { name: 'Open' })
  })

  test('follow the price: the line, the day P&L and the totals', async () => {
    const { opened } = await enter('/positions', [{}, { instrument: MICRONS, side: 'sell', quantity: 5 }])
    const table = await grid('Positions')
    const bought = opened.console.actors.positions
      .getSnapshot()
      .context.output?.net.find(({ sym }) => sym === INFY)
    const average = bought?.averagePrice ?? Number.NaN
    act(() => opened.console.quotes.write(frame('NSE_INFY 1600')))
    const pnl = `+${((1600 - average) * 10).toFixed(2)}`.replace(/\B(?=(\d{3})+\.)/, ',')
    await seen(
      () => expect(within(table).getByRole('row', { name: /INFY/ }).textContent).toContain(pnl),
      PATIENCE,
    )
    const totals = screen.getByRole('region', { name: 'Totals' })
    await seen(() => expect(totals.textContent).toContain('+₹9'), PATIENCE)
    expect(linesOf(table).join('\n')).toMatch(/20MICRONSMIS−5/)
    expect(await findBarriers()).toEqual([])
  })

  test('opened today say one P&L once: no tile, column or selected line repeats it', async () => {
    const { user } = await enter('/positions', [{ quantity: 40 }])
    const table = await grid('Positions')
    await goTo(user, table)
    const titles = within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
    expect(titles.filter((title) => title?.includes('P&L'))).toEqual(['P&L', 'Open P&L %'])
    const tiles = within(screen.getByRole('region', { name: 'Totals' })).getAllByRole('term')
    expect(tiles.map(({ textContent }) => textContent)).toEqual(['Charges today', 'Margin used'])
    const strip = await screen.findByRole('region', { name: 'Selected position' }, PATIENCE)
    expect(strip.textContent).not.toContain('P&L')
  })

  test('a quarter of a position is left by its button', async () => {
    const { user, opened } = await enter('/positions', [{ quantity: 40 }])
    await goTo(user, await grid('Positions'))
    await user.click(await screen.findByRole('button', { name: 'Exit 25 percent, 10 units' }, PATIENCE))
    const book = await waitFor(
      opened.console.actors.orderBook,
      ({ context }) => context.output?.length === 2,
      PATIENCE,
    )
    const left = book.context.output?.find(({ transactionType }) => transactionType === 'SELL')
    expect([left?.quantity, left?.orderType, left?.product]).toEqual([10, 'MARKET', 'MIS'])
  })

  test('selected ones are left together', async () => {
    const { user, opened } = await enter('/positions', [{}, { instrument: MICRONS, quantity: 5 }])
    await goTo(user, await grid('Positions'))
    await user.keyboard('{Control>}a{/Control}')
    expect(opened.console.environment().selection).toEqual(
      expect.arrayContaining([`MIS|${INFY}`, `MIS|${MICRONS}`]),
    )
    await user.click(screen.getByRole('button', { name: 'Exit 2 selected' }))
    const book = await waitFor(
      opened.console.actors.orderBook,
      ({ context }) => context.output?.length === 4,
      PATIENCE,
    )
    expect(book.context.output?.filter(({ transactionType }) => transactionType === 'SELL').length).toEqual(2)
  })
})

describe('holdings', () => {
  test('nothing yet says where holdings come from', async () => {
    await enter('/holdings')
    const notice = await screen.findByText('No holdings yet', {}, PATIENCE)
    expect(notice.parentElement?.textContent).toContain('buy 10 infy cash')
  })
})
