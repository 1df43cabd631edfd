import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderDraft } from '../../../src/domain/orders/order-draft.ts'
import { HomeScreen } from '../../../src/views/screens/home/home-screen.tsx'
import { findBarriers } from '../../support/barriers.ts'
import { type ConsoleBench, consolesOver } from '../../support/console.ts'
import { FACT_MS } from '../../support/limits.ts'
import { answerShortList, tradeAs } from '../../support/orders/book-trader.ts'
import type { TestServer } from '../../support/server/server.ts'
import { startTradingServer } from '../../support/server/trading-server.ts'
import { showApp, showScreen } from '../../support/view.tsx'

const PATIENCE = { timeout: FACT_MS }
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
  name = `trader${++users}`
  password = await server.addUser(name)
  bench = consolesOver(server)
  bench.answerInstead(answerShortList)
})
afterEach(() => bench.close())

const enter = async (drafts: readonly Partial<OrderDraft>[] = []): Promise<UserEvent> => {
  const opened = bench.open('/')
  await tradeAs(opened, { server, name, password }, drafts)
  return showScreen(opened, HomeScreen)
}

const panel = (title: string) => screen.findByRole('region', { name: title }, PATIENCE)

describe('the home screen', () => {
  test('has the date of the market for a title, and says what to do on a day without a trade', async () => {
    await enter()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Friday 20 November 2026')
    await within(await panel('Today')).findByText('Nothing traded today', {}, PATIENCE)
    await within(await panel('Positions')).findByText('No open positions')
    await within(await panel('Open orders')).findByText('No open orders')
    expect(await findBarriers()).toEqual([])
  })

  test('draws the day, tells it in words, and shows it as a table at the key t', async () => {
    const user = await enter([{}, { side: 'sell' }, { side: 'buy', quantity: 5 }])
    const today = await panel('Today')
    const curve = await within(today).findByRole('slider', { name: 'P&L of the day' }, PATIENCE)
    expect(curve.getAttribute('aria-valuetext')).toMatch(/^Day P&L .*, realised .*, 1 trade closed$/)
    await user.keyboard('t')
    const table = await within(today).findByRole('grid', { name: 'Day P&L by the minute' })
    expect(within(table).getAllByRole('row').length).toBeGreaterThan(2)
  })

  test('shows what is open and what waits, with the distance to the last price', async () => {
    await enter([{}, { orderType: 'LIMIT', price: 1470 }])
    const positions = await within(await panel('Positions')).findByRole('grid', {}, PATIENCE)
    expect(within(positions).getAllByRole('row')[1]?.textContent).toMatch(/INFYMIS\+10/)
    const orders = await within(await panel('Open orders')).findByRole('grid', {}, PATIENCE)
    expect(within(orders).getAllByRole('row')[1]?.textContent).toMatch(/INFYBuy 10LIMIT1,470\.00/)
  })

  test('keeps its row while the command line is open, and forgets it when the focus goes elsewhere', async () => {
    const opened = bench.open('/')
    await tradeAs(opened, { server, name, password }, [{}])
    const user = showApp(opened)
    const grid = await within(await panel('Positions')).findByRole('grid', {}, PATIENCE)
    const row = within(grid).getAllByRole('row')[1]
    const kind = () => opened.console.context()['focus.kind']
    row?.focus()
    expect(kind()).toBe('position')
    opened.console.run({ command: 'palette.open', args: {} })
    await screen.findByRole('combobox', { name: 'Command line' }, PATIENCE)
    expect(kind()).toBe('position')
    await user.keyboard('{Escape}')
    // The palette gives the focus back once it is gone.
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Command line' })).toBe(null), PATIENCE)
    await user.click(screen.getByRole('heading', { level: 1 }))
    row?.blur()
    expect(kind()).toBe('')
  })

  test('a panel that cannot be loaded says so alone, and is tried again', async () => {
    let isBroken = true
    bench.answerInstead((...asked) => {
      const isBreadth = asked[0].path.includes('advance-decline')
      return isBreadth && isBroken ? Response.error() : answerShortList(...asked)
    })
    const user = await enter()
    const breadth = await panel('Breadth')
    await within(breadth).findByRole('alert', {}, PATIENCE)
    isBroken = false
    await user.click(within(breadth).getByRole('button', { name: 'Retry' }))
    await within(breadth).findByText(/NIFTY 50 · \d+% up/, {}, PATIENCE)
  })
})
