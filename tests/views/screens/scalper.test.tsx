import { act, fireEvent, screen, waitFor as seen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { instrumentsList } from '../../../src/contract/instruments/instruments.ts'
import { encodeQuotes } from '../../../src/contract/quotes/quote-frame.ts'
import { texts } from '../../../src/machines/texts.ts'
import { ScalperScreen } from '../../../src/views/screens/scalper/scalper-screen.tsx'
import { findBarriers } from '../../support/barriers.ts'
import { type ConsoleBench, consolesOver, type OpenConsole } from '../../support/console.ts'
import { FACT_MS } from '../../support/limits.ts'
import { tick } from '../../support/server/live.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'
import { showScreen } from '../../support/view.tsx'
import { waitFor } from '../../support/wait-for.ts'

const PATIENCE = { timeout: FACT_MS }
const HEARTBEAT_MS = 500

let server: TestServer
let password: string
/** What of the list is about NIFTY and its contracts: the whole one takes seconds to read in one thread. */
let master: string
let bench: ConsoleBench
/** The quote socket is heard from, so that a busy machine does not take it for silent. */
let heartbeat: ReturnType<typeof setInterval> | undefined

beforeAll(async () => {
  server = await startServer()
  password = await server.addUser('asha')
  const [header, ...rows] = (await wholeList()).split('\n')
  master = [header, ...rows.filter((row) => /,"?(NIFTY|NIFTY 50)"?,/.test(row))].join('\n')
})
afterAll(() => server.close())
beforeEach(() => {
  bench = consolesOver(server)
  answer()
})
afterEach(() => {
  clearInterval(heartbeat)
  return bench.close()
})

/** A machine with much to do refuses for a moment. */
const wholeList = async (): Promise<string> => {
  const reader = await server.enter('reader')
  const read = () => server.call(reader, instrumentsList)
  const answered = await vi.waitUntil(async () => {
    const response = await read()
    return response.statusCode === 200 ? response : null
  }, PATIENCE)
  return answered.body
}

/** The server answers, but for the list of instruments, and a quote ticket that never comes: prices are told by hand. */
const answer = (instead: (path: string) => Response | null = () => null) =>
  bench.answerInstead(({ path }) => {
    if (path.includes('instrumentsList'))
      return new Response(master, { headers: { 'content-type': 'text/csv' } })
    if (path.includes('ticket')) return new Promise<Response>(() => {})
    return instead(path)
  })

const asked = (part: string): number => bench.asked.filter(({ path }) => path.includes(part)).length

interface Entered {
  readonly opened: OpenConsole
  readonly user: UserEvent
  /** A price of what the keys trade, as the quote socket would bring it. */
  hear(price: number): void
}

const enter = async (): Promise<Entered> => {
  const opened = bench.open('/markets')
  const { actors, quotes } = opened.console
  await waitFor(actors.auth, (auth) => auth.matches('signedOut'))
  actors.auth.send({ type: 'auth.signIn', userName: 'asha', password })
  await waitFor(actors.auth, (auth) => auth.matches({ signedIn: 'ready' }), PATIENCE)
  await waitFor(actors.instruments, (instruments) => instruments.matches('ready'), PATIENCE)
  await waitFor(actors.scalper, (scalper) => scalper.matches({ cursor: 'found' }), PATIENCE)
  actors.quoteSocket.send({ type: 'socket.opened' })
  heartbeat = setInterval(() => actors.quoteSocket.send({ type: 'socket.heard' }), HEARTBEAT_MS)
  const user = showScreen(opened, ScalperScreen)
  await screen.findByRole('grid', { name: /^Option chain/ }, PATIENCE)
  const hear = (price: number) => {
    const traded = actors.scalper.getSnapshot().context.instrument ?? ''
    const timestamp = server.clock.now()
    act(() => quotes.write(encodeQuotes([tick(traded, price, { timestamp, bid: price - 0.05, ask: price })])))
  }
  hear(101.5)
  return { opened, user, hear }
}

/** Arming is refused while quotes or the order path are late, as they may be on a busy machine. */
const arm = async ({ opened, user }: Pick<Entered, 'opened' | 'user'>): Promise<void> => {
  const { arming } = opened.console.actors
  await vi.waitUntil(async () => {
    await user.keyboard('a')
    return arming.getSnapshot().matches('armed')
  }, PATIENCE)
}

const chain = () => screen.getByRole('grid', { name: /^Option chain/ })
const quickOrder = () => screen.getByRole('region', { name: 'Quick order' })
const cursorOf = ({ console }: OpenConsole) => {
  const { strike, side, lots } = console.actors.scalper.getSnapshot().context
  return { strike, side, lots }
}

describe('the Scalper', () => {
  test('shows the chain of the server at the money, and the order one key away with what it needs', async () => {
    const { opened } = await enter()
    const { strike } = cursorOf(opened)
    const { context } = opened.console.actors.optionChains.getSnapshot()
    const [known] = Object.values(context.chains)
    expect(strike).toEqual(known?.chain?.atmStrike)
    expect(chain().getAttribute('aria-rowcount')).toEqual(String((known?.chain?.strikes.length ?? 0) + 1))
    expect(document.title).toEqual('NIFTY 50 Scalper · sauda')
    expect(document.activeElement).toEqual(screen.getByRole('heading', { level: 1 }))
    const name = within(quickOrder()).getByTitle(/^NIFTY \d+ [A-Z]{3} \d+ CE$/)
    expect(name.querySelector('[class*=core]:last-child')?.textContent).toEqual(` ${strike} CE`)
    const margin = await within(quickOrder()).findByText('Margin', {}, PATIENCE)
    await seen(() => expect(margin.nextElementSibling?.textContent).toMatch(/₹\d/), PATIENCE)
  })

  test('takes a click on the strike itself for the side that is chosen', async () => {
    const { opened, user } = await enter()
    const { strike, side } = cursorOf(opened)
    const other = screen
      .getAllByRole('rowheader')
      .find((one) => Number.parseFloat(one.textContent.replaceAll(',', '')) !== strike)
    if (other === undefined) throw new Error('no other strike is shown')
    await user.click(other)
    const chosen = cursorOf(opened)
    expect([chosen.side, chosen.strike]).toEqual([
      side,
      Number(other.closest('[data-strike]')?.getAttribute('data-strike')),
    ])
    expect(chosen.strike).not.toEqual(strike)
  })

  test('asks for the prices of the strikes in sight alone', async () => {
    const { opened } = await enter()
    const { wanted } = opened.console.actors.quoteSocket.getSnapshot().context
    const strikes = Number(chain().getAttribute('aria-rowcount')) - 1
    const options = wanted.filter((id) => id.startsWith('NFO-OPT_')).length
    const rows = within(chain()).getAllByRole('row').length - 1
    expect(rows).toBeLessThan(strikes)
    expect(options).toEqual(2 * rows)
  })

  test('moves its cursor by keys from anywhere on the screen', async () => {
    const { opened, user } = await enter()
    const before = cursorOf(opened)
    await user.keyboard(']p')
    const strikes = await waitFor(opened.console.actors.scalper, ({ context }) => context.side === 'PE')
    expect(strikes.context.strike).toBeGreaterThan(before.strike ?? 0)
    await user.keyboard('[[[[[[')
    expect(cursorOf(opened).strike).toBeLessThan(before.strike ?? 0)
    await user.keyboard('\\c')
    expect(cursorOf(opened)).toEqual({ ...before, side: 'CE' })
  })

  test('is left by Esc where one was writing: the first clears the field, the next one leaves it', async () => {
    const { user } = await enter()
    const field = await screen.findByRole('combobox', { name: 'Underlying' }, PATIENCE)
    await user.click(field)
    await user.keyboard('bank{Escape}')
    expect([(field as HTMLInputElement).value, document.activeElement]).toEqual(['', field])
    await user.keyboard('{Escape}')
    expect(document.activeElement).toEqual(document.body)
    await user.keyboard('p')
    expect((field as HTMLInputElement).value).toEqual('')

    const lots = within(quickOrder()).getByRole('spinbutton', { name: 'Lots' })
    await user.click(lots)
    await user.keyboard('{Escape}')
    expect(document.activeElement).toEqual(document.body)
  })

  test('has a grid of one tab stop whose cursor is picked by Enter', async () => {
    const { opened, user } = await enter()
    const before = cursorOf(opened)
    act(() => chain().focus())
    await user.keyboard('jj{ArrowRight}')
    const named = document.getElementById(chain().getAttribute('aria-activedescendant') ?? '')
    expect(named?.textContent).toMatch(/put, .*last price .*[\d,.]+/)
    expect(cursorOf(opened)).toEqual(before)
    await user.keyboard('{Enter}')
    expect([cursorOf(opened).side, (cursorOf(opened).strike ?? 0) > (before.strike ?? 0)]).toEqual([
      'PE',
      true,
    ])
    await user.keyboard('{End}')
    const last = document.getElementById(chain().getAttribute('aria-activedescendant') ?? '')
    expect(last?.closest('[role=row]')?.getAttribute('aria-rowindex')).toEqual(
      chain().getAttribute('aria-rowcount'),
    )
  })

  test('says why a chain could not be loaded, and loads it on Retry', async () => {
    const { opened } = await enter()
    const failure = { status: 'error', data: null, message: 'No prices for this chain', code: 'INTERNAL' }
    answer((path) => (path.includes('option-chain') ? Response.json(failure, { status: 500 }) : null))
    act(() => opened.console.run({ command: 'scalper.expiry', args: { by: 1 } }))
    const retry = await screen.findByRole('button', { name: 'Retry' }, PATIENCE)
    expect(retry.closest('[role=alert]')?.textContent).toContain('No prices for this chain')
    answer()
    act(() => retry.click())
    await screen.findByRole('grid', { name: /^Option chain/ }, PATIENCE)
  })

  test('shows prices, open interest or greeks, by key, and remembers which', async () => {
    const { opened, user } = await enter()
    const heads = () =>
      within(chain())
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent)
    expect(heads()).toEqual(expect.arrayContaining(['Put LTP', 'Put Bid', 'Put OI']))
    expect(heads()).not.toContain('Put Build-up')
    await user.keyboard('{Shift>}C{/Shift}')
    expect(heads()).toEqual(expect.arrayContaining(['Put OI', 'Put OI chg', 'Put Build-up']))
    await user.keyboard('{Shift>}C{/Shift}')
    expect(heads()).toEqual(expect.arrayContaining(['Put DeltaΔ', 'Put ThetaΘ', 'Put Vega']))
    expect(heads()).not.toContain('Put Build-up')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Greeks' }).checked).toEqual(true)
    expect(opened.console.actors.preferences.getSnapshot().context.chainView).toEqual('greeks')
    await user.click(screen.getByRole('radio', { name: 'OI' }))
    expect(heads()).toContain('Put Build-up')
  })

  test('has a menu for each option, by key and by the right button, with the acts of its keys', async () => {
    const { opened, user } = await enter()
    act(() => chain().focus())
    await user.keyboard('j{ArrowRight}{Shift>}{F10}{/Shift}')
    const { strike, side } = cursorOf(opened)
    expect(side).toEqual('PE')
    const menu = await screen.findByRole('menu', { name: /^Commands for [\d,]+ PE$/ })
    expect(
      within(menu)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Buyb',
      'Sells',
      'Exit positionf',
      'Order window',
      'Add to basket to buy',
      'Add to basket to sell',
      'Chart',
      'Add to watchlist',
    ])
    await user.click(within(menu).getByRole('menuitem', { name: 'Add to basket to sell' }))
    const { legs } = opened.console.actors.basket.getSnapshot().context
    expect(legs.map(({ draft }) => [draft.side, draft.instrument.endsWith(`${strike}PE`)])).toEqual([
      ['sell', true],
    ])

    const cell = chain().querySelector(`[data-strike="${strike}"] [data-side=CE]`)
    fireEvent.contextMenu(cell as Element)
    await user.click(await screen.findByRole('menuitem', { name: /^Buy/ }))
    expect(cursorOf(opened).side).toEqual('CE')
    const { palette } = opened.console.actors
    await waitFor(palette, (state) => state.matches('open'))
    expect(palette.getSnapshot().context.line).toMatch(new RegExp(`^buy 1l @mkt mis NIFTY\\S+${strike}CE$`))
  })

  test('says of the traded option what its columns have no room for', async () => {
    const { opened } = await enter()
    const button = screen.getByRole('button', { name: /^Commands for [\d,]+ CE$/ })
    expect(button.parentElement?.textContent).toMatch(
      /^[\d,]+ CEOI [+−][\d,]+% (long|short) (build-up|covering|unwinding)Δ [\d.−]+ Γ [\d.]+ Θ −[\d.]+ vega [\d.]+$/,
    )
    act(() => button.click())
    await screen.findByRole('menu', { name: button.getAttribute('aria-label') ?? '' })
    expect(cursorOf(opened).side).toEqual('CE')
  })

  test('draws put-call ratio and straddle through the day, or says why not and asks again', async () => {
    const failure = { status: 'error', data: null, message: 'No ratio of this chain', code: 'INTERNAL' }
    answer((path) => (path.includes('/pcr') ? Response.json(failure, { status: 500 }) : null))
    const { opened } = await enter()
    const figures = screen.getByRole('region', { name: 'Figures of the chain' })
    const problem = await within(figures).findByRole('alert', {}, PATIENCE)
    expect(problem.textContent).toEqual('No ratio of this chainRetry')
    answer()
    act(() => within(problem).getByRole('button', { name: 'Retry' }).click())
    const line = await within(figures).findByRole('img', { name: /^Put-call ratio of the day: / }, PATIENCE)
    expect(line.getAttribute('aria-label')).toMatch(
      /^Put-call ratio of the day: [\d.]+ at 09:15, [\d.]+ at \d\d:\d\d, lowest [\d.]+, highest [\d.]+$/,
    )
    expect(within(figures).getByRole('img', { name: /^At-the-money straddle of the day: / })).not.toEqual(
      null,
    )
    const { pcr, straddle } =
      Object.values(opened.console.actors.optionChains.getSnapshot().context.chains)[0]?.chain ?? {}
    expect(within(figures).getByText('PCR').nextElementSibling?.textContent).toContain(pcr?.toFixed(2))
    expect(within(figures).getByText(/^Straddle/).nextElementSibling?.textContent).toContain(
      straddle?.toFixed(2),
    )
  })

  test('has no barrier that axe knows', async () => {
    await enter()
    expect(await findBarriers()).toEqual([])
  })

  test('has none while its keys are armed', async () => {
    await arm(await enter())
    expect(await findBarriers()).toEqual([])
  })
})

describe('its keys', () => {
  test('write the line of the order while they are not armed', async () => {
    const { opened, user } = await enter()
    await user.keyboard('b')
    const { palette } = opened.console.actors
    await waitFor(palette, (state) => state.matches('open'))
    expect(palette.getSnapshot().context.line).toMatch(/^buy 1l @mkt mis NIFTY\S+CE$/)
    expect(asked('/orders/place')).toEqual(0)
  })

  test('place one order for each key once armed, and none while a key is held down', async () => {
    const { opened, user, hear } = await enter()
    await arm({ opened, user })
    hear(102)
    const key = { key: 'b', code: 'KeyB', bubbles: true, cancelable: true }
    fireEvent.keyDown(document.body, key)
    for (let repeat = 0; repeat < 30; repeat++) fireEvent.keyDown(document.body, { ...key, repeat: true })
    fireEvent.keyUp(document.body, key)
    await waitFor(opened.console.actors.placements, ({ context }) => context.placements.length > 0)
    fireEvent.keyDown(document.body, key)
    const { context } = await waitFor(
      opened.console.actors.placements,
      ({ context: { placements } }) => placements.length > 1,
    )
    expect(context.placements.map(({ draft }) => [draft.side, draft.product, draft.orderType])).toEqual([
      ['buy', 'MIS', 'MARKET'],
      ['buy', 'MIS', 'MARKET'],
    ])
  })

  test('do nothing while a number is being written', async () => {
    const { opened, user } = await enter()
    await arm({ opened, user })
    await user.click(within(quickOrder()).getByRole('spinbutton', { name: 'Lots' }))
    await user.keyboard('bsf')
    expect(opened.console.actors.placements.getSnapshot().context.placements).toEqual([])
  })

  test('disarm when the feed is gone, and say why', async () => {
    const { opened, user } = await enter()
    await arm({ opened, user })
    act(() => opened.console.actors.quoteSocket.send({ type: 'socket.closed' }))
    await seen(() => expect(within(quickOrder()).queryByText('ARMED')).toEqual(null))
    expect(within(quickOrder()).getAllByText(texts.disarmedQuotesLost).length).toBeGreaterThan(0)
    await user.keyboard('b')
    expect(opened.console.actors.placements.getSnapshot().context.placements).toEqual([])
  })
})
