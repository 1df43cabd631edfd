import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findBarriers } from '../../support/barriers.ts'
import { type ConsoleBench, consolesOver } from '../../support/console.ts'
import { FACT_MS } from '../../support/limits.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'
import { showApp } from '../../support/view.tsx'

const SLOW = { timeout: FACT_MS }
const SPAN = 'on nifty 50 2026-10-01..2026-10-30 5min'
const LINE = `sweep ema(close,5..15:5) crosses above ema(close,20..30:10) ${SPAN}`

let server: TestServer
let password: string
let bench: ConsoleBench

beforeAll(async () => {
  server = await startServer()
  password = await server.addUser('asha')
})
afterAll(() => server.close())
beforeEach(() => {
  // Whatever the machine, the pool has two workers: their chunks go to and fro between them.
  vi.spyOn(navigator, 'hardwareConcurrency', 'get').mockReturnValue(2)
  bench = consolesOver(server)
})
afterEach(() => {
  bench.close()
  vi.restoreAllMocks()
})

const enter = async (path = '/sweep') => {
  const opened = bench.open(path)
  const user = showApp(opened)
  await screen.findByRole('textbox', { name: 'User' })
  await user.keyboard(`asha{Tab}${password}{Enter}`)
  await screen.findByRole('banner', {}, SLOW)
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(opened.tab.path()).toEqual(path), SLOW)
  const type = async (line: string) => {
    await user.keyboard('{Control>}k{/Control}')
    await user.click(await screen.findByRole('combobox', { name: 'Command line' }))
    await user.paste(line)
  }
  return { user, type, ...opened }
}

const combinations = () => screen.findByRole('grid', { name: 'Combinations' }, SLOW)

/** The cells of each row, without the heading. */
const cellsOf = (grid: HTMLElement): readonly (readonly string[])[] =>
  within(grid)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      [...row.querySelectorAll('[role=rowheader],[role=gridcell]')].map((cell) => cell.textContent),
    )

describe('the sweep screen', () => {
  test('without a sweep says what one is, and its button writes one on the line', async () => {
    const { user } = await enter()
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toEqual('Sweep')
    expect(screen.getByText('No sweep yet').textContent).toEqual('No sweep yet')
    expect(await findBarriers()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'New sweep' }))
    const line = (await screen.findByRole('combobox', { name: 'Command line' })) as HTMLInputElement
    expect(line.value).toMatch(/^sweep ema\(close,5\.\.20:5\) crosses above /)
  })

  test('a line makes a row for each combination, the best first, and a map of them', async () => {
    const { user, type, console } = await enter('/')
    await type(LINE)
    await user.keyboard('{Enter}')
    const rows = cellsOf(await combinations())
    expect(rows.length).toEqual(6)
    expect(new Set(rows.map(([, fast, slow]) => `${fast}/${slow}`))).toEqual(
      new Set(['5/20', '5/30', '10/20', '10/30', '15/20', '15/30']),
    )
    const figures = console.actors.sweep.getSnapshot().context.symbols[0]?.figures
    const best = [...(figures?.sharpe ?? [])].reduce(
      (at, value, index, all) => (value > (all[at] ?? 0) ? index : at),
      0,
    )
    expect(rows[0]?.[0]).toEqual(String(best + 1))

    const map = screen.getByRole('slider', { name: 'Sharpe by ema period 1 and ema period 2' })
    expect([map.getAttribute('aria-valuemax'), map.getAttribute('aria-valuetext')]).toEqual([
      '5',
      expect.stringMatching(/^Best: ema period 1 = \d+ · ema period 2 = \d+, Sharpe /),
    ])
    map.focus()
    await user.keyboard('{ArrowRight}')
    expect(map.getAttribute('aria-valuetext')).toMatch(/^ema period 1 = \d+ · ema period 2 = \d+, Sharpe /)
    expect(await findBarriers()).toEqual([])
  })

  test('sizes vary like any other number: an axis of the map, a column, and the title says which', async () => {
    const { user, type } = await enter('/')
    await type(`sweep ema(close,5..15:10) crosses above ema(close,20) 1..3:2l sl 1..2% ${SPAN}`)
    await user.keyboard('{Enter}')
    const grid = await combinations()
    const headings = [...grid.querySelectorAll('[role=columnheader]')].map((cell) => cell.textContent)
    expect(headings.slice(1, 4)).toEqual(['ema period', 'stop %', 'lots'])
    const lots = cellsOf(grid).map((cells) => cells[3])
    expect(lots.toSorted()).toEqual(['1', '1', '1', '1', '3', '3', '3', '3'])
    expect(screen.getByRole('main').textContent).toContain(' · lots 1..3:2 · MIS · ')
    expect(screen.getByRole('main').textContent).toContain(' · stop % 1..2 · ')
    await user.click(screen.getByRole('button', { name: 'Swap axes' }))
    await user.click(screen.getByRole('button', { name: 'Swap axes' }))
    const map = screen.getByRole('slider', { name: 'Sharpe by lots and ema period' })
    expect(map.getAttribute('aria-valuemax')).toEqual('3')
  })

  test('Enter on a row asks for the whole backtest of that combination', async () => {
    const { user, type, console, tab } = await enter('/')
    await type(LINE)
    await user.keyboard('{Enter}')
    const grid = await combinations()
    const [first] = within(grid).getAllByRole('row').slice(1)
    const [number, fast, slow] = cellsOf(grid)[0] ?? []
    first?.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(tab.path()).toMatch(/^\/backtest/), SLOW)
    const heading = await screen.findByRole(
      'heading',
      { level: 1, name: `EMA ${fast} crosses above EMA ${slow}` },
      SLOW,
    )
    expect(heading.tagName).toEqual('H1')
    const run = () => console.actors.backtest.getSnapshot().context
    await waitFor(() => expect(run().rows.map(({ state }) => state)).toEqual(['saved']), SLOW)
    const { params, rows } = run()
    expect([params?.interval, rows.map(({ instrument }) => instrument)]).toEqual([
      '5min',
      ['INDICES_NIFTY 50'],
    ])
    const figures = console.actors.sweep.getSnapshot().context.symbols[0]?.figures
    expect(rows[0]?.result?.finalPnl).toEqual(figures?.finalPnl[Number(number) - 1])
  })

  test('is cancelled by Escape while candles are on their way, and says so', async () => {
    const { user, type } = await enter('/')
    bench.answerInstead(({ path }) =>
      path.includes('/instruments/candles') ? new Promise<Response>(() => {}) : null,
    )
    await type(LINE)
    await user.keyboard('{Enter}')
    const bar = await screen.findByRole('progressbar', { name: 'Combinations done' }, SLOW)
    expect([bar.getAttribute('aria-valuemax'), bar.getAttribute('aria-valuenow')]).toEqual(['6', '0'])
    expect(await findBarriers()).toEqual([])
    await user.keyboard('{Escape}')
    expect((await screen.findByText('Cancelled before the first result', {}, SLOW)).tagName).toEqual('P')
    expect(screen.queryByRole('progressbar', { name: 'Combinations done' })).toEqual(null)
    expect(screen.getByRole('button', { name: /^Run again/ }).tagName).toEqual('BUTTON')
  })

  test('a refusal of the server is shown, and Retry runs the same sweep', async () => {
    const { user, type } = await enter('/')
    bench.answerInstead(({ path }) =>
      path.includes('/instruments/candles')
        ? new Response(JSON.stringify({ detail: { code: 'X', message: 'no candles today' } }), {
            status: 500,
          })
        : null,
    )
    await type(LINE)
    await user.keyboard('{Enter}')
    const main = screen.getByRole('main')
    const alert = await within(main).findByRole('alert', {}, SLOW)
    expect(alert.textContent).toContain('Error loading candles')
    bench.answerInstead(() => null)
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    expect(cellsOf(await combinations()).length).toEqual(6)
  })

  test('a grid of too many combinations is refused on the line and runs nothing', async () => {
    const { user, type, console } = await enter()
    await type(`sweep ema(close,2..400) crosses above ema(close,20..420) ${SPAN}`)
    const dialog = screen.getByRole('dialog', { name: 'Command line' })
    await within(dialog).findByText(/Needed: at most 10,000 combinations: wider steps/, {}, SLOW)
    await user.keyboard('{Enter}')
    expect([
      console.actors.sweep.getSnapshot().value,
      console.actors.sweep.getSnapshot().context.request,
    ]).toEqual(['idle', null])
  })

  test('several symbols make a row each, and the one chosen is shown', async () => {
    const { user, type } = await enter('/')
    await type(
      'sweep ema(close,5..15:5) crosses above ema(close,20..30:10) on nifty 50, bank nifty 2026-10-01..2026-10-30 5min',
    )
    await user.keyboard('{Enter}')
    const symbols = await screen.findByRole('grid', { name: 'Symbols' }, SLOW)
    await screen.findByRole('button', { name: /^Open the best/ }, SLOW)
    expect(cellsOf(symbols).map(([name]) => name)).toEqual(['NIFTY 50', 'NIFTY BANK'])
    const rows = within(symbols).getAllByRole('row')
    rows[2]?.focus()
    await user.keyboard('{Enter}')
    expect(
      (await screen.findByRole('heading', { level: 2, name: 'Sharpe of NIFTY BANK' }, SLOW)).tagName,
    ).toEqual('H2')
    expect(await findBarriers()).toEqual([])
  })
})
