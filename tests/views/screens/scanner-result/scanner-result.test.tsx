import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { findBarriers } from '../../../support/barriers.ts'
import { type Answering, type ConsoleBench, consolesOver } from '../../../support/console.ts'
import { FACT_MS } from '../../../support/limits.ts'
import { startServer, type TestServer } from '../../../support/server/server.ts'
import { showApp } from '../../../support/view.tsx'

const SLOW = { timeout: FACT_MS }
const UNIVERSE = 'NSE_INFY,NSE_TCS,NSE_WIPRO,NSE_HCLTECH,NSE_TECHM'

let server: TestServer
let bench: ConsoleBench
let users = 0
let answering: Answering = () => null

beforeAll(async () => {
  server = await startServer({ now: '2026-11-23 11:00' })
})
afterAll(() => server.close())
beforeEach(() => {
  bench = consolesOver(server)
  answering = () => null
})
afterEach(() => {
  bench.close()
  vi.restoreAllMocks()
})

const pathOf = (logic: string, more: Readonly<Record<string, string>> = {}): string =>
  `/scanner-result?${new URLSearchParams({ logic, universe: UNIVERSE, interval: '15min', ...more })}`

const enter = async (path: string) => {
  bench.answerInstead((...asked) => answering(...asked))
  const name = `scanner${++users}`
  const password = await server.addUser(name)
  const opened = bench.open(path)
  const user = showApp(opened)
  await screen.findByRole('textbox', { name: 'User' })
  await user.keyboard(`${name}{Tab}${password}{Enter}`)
  await screen.findByRole('heading', { level: 1, name: 'Scan' }, SLOW)
  return { user, ...opened }
}

const table = (name: string) => screen.findByRole('grid', { name }, SLOW)

const symbols = async (name: string): Promise<readonly (string | undefined)[]> =>
  within(await table(name))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.getAttribute('data-key')?.replace('NSE_', ''))

/** A first answer may lack symbols whose candles were not read in time; the page asks again. */
const isWhole = () =>
  waitFor(
    () => expect(screen.getByRole('region', { name: 'Rule' }).textContent).toContain('true for 5 of 5'),
    SLOW,
  )

const split = 'close > sma(close,20) and rsi(14) > 1'

describe('the result of a scan', () => {
  test('lists what was found, says why, and moves to the nearest misses by its keys', async () => {
    const { user, tab } = await enter(pathOf(split))
    await isWhole()
    const found = await symbols('Found')
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThan(5)
    await screen.findByRole('heading', { name: `Found ${found.length} of 5` })
    const why = await screen.findByRole('region', { name: `Why ${found[0]}?` }, SLOW)
    await within(why).findByText('2 of 2 true', {}, SLOW)
    expect(await findBarriers()).toEqual([])

    await user.keyboard('2')
    const missed = await symbols('Nearest misses')
    expect(missed.some((symbol) => found.includes(symbol))).toBe(false)
    expect(tab.path()).toContain('tab=misses')
    await user.keyboard('{ArrowDown}{ArrowUp}')
    const whyNot = await screen.findByRole('region', { name: `Why not ${missed[0]}?` }, SLOW)
    await within(whyNot).findByText('1 of 2 true', {}, SLOW)
    await within(whyNot).findByText(/^True if the candle closes from [\d,.]+ \(\+[\d.]+% from here\)\.$/)
    await user.click(within(whyNot).getByRole('button', { name: /^Buy at / }))
    const line = await screen.findByRole('combobox', { name: 'Command line' })
    expect((line as HTMLInputElement).value).toMatch(new RegExp(`^buy ${missed[0]} @[\\d.]+$`))
    for (const [name, written] of [
      ['GTT', `^gtt buy ${missed[0]} @([\\d.]+) above \\1$`],
      ['Alert', `^alert ${missed[0]} >= [\\d.]+$`],
    ] as const) {
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Command line' })).toBe(null))
      await user.click(within(whyNot).getByRole('button', { name }))
      const other = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Command line' })
      expect(other.value).toMatch(new RegExp(written))
    }
  })

  test('explains a symbol that is typed, though the focus comes back to the row', async () => {
    const { user } = await enter(pathOf(split))
    await isWhole()
    const [first] = await symbols('Found')
    await screen.findByRole('region', { name: `Why ${first}?` }, SLOW)
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox', { name: 'Command line' }), 'why not lt')
    await user.keyboard('{Enter}')
    await screen.findByRole('region', { name: /^Why (not )?LT\?$/ }, SLOW)
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('row'), SLOW)
    screen.getByRole('region', { name: /^Why (not )?LT\?$/ })
  })

  test('explains the symbol of its address until the cursor moves on from the row that it first came to', async () => {
    const { user } = await enter(pathOf('close > 0', { why: 'NSE_WIPRO' }))
    await screen.findByRole('heading', { name: 'Found 5 of 5' }, SLOW)
    const found = await symbols('Found')
    const first = found.find((symbol) => symbol !== 'WIPRO')
    const row = (await table('Found')).querySelector<HTMLElement>(`[data-key="NSE_${first}"]`)
    act(() => row?.focus())
    await screen.findByRole('region', { name: 'Why WIPRO?' }, SLOW)
    await user.keyboard('j')
    const next = found[found.indexOf(first) + 1]
    await screen.findByRole('region', { name: `Why ${next}?` }, SLOW)
  })

  test('is of the last close by one key, and back', async () => {
    const { user, tab } = await enter(pathOf(split))
    await table('Found')
    await user.keyboard('l')
    await waitFor(() => expect(tab.path()).toContain('moment=close'))
    await screen.findByText(/15 minutes, last close$/)
    await table('Found')
    await user.keyboard('l')
    await waitFor(() => expect(tab.path()).not.toContain('moment'))
  })

  test('has its line behind Change, and its history behind 4', async () => {
    const { user } = await enter(pathOf(split))
    await table('Found')
    await user.keyboard('4')
    await screen.findByText(/found at a close on average/, {}, SLOW)
    expect(screen.getByRole('table', { name: /^What followed/ }).textContent).toContain('20 candles')
    expect(await findBarriers()).toEqual([])
    await user.click(screen.getByRole('button', { name: /^Change/ }))
    const line = await screen.findByRole('combobox', { name: 'Command line' })
    expect((line as HTMLInputElement).value).toBe(`scan ${split} on INFY, TCS, WIPRO, HCLTECH, TECHM 15min`)
  })

  test('of nothing names the part that excludes most, and what could not be known', async () => {
    const { user } = await enter(pathOf('close > 0 and rsi(14) < 1', { universe: 'NSE_INFY,NSE_NOTTHERE' }))
    await screen.findByText('None of 2', {}, SLOW)
    await screen.findByText(/rsi\(14\) < 1 excludes most: it is true for 0/)
    await user.keyboard('3')
    expect(await symbols('Unknown')).toEqual(['NOTTHERE'])
    expect((await table('Unknown')).textContent).toContain('not listed')
  })

  test('that cannot be made says why, and Retry makes it', async () => {
    answering = ({ path }) =>
      path.includes('/scan/scan')
        ? Response.json(
            { status: 'error', data: null, message: 'Error Scanning: no market' },
            { status: 500 },
          )
        : null
    const { user } = await enter(pathOf(split))
    expect((await screen.findByRole('alert', {}, SLOW)).textContent).toContain('no market')
    answering = () => null
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await table('Found')
  })

  test('stays, with its time, while a newer one cannot be had', async () => {
    const { user } = await enter(pathOf(split))
    const found = await symbols('Found')
    answering = ({ path }) =>
      path.includes('/scan/scan')
        ? Response.json({ status: 'error', data: null, message: 'Error Scanning' }, { status: 500 })
        : null
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText(/^as of 11:00: Error Scanning$/, {}, SLOW)
    expect(await symbols('Found')).toEqual(found)
    answering = () => null
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(screen.queryByText(/^as of/)).toBe(null), SLOW)
  })

  test('marks what is found no longer in this candle, and what is found anew', async () => {
    const { user } = await enter(pathOf('close > 1'))
    expect(await symbols('Found')).toHaveLength(5)
    answering = async ({ path }, deliver) => {
      if (!path.includes('/scan/scan')) return null
      const answer = await (await deliver()).json()
      const found = answer.data.found.filter(({ seg_sym: of }: { seg_sym: string }) => of !== 'NSE_TCS')
      return Response.json({ ...answer, data: { ...answer.data, found } })
    }
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByRole('heading', { name: 'Found 4 of 5' }, SLOW)
    await screen.findByRole('row', { name: /^TCS, no longer/ }, SLOW)
    expect(document.querySelector('[data-mark="gone"]')?.textContent).toContain('TCS')
    answering = () => null
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByRole('heading', { name: 'Found 5 of 5' }, SLOW)
    expect(document.querySelector('[data-mark="fresh"]')?.textContent).toContain('TCS')
    expect(document.querySelector('[data-mark="gone"]')).toBe(null)
  })

  test('of a rule that is none names the column', async () => {
    await enter(pathOf('close >'))
    expect((await screen.findByRole('alert', {}, SLOW)).textContent).toContain('rule, column 8')
  })

  test('without a rule offers lines to begin with', async () => {
    const { user } = await enter('/scanner-result')
    await user.click(await screen.findByRole('button', { name: /^scan rsi\(14\) < 30/ }))
    const line = await screen.findByRole('combobox', { name: 'Command line' })
    expect((line as HTMLInputElement).value).toMatch(/^scan rsi\(14\) < 30/)
  })
})

describe('a scan in the command line', () => {
  test('is previewed as it is typed, and Enter opens it', async () => {
    const { user, tab } = await enter('/scanner-result')
    await user.keyboard('{Control>}k{/Control}')
    const line = await screen.findByRole('combobox', { name: 'Command line' })
    await user.type(line, 'scan close > 1 on infy, tcs 15min')
    const preview = await screen.findByRole('region', { name: 'Preview' })
    await within(preview).findByText('2 of 2', {}, SLOW)
    await screen.findByRole('option', { name: /^INFY/ })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(tab.path()).toContain('logic=close+%3E+1'.replaceAll('+', '%20')))
    expect(await symbols('Found')).toEqual(['INFY', 'TCS'])
  })

  test('that names no known watchlist says which there are', async () => {
    const { user } = await enter('/scanner-result')
    await user.keyboard('{Control>}k{/Control}')
    const line = await screen.findByRole('combobox', { name: 'Command line' })
    await user.type(line, 'scan close > 1 on watchlist gone')
    await screen.findByText(/a watchlist by name/)
  })
})
