import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findCommand } from '../../../../src/commands/registry.ts'
import type { OrderDraft } from '../../../../src/domain/orders/order-draft.ts'
import { FundsScreen } from '../../../../src/views/screens/funds/funds-screen.tsx'
import { findBarriers } from '../../../support/barriers.ts'
import { type Answering, type ConsoleBench, consolesOver } from '../../../support/console.ts'
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
): Promise<{ user: UserEvent; path: () => string; run: (line: string) => void; told: () => string[] }> => {
  const name = `banker${++users}`
  const password = await server.addUser(name)
  bench.answerInstead(answering)
  const opened = bench.open('/funds')
  const told: string[] = []
  await tradeAs(opened, { server, name, password }, drafts)
  // Its commands are loaded after the shell.
  await waitFor(() => expect(findCommand('funds.add')).toBeTruthy(), PATIENCE)
  opened.console.actors.capital.on('notice', ({ notice }) => told.push(notice.text))
  opened.console.actors.navigation.send({ type: 'view.open', path: '/funds' })
  return {
    user: showScreen(opened, FundsScreen),
    path: () => opened.tab.path(),
    run: (line) => opened.console.runLine(line),
    told: () => told,
  }
}

const available = async (): Promise<number> => {
  const panel = await screen.findByRole('region', { name: 'Available' }, PATIENCE)
  const [text = ''] = /₹[\d,]+\.\d\d/.exec(panel.textContent ?? '') ?? []
  return Number(text.replace(/[₹,]/g, ''))
}

describe('the funds', () => {
  test('add up: what is available is its terms, and a day of the statement its charges by kind', async () => {
    await enter([{ quantity: 10 }, { side: 'sell', quantity: 10 }])
    const list = await screen.findByRole('list', { name: 'Available balance breakdown' }, PATIENCE)
    const amounts = within(list)
      .getAllByRole('listitem')
      .map((item) => {
        const sign = item.textContent?.startsWith('−') ? -1 : 1
        const [, minus = '', figure = ''] = /([+−]?)₹([\d,]+\.\d\d)$/.exec(item.textContent ?? '') ?? []
        return sign * (minus === '−' ? -1 : 1) * Number(figure.replaceAll(',', ''))
      })
    expect(amounts.reduce((sum, one) => sum + one, 0)).toBeCloseTo(await available(), 6)
    const statement = await screen.findByRole('grid', { name: 'Statement' }, PATIENCE)
    expect(within(statement).getAllByRole('row')).toHaveLength(2)
    const note = screen.getByRole('region', { name: /^Charges, / })
    const kinds = [...note.querySelectorAll('dd')].map((dd) =>
      Number((dd.textContent ?? '').replace(/[₹,+]/g, '').replace('−', '-')),
    )
    const [total = 0] = kinds.slice(8)
    expect(kinds.slice(0, 8).reduce((sum, one) => sum + one, 0)).toBeCloseTo(total, 2)
    expect(await findBarriers()).toEqual([])
  })

  test('take capital by hand and by line, say it, and refuse what is not there', async () => {
    const { user, run, told } = await enter([{ quantity: 1 }, { side: 'sell', quantity: 1 }])
    const before = await available()
    await user.type(screen.getByRole('textbox', { name: 'Amount, ₹' }), '50k{Enter}')
    await waitFor(async () => expect(await available()).toBeCloseTo(before + 50_000, 2), PATIENCE)
    await screen.findByText('capital added', { exact: false }, PATIENCE).catch(() => {})
    run('funds withdraw 20000')
    await waitFor(async () => expect(await available()).toBeCloseTo(before + 30_000, 2), PATIENCE)
    run('funds withdraw 9cr')
    await waitFor(() => expect(told().join()).toMatch(/can be withdrawn; the rest is used/), PATIENCE)
    await user.type(screen.getByRole('textbox', { name: 'Amount, ₹' }), 'much')
    expect(screen.getByText('An amount such as 50000, 50k or 5l')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Add/ }).hasAttribute('disabled')).toBe(true)
  })

  test('step by month, keep the virtual book apart, and open a day in the journal', async () => {
    const { user, path } = await enter([{ quantity: 1 }, { side: 'sell', quantity: 1 }])
    const statement = await screen.findByRole('grid', { name: 'Statement' }, PATIENCE)
    within(statement).getAllByRole('row')[1]?.focus()
    await user.keyboard('[[')
    await screen.findByText('No money moved in this month', {}, PATIENCE)
    expect(path()).toMatch(/^\/funds\?at=\d{4}-\d\d-01$/)
    await user.keyboard(']')
    await waitFor(() => expect(path()).toBe('/funds'))
    await user.click(screen.getByRole('radio', { name: 'Virtual book' }))
    await waitFor(() => expect(path()).toBe('/funds?book=virtual'))
    await screen.findByText('No money moved in this month', {}, PATIENCE)
    await user.click(screen.getByRole('radio', { name: 'Broker book' }))
    await screen.findByRole('grid', { name: 'Statement' }, PATIENCE)
    await user.click(screen.getByRole('button', { name: 'Journal' }))
    await waitFor(() => expect(path()).toMatch(/^\/journal/))
  })

  test('have a tax report by class, with its trades and what is to be checked', async () => {
    const { user, run, path } = await enter([{ quantity: 10 }, { side: 'sell', quantity: 10 }])
    run('tax')
    await waitFor(() => expect(path()).toBe('/funds?part=tax'))
    const classes = await screen.findByRole('grid', { name: 'Classes' }, PATIENCE)
    const row = (name: RegExp) =>
      within(classes)
        .getAllByRole('row')
        .find((one) => name.test(one.textContent ?? ''))
    await waitFor(() => expect(row(/^Speculative/)?.textContent).toMatch(/slab rate1/))
    row(/^Speculative/)?.focus()
    const trades = await screen.findByRole('grid', { name: 'Trades' }, PATIENCE)
    expect(within(trades).getAllByRole('row')[1]?.textContent).toMatch(/^INFY10/)
    expect(screen.getByRole('region', { name: 'To check' }).textContent).toMatch(
      /of the ₹10\.00 Cr audit limit.*No tax is computed/,
    )
    expect(await findBarriers()).toEqual([])
    await user.keyboard('[[')
    await waitFor(() => expect(path()).toMatch(/^\/funds\?part=tax&at=20\d\d-04-01$/))
    await screen.findByText('No trade of this class in this year', {}, PATIENCE)
    await user.click(screen.getByRole('radio', { name: 'Statement' }))
    await waitFor(() => expect(path()).toMatch(/^\/funds\?at=/))
  })

  test('say what failed, and load again', async () => {
    let isFailing = true
    const { user } = await enter([], (asked, deliver) =>
      isFailing && asked.path.includes('/orders/funds?')
        ? new Response(JSON.stringify({ status: 'error', message: 'The desk is shut' }), { status: 503 })
        : answerShortList(asked, deliver),
    )
    await screen.findByText('The desk is shut', {}, PATIENCE)
    isFailing = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await available()
  })
})
