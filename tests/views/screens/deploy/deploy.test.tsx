import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deployEquity, deployOptions, listDeployments } from '../../../../src/contract/deployments.ts'
import { getStrategy, listStrategies } from '../../../../src/contract/strategies.ts'
import { toWire } from '../../../../src/contract/wire.ts'
import { instrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { newLeg } from '../../../../src/domain/strategies/new-leg.ts'
import { newOptions } from '../../../../src/domain/strategies/new-strategy.ts'
import type { EquityStrategy, OptionsStrategy, Strategy } from '../../../../src/domain/strategies/strategy.ts'
import type { DeployBody } from '../../../../src/machines/deployments/deploy-form.ts'
import type { Deployment } from '../../../../src/machines/deployments/deployments.ts'
import { ANSWER_AFTER_MS } from '../../../../src/machines/shell/palette.ts'
import type { StrategyEntry } from '../../../../src/machines/strategies/strategies.ts'
import { findBarriers } from '../../../support/barriers.ts'
import {
  type Answering,
  type ConsoleBench,
  consolesOver,
  type OpenConsole,
} from '../../../support/console.ts'
import { deploymentOf, runOf } from '../../../support/deployments.ts'
import { FACT_MS } from '../../../support/limits.ts'
import { frame } from '../../../support/server/live.ts'
import { startServer, type TestServer } from '../../../support/server/server.ts'
import { rsiDip, strategiesPage, strategyEntry } from '../../../support/strategies.ts'
import { showApp } from '../../../support/view.tsx'

const SLOW = { timeout: FACT_MS }
const SLUG = 'eq-rsi-dip-0a1b2c3d'
const TCS = instrumentId('NSE', 'TCS')
const NIFTY = instrumentId('INDICES', 'NIFTY 50')

let server: TestServer
let bench: ConsoleBench
let opened: OpenConsole
let sent: DeployBody[] = []
let users = 0

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  bench = consolesOver(server)
  sent = []
})
afterEach(() => {
  bench.close()
  vi.restoreAllMocks()
})

const strategy: EquityStrategy = { ...rsiDip, quantity: { by: 'shares', value: 10 } }

const entry = strategyEntry('RSI dip', {
  slug: SLUG,
  version: 8,
  segSyms: [...strategy.segSyms],
  lastBacktest: {
    slug: 'rsi-dip-0a1b2c3d',
    version: 7,
    at: Date.parse('2026-11-19T16:12:00+05:30'),
    symbols: 3,
    from: '2025-11-20',
    to: '2026-11-19',
    finalPnl: 95_960,
    return: 9.6,
    maxDraw: 3.2,
    sharpe: 1.31,
    trades: 431,
    wins: 199,
    curve: [0, 2.5, 1.1, 9.6],
  },
})

const ok = (data: unknown): Response => Response.json({ status: 'success', data, message: '' })
const refused = (message: string, status = 400): Response =>
  Response.json({ status: 'error', data: null, message }, { status })

interface Given {
  readonly entry?: StrategyEntry
  readonly deployments?: readonly Deployment[]
  readonly refusal?: string
  readonly strategy?: Strategy
}

/** One strategy, in version 8, and these deployments; all else is the server's. */
const answerWith =
  ({ entry: listed = entry, deployments = [], refusal, strategy: of = strategy }: Given = {}): Answering =>
  ({ path }) => {
    const { pathname, searchParams } = new URL(path, 'http://console')
    if (pathname.endsWith('/strategy/all')) {
      const { at: _, ...page } = strategiesPage(searchParams.get('sample') === 'true' ? [] : [listed])
      return ok(toWire(listStrategies.reply, page))
    }
    if (pathname.endsWith('/api/strategy')) {
      const saved = { slug: SLUG, algoUuid: listed.algoUuid, version: 8, latestVersion: 8 }
      return ok(
        toWire(getStrategy.reply, {
          ...of,
          ...saved,
          isSample: false,
          createdAt: 1,
          updatedAt: 1,
        } as never),
      )
    }
    if (pathname.endsWith(of.category === 'options' ? deployOptions.path : deployEquity.path)) {
      const body = opened.console.actors.deployForm.getSnapshot().context.sending
      if (body !== null) sent.push(body)
      if (refusal !== undefined) return refused(refusal)
      return ok(toWire(deployEquity.reply, { deploymentUuid: body?.deploymentUuid ?? '' }))
    }
    if (!pathname.endsWith('/deployments/all')) return null
    const rows = deployments.filter(({ type }) => type === searchParams.get('type'))
    return ok(toWire(listDeployments.reply, rows as Deployment[]))
  }

const enter = async (given: Given = {}, path = '/my-strategies', heading = 'Strategies') => {
  bench.answerInstead(answerWith(given))
  const name = `deployer${++users}`
  const password = await server.addUser(name)
  opened = bench.open(path)
  const user = showApp(opened)
  await screen.findByRole('textbox', { name: 'User' })
  await user.keyboard(`${name}{Tab}${password}{Enter}`)
  await screen.findByRole('heading', { level: 1, name: heading }, SLOW)
  return { user, ...opened }
}

const dialog = () => screen.findByRole('dialog', { name: 'Deploy RSI dip' }, SLOW)
const untilRowIsFocused = () =>
  waitFor(() => expect(document.activeElement?.getAttribute('data-key')).toEqual(SLUG), SLOW)
const openDialog = async (given: Given = {}) => {
  const entered = await enter(given)
  await untilRowIsFocused()
  await entered.user.keyboard('d')
  return { ...entered, form: within(await dialog()) }
}
const chosenMode = () => screen.getAllByRole('radio').find((one) => (one as HTMLInputElement).checked)
const textOf = (name: string) => screen.getByRole('region', { name }).textContent ?? ''

describe('the deploy form', () => {
  test('opens over the list with Virtual chosen, and says what will happen after every edit', async () => {
    const { user, form, console } = await openDialog()
    expect(chosenMode()?.getAttribute('aria-describedby')).toEqual('mode-paper')
    expect(textOf('What will happen')).toContain(
      'trades in the virtual account at each signal: TCS, 10 shares',
    )
    expect(textOf('Max loss per day')).toContain('No limit')
    expect(textOf('Last backtest')).toContain('of version 7')
    expect(textOf('Last backtest')).toContain('+₹95,960')
    expect(textOf('Last backtest')).toContain('Version 8 itself was not tested.')
    await user.keyboard('2')
    expect(chosenMode()?.getAttribute('aria-describedby')).toEqual('mode-auto')
    expect(textOf('What will happen')).toContain('sends orders to your account automatically')
    await user.type(form.getByRole('spinbutton', { name: 'Loss per day' }), '6000')
    expect(textOf('Max loss per day')).toContain('−₹6,000')
    expect(textOf('What will happen')).toContain('₹6,000 lost in a day')
    act(() => console.quotes.write(frame('NSE_TCS 3000')))
    const cells = () =>
      form
        .getAllByRole('row')
        .at(-1)
        ?.textContent?.replace(/Remove.*/, '')
    await waitFor(() => expect(cells()).toMatch(/3,000\.00.*10₹30/))
    expect(await findBarriers()).toEqual([])
  })

  test('deploys Virtual with Ctrl Enter as typed, and opens it among the live strategies', async () => {
    const { user, form, tab, notices } = await openDialog()
    const quantity = form.getByRole('spinbutton', { name: 'Quantity' })
    await user.clear(quantity)
    await user.type(quantity, '25')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(notices).toContain('success: Strategy Deployed Successfully'), SLOW)
    expect(sent.map(({ deploymentUuid: _, ...terms }) => terms)).toEqual([
      {
        slug: SLUG,
        version: 8,
        type: 'paper',
        segSyms: [TCS],
        quantity: { by: 'shares', value: 25 },
        limits: { lossPerDay: null, entriesPerDay: null, lossesInARow: null, capital: null },
        ifIncomplete: 'close',
      },
    ])
    await waitFor(() => expect(tab.path()).toMatch(/^\/live-trades\?type=paper&key=/), SLOW)
    expect(screen.queryByRole('dialog')).toEqual(null)
  })

  test('of options shows the contracts of now, and deploys them by their own call', async () => {
    const spread: OptionsStrategy = {
      ...newOptions,
      algoName: 'RSI dip',
      legs: [newLeg, { ...newLeg, position: 'buy', atm: 500 }],
      entryUnderlyings: [{ segSym: NIFTY, logic: '' }],
    }
    const { user, form, console } = await openDialog({ strategy: spread })
    const legs = within(await form.findByRole('region', { name: 'Legs and quantity' }))
    act(() => console.quotes.write(frame('INDICES_NIFTY 50 24100')))
    const row = (name: string) => legs.getByRole('row', { name: new RegExp(`^${name}`) }).textContent ?? ''
    await waitFor(() => expect(row('Sell ATM CE')).toMatch(/NIFTY .* \d{5} CE/), SLOW)
    expect(row('Buy ATM \\+500 CE')).toContain('such a strike is not listed')
    expect(textOf('What will happen')).toContain('1 lot a trade of 2 legs, closed if one is not filled')
    await user.selectOptions(legs.getByRole('combobox', { name: 'If a leg is not filled' }), 'hold')
    expect(textOf('What will happen')).toContain('held if one is not filled')
    expect(await findBarriers()).toEqual([])
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(sent).toHaveLength(1), SLOW)
    expect(sent[0]).toMatchObject({
      segSyms: [NIFTY],
      quantity: { by: 'lots', value: 1 },
      ifIncomplete: 'hold',
    })
  })

  test('asks Auto for a loss limit, restates it, and starts it with the Enter after', async () => {
    const { user, form } = await openDialog()
    await user.keyboard('2{Control>}{Enter}{/Control}')
    await form.findAllByText('An automatic deployment needs a loss limit for the day.')
    expect(sent).toEqual([])
    await user.type(form.getByRole('spinbutton', { name: 'Loss per day' }), '6000')
    await user.keyboard('{Control>}{Enter}{/Control}')
    const start = await form.findByRole('button', { name: /^Start Auto/ })
    expect(form.getByText(/trades in your account automatically/).textContent).toEqual(
      'RSI dip trades in your account automatically: TCS, 10 shares a trade, until it loses ₹6,000 in a day.',
    )
    await waitFor(() => expect(document.activeElement).toBe(start))
    await user.keyboard('{Escape}')
    await form.findByRole('button', { name: /^Deploy Auto/ })
    expect(sent).toEqual([])
    const shownAt = performance.now()
    await user.keyboard('{Control>}{Enter}{/Control}')
    await form.findByRole('button', { name: /^Start Auto/ })
    await waitFor(() => expect(performance.now() - shownAt).toBeGreaterThan(2 * ANSWER_AFTER_MS))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(sent.map(({ type }) => type)).toEqual(['auto']), SLOW)
  })

  test('shows a refusal of the server above the button and loses nothing', async () => {
    const { user, form } = await openDialog({ refusal: 'TCS is banned today' })
    await user.type(form.getByRole('spinbutton', { name: 'Entries per day' }), '3')
    await user.click(form.getByRole('button', { name: /^Deploy Virtual/ }))
    const alert = await form.findByRole('alert', {}, SLOW)
    expect(alert.textContent).toEqual('TCS is banned today')
    expect(form.getByRole('spinbutton', { name: 'Entries per day' })).toHaveProperty('value', '3')
  })

  test('keeps what was typed when it is closed', async () => {
    const { user, form } = await openDialog()
    await user.type(form.getByRole('spinbutton', { name: 'Capital' }), '50000')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toEqual(null))
    await untilRowIsFocused()
    await user.keyboard('d')
    const again = within(await dialog())
    expect(again.getByRole('spinbutton', { name: 'Capital' })).toHaveProperty('value', '50000')
  })

  test('adds and removes symbols, and takes no option', async () => {
    const { user, form } = await openDialog()
    await user.click(form.getByRole('button', { name: 'Remove TCS' }))
    expect(textOf('What will happen')).toContain('no instrument yet')
    await user.type(form.getByRole('combobox', { name: 'Add a symbol' }), 'infy')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(textOf('What will happen')).toContain('INFY'))
    await user.click(form.getByRole('button', { name: 'Remove INFY' }))
    await user.click(form.getByRole('button', { name: /^Deploy Virtual/ }))
    await form.findAllByText('Choose an instrument.')
    expect(sent).toEqual([])
  })

  test('names a version that runs on the same symbol, and not one on another', async () => {
    const running = deploymentOf('RSI dip', { slug: SLUG, runs: [runOf('TCS')] })
    const elsewhere = deploymentOf('RSI dip on INFY', { slug: SLUG, version: 6, runs: [runOf('INFY')] })
    const { form } = await openDialog({ deployments: [running, elsewhere] })
    const line = await form.findByText(/already runs/, {}, SLOW)
    expect(line.textContent).toEqual('Version 7 already runs on TCS (Auto); both would trade.')
  })

  test('without a backtest offers one of this version by key', async () => {
    const { user, tab } = await openDialog({ entry: { ...entry, lastBacktest: null } })
    expect(textOf('Last backtest')).toContain('No backtest of this strategy yet.')
    await user.keyboard('b')
    await waitFor(() => expect(tab.path()).toMatch(/^\/backtest/), SLOW)
    expect(screen.queryByRole('dialog')).toEqual(null)
  })

  test('is off without a connection and says so', async () => {
    const { form, tab } = await openDialog()
    // An answer that was on its way proves a connection, so that the page is online again.
    await waitFor(() => {
      act(() => tab.setOnline(false))
      form.getByText('Offline: nothing can be deployed.')
      const deploy = form.getByRole('button', { name: /^Deploy Virtual/ })
      expect(deploy.hasAttribute('disabled')).toEqual(true)
    }, SLOW)
  })

  test('is off while the kill switch is on and says why', async () => {
    const { form, console } = await openDialog()
    act(() => console.run({ command: 'kill.pull', args: {} }))
    act(() => console.run({ command: 'kill.confirm', args: {} }))
    await form.findByText('Kill switch on: nothing is deployed until you rearm.', {}, SLOW)
    expect(
      form.getByRole('button', { name: /^Deploy Virtual/, hidden: true }).hasAttribute('disabled'),
    ).toEqual(true)
  })
})

describe('the page of the deploy form', () => {
  test('holds the strategy of its address, and says what to do without one', async () => {
    const { user, tab } = await enter({}, `/deployment-dialog?slug=${SLUG}`, 'Deploy RSI dip')
    await waitFor(() => expect(tab.path()).toEqual(`/deployment-dialog?slug=${SLUG}&version=8`), SLOW)
    expect(screen.queryByRole('dialog')).toEqual(null)
    await user.keyboard('1')
    expect(chosenMode()?.getAttribute('aria-describedby')).toEqual('mode-live')
    expect(await findBarriers()).toEqual([])
    await user.keyboard('{Escape}')
    await screen.findByText('No strategy chosen')
    await user.click(screen.getByRole('button', { name: 'My strategies' }))
    await screen.findByRole('grid', { name: 'My strategies' }, SLOW)
  })

  test('says why a strategy cannot be loaded, and Retry loads it', async () => {
    const { user } = await enter({}, '/deployment-dialog', 'Deploy')
    await screen.findByText('No strategy chosen')
    bench.answerInstead((asked, deliver) =>
      asked.path.includes('/api/strategy?')
        ? refused('The store is busy', 500)
        : answerWith()(asked, deliver),
    )
    act(() => opened.console.run({ command: 'deployment.deploy', args: { strategy: SLUG } }))
    const alert = await within(screen.getByRole('main')).findByRole('alert', {}, SLOW)
    expect(alert.textContent).toContain('The store is busy')
    bench.answerInstead(answerWith())
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    await screen.findByRole('heading', { level: 1, name: 'Deploy RSI dip' }, SLOW)
  })
})
