import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeCandles } from '../../../../src/contract/charts/candle-columns.ts'
import { getCandles } from '../../../../src/contract/instruments/instruments.ts'
import type { LegTrade } from '../../../../src/domain/backtests/backtest.ts'
import { firstRowFrom } from '../../../../src/domain/charts/candle.ts'
import { toIstDate } from '../../../../src/domain/time.ts'
import { findBarriers } from '../../../support/barriers.ts'
import { type ConsoleBench, consolesOver } from '../../../support/console.ts'
import { startServer, type TestServer } from '../../../support/server/server.ts'
import { showApp } from '../../../support/view.tsx'

const LINE =
  'bt options sell atm straddle on nifty 2026-11-16..2026-11-19 at 09:20 exit 15:15 sl 50pts slip 0bps'

let server: TestServer
let bench: ConsoleBench

beforeAll(async () => {
  server = await startServer()
  bench = consolesOver(server)
})
afterAll(async () => {
  bench.close()
  await server.close()
})

test('a straddle is previewed, fetches the candles of its legs, and shows each leg and what the model priced', async () => {
  const password = await server.addUser('asha')
  const opened = bench.open('/')
  const user = showApp(opened)
  await screen.findByRole('textbox', { name: 'User' })
  await user.keyboard(`asha{Tab}${password}{Enter}`)
  await screen.findByRole('banner')
  await screen.findByRole('heading', { level: 1 })

  await user.keyboard('{Control>}k{/Control}')
  await user.click(await screen.findByRole('combobox'))
  await user.paste(LINE)
  const [act] = await screen.findAllByRole('option')
  expect(act?.textContent).toContain(
    'sell atm ce, sell atm pe of NIFTY 50nearest expiry · at 09:20 · until 15:15',
  )
  await user.keyboard('{Enter}')
  await screen.findByText('saved')

  const result = opened.console.actors.backtest.getSnapshot().context.rows[0]?.result
  const legs = (result?.tradeLog ?? []).flatMap((trade) => trade.legs ?? [])
  expect(result?.tradeLog.map((trade) => toIstDate(trade.entryAt))).toEqual([
    '2026-11-16',
    '2026-11-17',
    '2026-11-18',
    '2026-11-19',
  ])
  // The weekly contract of the 17th is no longer listed, but its candles are there like those of the 23rd.
  const priced = (leg: LegTrade) => [leg.contract.expiry, leg.entryMark, leg.exitMark]
  expect(legs.map(priced)).toEqual([
    ...Array(4).fill(['2026-11-17', 'traded', 'traded']),
    ...Array(4).fill(['2026-11-23', 'traded', 'traded']),
  ])
  const fetched = bench.asked.filter(({ path }) => path.includes('candles') && path.includes('NFO-OPT'))
  for (const { contract } of legs)
    expect(fetched.some(({ path }) => decodeURIComponent(path).includes(contract.instrument))).toBe(true)

  const grid = await screen.findByRole('grid', { name: 'Legs' })
  expect(grid.getAttribute('aria-rowcount')).toBe(String(legs.length + 1))
  const panel = screen.getByRole('region', { name: 'Legs' })
  expect(within(panel).getByText('all fills at traded prices').tagName).toBe('SPAN')
  const robustness = screen.getByRole('region', { name: 'Robustness' })
  expect(
    within(within(robustness).getByRole('table', { name: 'Results by fill model' }))
      .getAllByRole('rowheader')
      .map((model) => model.firstChild?.textContent),
  ).toEqual(['Next open', 'Across the spread', 'Worst price'])
  expect(within(robustness).getByText('Break-even, sell atm ce').tagName).toBe('DT')
  await user.click(within(robustness).getByRole('button', { name: 'Monte Carlo test' }))
  await within(robustness).findByText('Reshuffled drawdown')
  expect(await findBarriers()).toEqual([])

  await user.keyboard('e')
  const line = ((await screen.findByRole('combobox')) as HTMLInputElement).value
  expect(line).toMatch(/^bt options sell atm ce, sell atm pe on NIFTY 50 at 09:20 exit 15:15 sl 50pts/)

  const session = await server.signIn('asha', password)
  const listed = legs.filter(({ entryMark }) => entryMark === 'traded')
  for (const leg of listed) {
    const day = toIstDate(leg.entryAt)
    const query = { key: leg.contract.instrument, interval: 'min', from: day, to: day }
    const answer = await server.call(session, getCandles, { query })
    const { time, open } = decodeCandles(new Uint8Array(answer.rawPayload).buffer)
    expect(open[firstRowFrom(time, leg.entryAt)]).toBe(leg.entryPrice)
  }
  expect(listed.length).toBe(8)
})
