import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listStrategies, listVersions } from '../../../src/contract/strategies.ts'
import { toWire } from '../../../src/contract/wire.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { StrategyEntry } from '../../../src/machines/strategies/strategies.ts'
import { findBarriers } from '../../support/barriers.ts'
import { type Answering, type ConsoleBench, consolesOver } from '../../support/console.ts'
import { FACT_MS } from '../../support/limits.ts'
import { sampleStrategies } from '../../support/server/sample-strategies.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'
import { strategiesPage, strategyEntry } from '../../support/strategies.ts'
import { showApp } from '../../support/view.tsx'

const SLOW = { timeout: FACT_MS }

let server: TestServer
let bench: ConsoleBench
let users = 0

beforeAll(async () => {
  server = await startServer({ parts: () => ({ samples: sampleStrategies }) })
})
afterAll(() => server.close())
beforeEach(() => {
  bench = consolesOver(server)
})
afterEach(() => {
  bench.close()
  vi.restoreAllMocks()
})

const enter = async (path: string) => {
  const name = `reader${++users}`
  const password = await server.addUser(name)
  const opened = bench.open(path)
  const user = showApp(opened)
  await screen.findByRole('textbox', { name: 'User' })
  await user.keyboard(`${name}{Tab}${password}{Enter}`)
  await screen.findByRole('heading', { level: 1, name: 'Strategies' }, SLOW)
  return { user, ...opened }
}

const ok = (data: unknown): Response => Response.json({ status: 'success', data, message: '' })

/** The user's own are these entries, whatever is searched; all else is the server's. */
const answerWith =
  (entries: readonly StrategyEntry[]): Answering =>
  ({ path }) => {
    if (path.includes('/strategy/versions')) {
      const versions = [
        { version: 7, savedAt: server.clock.now(), changes: ['Entry: rsi(14) < 30, was rsi(14) < 25'] },
        { version: 6, savedAt: server.clock.now() - 86_400_000, changes: [] },
      ]
      return ok(toWire(listVersions.reply, versions))
    }
    if (!path.includes('/strategy/all') || path.includes('sample=true')) return null
    const { at: _, ...page } = strategiesPage(entries)
    return ok(toWire(listStrategies.reply, page))
  }

const tested = strategyEntry('VWAP reclaim', {
  version: 7,
  note: 'Bets that a share which takes back its day average keeps rising.',
  segSyms: ['RELIANCE', 'TCS', 'INFY'].map((symbol) => instrumentId('NSE', symbol)),
  lastBacktest: {
    slug: 'vwap-reclaim-0a1b2c3d',
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
const changed = strategyEntry('EMA cross', {
  version: 3,
  ...(tested.lastBacktest === null
    ? {}
    : { lastBacktest: { ...tested.lastBacktest, version: 2, return: -1.8, curve: [0, 1, -1.8] } }),
})
const untested = strategyEntry('Turtle', {
  category: 'options',
  legs: ['Sell ATM CE', 'Sell ATM PE'],
  trend: 'others',
})

const grid = (name = 'My strategies') => screen.findByRole('grid', { name }, SLOW)
const rowNames = (): readonly (string | null)[] =>
  [...document.querySelectorAll('main [role=row][data-key] bdi')].map((name) => name.textContent)
const cellsOf = (name: string): readonly (string | null)[] => {
  const row = [...document.querySelectorAll('main [role=row][data-key]')].find(
    (one) => one.querySelector('bdi')?.textContent === name,
  )
  return [...(row?.querySelectorAll('[role=gridcell]') ?? [])].map((cell) => cell.textContent)
}
const focusedRow = () => document.activeElement?.getAttribute('data-key')
const panel = () => screen.findByRole('complementary', { name: 'Strategy' })

describe('the list of my strategies', () => {
  test('shows the figures of the last backtest, and says what was never tested or changed since', async () => {
    bench.answerInstead(answerWith([tested, changed, untested]))
    await enter('/my-strategies')
    await grid()
    await waitFor(() => expect(rowNames()).toEqual(['VWAP reclaim', 'EMA cross', 'Turtle']), SLOW)
    expect(cellsOf('VWAP reclaim').slice(0, 7)).toEqual([
      'bullish · momentum',
      '',
      '+9.6%',
      '3.2%',
      '431',
      'RELIANCE +2',
      '5min',
    ])
    expect(cellsOf('Turtle').slice(1, 5)).toEqual(['not tested', '–', '–', '–'])
    const rings = screen.getAllByRole('img', { name: 'rule changed since' })
    expect(rings.map((ring) => ring.closest('[role=row]')?.getAttribute('data-key'))).toEqual([
      'eq-ema-cross',
    ])
    expect(await findBarriers()).toEqual([])
  })

  test('is read beside the row under the cursor, which keys move', async () => {
    bench.answerInstead(answerWith([tested, changed, untested]))
    const { user } = await enter('/my-strategies')
    await waitFor(() => expect(focusedRow()).toEqual('eq-vwap-reclaim'), SLOW)
    const reading = await panel()
    await within(reading).findByText('Entry: rsi(14) < 30, was rsi(14) < 25')
    const text = reading.textContent ?? ''
    for (const part of [
      'rsi(14) < 30',
      'rsi(14) > 70, stop 2%',
      '+₹95,960',
      '1.31',
      '46.2%',
      'keeps rising',
      'v6',
    ])
      expect(text).toContain(part)
    expect(within(reading).getByRole('button', { name: 'Restore version 6' }).tagName).toEqual('BUTTON')
    expect(within(reading).queryByRole('button', { name: 'Restore version 7' })).toEqual(null)
    await user.keyboard('j')
    await within(reading).findByRole('heading', { name: 'EMA cross' })
    await within(reading).findByText('rule changed since')
    await user.keyboard('j')
    await within(reading).findByText('Sell ATM PE')
    expect(within(reading).getByText('Not tested yet.').tagName).toEqual('P')
    expect(await findBarriers()).toEqual([])
    await user.keyboard('v')
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Strategy' })).toEqual(null))
    await user.keyboard('v')
    await panel()
  })

  test('is searched, filtered and sorted by keys, and the address holds it all', async () => {
    bench.answerInstead(answerWith([tested, changed, untested]))
    const { user, tab } = await enter('/my-strategies')
    await waitFor(() => expect(focusedRow()).toEqual('eq-vwap-reclaim'), SLOW)
    await user.keyboard('t')
    await waitFor(() => expect(tab.path()).toEqual('/my-strategies?trend=bullish'))
    expect(screen.getByRole('radio', { name: 'Bullish 2' })).toHaveProperty('checked', true)
    await user.keyboard('u')
    const menu = await screen.findByRole('menu', { name: /^Sub-category/ })
    await user.click(within(menu).getByRole('menuitemcheckbox', { name: 'momentum' }))
    const narrowed = '/my-strategies?trend=bullish&sub=momentum'
    await waitFor(() => expect(tab.path()).toEqual(narrowed))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toEqual(null))
    expect(tab.path()).toEqual(narrowed)
    await user.keyboard('o')
    const sorts = await screen.findByRole('menu', { name: /^Sort/ })
    await user.click(within(sorts).getByRole('menuitem', { name: /^Return/ }))
    await waitFor(() => expect(tab.path()).toEqual('/my-strategies?trend=bullish&sub=momentum&sort=-return'))
    await user.keyboard('/')
    await user.keyboard('vwap')
    await waitFor(
      () => expect(tab.path()).toEqual('/my-strategies?q=vwap&trend=bullish&sub=momentum&sort=-return'),
      SLOW,
    )
    // The address is there before the call goes out.
    await waitFor(() => {
      const asked = bench.asked.map(({ path }) => path).filter((path) => path.includes('/strategy/all'))
      expect(asked.at(-1)).toEqual(
        '/api/strategy/all?page=1&limit=20&sort=-return&search=vwap&trend=bullish&sub_category=momentum',
      )
    }, SLOW)
  })

  test('that nothing matches names the filter, and Esc drops it', async () => {
    const { user, tab } = await enter('/my-strategies?trend=bearish&sub=income&q=vwap')
    await screen.findByText('Nothing matches “vwap” + bearish + income', {}, SLOW)
    expect(await findBarriers()).toEqual([])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(tab.path()).toEqual('/my-strategies'))
    await screen.findByText('No strategies yet')
  })

  test('without a strategy says how to save one, and offers samples to copy', async () => {
    const { user, notices } = await enter('/my-strategies')
    await screen.findByText('No strategies yet', {}, SLOW)
    const copy = await screen.findByRole('button', { name: 'Copy Sample dip' }, SLOW)
    expect(await findBarriers()).toEqual([])
    await user.click(copy)
    await waitFor(() => expect(rowNames()).toEqual(['Sample dip']), SLOW)
    await waitFor(() => expect(focusedRow()).toMatch(/^eq-sample-dip-/), SLOW)
    expect(notices).toEqual(['success: Strategy Copied Successfully'])
  })

  test('that cannot be loaded says why, and Retry loads it', async () => {
    bench.answerInstead(({ path }) =>
      path.includes('/strategy/all')
        ? Response.json({ status: 'error', data: null, message: 'The store is busy' }, { status: 500 })
        : null,
    )
    const { user, notices } = await enter('/my-strategies')
    const main = screen.getByRole('main')
    const alert = await within(main).findByRole('alert', {}, SLOW)
    expect(alert.textContent).toContain('The store is busy')
    expect(notices).toContain('error: Error Loading Strategies')
    bench.answerInstead(answerWith([tested]))
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(rowNames()).toEqual(['VWAP reclaim']), SLOW)
  })

  test('stays on screen with its age while the server cannot be reached', async () => {
    bench.answerInstead(answerWith([tested]))
    const { tab, user } = await enter('/my-strategies')
    await waitFor(() => expect(rowNames()).toEqual(['VWAP reclaim']), SLOW)
    tab.setOnline(false)
    const line = await screen.findByText(/As of 20 Nov 10:00\.$/)
    expect([line.textContent, rowNames()]).toEqual(['No connection. As of 20 Nov 10:00.', ['VWAP reclaim']])
    expect(await findBarriers()).toEqual([])
    tab.setOnline(true)
    await waitFor(() => expect(screen.queryByText(/As of/)).toEqual(null), SLOW)
    await user.keyboard('k')
  })
})

describe('acts on a row', () => {
  test('delete it by key, and bring it back from the message', async () => {
    const { user, console, notices } = await enter('/my-strategies')
    await screen.findByText('No strategies yet', {}, SLOW)
    for (const name of ['First', 'Second']) {
      console.runLine(`copy strategy eq-sample-1 as "${name}"`)
      await waitFor(() => expect(rowNames()).toContain(name), SLOW)
    }
    await waitFor(() => expect(console.context()['focus.key']).toMatch(/^eq-second-/), SLOW)
    await user.keyboard('{Backspace}')
    await waitFor(() => expect(rowNames()).toEqual(['First']), SLOW)
    expect(notices.at(-1)).toEqual('success: Strategy Deleted Successfully')
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(rowNames()).toHaveLength(2), SLOW)
    await waitFor(() => expect(focusedRow()).toMatch(/^eq-second-/), SLOW)
  })

  test('are in its menu, and a sample can be copied but not deleted', async () => {
    const { user, notices, tab } = await enter('/my-strategies')
    await screen.findByText('No strategies yet', {}, SLOW)
    screen.getByRole('heading', { level: 1 }).focus()
    await user.keyboard('2')
    await waitFor(() => expect(tab.path()).toEqual('/discover-strategies'))
    await grid('Strategies')
    await waitFor(() => expect(focusedRow()).toMatch(/^eq-sample-/), SLOW)
    expect(await findBarriers()).toEqual([])
    await user.keyboard('{Shift>}{F10}{/Shift}')
    const menu = await screen.findByRole('menu')
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map((item) => item.textContent),
    ).toEqual(['Open in buildere', 'Backtestb', 'Deployd', 'Copyc'])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toEqual(null))
    await waitFor(() => expect(focusedRow()).toMatch(/^eq-sample-/), SLOW)
    const sample = focusedRow()
    await user.keyboard('{Backspace}c')
    await waitFor(() => expect(notices).toEqual(['success: Strategy Copied Successfully']), SLOW)
    await waitFor(() => expect([focusedRow(), tab.path()]).toEqual([sample, '/discover-strategies']), SLOW)
    await user.keyboard('1')
    await waitFor(() => expect(tab.path()).toEqual('/my-strategies'))
    await waitFor(() => expect(focusedRow()).toMatch(/^eq-sample-(dip|breakout)-/), SLOW)
  })
})

describe('where there is little room', () => {
  const narrowTo = (matching: RegExp) =>
    vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
      Object.assign(new EventTarget(), {
        media,
        matches: matching.test(media),
        onchange: null,
        addListener: () => {},
        removeListener: () => {},
      }),
    )

  test('the panel lies over the list when it is asked for, and Esc closes it', async () => {
    narrowTo(/1199px/)
    bench.answerInstead(answerWith([tested]))
    const { user, tab } = await enter('/my-strategies')
    await waitFor(() => expect(focusedRow()).toEqual('eq-vwap-reclaim'), SLOW)
    expect(screen.queryByRole('complementary', { name: 'Strategy' })).toEqual(null)
    await user.keyboard('v')
    await within(await panel()).findByRole('button', { name: 'Hide details' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Strategy' })).toEqual(null))
    expect(tab.path()).toEqual('/my-strategies')
  })

  test('on a phone a row has two lines', async () => {
    narrowTo(/700px|1199px/)
    bench.answerInstead(answerWith([tested, untested]))
    await enter('/my-strategies')
    await waitFor(() => expect(rowNames()).toEqual(['VWAP reclaim', 'Turtle']), SLOW)
    const rows = [...document.querySelectorAll('main [role=row][data-key]')].map((row) => row.textContent)
    expect(rows).toEqual([
      'VWAP reclaim+9.6%bullish · momentum3.2% max DD · 431 trades',
      'Turtleoptions–others · momentumnot tested',
    ])
    expect(await findBarriers()).toEqual([])
  })
})

test('a list opens with the cursor on the row that its address names, and comes back to the row left', async () => {
  bench.answerInstead(answerWith([tested, changed, untested]))
  const { user, console } = await enter('/my-strategies?slug=eq-ema-cross')
  await waitFor(() => expect(focusedRow()).toEqual('eq-ema-cross'), SLOW)
  await user.keyboard('j')
  await waitFor(() => expect(focusedRow()).toEqual('eq-turtle'))
  console.runLine('go settings')
  await screen.findByRole('heading', { level: 1, name: 'Settings' }, SLOW)
  console.runLine('go my strategies')
  await waitFor(() => expect(focusedRow()).toEqual('eq-turtle'), SLOW)
})
