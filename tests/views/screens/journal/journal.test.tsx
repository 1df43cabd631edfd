import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findCommand } from '../../../../src/commands/registry.ts'
import type { OrderDraft } from '../../../../src/domain/orders/order-draft.ts'
import { JournalScreen } from '../../../../src/views/screens/journal/journal-screen.tsx'
import { findBarriers } from '../../../support/barriers.ts'
import { type Answering, type ConsoleBench, consolesOver, failingAt } from '../../../support/console.ts'
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

const twoTrips = [
  { quantity: 10 },
  { side: 'sell', quantity: 10 },
  { quantity: 5 },
  { side: 'sell', quantity: 5 },
] as const

const enter = async (
  drafts: readonly Partial<OrderDraft>[] = [],
  answering: Answering = answerShortList,
): Promise<{ user: UserEvent; path: () => string; run: (line: string) => void }> => {
  const name = `diarist${++users}`
  const password = await server.addUser(name)
  bench.answerInstead(answering)
  const opened = bench.open('/journal')
  await tradeAs(opened, { server, name, password }, drafts)
  // Its commands are loaded after the shell.
  await waitFor(() => expect(findCommand('trip.rate')).toBeTruthy(), PATIENCE)
  opened.console.actors.navigation.send({ type: 'view.open', path: '/journal' })
  return {
    user: showScreen(opened, JournalScreen),
    path: () => opened.tab.path(),
    run: (line) => opened.console.runLine(line),
  }
}

const trips = () => screen.findByRole('grid', { name: 'Round trips' }, PATIENCE)
const rows = async () =>
  within(await trips())
    .getAllByRole('row')
    .slice(1)
const marksOf = async (index: number) => (await rows())[index]?.textContent ?? ''

describe('the journal', () => {
  test('lists the trips of the day and takes tags, mistakes, ratings and notes by keys, and undoes them', async () => {
    const { user, run } = await enter(twoTrips)
    await waitFor(async () => expect(await rows()).toHaveLength(2), PATIENCE)
    expect(await findBarriers()).toEqual([])
    ;(await rows())[0]?.focus()
    await user.keyboard('{ArrowDown}4')
    await screen.findByRole('button', { name: '4', pressed: true })
    run('tag pullback')
    await waitFor(async () => expect(await marksOf(1)).toMatch(/pullback/))
    run('mistake no stop')
    await waitFor(async () => expect(await marksOf(1)).toMatch(/no stop/))
    run('note Waited, then did not')
    await screen.findByRole('button', { name: 'Waited, then did not' })
    expect(screen.getByRole('button', { name: 'pullback' }).getAttribute('aria-pressed')).toBe('true')
    run('tag pullback')
    await waitFor(async () => expect(await marksOf(1)).not.toMatch(/pullback/))
    run('journal undo')
    await waitFor(async () => expect(await marksOf(1)).toMatch(/pullback/))

    const tags = await screen.findByRole('grid', { name: 'What' }, PATIENCE)
    await waitFor(() => expect(tags.textContent).toMatch(/pullback.*untagged|untagged.*pullback/))
    await user.click(screen.getByRole('radio', { name: 'Mistake' }))
    await waitFor(() =>
      expect(screen.queryByRole('grid', { name: 'What' })?.textContent ?? '').toMatch(/no stop/),
    )
  })

  test('puts a stop and a target of one’s own beside what was traded, by line, and takes them away by button', async () => {
    const { user, run, path } = await enter(twoTrips)
    ;(await rows())[0]?.focus()
    const whatIf = async () => screen.findByRole('table', { name: 'What if' }, PATIENCE)
    await user.click(within(await whatIf()).getByRole('button', { name: 'Own stop and target' }))
    run('what if sl 1.5% tp 3')
    const own = await within(await whatIf()).findByRole('row', { name: /^Yours: stop 1.5%, target 3% –/ })
    expect(own.textContent).toMatch(/not hit|missed by/)
    expect(path()).toBe('/journal?sl=1.5&tp=3')
    await user.click(within(await whatIf()).getByRole('button', { name: 'Remove own stop and target' }))
    await waitFor(() => expect(path()).toBe('/journal'))
    expect(within(await whatIf()).queryByText(/^Yours/)).toBeNull()
  })

  test('goes through the day by keys, on its slider and by line, and the address follows', async () => {
    const { user, run, path } = await enter(twoTrips)
    const slider = await screen.findByRole('slider', { name: 'Time of the day' }, PATIENCE)
    const shown = () => slider.getAttribute('aria-valuetext')
    const end = shown()
    expect(await findBarriers()).toEqual([])
    ;(await rows())[0]?.focus()
    await user.keyboard(',')
    await waitFor(() => expect(shown()).not.toBe(end))
    await waitFor(() => expect(path()).toMatch(/&at=\d\d%3A\d\d$/), PATIENCE)
    await user.keyboard('.')
    await waitFor(() => expect(shown()).toBe(end))
    await user.keyboard('<')
    const strip = within(screen.getByRole('region', { name: 'Replay the day' }))
    await strip.findByText('closed')
    await user.click(strip.getByRole('button', { name: 'Trade before' }))
    await strip.findByText('+5')
    await user.click(strip.getByRole('button', { name: 'Show as a table' }))
    const positions = await screen.findByRole('grid', { name: 'Positions then' })
    expect(within(positions).getAllByRole('row')[1]?.textContent).toMatch(/INFY\+5/)
    await user.click(strip.getByRole('button', { name: 'Show as a chart' }))
    screen.getByRole('slider', { name: 'Time of the day' }).focus()
    await user.keyboard('{Home}')
    await strip.findByText('0, 0')
    await user.keyboard('{Shift>}P{/Shift}')
    await screen.findByRole('radio', { name: '300×', checked: true })
    await user.keyboard(' ')
    await strip.findByRole('button', { name: /^Stop/ })
    await user.keyboard(' ')
    await strip.findByRole('button', { name: /^Play/ })
    await user.keyboard('{End}')
    await waitFor(() => expect(shown()).toBe(end))
    run('scrub 09:20')
    await waitFor(() => expect(shown()).toMatch(/^09:20/))
    run('scrub end')
    await waitFor(() => expect(shown()).toBe(end))
    run('journal day yesterday')
    await strip.findByText('Nothing was held, traded or ordered on this day', {}, PATIENCE)
  })

  test('shows the option chain of the instant by key, keeps it while the instant moves, and says why it failed', async () => {
    let isFailing = false
    const { user, run, path } = await enter(twoTrips, (asked, deliver) =>
      isFailing && asked.path.includes('option-chain-then')
        ? Response.json({ code: 'INTERNAL', message: 'Prices could not be read' }, { status: 500 })
        : answerShortList(asked, deliver),
    )
    await screen.findByRole('slider', { name: 'Time of the day' }, PATIENCE)
    run('scrub 09:20')
    ;(await rows())[0]?.focus()
    await user.keyboard('{Shift>}O{/Shift}')
    const strikes = () => screen.findByRole('grid', { name: 'Strikes then' }, PATIENCE)
    expect(within(await strikes()).getAllByRole('rowheader').length).toBeGreaterThan(5)
    const chain = within(screen.getByRole('region', { name: 'Option chain then' }))
    await chain.findByText('at 09:20')
    expect(await findBarriers()).toEqual([])
    expect(path()).toMatch(/chain=INDICES_NIFTY/)
    const [first] = within(await strikes())
      .getAllByRole('row')
      .slice(1)
    first?.focus()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement?.getAttribute('data-key')).toMatch(/^\d+$/))

    isFailing = true
    await user.keyboard('.')
    await chain.findByText(/shown as of 09:20/, {}, PATIENCE)
    await strikes()
    isFailing = false
    await user.click(chain.getByRole('button', { name: 'Retry' }))
    await chain.findByText('at 09:21', {}, PATIENCE)
    await user.click(screen.getByRole('button', { name: /^Chain/ }))
    await waitFor(() => expect(path()).not.toMatch(/chain=/))
    expect(screen.queryByRole('grid', { name: 'Strikes then' })).toBeNull()
  })

  test('shows a part of the trips alone, by key, by line and by a row of the statistics', async () => {
    const { user, run, path } = await enter(twoTrips)
    await waitFor(async () => expect(await rows()).toHaveLength(2), PATIENCE)
    ;(await rows())[0]?.focus()
    run('tag news')
    await waitFor(async () => expect(await marksOf(0)).toMatch(/news/))
    await user.keyboard('u')
    await waitFor(async () => expect(await rows()).toHaveLength(1))
    expect(path()).toBe('/journal?only=tag%3A')
    await user.keyboard('0')
    await waitFor(async () => expect(await rows()).toHaveLength(2))
    run('journal day #news')
    await screen.findByRole('button', { name: /Only #news/ })
    await waitFor(async () => expect(await rows()).toHaveLength(1))
    await user.click(screen.getByRole('button', { name: /Only #news/ }))
    await waitFor(async () => expect(await rows()).toHaveLength(2))
    const [row] = within(await screen.findByRole('grid', { name: 'When' }))
      .getAllByRole('row')
      .slice(1)
    ;(row as HTMLElement).focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('button', { name: /Only entries from/ })
  })

  test('steps by day and by week, and says what a day without trades is', async () => {
    const { user, path } = await enter(twoTrips)
    await waitFor(async () => expect(await rows()).toHaveLength(2), PATIENCE)
    await user.keyboard('[[')
    await screen.findByText('No trades in the broker book in this period', {}, PATIENCE)
    expect(path()).toMatch(/^\/journal\?day=\d{4}-\d\d-\d\d$/)
    await user.keyboard(']]')
    await waitFor(() => expect(path()).toBe('/journal'))
    await user.click(screen.getByRole('radio', { name: 'Week' }))
    await waitFor(() => expect(path()).toBe('/journal?range=week'))
    expect((await screen.findByRole('region', { name: 'The week' }, PATIENCE)).textContent).toMatch(
      /2 trips (made|lost) ₹[\d,]+ after ₹\d+ of charges/,
    )
  })

  test('says what failed, and loads again', async () => {
    const { answering, mend } = failingAt(/\/journal(\?|$)/, answerShortList)
    const { user } = await enter(twoTrips, answering)
    await screen.findByText('The reader is busy', {}, PATIENCE)
    mend()
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(async () => expect(await rows()).toHaveLength(2), PATIENCE)
  })

  test('statistics that cannot be read are not called empty, and are read again', async () => {
    const { answering, mend } = failingAt(/\/account-history/, answerShortList)
    const { user } = await enter(twoTrips, answering)
    const what = within(await screen.findByRole('region', { name: 'What' }, PATIENCE))
    await what.findByText('The reader is busy', {}, PATIENCE)
    expect(screen.queryByText('No trips yet')).toBeNull()
    mend()
    await user.click(what.getByRole('button', { name: 'Retry' }))
    expect((await screen.findByRole('grid', { name: 'What' }, PATIENCE)).textContent).toMatch(/untagged/)
    await screen.findByRole('grid', { name: 'When' })
  })
})
