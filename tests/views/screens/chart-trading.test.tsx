import { act, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { placeGtt } from '../../../src/contract/orders/gtt.ts'
import { modifyOrder } from '../../../src/contract/orders/orders.ts'
import { changeAlert, setAlert } from '../../../src/contract/scanners/alerts.ts'
import type { OrderDraft } from '../../../src/domain/orders/order-draft.ts'
import { ChartPanel } from '../../../src/views/charts/candle-chart/chart-panel.tsx'
import { findBarriers } from '../../support/barriers.ts'
import { type Asked, type ConsoleBench, consolesOver } from '../../support/console.ts'
import { FACT_MS } from '../../support/limits.ts'
import { answerShortList, INFY, tradeAs, turnExchange } from '../../support/orders/book-trader.ts'
import type { TestServer } from '../../support/server/server.ts'
import { startTradingServer } from '../../support/server/trading-server.ts'
import { showScreen } from '../../support/view.tsx'
import { waitFor } from '../../support/wait-for.ts'

const PATIENCE = { timeout: FACT_MS }

let server: TestServer
let bench: ConsoleBench
let users = 0
let name = ''
let password = ''

beforeAll(async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
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

const enter = async (drafts: readonly Partial<OrderDraft>[]) => {
  const opened = bench.open(`/trading-view?symbol=${INFY}&interval=5min`)
  await tradeAs(opened, { server, name, password }, drafts)
  const user = showScreen(opened, () => <ChartPanel slot="first" isWhole />)
  const { actors, dispatch } = opened.console
  const reload = () =>
    act(() => {
      dispatch({ to: 'orderBook', event: { type: 'reload.now' } })
      dispatch({ to: 'positions', event: { type: 'reload.now' } })
      dispatch({ to: 'brackets', event: { type: 'reload.now' } })
    })
  return { opened, user, actors, reload }
}

const handle = (label: RegExp) => screen.findByRole('slider', { name: label }, PATIENCE)
const modifications = (): readonly Asked[] =>
  bench.asked.filter(({ path }) => path.includes(modifyOrder.path))

describe('an order on the chart', () => {
  test('is moved, shows what it costs, and Enter sends one modification that the exchange has', async () => {
    const { user, actors, reload } = await enter([{ orderType: 'LIMIT', price: 1470 }])
    const line = await handle(/^Buy 10 LIMIT/)
    act(() => line.focus())
    await user.keyboard('{ArrowUp}{Shift>}{ArrowUp}{/Shift}')
    expect(await screen.findByText(/margin ₹[\d,]+, charges ₹[\d.]+/, {}, PATIENCE)).toBeTruthy()
    expect(modifications()).toHaveLength(0)
    await user.keyboard('{Enter}')
    await act(() =>
      waitFor(
        actors.lineMove,
        (state) => state.matches({ sent: 'taken' }) || state.matches('still'),
        PATIENCE,
      ),
    )
    expect(modifications()).toHaveLength(1)
    await turnExchange(server)
    reload()
    await act(() =>
      waitFor(
        actors.orderBook,
        ({ context }) => context.output?.some(({ price }) => price === 1470.55) === true,
        PATIENCE,
      ),
    )
    expect((await handle(/^Buy 10 LIMIT/)).getAttribute('aria-valuenow')).toEqual('1470.55')
    expect(screen.queryByRole('group', { name: /change/ })).toEqual(null)
    expect(await findBarriers()).toEqual([])
  })

  test('says why a price is refused, and stays there until it is put back', async () => {
    const { user } = await enter([{ orderType: 'SL', price: 1520, triggerPrice: 1515 }])
    const line = await handle(/^Buy 10 SL/)
    act(() => line.focus())
    for (let step = 0; step < 45; step++) await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await user.keyboard('{Enter}')
    await vi.waitFor(
      () => expect(screen.getByRole('group', { name: /change/ }).textContent).toMatch(/trigger/i),
      PATIENCE,
    )
    await user.keyboard('{Escape}')
    await vi.waitFor(() => expect(line.getAttribute('aria-valuenow')).toEqual('1515'), PATIENCE)
  })

  test('Backspace asks, and Enter cancels it', async () => {
    const { user, actors, reload } = await enter([{ orderType: 'LIMIT', price: 1470 }])
    const line = await handle(/^Buy 10 LIMIT/)
    act(() => line.focus())
    await user.keyboard('{Backspace}')
    expect(screen.getByText('Cancel this order?')).toBeTruthy()
    await user.keyboard('{Enter}')
    await act(() =>
      waitFor(
        actors.orderActions,
        ({ context }) => context.acts.some(({ state }) => state === 'done'),
        PATIENCE,
      ),
    )
    await turnExchange(server)
    reload()
    await vi.waitFor(
      () => expect(screen.queryByRole('slider', { name: /^Buy 10 LIMIT/ })).toEqual(null),
      PATIENCE,
    )
  })
})

describe('a GTT order and an alert on the chart', () => {
  const enterWith = async () => {
    const session = await server.signIn(name, password)
    const terms = { sym: INFY, transaction_type: 'SELL', product: 'cash', quantity: 20 }
    const triggers = [
      { when: 'below', trigger_price: 1480, price: 1475 },
      { when: 'above', trigger_price: 1600, price: 1600 },
    ]
    const gtt = { gtt_uuid: crypto.randomUUID(), ...terms, triggers }
    expect((await server.call(session, placeGtt, { body: gtt })).statusCode).toBe(200)
    const scan = { logic: 'close > 1650', universe: INFY, interval: 'tick' }
    expect((await server.call(session, setAlert, { body: { scan } })).statusCode).toBe(200)
    const entered = await enter([])
    const { dispatch } = entered.opened.console
    act(() => {
      dispatch({ to: 'gtts', event: { type: 'current.watch', key: '' } })
      dispatch({ to: 'alerts', event: { type: 'current.watch', key: '' } })
    })
    return entered
  }

  test('are moved: the limit keeps its distance, and the alert keeps its id', async () => {
    const { user, actors } = await enterWith()
    const trigger = await handle(/^GTT sell 20 below/)
    act(() => trigger.focus())
    await user.keyboard('{ArrowUp}{ArrowUp}{Enter}')
    await act(() =>
      waitFor(
        actors.gtts,
        ({ context: { output } }) =>
          output?.some(({ triggers: [first] }) => first?.price === 1475.1) === true,
        PATIENCE,
      ),
    )
    const open = actors.gtts.getSnapshot().context.output?.filter(({ status }) => status === 'active')
    expect(open).toMatchObject([
      {
        triggers: [
          { triggerPrice: 1480.1, price: 1475.1 },
          { triggerPrice: 1600, price: 1600 },
        ],
      },
    ])
    const target = await handle(/^GTT sell 20 above/)
    act(() => target.focus())
    await user.keyboard('{ArrowUp}{Enter}')
    await act(() =>
      waitFor(
        actors.gtts,
        ({ context: { output } }) =>
          output?.some(({ triggers: [, last] }) => last?.price === 1600.05) === true,
        PATIENCE,
      ),
    )
    const alert = await handle(/^Alert above/)
    act(() => alert.focus())
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Enter}')
    await act(() =>
      waitFor(
        actors.alerts,
        ({ context: { output } }) => output?.some(({ logic }) => logic === 'close > 1649.5') === true,
        PATIENCE,
      ),
    )
    expect(actors.alerts.getSnapshot().context.output).toHaveLength(1)
    expect(bench.asked.filter(({ path }) => path.includes(changeAlert.path))).toHaveLength(1)
    await act(() => waitFor(actors.lineMove, (state) => state.matches('still'), PATIENCE))
  })

  test('are removed after a question, and a refused trigger says why', async () => {
    const { user } = await enterWith()
    const trigger = await handle(/^GTT sell 20 below/)
    act(() => trigger.focus())
    for (let step = 0; step < 60; step++) await user.keyboard('{Shift>}{ArrowUp}{/Shift}')
    await user.keyboard('{Enter}')
    const card = screen.getByRole('group', { name: /change/ })
    await vi.waitFor(() => expect(card.textContent).toMatch(/below|above/i), PATIENCE)
    await user.keyboard('{Escape}{Backspace}')
    expect(screen.getByText('Cancel this GTT order?')).toBeTruthy()
    await user.keyboard('{Enter}')
    await vi.waitFor(
      () => expect(screen.queryByRole('slider', { name: /^GTT sell/ })).toEqual(null),
      PATIENCE,
    )
    const alert = await handle(/^Alert above/)
    act(() => alert.focus())
    await user.keyboard('{Backspace}{Enter}')
    await vi.waitFor(() => expect(screen.queryByRole('slider', { name: /^Alert/ })).toEqual(null), PATIENCE)
  })
})

describe('the parameters of an indicator', () => {
  test('are changed in place, and what is not allowed is not drawn', async () => {
    const { user, actors } = await enter([])
    act(() => actors.charts.send({ type: 'chart.indicators', slot: 'first', indicators: ['ema(close,9)'] }))
    const drawn = () => actors.charts.getSnapshot().context.charts.first.indicators
    await user.click(await screen.findByRole('button', { name: /^Change / }, PATIENCE))
    const period = await screen.findByRole('spinbutton', { name: 'Period' }, PATIENCE)
    await user.type(period, '{ArrowUp}{Shift>}{ArrowUp}{/Shift}')
    expect(drawn()).toEqual(['ema(close,20)'])
    await user.clear(period)
    await user.type(period, '0')
    expect(drawn()).toEqual(['ema(close,20)'])
    expect(screen.getByText('A whole number from 1 to 5000')).toBeTruthy()
    await user.clear(period)
    await user.type(period, '21')
    expect(drawn()).toEqual(['ema(close,21)'])
    await user.selectOptions(screen.getByRole('combobox', { name: 'Field' }), 'hl2')
    expect(drawn()).toEqual(['ema(hl2,21)'])
    expect(await findBarriers()).toEqual([])
  })
})

describe('the stop of a position', () => {
  test('is a line that says what it would lose, and is moved like an order', async () => {
    const { opened, user, actors, reload } = await enter([{}])
    await screen.findByText(/Long 10 MIS/, {}, PATIENCE)
    act(() => opened.console.runLine('protect infy sl 1480 tp 1560'))
    await act(() =>
      waitFor(
        actors.orderActions,
        ({ context }) => context.acts.some(({ state }) => state === 'done'),
        PATIENCE,
      ),
    )
    reload()
    const stop = await handle(/^Stop 10/)
    expect(stop.textContent).toMatch(/1,480\.00.*[−-]₹/)
    act(() => stop.focus())
    await user.keyboard('{ArrowDown}{Enter}')
    await act(() =>
      waitFor(
        actors.lineMove,
        (state) => state.matches({ sent: 'taken' }) || state.matches('still'),
        PATIENCE,
      ),
    )
    reload()
    const held = () => actors.brackets.getSnapshot().context.output?.[0]
    await vi.waitFor(() => expect(held()?.stopPrice).toEqual(1479.95), PATIENCE)
    expect(held()?.targetPrice).toEqual(1560)
  })
})
