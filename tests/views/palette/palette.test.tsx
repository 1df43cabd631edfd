import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { encodeQuotes } from '../../../src/contract/quotes/quote-frame.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { ANSWER_AFTER_MS } from '../../../src/machines/shell/palette.ts'
import { LINE_MAX } from '../../../src/machines/shell/palette-memory.ts'
import { PHONE } from '../../../src/views/kit/hooks/use-media.ts'
import { findBarriers } from '../../support/barriers.ts'
import { type ConsoleBench, consolesOver, type OpenConsole } from '../../support/console.ts'
import { tick } from '../../support/server/live.ts'
import { startTradingServer } from '../../support/server/trading-server.ts'
import { showApp } from '../../support/view.tsx'

const INFY = 'NSE_INFY' as InstrumentId
const LINE = 'buy 10q infy mis'

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

interface Page {
  readonly user: UserEvent
  readonly opened: OpenConsole
  readonly quote: (price: number) => void
}

const enter = async (): Promise<Page> => {
  const name = `reader${++users}`
  const password = await server.addUser(name)
  const opened = bench.open('/')
  const user = showApp(opened)
  await screen.findByRole('textbox', { name: 'User' })
  await user.keyboard(`${name}{Tab}${password}{Enter}`)
  await screen.findByRole('banner')
  await screen.findByRole('heading', { level: 1 })
  opened.console.quotes.watch(INFY, () => {})
  const quote = (price: number) =>
    opened.console.quotes.write(encodeQuotes([tick(INFY, price, { timestamp: server.clock.now() })]))
  quote(1500)
  return { user, opened, quote }
}

const openLine = async ({ user }: Page, line = ''): Promise<HTMLInputElement> => {
  await user.keyboard('{Control>}k{/Control}')
  const input = (await screen.findByRole('combobox')) as HTMLInputElement
  if (line !== '') {
    await user.click(input)
    await user.paste(line)
  }
  return input
}

const tile = (label: string): string =>
  within(screen.getByRole('region', { name: 'Preview' }))
    .getAllByRole('term')
    .find((term) => term.textContent === label)
    ?.parentElement?.textContent?.slice(label.length) ?? ''

const previewed = () => waitFor(() => expect(tile('Margin')).toMatch(/₹/))

/** Longer than the pause between two readings of a line while prices move. */
const REFRESH_MS = 300

const posts = (): number =>
  bench.asked.filter(({ method, path }) => method === 'POST' && path.includes('place_order')).length

const pause = (ms: number) => act(() => new Promise<void>((resolve) => setTimeout(resolve, ms)))

describe('an order in the command line', () => {
  test('shows its tiles from the verb on, fills them in, and goes by one Enter', async () => {
    const page = await enter()
    await openLine(page, 'buy ')
    expect([tile('Quantity'), tile('Margin')]).toEqual(['––', '––'])
    await page.user.paste('10q infy mis')
    await previewed()
    expect(screen.getByText('INFY').nextElementSibling?.textContent).toEqual('NSE')
    expect(tile('Quantity')).toMatch(/^10freeze/)
    expect(tile('Margin')).toMatch(/^(≈ )?₹[\d,]+₹.+ free → ₹/)
    expect(tile('Charges')).toMatch(/^₹\d.*₹\d.* with the exit$/)
    expect(tile('Break-even')).toMatch(/^1,50\d\.\d\d\+\d\.\d\d after charges$/)
    expect(screen.getByText('position after').parentElement?.textContent).toMatch(
      /^position after\+10 at 1,500\.\d\dnow flat$/,
    )
    await waitFor(() =>
      expect(
        within(screen.getByLabelText('Limits used'))
          .getAllByRole('term')
          .map((term) => term.parentElement?.textContent),
      ).toEqual([
        expect.stringMatching(/^Margin\d+% of ₹/),
        expect.stringMatching(/^Orders today1 of \d/),
        expect.stringMatching(/^Day loss₹0 of ₹/),
      ]),
    )
    expect(await findBarriers()).toEqual([])
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect([posts(), screen.queryByRole('combobox')]).toEqual([1, null]))
  })

  test('shows the last price, both sides and what is at risk to the stop', async () => {
    const page = await enter()
    await openLine(page, 'buy 10q infy @1500 sl 1490 tp 1530 mis')
    await previewed()
    const figure = (label: string) => screen.getByText(label).parentElement?.textContent ?? ''
    expect([figure('LTP'), figure('Bid'), figure('Ask')].map((text) => /1,500\.00/.test(text))).toEqual([
      true,
      true,
      true,
    ])
    expect(figure('Limit')).toEqual('Limityour limit is the ask')
    // Ten points on ten shares, and the charges of both ways; thirty points less those.
    expect(screen.getByText(/at risk to the stop/).textContent).toMatch(/^−₹1[01]\d at risk to the stop$/)
    expect(screen.getByText(/reward at the target/).textContent).toMatch(/^reward at the target \+₹2[89]\d$/)
    expect(screen.getByText('1,490.00 · −0.67%').nextElementSibling?.textContent).toEqual('entry 1,500.00')
    act(() => page.quote(1505))
    await waitFor(() => expect(figure('Ask')).toMatch(/1,505\.00/))
    expect(figure('Limit')).toEqual('Limityour limit is 5.00 below the ask')
  })

  test('says of each row what it does at the prices on screen', async () => {
    const page = await enter()
    await openLine(page, 'buy 10q infy @1490 mis')
    await previewed()
    await waitFor(() =>
      expect(
        screen
          .getAllByRole('option')
          .slice(0, 4)
          .map((row) => row.textContent),
      ).toEqual([
        'Buy 10 INFY at 1,490.00rests, 10.00 below the ask · MIS · Virtual↵',
        'Buy at the ask, 1,500.00fills now⇧↵',
        'Buy at marketfills now near 1,500.00Ctrl↵',
        'Add to basketempty nowCtrlB',
      ]),
    )
    act(() => page.quote(1480))
    await waitFor(() =>
      expect(screen.getAllByRole('option')[0]?.textContent).toMatch(/fills now, 10\.00 above the ask/),
    )
  })

  test('corrects a line by one Enter, previewed before, and sends it by another', async () => {
    const page = await enter()
    const input = await openLine(page, 'buy 10q infy 1500 mis')
    const [first] = screen.getAllByRole('option')
    expect(document.getElementById('palette-problem')?.textContent).toEqual(
      "Didn't understand 1500. Did you mean @1500?",
    )
    expect(first?.textContent).toMatch(/^buy 10q infy @1500 misBuy 10 INFY at 1,500\.00 · MIS · Virtual↵$/)
    expect(first?.querySelector('em')?.textContent).toEqual('@1500')
    expect(screen.getByText('apply the fix')).not.toBe(null)
    await previewed()
    await page.user.keyboard('{Enter}')
    expect([input.value, posts(), screen.queryByText('apply the fix')]).toEqual([
      'buy 10q infy @1500 mis',
      0,
      null,
    ])
    await previewed()
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect([posts(), screen.queryByRole('combobox')]).toEqual([1, null]))
  })

  test('offers the nearest price within the circuit limits, one Enter away, and another sends it', async () => {
    server.prices.limit(INFY, 1480, 1520)
    // The market is read once an instant.
    server.clock.advance(1_000)
    const page = await enter()
    const input = await openLine(page, 'buy 10q infy @1700 mis')
    const fix = () => screen.getAllByRole('option')[0]
    await waitFor(() => expect(fix()?.querySelector('em')?.textContent).toEqual('@1520'))
    expect(document.getElementById('palette-problem')?.textContent).toEqual(
      "1,700.00 is above today's upper circuit limit. The limit is 1,520.00.",
    )
    await previewed()
    expect(screen.getByText(/^your limit is 20\.00 above the ask$/)).not.toBe(null)
    expect(await findBarriers()).toEqual([])
    const seen = new Set<string | undefined>()
    const watch = new MutationObserver(() => seen.add(fix()?.querySelector('em')?.textContent ?? undefined))
    watch.observe(document.body, { subtree: true, childList: true, characterData: true })
    for (const price of [1500.05, 1500.1, 1500.15]) {
      act(() => page.quote(price))
      await pause(REFRESH_MS)
    }
    watch.disconnect()
    expect([...seen]).toEqual(['@1520'])
    await page.user.keyboard('{Enter}')
    expect([input.value, posts()]).toEqual(['buy 10q infy @1520 mis', 0])
    await waitFor(() => expect(fix()?.textContent).toMatch(/^Buy 10 INFY at 1,520\.00fills now/))
    await previewed()
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect([posts(), screen.queryByRole('combobox')]).toEqual([1, null]))
  })

  test('is calm about what an opened line lacks, until something is typed', async () => {
    const page = await enter()
    const said = () => document.getElementById('palette-problem')
    const open = (line: string) =>
      act(() => page.opened.console.actors.palette.send({ type: 'palette.open', line }))
    open('protect ')
    await screen.findByRole('combobox')
    expect(said()?.textContent).toMatch(/^Still needed: an open position/)
    expect([said()?.className, said()?.role]).toEqual([expect.stringMatching(/needed/), null])
    await page.user.keyboard('s')
    expect(said()?.className).toMatch(/problem/)
    open('buy ')
    expect(said()?.textContent).toMatch(/^Still needed: /)
    expect(said()?.className).not.toMatch(/bad/)
    await page.user.keyboard('i')
    expect(said()?.className).toMatch(/bad/)
  })

  test('puts the fixes directly under the line, each one key away, and never takes a digit of a number', async () => {
    const page = await enter()
    const input = await openLine(page, 'buy 10q infy nrml @1500')
    const [first, second] = screen.getAllByRole('option')
    const problem = document.getElementById('palette-problem')
    const preview = screen.getByRole('region', { name: 'Preview' })
    expect([problem?.textContent, first?.textContent?.slice(0, 22)]).toEqual([
      'NRML is not possible for a share. Use MIS or Cash.',
      'buy 10q infy mis @1500',
    ])
    const isBefore = (one: Element | null | undefined, other: Element) =>
      ((one?.compareDocumentPosition(other) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    expect([isBefore(problem, preview), isBefore(first, preview)]).toEqual([true, true])
    expect(second?.textContent).not.toMatch(/2$/)
    await page.user.keyboard('2')
    expect(input.value).toEqual('buy 10q infy nrml @15002')
    await page.user.keyboard('{Backspace} ioc')
    expect(screen.getAllByRole('option')[1]?.textContent).toMatch(/2$/)
    await page.user.keyboard('2')
    expect([input.value, posts()]).toEqual(['buy 10q infy cash @1500 ioc', 0])
  })

  test('says once what it did not understand, also of the verb', async () => {
    const page = await enter()
    await openLine(page, 'buuy 10q infy @1500 mis')
    await previewed()
    expect(screen.getAllByText(/^Didn't understand/).length).toEqual(1)
  })

  test('asks again under the eyes of whoever looks when the price has moved', async () => {
    const page = await enter()
    await openLine(page, LINE)
    await previewed()
    act(() => page.quote(1520))
    await screen.findByText(/Price moved from 1,500\.00 to 1,520\.00/)
    await page.user.keyboard('{Enter}')
    const question = await screen.findByRole('alert')
    expect(question.textContent).toMatch(/^Price moved from 1,500\.00 to 1,520\.00Buy 10 INFY/)
    await pause(2 * ANSWER_AFTER_MS)
    expect(posts()).toEqual(0)
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(posts()).toEqual(1))
  })

  test('is stepped by Alt and an arrow: its price by a tick, its quantity by a lot', async () => {
    const page = await enter()
    const input = await openLine(page, 'buy 10q infy @1500 mis')
    await page.user.keyboard('{Alt>}{ArrowUp}{ArrowUp}{ArrowDown}{ArrowRight}{/Alt}')
    expect(input.value).toMatch(/^buy 11 infy @1500\.\d+ mis$/)
    expect(screen.getByText('price by a tick')).not.toBe(null)
  })

  test('beyond the margin, says how much fits, and Alt Enter writes it into the line', async () => {
    const page = await enter()
    const input = await openLine(page, 'buy 900 infy cash @1500')
    const row = await screen.findByRole('option', { name: /the most that margin covers/ })
    const [, shares] = /^Buy (\d+) shares/.exec(row.textContent ?? '') ?? []
    expect(screen.getByRole('group', { name: 'Instead' }).getAttribute('aria-owns')).toEqual(row.id)
    expect(screen.getAllByRole('option')[0]?.textContent).toMatch(/^Buy 900 INFY/)
    await page.user.keyboard('{Alt>}{Enter}{/Alt}')
    await waitFor(() => expect(input.value).toEqual(`buy ${shares} infy cash @1500`))
    expect((await screen.findByText(/passes all checks/)).textContent).toMatch(/^Checked just now/)
    expect(screen.queryByRole('group', { name: 'Instead' })).toEqual(null)
    expect(page.opened.console.actors.placements.getSnapshot().context.placements).toEqual([])
  })

  test('a size by risk is written by its row, and Tab goes on completing words', async () => {
    const page = await enter()
    const input = await openLine(page, 'buy 100 infy mis @1500 sl 1490 t')
    await page.user.keyboard('{Tab}')
    expect(input.value).toMatch(/^buy 100 infy mis @1500 sl 1490 t[a-z]+ $/)
    await page.user.clear(input)
    await page.user.paste('buy 100 infy mis @1500 sl 1490')
    await page.user.click(await screen.findByRole('option', { name: /^Size by risk: 120 shares for ₹1,200/ }))
    await waitFor(() => expect(input.value).toEqual('buy r1200 infy mis @1500 sl 1490'))
    await waitFor(() =>
      expect(within(screen.getByRole('region', { name: 'Preview' })).getByText('120')).toBeTruthy(),
    )
  })

  test('goes by Ctrl+B into the basket, as its key cap says', async () => {
    const page = await enter()
    await openLine(page, LINE)
    await previewed()
    await page.user.keyboard('{Control>}b{/Control}')
    await waitFor(() =>
      expect(page.opened.console.actors.basket.getSnapshot().context.legs.length).toEqual(1),
    )
    expect(posts()).toEqual(0)
  })

  test('a held Enter orders once, and answers no question', async () => {
    const page = await enter()
    const input = await openLine(page, LINE)
    const hold = () =>
      act(() => {
        input.dispatchEvent(
          new KeyboardEvent('keydown', {
            key: 'Enter',
            code: 'Enter',
            repeat: true,
            bubbles: true,
            cancelable: true,
          }),
        )
      })
    for (let turn = 0; turn < 60; turn++) hold()
    expect([posts(), page.opened.console.actors.palette.getSnapshot().matches('open')]).toEqual([0, true])
    await previewed()
    await page.user.keyboard('{Enter}')
    for (let turn = 0; turn < 60; turn++) hold()
    await waitFor(() => expect(posts()).toEqual(1))
  })

  test('a key held since before writes nothing into the line it opened, and erases no question', async () => {
    const page = await enter()
    const input = await openLine(page, 'cancel all')
    expect(keepsFrom(input, held('Backspace'))).toEqual(true)
    act(() => void input.dispatchEvent(pressed('Backspace')))
    expect(keepsFrom(input, held('Backspace'))).toEqual(false)
    const { palette } = page.opened.console.actors
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(palette.getSnapshot().matches({ open: 'confirming' })).toEqual(true))
    const question = screen.getByRole('combobox')
    expect(keepsFrom(question, held('Backspace'))).toEqual(true)
    expect(screen.getByText('Account').textContent).toMatch(
      /^Account reader\d+ PAPER-.*Virtual \(paper\) trading$/,
    )
  })
})

const pressed = (key: string, repeat = false) =>
  new KeyboardEvent('keydown', { key, code: key, repeat, bubbles: true, cancelable: true })

const held = (key: string) => pressed(key, true)

/** Whether the page keeps a key from doing there what a browser makes of it. */
const keepsFrom = (target: Element, key: KeyboardEvent): boolean => {
  act(() => void target.dispatchEvent(key))
  return key.defaultPrevented
}

describe('an order on a phone', () => {
  const wide = window.matchMedia
  beforeEach(() => {
    window.matchMedia = (media) => Object.assign(wide(media), { matches: media === PHONE })
  })
  afterEach(() => {
    window.matchMedia = wide
  })
  const button = (name: string) => screen.findByRole('button', { name })

  test('has a button that does what Enter does', async () => {
    const page = await enter()
    const input = await openLine(page, 'buy 10q infy 1490 mis')
    await page.user.click(await button('Apply the fix'))
    expect([input.value, posts()]).toEqual(['buy 10q infy @1490 mis', 0])
    await previewed()
    const buy = await button('Buy at 1,490.00')
    expect(await findBarriers()).toEqual([])
    await page.user.click(buy)
    await waitFor(() => expect([posts(), screen.queryByRole('combobox')]).toEqual([1, null]))
  })

  test('asks where Enter asks, and has no button beside the question', async () => {
    bench.answerInstead(({ path }) => (path.includes('orders/preview') ? new Promise(() => {}) : null))
    const page = await enter()
    await openLine(page, 'sell 10q infy mis')
    await page.user.click(await button('Sell at market'))
    expect((await screen.findByRole('alert')).textContent).toMatch(/Not previewed yet/)
    expect([posts(), screen.queryByRole('button', { name: 'Sell at market' })]).toEqual([0, null])
    await pause(ANSWER_AFTER_MS)
    await page.user.click(await screen.findByRole('button', { name: /^Confirm/ }))
    await waitFor(() => expect([posts(), screen.queryByRole('combobox')]).toEqual([1, null]))
  })

  test('has a button for what is not complete, and none for another line', async () => {
    const page = await enter()
    await openLine(page, 'buy ')
    expect(await button('Complete the order')).not.toBe(null)
    await page.user.paste('10q infy mis')
    expect(await button('Buy at market')).not.toBe(null)
    await page.user.clear(screen.getByRole('combobox'))
    await page.user.paste('go positions')
    expect(screen.queryByRole('button', { name: /Buy|Complete/ })).toBe(null)
  })
})

describe('the line under the hands', () => {
  test('lies beside the row that has the focus', async () => {
    const page = await enter()
    const row = document.createElement('div')
    row.setAttribute('role', 'row')
    row.tabIndex = -1
    row.getBoundingClientRect = () => ({ top: 300, bottom: 334 }) as DOMRect
    screen.getByRole('main').append(row)
    row.focus()
    await openLine(page)
    const dialog = screen.getByRole('dialog', { name: 'Command line' })
    const style = dialog.closest<HTMLElement>('[style*=palette-top]')?.style
    expect(style?.getPropertyValue('--palette-top')).toEqual('342px')
    expect(style?.getPropertyValue('--palette-room')).toEqual(`${window.innerHeight - 358}px`)
  })

  test('keeps caret and text while a notice comes, prices move and the link breaks', async () => {
    const page = await enter()
    const input = await openLine(page, 'buy 10q infy mis')
    await page.user.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    await page.user.keyboard('5')
    const before = [input.value, input.selectionStart, document.activeElement]
    expect(before.slice(0, 2)).toEqual(['buy 10q infy5 mis', 13])
    const { console } = page.opened
    act(() => console.notices.show({ kind: 'error', text: 'Order Rejected' }))
    await screen.findByText('Order Rejected')
    act(() => {
      console.actors.connectivity.send({ type: 'browser.offline' })
      console.quotes.silence()
      page.quote(1505)
    })
    await pause(400)
    act(() => console.actors.connectivity.send({ type: 'browser.online' }))
    expect([input.value, input.selectionStart, document.activeElement]).toEqual(before)
    await page.user.keyboard('6')
    expect([input.value, input.selectionStart]).toEqual(['buy 10q infy56 mis', 14])
  })

  test('cuts a paste of a megabyte', async () => {
    const page = await enter()
    const input = await openLine(page)
    await page.user.click(input)
    await page.user.paste('buy '.repeat(262_144))
    expect(input.value.length).toBeLessThanOrEqual(LINE_MAX)
  })

  test('is a combobox: focus stays in the field, arrows move the choice, Esc closes', async () => {
    const page = await enter()
    const input = await openLine(page, 'infy')
    await waitFor(() => expect(screen.getAllByRole('option').length).toBeGreaterThan(1))
    const list = screen.getByRole('listbox')
    const chosen = () => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')
    expect([
      input.getAttribute('aria-expanded'),
      input.getAttribute('aria-controls'),
      input.getAttribute('aria-autocomplete'),
    ]).toEqual(['true', list.id, 'list'])
    const options = screen.getAllByRole('option')
    await waitFor(() => expect(chosen()).toEqual(options[0]))
    await page.user.keyboard('{ArrowDown}')
    await waitFor(() => expect(chosen()).toEqual(options[1]))
    expect(options[1]?.getAttribute('aria-selected')).toEqual('true')
    await page.user.keyboard('{ArrowUp}')
    await waitFor(() => expect(chosen()).toEqual(options[0]))
    expect(document.activeElement).toEqual(input)
    await page.user.keyboard('{ArrowDown}{Backspace}')
    await waitFor(() => {
      const first = screen.getAllByRole('option')[0]
      expect([input.value, chosen(), first?.getAttribute('aria-selected')]).toEqual(['inf', first, 'true'])
    })
    await waitFor(() => expect(screen.getByText(/^\d+ results?$/).textContent).toMatch(/result/))
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('combobox')).toEqual(null))
  })
})

describe('the list under the line', () => {
  test('names its groups, and Alt with an arrow leaps from one to the next', async () => {
    const page = await enter()
    const input = await openLine(page, 'infy')
    await waitFor(() => expect(screen.getAllByRole('option').length).toBeGreaterThan(2))
    const [first, ...others] = screen.getAllByRole('option').map(({ id }) => id)
    const groups = screen.getAllByRole('group', { name: /^(Next|Commands|Instruments|History)$/ })
    expect(groups.map((group) => group.getAttribute('aria-owns')?.split(' '))).toEqual([others])
    const chosen = () => input.getAttribute('aria-activedescendant')
    await page.user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await waitFor(() => expect(chosen()).toEqual(others[0]))
    await page.user.keyboard('{ArrowDown}{Alt>}{ArrowUp}{/Alt}')
    await waitFor(() => expect(chosen()).toEqual(first))
  })

  test('takes the row under the mouse', async () => {
    const page = await enter()
    const input = await openLine(page, 'infy')
    await waitFor(() => expect(screen.getAllByRole('option').length).toBeGreaterThan(2))
    const buying = screen.getByRole('option', { name: /^Buy INFY/ })
    await page.user.hover(buying)
    await waitFor(() => expect(buying.getAttribute('aria-selected')).toEqual('true'))
    await page.user.click(buying)
    await waitFor(() => expect(input.value).toEqual('buy 1l INFY '))
    expect(document.activeElement).toBe(input)
  })
})

describe('the kill switch', () => {
  test('a line left with Esc is selected when it is opened again: typing replaces it, an arrow goes on from its end', async () => {
    const page = await enter()
    await openLine(page, 'go posit')
    await page.user.keyboard('{Escape}')
    const again = await openLine(page)
    expect([again.value, again.selectionStart, again.selectionEnd]).toEqual(['go posit', 0, 8])
    await page.user.keyboard('{ArrowRight}ions')
    expect(again.value).toEqual('go positions')
    await page.user.keyboard('{Escape}')
    const third = await openLine(page)
    await page.user.keyboard('funds')
    expect(third.value).toEqual('funds')
  })

  test('asks in numbers over whatever is open, Esc goes back, Enter stops everything, a banner stays', async () => {
    const page = await enter()
    await openLine(page, 'half a line')
    await page.user.keyboard('{Control>}{Shift>}X{/Shift}{/Control}')
    const dialog = await screen.findByRole('alertdialog', { name: 'Stop all trading' })
    expect(screen.queryByRole('combobox')).toEqual(null)
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      '0 open orders to cancel',
      '0 positions to exit at market',
      'No new orders, including from strategies, until you rearm',
    ])
    expect(await findBarriers()).toEqual([])
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toEqual(null))
    expect(page.opened.console.actors.killSwitch.getSnapshot().value).toEqual('off')

    await page.user.keyboard('{Control>}{Shift>}X{/Shift}{/Control}')
    await screen.findByRole('alertdialog')
    await pause(2 * ANSWER_AFTER_MS)
    await page.user.keyboard('{Enter}')
    const report = await screen.findByText('New orders are stopped')
    expect(report.closest('[role=status]')?.textContent).toEqual('New orders are stoppedNo position was open')
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toEqual(null))
    const banner = await screen.findByRole('alert', { name: 'Kill switch' })
    expect(banner.textContent).toMatch(/^Trading is stopped/)
    await page.user.click(within(banner).getByRole('button', { name: 'Rearm' }))
    await screen.findByText('Rearm trading', { selector: 'p' })
    await pause(2 * ANSWER_AFTER_MS)
    await page.user.keyboard('{Escape}{Escape}')
    await waitFor(() => expect(screen.queryByRole('combobox')).toEqual(null))
    expect(page.opened.console.actors.killSwitch.getSnapshot().value).toEqual('on')

    await page.user.click(within(banner).getByRole('button', { name: 'Rearm' }))
    await screen.findByText('Rearm trading', { selector: 'p' })
    await pause(2 * ANSWER_AFTER_MS)
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alert', { name: 'Kill switch' })).toEqual(null))
  })

  test('names the account, and no held key answers or closes its question', async () => {
    const page = await enter()
    await page.user.keyboard('{Control>}{Shift>}X{/Shift}{/Control}')
    const dialog = await screen.findByRole('alertdialog', { name: 'Stop all trading' })
    expect(within(dialog).getByText('Account').textContent).toMatch(/^Account reader\d+ PAPER-/)
    await pause(2 * ANSWER_AFTER_MS)
    const button = within(dialog).getByRole('button', { name: /Stop everything/ })
    for (const key of ['Enter', 'Escape', ' ']) expect(keepsFrom(button, held(key))).toEqual(true)
    expect(page.opened.console.actors.killSwitch.getSnapshot().value).toEqual('confirming')
  })

  test('that was not done is in view on the sign-in and offered after it', async () => {
    const page = await enter()
    await page.user.keyboard('{Control>}{Shift>}X{/Shift}{/Control}')
    await screen.findByRole('alertdialog')
    act(() => page.opened.console.actors.auth.send({ type: 'auth.expired' }))
    const owed = await screen.findByRole('alert', { name: 'Kill switch' })
    expect(owed.textContent).toMatch(
      /^Kill switch not confirmed – your session ended.*Sign in as reader\d+ to stop/,
    )
    expect(await findBarriers()).toEqual([])
    await page.user.click(within(owed).getByRole('button', { name: 'Cancel the kill switch' }))
    expect(screen.queryByRole('alert', { name: 'Kill switch' })).toEqual(null)
  })

  test('says what it could not do, each with its reason, and offers it again', async () => {
    const page = await enter()
    bench.answerInstead(({ method, path }) =>
      method === 'POST' && path.includes('kill_switch')
        ? Response.json({
            status: 'success',
            data: {
              is_on: true,
              since: server.clock.now(),
              reason: null,
              order_ids: [],
              leftovers: [{ sym: 'NSE_INFY', order_id: 'O-1', reason: 'filled before cancel' }],
            },
            message: null,
          })
        : null,
    )
    await page.user.keyboard('{Control>}{Shift>}X{/Shift}{/Control}')
    await screen.findByRole('alertdialog')
    await pause(2 * ANSWER_AFTER_MS)
    await page.user.keyboard('{Enter}')
    const reason = await screen.findByText('filled before cancel')
    expect(reason.closest('dl')?.textContent).toEqual('NSE_INFYfilled before cancel')
    expect(screen.getByRole('button', { name: 'Try again' }).textContent).toEqual('Try again')
  })
})
