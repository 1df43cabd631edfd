import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { getDeeds, getDeployedStrategy, listDeployments } from '../../../../src/contract/deployments.ts'
import { toWire } from '../../../../src/contract/wire.ts'
import { instrumentId } from '../../../../src/domain/instruments/instrument.ts'
import type { Deployment } from '../../../../src/machines/deployments/deployments.ts'
import { findBarriers } from '../../../support/barriers.ts'
import { type Answering, type ConsoleBench, consolesOver } from '../../../support/console.ts'
import { atClock, deploymentOf } from '../../../support/deployments.ts'
import { FACT_MS } from '../../../support/limits.ts'
import { uuid } from '../../../support/proposals.ts'
import { startServer, type TestServer } from '../../../support/server/server.ts'
import { rsiDip } from '../../../support/strategies.ts'
import { showApp } from '../../../support/view.tsx'

const SLOW = { timeout: FACT_MS }
const KEY = uuid(1)

let server: TestServer
let bench: ConsoleBench
let users = 0
let refusal: string | null = null

beforeAll(async () => {
  server = await startServer({ now: '2026-11-23 16:00' })
})
afterAll(() => server.close())
beforeEach(() => {
  bench = consolesOver(server)
  refusal = null
})
afterEach(() => {
  bench.close()
  vi.restoreAllMocks()
})

const ok = (data: unknown): Response => Response.json({ status: 'success', data, message: '' })

/** Rules that are always true, of a deployment that did nothing; all else is the server's. */
const answering: Answering = ({ path }) => {
  const { pathname, searchParams } = new URL(path, 'http://console')
  if (pathname.endsWith('/deployments/all')) {
    const rows = searchParams.get('type') === 'paper' ? [deploymentOf('Always in', { type: 'paper' })] : []
    return ok(toWire(listDeployments.reply, rows as Deployment[]))
  }
  if (pathname.endsWith('/deployments/strategy')) {
    if (refusal !== null)
      return Response.json({ status: 'error', data: null, message: refusal }, { status: 500 })
    return ok(
      toWire(getDeployedStrategy.reply, {
        ...{ deploymentUuid: KEY, algoUuid: KEY, algoName: 'Always in', slug: 'always-in', version: 2 },
        ...{ type: 'paper', status: 'running', capital: 1_000_000, historySince: '2026-11-20' },
        startedAt: atClock('10:00'),
        stoppedAt: null,
        strategy: {
          ...rsiDip,
          algoName: 'Always in',
          entryLogic: 'close > 1',
          exitLogic: 'close < 1',
          quantity: { by: 'shares', value: 10 },
          segSyms: [instrumentId('NSE', 'TCS')],
        },
      } as never),
    )
  }
  return pathname.endsWith('/deployments/deeds')
    ? ok(toWire(getDeeds.reply, { lines: [], held: [], isWhole: true }))
    : null
}

const enter = async (path = `/parity?key=${KEY}&day=2026-11-23`) => {
  bench.answerInstead(answering)
  const name = `comparer${++users}`
  const password = await server.addUser(name)
  const opened = bench.open(path)
  const user = showApp(opened)
  await screen.findByRole('textbox', { name: 'User' })
  await user.keyboard(`${name}{Tab}${password}{Enter}`)
  await screen.findByRole('heading', { level: 1, name: 'Parity' }, SLOW)
  return { user, ...opened }
}

const rows = () =>
  within(screen.getByRole('grid', { name: 'Actual vs backtest' }))
    .getAllByRole('row')
    .slice(1)

describe('the parity report', () => {
  test('says what was missed, why, and what it cost, and draws the candle of a row', async () => {
    const { user } = await enter()
    await screen.findByRole('heading', { name: /^Actual ₹[\d,.]+ (more|less) than expected$/ }, SLOW)
    expect(screen.getByRole('button', { name: /^Signals/ }).textContent).toContain('1 trade missed')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Not running'), SLOW)
    expect(rows().map(({ textContent }) => textContent?.replace(/[\d,.−+]+/g, '#'))).toEqual([
      '#:#TCSEnter long#––Not running#',
      '#:#TCSExit long#––follows its entry#',
    ])
    await screen.findByText(/The deployment was started at 10:00\./)
    expect(await findBarriers()).toEqual([])

    screen.getByRole('region', { name: 'P&L through the day' })
    await user.keyboard('{Enter}')
    const candle = await screen.findByRole('region', { name: /^Candle 09:\d\d, TCS$/ })
    await within(candle).findByText(/^Expected [\d,.]+$/, {}, SLOW)
    expect(screen.queryByRole('region', { name: 'P&L through the day' })).toEqual(null)
    await user.keyboard('{ArrowDown}')
    await screen.findByRole('region', { name: /^Candle 15:\d\d, TCS$/ })
    await user.keyboard('{Enter}')
    const curve = await screen.findByRole('region', { name: 'P&L through the day' })
    await user.keyboard('t')
    const times = within(await within(curve).findByRole('table')).getAllByRole('rowheader')
    expect(times.map(({ textContent }) => textContent).slice(0, 2)).toEqual(['09:30', '09:45'])
  })

  test('is narrowed to one step of the sum by its number', async () => {
    const { user } = await enter()
    await screen.findByRole('heading', { name: /than expected$/ }, SLOW)
    await user.keyboard('2')
    await screen.findByText('No row fits')
    await user.keyboard('2')
    await waitFor(() => expect(rows().length).toEqual(2))
  })

  test('that cannot be made says why, and Retry makes it', async () => {
    refusal = 'Error loading the deployment: the database is closed'
    const { user } = await enter()
    expect((await screen.findByRole('alert', {}, SLOW)).textContent).toContain('the database is closed')
    refusal = null
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('heading', { name: /than expected$/ }, SLOW)
  })

  test('of no strategy in particular asks which', async () => {
    const { user, tab } = await enter('/parity')
    await user.click(await screen.findByRole('button', { name: /Always in/ }, SLOW))
    await waitFor(() => expect(tab.path()).toMatch(/^\/parity\?key=[0-9a-f-]{36}/), SLOW)
  })
})
