import { act, screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  dropProposals,
  listDeployments,
  listProposals,
  sendProposal,
} from '../../../../src/contract/deployments.ts'
import { toWire } from '../../../../src/contract/wire.ts'
import { instrumentId } from '../../../../src/domain/instruments/instrument.ts'
import type { Deployment } from '../../../../src/machines/deployments/deployments.ts'
import type { Proposal } from '../../../../src/machines/deployments/proposals.ts'
import { findBarriers } from '../../../support/barriers.ts'
import { type Answering, type ConsoleBench, consolesOver } from '../../../support/console.ts'
import { deploymentOf, runOf } from '../../../support/deployments.ts'
import { FACT_MS } from '../../../support/limits.ts'
import { proposal, uuid } from '../../../support/proposals.ts'
import { frame } from '../../../support/server/live.ts'
import { startServer, type TestServer } from '../../../support/server/server.ts'
import { showApp } from '../../../support/view.tsx'

const SLOW = { timeout: FACT_MS }

let server: TestServer
let bench: ConsoleBench
let users = 0

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(() => {
  bench = consolesOver(server)
})
afterEach(() => {
  bench.close()
  vi.restoreAllMocks()
})

const ok = (data: unknown): Response => Response.json({ status: 'success', data, message: '' })
const refused = (message: string): Response =>
  Response.json({ status: 'error', data: null, message }, { status: 500 })

const now = () => server.clock.now()

/** Waits for two minutes of its five. */
const entry = () =>
  proposal(1, { madeAt: now() - 180_000, endsAt: now() + 120_000, why: 'rsi(14) crossed above 30' })
const soon = () =>
  proposal(2, {
    contract: instrumentId('NSE', 'INFY'),
    segSym: instrumentId('NSE', 'INFY'),
    side: 'sell',
    quantity: 20,
    madeAt: now() - 7_000,
    endsAt: now() + 53_000,
  })
const exit = () =>
  proposal(3, {
    contract: instrumentId('NSE', 'RELIANCE'),
    intent: 'exit',
    side: 'sell',
    madeAt: now() - 1_000,
    endsAt: null,
    why: 'stop 1,480.00 was hit',
    values: [{ text: 'close', value: 1_479.5 }],
  })
const sent = () =>
  proposal(4, { status: 'sent', outcome: 'Sent by you in 20 s', endedAt: now() - 60_000, orderId: '7' })
const expired = () => proposal(5, { status: 'ended', outcome: 'Its candle is over', endedAt: now() - 60_000 })

interface Given {
  readonly proposals: () => readonly Proposal[]
  readonly deployments?: readonly Deployment[]
}

/** The list is asked for again after each act; all else is the server's. */
const answerWith =
  ({ proposals, deployments = [] }: Given): Answering =>
  ({ path }) => {
    const { pathname, searchParams } = new URL(path, 'http://console')
    if (pathname.endsWith('/proposals/send'))
      return ok(toWire(sendProposal.reply, { orderId: '8', isRepeat: false, sentAt: now() }))
    if (pathname.endsWith('/proposals/drop')) return ok(toWire(dropProposals.reply, { dropped: 1 }))
    if (pathname.endsWith('/deployments/proposals'))
      return ok(toWire(listProposals.reply, proposals() as Proposal[]))
    if (!pathname.endsWith('/deployments/all')) return null
    const rows = deployments.filter(({ type }) => type === searchParams.get('type'))
    return ok(toWire(listDeployments.reply, rows as Deployment[]))
  }

const enter = async (given: Given | Answering, path = '/proposals') => {
  bench.answerInstead(typeof given === 'function' ? given : answerWith(given))
  const name = `sender${++users}`
  const password = await server.addUser(name)
  const opened = bench.open(path)
  const user = showApp(opened)
  await screen.findByRole('textbox', { name: 'User' })
  await user.keyboard(`${name}{Tab}${password}{Enter}`)
  await screen.findByRole('heading', { level: 1, name: 'Proposals' }, SLOW)
  return { user, ...opened }
}

const rowsOf = (name: string): readonly (string | null)[] =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('button')
    .map(({ dataset }) => dataset.key ?? null)
    .filter((key) => key !== null)
const focused = () => document.activeElement?.getAttribute('data-key')
const opened = () => screen.findByRole('region', { name: 'Opened proposal' }, SLOW)
const sends = () => bench.asked.filter(({ path }) => path.endsWith('/proposals/send'))
const drops = () => bench.asked.filter(({ path }) => path.endsWith('/proposals/drop'))
const waiting = () => screen.findByRole('list', { name: 'Waiting' }, SLOW)

describe('the queue of proposals', () => {
  test('lists what waits with its time left, what was sent and what ended without an order', async () => {
    await enter({ proposals: () => [exit(), soon(), entry(), sent(), expired()] })
    await waiting()
    expect(rowsOf('Waiting')).toEqual([uuid(3), uuid(2), uuid(1)])
    const [first, second, third] = within(await waiting())
      .getAllByRole('button')
      .map(({ textContent }) => textContent ?? '')
    expect(first).toContain('Staysuntil closed')
    expect(first).toContain('EXITSell 10')
    expect(second).toContain('0:53')
    expect(second).toContain('Sell 20')
    expect(third).toContain('2:00')
    const over = screen.getByRole('region', { name: 'Ended without an order' })
    expect(over.textContent).toContain('Its candle is over')
    expect(screen.getByRole('region', { name: 'Sent' }).textContent).toContain('Sent by you in 20 s')
    expect(screen.getByRole('button', { name: /^3 proposals/ }).textContent).toContain('3 proposals')
    expect(await findBarriers()).toEqual([])
  })

  test('tells the time by the market clock, and offers nothing to send once it is over', async () => {
    const only = entry()
    await enter({ proposals: () => [only] })
    const detail = await opened()
    await within(detail).findByText('2:00')
    expect(within(detail).getByText('2:00').hasAttribute('data-soon')).toEqual(false)
    server.clock.advance(70_000)
    await waitFor(
      () => expect(within(detail).getByText('0:50').hasAttribute('data-soon')).toEqual(true),
      SLOW,
    )
    server.clock.advance(60_000)
    const over = await within(detail).findByRole('button', { name: /^Its time is over/ }, SLOW)
    expect(over.hasAttribute('disabled')).toEqual(true)
  })

  test('is walked by keys, and the cursor stays with its proposal when an exit arrives above', async () => {
    let rows = [soon(), entry()]
    const { user, console } = await enter({ proposals: () => rows })
    await waiting()
    await waitFor(() => expect(focused()).toEqual(uuid(2)))
    await user.keyboard('j')
    await waitFor(() => expect(focused()).toEqual(uuid(1)))
    rows = [exit(), ...rows]
    act(() => console.dispatch({ to: 'proposals', event: { type: 'proposals.load' } }))
    await waitFor(() => expect(rowsOf('Waiting')).toEqual([uuid(3), uuid(2), uuid(1)]), SLOW)
    expect(focused()).toEqual(uuid(1))
    expect(within(await opened()).getByRole('region', { name: 'Why' }).textContent).toContain(
      'crossed above 30',
    )
    await user.keyboard('{Home}')
    await waitFor(() => expect(focused()).toEqual(uuid(3)))
    const why = within(await opened()).getByRole('region', { name: 'Why' }).textContent
    expect(why).toEqual('Whystop 1,480.00 was hitclose1,479.50')
  })

  test('the first to wait takes the cursor from one that has ended', async () => {
    let rows = [sent(), expired()]
    const { console } = await enter({ proposals: () => rows })
    await waitFor(() => expect(focused()).toEqual(uuid(4)), SLOW)
    rows = [entry(), ...rows]
    act(() => console.dispatch({ to: 'proposals', event: { type: 'proposals.load' } }))
    await waitFor(() => expect(focused()).toEqual(uuid(1)), SLOW)
  })

  test('of several legs shows each, their premium, and sends them as one without another quantity', async () => {
    const call = instrumentId('NFO-OPT', 'NIFTY26NOV24100CE')
    const hedge = instrumentId('NFO-OPT', 'NIFTY26NOV24200CE')
    const nifty = instrumentId('INDICES', 'NIFTY 50')
    const legs = proposal(6, {
      ...{ segSym: nifty, contract: nifty, side: 'sell', quantity: 65, price: 50 },
      ...{ madeAt: now() - 7_000, endsAt: now() + 53_000 },
      legs: [
        { leg: 1, contract: call, side: 'sell', quantity: 65, price: 100, limitPrice: null },
        { leg: 2, contract: hedge, side: 'buy', quantity: 65, price: 50, limitPrice: 49.5 },
      ],
    })
    const { console } = await enter({ proposals: () => [legs] })
    act(() => console.quotes.write(frame(`${call} 110, ${hedge} 52`)))
    const detail = within(await opened())
    expect(
      detail
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual([
      expect.stringMatching(/^Sell 65 .*100\.00/),
      expect.stringMatching(/^Buy 65 .* limit 49\.5050\.00/),
    ])
    await waitFor(
      () =>
        expect(detail.getByRole('region', { name: 'Price then and now' }).textContent).toMatch(
          /Then50\.00Now58\.00 credit\+8\.00 \(\+16\.00%\)₹520\.00 more on 65/,
        ),
      SLOW,
    )
    expect(detail.queryByRole('button', { name: /^Quantity/ })).toEqual(null)
    expect(detail.getByRole('button', { name: /^(Price|Pricing|Send) 2 legs/ })).toBeTruthy()
    expect(await findBarriers()).toEqual([])
  })

  test('prices with the first Enter and sends once with the next', async () => {
    let rows = [entry()]
    const { user } = await enter({ proposals: () => rows })
    await waitFor(() => expect(focused()).toEqual(uuid(1)), SLOW)
    const detail = await opened()
    expect(within(detail).getByRole('button', { name: /^Price buy 10/ }).tagName).toEqual('BUTTON')
    await user.keyboard('{Enter}')
    const preview = within(detail).getByRole('region', { name: 'Order preview' })
    await waitFor(() => expect(preview.textContent).toMatch(/Margin₹[\d,.]+of ₹/), SLOW)
    await within(detail).findByRole('button', { name: /^Send buy 10/ })
    expect(sends()).toEqual([])
    rows = [{ ...entry(), status: 'sent', outcome: 'Sent by you', endedAt: now(), orderId: '8' }]
    // One that follows the price at once does nothing.
    await waitFor(async () => {
      await user.keyboard('{Enter}')
      expect(sends().length).toEqual(1)
    }, SLOW)
    await waitFor(
      () => expect(screen.getByRole('region', { name: 'Sent' }).textContent).toContain('Sent by you'),
      SLOW,
    )
    expect(screen.getByText('Nothing waits.').tagName).toEqual('P')
  })

  test('sends nothing when Enter presses a link or another button', async () => {
    const { user } = await enter({ proposals: () => [entry()] })
    await waitFor(() => expect(focused()).toEqual(uuid(1)), SLOW)
    const drop = within(await opened()).getByRole('button', { name: /^Drop/ })
    act(() => drop.focus())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(drops().length).toEqual(1))
    act(() => screen.getByRole('button', { name: /^Drop all of/ }).focus())
    await user.keyboard('{Enter}')
    await waitFor(() => expect(drops().length).toEqual(2))
    expect(bench.asked.filter(({ path }) => path.includes('/orders/preview'))).toEqual([])
  })

  test('is sent with the quantity that is typed after e, of an entry and no more than proposed', async () => {
    const { user, tab } = await enter({ proposals: () => [entry()] })
    await waitFor(() => expect(focused()).toEqual(uuid(1)), SLOW)
    await user.keyboard('e')
    const line = await screen.findByRole('combobox', { name: 'Command line' }, SLOW)
    await waitFor(() => expect(line).toHaveProperty('value', 'quantity of the proposal '), SLOW)
    await user.keyboard('11{Enter}')
    await screen.findByText(/at most 10, as proposed/, {}, SLOW)
    await user.keyboard('{Backspace}{Backspace}4{Enter}')
    const detail = await opened()
    await within(detail).findByText('4 instead of 10, as you changed it.', {}, SLOW)
    const send = await within(detail).findByRole('button', { name: /^Send buy 4/ }, SLOW)
    // One that follows the price at once does nothing.
    await waitFor(async () => {
      await user.click(send)
      expect(sends().length).toEqual(1)
    }, SLOW)
    expect(tab.path()).toEqual('/proposals')
  })

  test('drops a proposal by key', async () => {
    const { user, notices } = await enter({ proposals: () => [entry()] })
    await waitFor(() => expect(focused()).toEqual(uuid(1)), SLOW)
    await user.keyboard('x')
    await waitFor(() => expect(notices).toContain('info: Proposal dropped'), SLOW)
    expect([drops().length, sends().length]).toEqual([1, 0])
  })

  test('without a proposal says when the next check is', async () => {
    await enter({
      proposals: () => [],
      deployments: [deploymentOf('EMA pullback', { type: 'live', runs: [runOf('TCS')] })],
    })
    await screen.findByText('Nothing waits.', {}, SLOW)
    await screen.findByText('Next check 11:45, EMA pullback', {}, SLOW)
    expect(screen.queryByRole('button', { name: /proposals?$/ })).toEqual(null)
    expect(await findBarriers()).toEqual([])
  })

  test('that cannot be loaded says why, and Retry loads it', async () => {
    const { user } = await enter(({ path }) =>
      path.includes('/deployments/proposals') ? refused('The store is busy') : null,
    )
    const alert = await within(screen.getByRole('main')).findByRole('alert', {}, SLOW)
    expect(alert.textContent).toContain('The store is busy')
    bench.answerInstead(answerWith({ proposals: () => [entry()] }))
    await user.click(within(alert).getByRole('button', { name: 'Retry' }))
    await waiting()
  })

  test('sends nothing of a list that is not current, nor offline', async () => {
    const { console, tab } = await enter({ proposals: () => [entry()] })
    const detail = await opened()
    await within(detail).findByRole('button', { name: /^Price buy 10/ })
    bench.answerInstead(({ path }) =>
      path.includes('/deployments/proposals') ? refused('The store is busy') : null,
    )
    act(() => console.dispatch({ to: 'proposals', event: { type: 'proposals.load' } }))
    const stale = await within(detail).findByRole('button', { name: /^List not current, cannot send/ }, SLOW)
    expect(stale.hasAttribute('disabled')).toEqual(true)
    tab.setOnline(false)
    const off = await within(detail).findByRole('button', { name: /^Offline, cannot send/ }, SLOW)
    expect(off.hasAttribute('disabled')).toEqual(true)
    expect(await findBarriers()).toEqual([])
  })
})
