import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { intervals } from '../../../../src/domain/charts/interval.ts'
import { findBarriers } from '../../../support/barriers.ts'
import { type Answering, type ConsoleBench, consolesOver } from '../../../support/console.ts'
import { FACT_MS } from '../../../support/limits.ts'
import { startServer, type TestServer } from '../../../support/server/server.ts'
import { showApp } from '../../../support/view.tsx'

const SLOW = { timeout: FACT_MS }
const UNIVERSE = 'NSE_INFY,NSE_TCS,NSE_HDFCBANK'

let server: TestServer
let bench: ConsoleBench
let users = 0
let answering: Answering = () => null

beforeAll(async () => {
  server = await startServer({ now: '2026-11-25 11:00' })
})
afterAll(() => server.close())
beforeEach(() => {
  bench = consolesOver(server)
  answering = () => null
})
afterEach(() => bench.close())

const enter = async (symbol: string) => {
  bench.answerInstead((...asked) => answering(...asked))
  const name = `analyst${++users}`
  const password = await server.addUser(name)
  const opened = bench.open(`/analyze?${new URLSearchParams({ symbol, map: UNIVERSE })}`)
  const user = showApp(opened)
  await screen.findByRole('textbox', { name: 'User' })
  await user.keyboard(`${name}{Tab}${password}{Enter}`)
  await screen.findByRole('heading', { level: 1, name: symbol.replace(/^[^_]*_/, '') }, SLOW)
  return { user, ...opened }
}

const summary = () => screen.findByRole('grid', { name: 'Technical summary by interval' }, SLOW)
const rowOf = async (interval: string) =>
  (await summary()).querySelector<HTMLElement>(`[role=row][data-key="${interval}"]`) as HTMLElement
const written = async () =>
  (await screen.findByRole<HTMLInputElement>('combobox', { name: 'Command line' })).value

const untilRated = () =>
  waitFor(async () => {
    const grid = await summary()
    const rated = [...grid.querySelectorAll('[role=row][data-key]')].filter((row) =>
      /buy|sell|neutral|needs 20/i.test(row.textContent ?? ''),
    )
    expect(rated.length).toBe(intervals.length)
  }, SLOW)

describe('the Analyze screen', () => {
  test('rates a share over all intervals, and shows what the rating of the row is made of', async () => {
    const { user, tab } = await enter('NSE_INFY')
    await untilRated()
    await screen.findByText('All intervals')
    const averages = await screen.findByRole('region', { name: 'Averages' })
    within(averages).getByText('Averages, 1-minute: EMA and SMA')
    ;(await rowOf('15min')).focus()
    await user.keyboard('{ArrowUp}{ArrowUp}')
    await within(await screen.findByRole('region', { name: 'Averages' })).findByText(
      'Averages, 5-minute: EMA and SMA',
    )
    expect(await findBarriers()).toEqual([])

    const oscillators = screen.getByRole('region', { name: 'Oscillators' })
    await user.click(within(oscillators).getByRole('button', { name: /^RSI 14/ }))
    expect(await written()).toBe('scan rsi(14) < 30 on nifty500 5min')
    await user.keyboard('{Escape}')
    ;(await rowOf('hour')).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(tab.path()).toMatch(/^\/trading-view\?symbol=NSE_INFY&interval=hour/))
  })

  test('says in its row why an interval has no rating, and tries again on Enter', async () => {
    let isFailing = true
    answering = ({ path }) =>
      isFailing && path.includes('/candles?') && path.includes('interval=2min')
        ? new Response(JSON.stringify({ status: 'error', message: 'No candles today' }), { status: 503 })
        : null
    const { user } = await enter('NSE_TCS')
    await within(await rowOf('2min')).findByText(/; Enter tries again$/, {}, SLOW)
    await screen.findByText('Error calculating technical analysis')
    isFailing = false
    ;(await rowOf('2min')).focus()
    await user.keyboard('{Enter}')
    await untilRated()
  })

  test('a share without options says so, one indicator that fails leaves the others', async () => {
    answering = ({ path }) =>
      path.includes('/advance-decline-ratio')
        ? new Response(JSON.stringify({ status: 'error', message: 'Not now' }), { status: 503 })
        : null
    await enter('NSE_3MINDIA')
    const ratio = screen.getByRole('region', { name: 'Put-call ratio' })
    await within(ratio).findByText('No options', {}, SLOW)
    const breadth = screen.getByRole('region', { name: 'Advance-decline' })
    await within(breadth).findByText('Not now', {}, SLOW)
    await screen.findByText('Error Loading Advance Decline Ratio')
    answering = () => null
    await showsAfterRetry(breadth)
  })

  const showsAfterRetry = async (region: HTMLElement) => {
    within(region).getByRole('button', { name: 'Retry' }).click()
    await within(region).findByText(/^\d+ up$/, {}, SLOW)
  }

  test('its heat map is also a table, and a mover becomes the symbol of the screen', async () => {
    const { user, tab } = await enter('INDICES_NIFTY 50')
    const losers = await screen.findByRole('grid', { name: /^(Gainers|Losers)$/ }, SLOW)
    await user.keyboard('t')
    const table = await screen.findByRole('grid', { name: 'Heat map' }, SLOW)
    expect(within(table).getAllByRole('row').length).toBe(4)
    expect(table.textContent).toContain('Banks')
    expect(await findBarriers()).toEqual([])
    const first = within(losers).getAllByRole('row')[1] as HTMLElement
    first.focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('heading', { level: 1, name: first.dataset.key?.replace('NSE_', '') ?? '' }, SLOW)
    expect(tab.path()).toContain(`symbol=${first.dataset.key}`)
    expect(tab.path()).toContain('map=')
  })
})
