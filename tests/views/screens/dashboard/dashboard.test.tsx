import { randomUUID } from 'node:crypto'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createAlertStore } from '../../../../server/store/alerts.ts'
import { createDeploymentStore } from '../../../../server/store/deployments.ts'
import type { User } from '../../../../server/user.ts'
import { instrumentId } from '../../../../src/domain/instruments/instrument.ts'
import type { OrderDraft } from '../../../../src/domain/orders/order-draft.ts'
import { DashboardScreen } from '../../../../src/views/screens/dashboard/dashboard-screen.tsx'
import { deploymentBy } from '../../../support/automation.ts'
import { findBarriers } from '../../../support/barriers.ts'
import {
  type Answering,
  type ConsoleBench,
  consolesOver,
  failingAt,
  type OpenConsole,
} from '../../../support/console.ts'
import { logLine } from '../../../support/deployments.ts'
import { FACT_MS } from '../../../support/limits.ts'
import { answerShortList, tradeAs } from '../../../support/orders/book-trader.ts'
import { proposal } from '../../../support/proposals.ts'
import { startTradingServer } from '../../../support/server/trading-server.ts'
import { showScreen } from '../../../support/view.tsx'

const PATIENCE = { timeout: FACT_MS }
let server: Awaited<ReturnType<typeof startTradingServer>>
let bench: ConsoleBench
let users = 0

beforeAll(async () => {
  server = await startTradingServer()
})
afterAll(() => server.close())
beforeEach(() => {
  bench = consolesOver(server)
})
afterEach(() => bench.close())

const enter = async (
  drafts: readonly Partial<OrderDraft>[] = [],
  answering: Answering = answerShortList,
): Promise<{ user: UserEvent; path: () => string; actors: OpenConsole['console']['actors'] }> => {
  const name = `counter${++users}`
  const password = await server.addUser(name)
  bench.answerInstead(answering)
  const opened = bench.open('/dashboard')
  await tradeAs(opened, { server, name, password }, drafts)
  opened.console.actors.navigation.send({ type: 'view.open', path: '/dashboard' })
  return {
    user: showScreen(opened, DashboardScreen),
    path: () => opened.tab.path(),
    actors: opened.console.actors,
  }
}

const tile = async (title: string): Promise<string> => {
  const tiles = await screen.findByRole('region', { name: 'Figures of the period' }, PATIENCE)
  return within(tiles).getByText(title).parentElement?.textContent ?? ''
}

describe('the dashboard', () => {
  test('has the trips of the ledger by strategy and instrument, and one of them alone', async () => {
    const { user } = await enter([
      { quantity: 10 },
      { side: 'sell', quantity: 10 },
      { quantity: 5 },
      { side: 'sell', quantity: 5 },
    ])
    expect(await tile('Win rate')).toMatch(/of 2 trips/)
    const strategies = await screen.findByRole('grid', { name: 'Strategies' })
    expect(within(strategies).getAllByRole('row')[1]?.textContent).toMatch(/^By hand2/)
    const instruments = await screen.findByRole('grid', { name: 'Instruments' })
    const row = within(instruments).getAllByRole('row')[1] as HTMLElement
    expect(row.textContent).toMatch(/^INFY2/)
    expect(screen.getByRole('region', { name: 'Charges' }).textContent).toMatch(/STT₹/)
    expect(await findBarriers()).toEqual([])

    const net = await tile('Net P&L')
    row.focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('button', { name: /Only INFY/ })
    expect(await tile('Net P&L')).toBe(`${/^Net P&L[+−]?₹[\d,]+\.\d\d/.exec(net)?.[0]}of the chosen trips`)
    await user.keyboard('0')
    await waitFor(() => expect(screen.queryByRole('button', { name: /Only INFY/ })).toBe(null))
  })

  test('has the trips by tag, one of them alone, and says which are untagged', async () => {
    const { user, actors } = await enter([
      {},
      { side: 'sell' },
      { quantity: 5 },
      { side: 'sell', quantity: 5 },
    ])
    await tile('Net P&L')
    await user.click(screen.getByRole('radio', { name: 'Tag' }))
    const tags = await screen.findByRole('grid', { name: 'Tags' }, PATIENCE)
    expect(within(tags).getAllByRole('row')[1]?.textContent).toMatch(/^untagged2/)
    const trip = actors.accountHistory.getSnapshot().context.output?.trips[0]?.id ?? 0
    const change = { kind: 'tag', name: 'news', isOn: true } as const
    actors.tripNotes.send({ type: 'notes.change', trips: [trip], change })
    const row = await within(tags).findByRole('row', { name: /#news/ }, PATIENCE)
    expect(row.textContent).toMatch(/^#news1/)
    row.focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('button', { name: /Only #news/ })
    expect(await tile('Win rate')).toMatch(/of 1 trip/)
    expect(await findBarriers()).toEqual([])
  })

  test('has the exposure of open positions, of the broker book alone', async () => {
    const { user } = await enter([{ quantity: 10 }, { side: 'sell', quantity: 10 }, { quantity: 5 }])
    const exposure = await screen.findByRole('grid', { name: 'Exposure by underlying' }, PATIENCE)
    const [, row, total] = within(exposure).getAllByRole('row')
    expect(row?.textContent).toMatch(/^INFY\+5\+₹\d,\d{3}/)
    expect(total).toBe(undefined)
    await user.click(screen.getByRole('radio', { name: 'Virtual book' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Exposure now' })).toBe(null))
  })

  test('says that no position is open', async () => {
    await enter([{}, { side: 'sell' }])
    const panel = within(await screen.findByRole('region', { name: 'Exposure now' }, PATIENCE))
    await panel.findByText('No position is open', {}, PATIENCE)
  })

  test('says which exposure cannot be read, and reads it again', async () => {
    const { answering, mend } = failingAt(/\/positions\/risk/, answerShortList)
    const { user } = await enter([{ quantity: 10 }, { side: 'sell', quantity: 5 }], answering)
    const panel = within(await screen.findByRole('region', { name: 'Exposure now' }, PATIENCE))
    await panel.findByText('The reader is busy', {}, PATIENCE)
    mend()
    await user.click(panel.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('grid', { name: 'Exposure by underlying' }, PATIENCE)
  })

  test('steps through periods by its keys, and keeps period and book in its address', async () => {
    const { user, path } = await enter([{}, { side: 'sell' }])
    await tile('Net P&L')
    await user.keyboard('[[')
    await waitFor(() => expect(path()).toMatch(/period=month&at=2026-10-01/))
    await screen.findByText('No trades in the broker book in this period')
    await user.keyboard(']')
    await waitFor(() => expect(path()).toMatch(/period=month&at=2026-11-01/))
    await user.click(screen.getByRole('radio', { name: 'Virtual book' }))
    await waitFor(() => expect(path()).toMatch(/book=virtual/))
    await screen.findByText('No trades in the virtual book in this period', {}, PATIENCE)
  })

  /** A deployment with a trade of today and a dropped proposal, and an alert that raised twice. */
  const automate = async (name: string): Promise<{ readonly deployment: string; readonly alert: string }> => {
    const owner = await server.idOf(name)
    const at = server.clock.now()
    const deployments = createDeploymentStore(server.store)
    const given = deploymentBy({ id: owner } as User, at - 3_600_000, { type: 'live' })
    await deployments.insert({
      ...given,
      ...{ status: 'running', reason: '', stoppedAt: null, state: '{}', runs: [], lastSeq: 0 },
    })
    const INFY = instrumentId('NSE', 'INFY')
    const ended = { madeAt: at - 60_000, endedAt: at, contract: INFY, segSym: INFY, deploymentUuid: given.id }
    const dropped = { status: 'dropped', outcome: 'Dropped by you', quantity: 10, price: 1_400 } as const
    await deployments.write({
      ...{ id: given.id, owner },
      lines: [
        { ...logLine(1, '10:00', { kind: 'entered' }), at },
        { ...logLine(2, '10:30', { kind: 'exited', pnl: 120.5, charges: 20 }), at },
        { ...logLine(3, '11:00', { kind: 'dropped', cause: 'late' }), at },
      ],
      proposals: [
        { ...proposal(1, { ...ended, ...dropped }), proposalUuid: randomUUID(), deploymentUuid: given.id },
      ],
    })
    const alerts = createAlertStore(server.store)
    const alert = randomUUID()
    await alerts.insert({
      ...{ id: alert, owner, scannerUuid: null, slug: null, name: 'Oversold', status: 'running', reason: '' },
      ...{ startedAt: at - 3_600_000, stoppedAt: null, judgedAt: 0 },
      terms: { logic: 'close > 1', universe: 'NIFTY50', interval: '5min' },
    })
    await alerts.raise([
      {
        ...{ alert: { id: alert, owner }, raisedAt: at, judgedAt: at, isOver: false, proposals: [] },
        hits: ['INFY', 'TCS'].map((symbol) => ({
          ...{ segSym: instrumentId('NSE', symbol), bar: at, price: 1, values: [] },
        })),
        noticesOf: () => [],
      },
    ])
    return { deployment: given.id, alert }
  }

  test('has what each deployment and each alert did, and opens them', async () => {
    const { user, path, actors } = await enter([{}, { side: 'sell' }])
    const { alert, deployment } = await automate(`counter${users}`)
    actors.automationHistory.send({ type: 'current.ask' })
    const deployments = await screen.findByRole('grid', { name: 'Deployments' }, PATIENCE)
    const [, row] = within(deployments).getAllByRole('row')
    expect(row?.textContent).toMatch(/^BreakoutLive/)
    expect(row?.textContent).toMatch(/\+₹120\.50$/)
    const alerts = screen.getByRole('grid', { name: 'Alerts' })
    const raised = within(alerts).getAllByRole('row')[1] as HTMLElement
    expect(raised.textContent).toMatch(/^Oversold.*2200$/)
    expect(await findBarriers()).toEqual([])
    raised.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(path()).toMatch(new RegExp(`alert=${alert}`)))
    row?.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(path()).toMatch(new RegExp(`/live-trades.*key=${deployment}`)))
  })

  test('has what proposals that were not acted on would have made, and opens the parity of the day', async () => {
    const { user, path, actors } = await enter([{}, { side: 'sell' }])
    await screen.findByText('No proposal ended in this period', {}, PATIENCE)
    const { deployment } = await automate(`counter${users}`)
    actors.notActed.send({ type: 'current.ask' })
    const grid = await screen.findByRole('grid', { name: 'Proposals not acted on' }, PATIENCE)
    const row = within(grid).getAllByRole('row')[1] as HTMLElement
    expect(row.textContent).toMatch(/Buy 10 INFY/)
    const panel = screen.getByRole('region', { name: 'Not acted on' })
    expect(panel.textContent).toMatch(/Acted on 0.*Ran out 0.*Dropped 1/)
    expect(await findBarriers()).toEqual([])
    row.focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(path()).toMatch(new RegExp(`/parity\\?key=${deployment}`)))
  })

  test.each([
    ['Deployments', /\/automation-history/, /^No deployment/],
    ['Not acted on', /\/ended-proposals/, /^No proposal/],
    ['Margin used', /\/margin-by-day/, /^Most on /],
  ])('says which panel %s could not be loaded, and loads it again', async (title, call, loaded) => {
    const { answering, mend } = failingAt(call, answerShortList)
    const { user } = await enter([{}, { side: 'sell' }], answering)
    await tile('Net P&L')
    const panel = within(await screen.findByRole('region', { name: title }, PATIENCE))
    await panel.findByText('The reader is busy', {}, PATIENCE)
    mend()
    await user.click(panel.getByRole('button', { name: 'Retry' }))
    await panel.findByText(loaded, {}, PATIENCE)
  })

  test('has the margin used by day, and opens the day', async () => {
    const { user, path } = await enter([{ quantity: 5 }])
    const bars = await screen.findByRole('slider', { name: 'Margin used by day' }, PATIENCE)
    const words = bars.getAttribute('aria-valuetext')
    expect(words).toMatch(/^Most on .*: ₹[\d,]+ at \d\d:\d\d, \d+% of the funds$/)
    expect(await findBarriers()).toEqual([])
    bars.focus()
    await user.keyboard('{End}')
    expect(`Most on ${bars.getAttribute('aria-valuetext')}`).toBe(words)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(path()).toMatch(/^\/journal/))
  })

  test('has no alerts and no proposals in the virtual book', async () => {
    const { user } = await enter([{}, { side: 'sell' }])
    await screen.findByRole('region', { name: 'Alerts' }, PATIENCE)
    await user.click(screen.getByRole('radio', { name: 'Virtual book' }))
    await screen.findByText('No deployment ran in the virtual book in this period', {}, PATIENCE)
    expect(screen.queryByRole('region', { name: 'Alerts' })).toBe(null)
    expect(screen.queryByRole('region', { name: 'Not acted on' })).toBe(null)
  })

  test('opens the parity of today by its key', async () => {
    const { user, path } = await enter([{}, { side: 'sell' }])
    await tile('Net P&L')
    await user.keyboard('y')
    await waitFor(() => expect(path()).toMatch(/^\/parity/))
  })

  test('says what failed, and loads again', async () => {
    const { answering, mend } = failingAt(/\/account-history/, answerShortList)
    const { user } = await enter([{}, { side: 'sell' }], answering)
    await screen.findByText('The reader is busy', {}, PATIENCE)
    mend()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await tile('Net P&L')
  })
})
