import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OrderDraft } from '../../../../src/domain/orders/order-draft.ts'
import { DashboardScreen } from '../../../../src/views/screens/dashboard/dashboard-screen.tsx'
import { findBarriers } from '../../../support/barriers.ts'
import {
  type Answering,
  type ConsoleBench,
  consolesOver,
  failingAt,
  type OpenConsole,
} from '../../../support/console.ts'
import { FACT_MS } from '../../../support/limits.ts'
import { answerShortList, tradeAs } from '../../../support/orders/book-trader.ts'
import type { TestServer } from '../../../support/server/server.ts'
import { startTradingServer } from '../../../support/server/trading-server.ts'
import { showScreen } from '../../../support/view.tsx'

const PATIENCE = { timeout: FACT_MS }
let server: TestServer
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

  test('says what failed, and loads again', async () => {
    const { answering, mend } = failingAt(/\/account-history/, answerShortList)
    const { user } = await enter([{}, { side: 'sell' }], answering)
    await screen.findByText('The reader is busy', {}, PATIENCE)
    mend()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await tile('Net P&L')
  })
})
