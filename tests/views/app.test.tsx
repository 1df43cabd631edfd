import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { validKeys } from '../../src/commands/keymap/resolve.ts'
import { findCommand } from '../../src/commands/registry.ts'
import { screens } from '../../src/domain/screens.ts'
import { routes } from '../../src/views/routes.ts'
import { findBarriers } from '../support/barriers.ts'
import type { OpenConsole } from '../support/console.ts'
import { FACT_MS } from '../support/limits.ts'
import { overServer } from '../support/over-server.ts'
import { showApp } from '../support/view.tsx'

const LINE = 'bt ema(close,9) crosses above ema(close,21) on nifty 50 2026-10-01..2026-10-30 5min'

const { password, bench } = overServer()

const openAt = (path = '/'): { readonly user: UserEvent; readonly opened: OpenConsole } => {
  const opened = bench().open(path)
  return { user: showApp(opened), opened }
}

const signIn = async (user: UserEvent, typed = password()) => {
  await screen.findByRole('textbox', { name: 'User' })
  await user.keyboard('asha{Tab}')
  await user.keyboard(`${typed}{Enter}`)
}

const enter = async (path = '/') => {
  const page = openAt(path)
  await signIn(page.user)
  await screen.findByRole('banner')
  await screen.findByRole('heading', { level: 1 })
  return page
}

const heading = () => screen.findByRole('heading', { level: 1 })

const CHORDS_MAX = 5

/** Pressed again where a busy machine let the first key expire before the second came. */
const goByChord = async (user: UserEvent, keys: string, name: string | RegExp): Promise<HTMLElement> => {
  const findTitle = () => screen.queryByRole('heading', { level: 1, name })
  for (let pressed = 0; pressed < CHORDS_MAX && findTitle() === null; pressed++) {
    await user.keyboard(keys)
    await waitFor(() => expect(findTitle()).not.toEqual(null), { timeout: FACT_MS / CHORDS_MAX }).catch(
      () => {},
    )
  }
  return screen.getByRole('heading', { level: 1, name })
}

describe('sign-in', () => {
  test('begins in the user field, and Enter signs in', async () => {
    const { user } = openAt()
    await screen.findByRole('textbox', { name: 'User' })
    expect(document.activeElement).toEqual(screen.getByRole('textbox', { name: 'User' }))
    await signIn(user)
    const title = await screen.findByRole('heading', { level: 1, name: 'Friday 20 November 2026' })
    expect([document.activeElement, document.title]).toEqual([title, 'Home · sauda'])
  })

  test('shows the message of the server, and keeps what was typed', async () => {
    const { user } = openAt()
    await signIn(user, 'not the password at all')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toEqual('Invalid credentials'))
    expect((screen.getByRole('textbox', { name: 'User' }) as HTMLInputElement).value).toEqual('asha')
  })

  test('shows the password on demand, and says when it ends', async () => {
    const { user } = openAt()
    const field = await screen.findByLabelText('Password')
    expect(field.getAttribute('type')).toEqual('password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(field.getAttribute('type')).toEqual('text')
    expect(screen.getByText(/midnight/).textContent).toEqual('Your session ends at midnight IST.')
  })

  test('says that the server cannot be reached', async () => {
    const { opened } = openAt()
    await screen.findByRole('textbox', { name: 'User' })
    opened.console.actors.connectivity.send({ type: 'browser.offline' })
    expect((await screen.findByRole('status')).textContent).toMatch(/^The server cannot be reached/)
  })

  test('has no barrier that axe knows', async () => {
    openAt()
    await screen.findByRole('textbox', { name: 'User' })
    expect(await findBarriers()).toEqual([])
  })
})

describe('the command line', () => {
  test('opens by Ctrl+K with the focus in it, closes by Esc, and keeps a half-written line', async () => {
    const { user } = await enter()
    await user.keyboard('{Control>}k{/Control}')
    const input = await screen.findByRole('combobox')
    expect(document.activeElement).toEqual(input)
    await user.keyboard('theme da')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toEqual(null))
    await user.keyboard('{Control>}k{/Control}')
    expect(((await screen.findByRole('combobox')) as HTMLInputElement).value).toEqual('theme da')
  })

  test('does what the first row says, and the theme changes on the page', async () => {
    const { user } = await enter()
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox')
    await user.keyboard('theme dark')
    expect(screen.getAllByRole('option')[0]?.getAttribute('aria-selected')).toEqual('true')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.documentElement.dataset.theme).toEqual('dark'))
  })

  test('shows gains and losses in other colours, for whoever cannot tell green from red', async () => {
    const { user } = await enter()
    await waitFor(() => expect(findCommand('preference.colours')).toBeTruthy())
    expect(document.documentElement.dataset.colours).toEqual('greenRed')
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox')
    await user.keyboard('gain colours blue orange{Enter}')
    await waitFor(() => expect(document.documentElement.dataset.colours).toEqual('blueOrange'))
  })

  test('says what a line likely meant where it stops making sense', async () => {
    const { user } = await enter()
    await user.keyboard('{Control>}k{/Control}')
    const input = await screen.findByRole('combobox')
    await user.click(input)
    await user.paste('bt emma(close,9) > 3 on nifty 50')
    const problem = document.getElementById(input.getAttribute('aria-describedby') ?? '')
    expect(problem?.textContent).toEqual("Didn't understand emma. Did you mean ema?")
  })

  test('shows no more than 25 rows, however much is found', async () => {
    const { user } = await enter()
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox')
    await user.keyboard('nifty')
    await waitFor(() => expect(screen.getAllByRole('option').length).toBeLessThanOrEqual(25))
    expect(await findBarriers()).toEqual([])
  })

  test('single keys type letters in it and go nowhere', async () => {
    const { user, opened } = await enter()
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox')
    await user.keyboard('gp?')
    expect(opened.tab.path()).toEqual('/')
    expect((screen.getByRole('combobox') as HTMLInputElement).value).toEqual('gp?')
  })
})

describe('a backtest by keyboard alone', () => {
  const run = async () => {
    const page = await enter()
    await page.user.keyboard('{Control>}k{/Control}')
    await page.user.click(await screen.findByRole('combobox'))
    await page.user.paste(LINE)
    await screen.findByText('not real market data')
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(document.title).toEqual('EMA 9 crosses above EMA 21, backtest · sauda'), {
      timeout: FACT_MS,
    })
    await screen.findByText('saved')
    return page
  }

  test('is previewed, run and shown with its source and its doubts', async () => {
    const { opened } = await run()
    expect((await heading()).textContent).toEqual('EMA 9 crosses above EMA 21')
    expect(screen.getByText('simulated candles').textContent).toEqual('simulated candles')
    const result = opened.console.actors.backtest.getSnapshot().context.rows[0]?.result
    expect((await screen.findByRole('grid', { name: 'Trade log' })).getAttribute('aria-rowcount')).toEqual(
      String((result?.tradeLog.length ?? 0) + 1),
    )
    const remarks = screen.getByRole('region', { name: 'Caveats' })
    expect(
      within(remarks)
        .getAllByRole('listitem')
        .map((one) => one.textContent),
    ).toEqual([
      expect.stringMatching(/ under Robustness, with evidence\.$/),
      ...(result?.remarks ?? []).filter(
        (remark) => !result?.robustness?.findings.some(({ text }) => text === remark),
      ),
    ])
    expect(await findBarriers()).toEqual([])
  })

  test('turns its curve into a table by t, narrows its trades by /, and opens one by Enter', async () => {
    const { user, opened } = await run()
    await user.keyboard('t')
    const days = await screen.findByRole('grid', { name: 'Equity and drawdown by day' })
    expect(
      within(days)
        .getAllByRole('columnheader')
        .map((one) => one.textContent),
    ).toEqual(['Day', 'Cumulative P&L', 'Drawdown'])
    await user.keyboard('t')
    await screen.findByRole('slider', { name: 'Equity and drawdown' })

    await user.keyboard('/')
    expect(document.activeElement?.getAttribute('type')).toEqual('search')
    await user.keyboard('no such trade')
    expect(screen.getByText(/^No trade matches/).textContent).toEqual('No trade matches “no such trade”')
    await user.keyboard('{Escape}{Escape}')

    ;(await screen.findByRole('grid', { name: 'Trade log' })).focus()
    await user.keyboard('{Enter}')
    const details = await screen.findByRole('region', { name: 'Trade in NIFTY 50' })
    await user.keyboard('y')
    const newest = opened.console.actors.backtest.getSnapshot().context.rows[0]?.result?.tradeLog.at(-1)
    expect((await within(details).findByText(/, \d+ candles?$/)).textContent).toMatch(
      new RegExp(`, ${newest?.candles} candles?$`),
    )
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Trade in NIFTY 50' })).toEqual(null))
    expect(opened.tab.path()).toMatch(/^\/backtest\?slug=/)
  })

  test('says why a trade was made and shows its candles, and steps through the trades of the table', async () => {
    const { user, opened } = await run()
    ;(await screen.findByRole('grid', { name: 'Trade log' })).focus()
    await user.keyboard('y')
    const pane = await screen.findByRole('region', { name: 'Trade in NIFTY 50' })
    const sentence = /Entered .+: ema\(close,9\) [\d,.]+ crossed above ema\(close,21\) [\d,.]+/
    await waitFor(() => expect(pane.textContent).toMatch(sentence), { timeout: FACT_MS })
    expect(
      within(pane)
        .getAllByRole('columnheader')
        .slice(0, 3)
        .map((one) => one.textContent),
    ).toEqual(['Operand', 'Candle before', 'Signal candle'])
    expect(await findBarriers()).toEqual([])
    const trades = opened.console.actors.backtest.getSnapshot().context.rows[0]?.result?.tradeLog.length ?? 0
    expect(pane.textContent).toContain(`1 of ${trades}`)

    await user.keyboard('c')
    await within(pane).findByRole('application', { name: 'NIFTY 50 around the trade' })
    await user.keyboard(']]')
    await waitFor(() => expect(pane.textContent).toContain(`3 of ${trades}`))
    await user.keyboard('[[')
    await waitFor(() => expect(pane.textContent).toContain(`2 of ${trades}`))
    const shown = opened.console.actors.tradeReview.getSnapshot().context.key
    expect(document.activeElement?.getAttribute('data-key')).toEqual(shown)
    await waitFor(() => expect(pane.textContent).toMatch(sentence))
    expect(await findBarriers()).toEqual([])

    await user.keyboard('j')
    await waitFor(() => expect(pane.textContent).toContain(`3 of ${trades}`))
  })

  test('is edited as the line that makes it', async () => {
    const { user } = await run()
    await user.keyboard('e')
    const line = ((await screen.findByRole('combobox')) as HTMLInputElement).value
    expect(line.startsWith('bt ema(close,9) crosses above ema(close,21) on NIFTY 50')).toEqual(true)
  })

  test('is found among the saved runs, deleted, and taken back', async () => {
    const { user, opened } = await run()
    await goByChord(user, 'gt', 'Backtest')
    const list = await screen.findByRole('grid', { name: 'Saved runs' })
    const count = () => opened.console.actors.savedRuns.getSnapshot().context.runs.length
    const before = count()
    // The rows are drawn after their grid, and only one with the focus can be deleted.
    await waitFor(() => {
      list.querySelector<HTMLElement>('[role=row][data-key]')?.focus()
      expect(opened.console.context()['focus.kind']).toEqual('run')
    })
    await user.keyboard('{Backspace}')
    await waitFor(() => expect(count()).toEqual(before - 1))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(count()).toEqual(before))
    expect(opened.notices).toEqual(['info: Backtest deleted', 'info: Backtest restored'])
  })
})

describe('places', () => {
  test('every path of the specification has a screen with one h1 and its own title', async () => {
    const { opened } = await enter()
    const places = routes
      .map(({ path }) => path)
      // `/scanners` leads on to the list of scanners that was open last.
      .filter((path) => path !== '/_app' && path !== '/logout' && path !== '/scanners')
      .toSorted()
    const titles = new Set<string>()
    for (const path of places) {
      opened.console.actors.navigation.send({ type: 'view.open', path: path.replace(':slug', 'my-scan') })
      await waitFor(() => expect(titles).not.toContain(document.title))
      titles.add(document.title)
      const headings = [...document.querySelectorAll('h1')].map(({ textContent }) => textContent)
      expect([path, headings.length, document.title]).toEqual([path, 1, expect.stringMatching(/\w · sauda$/)])
    }
    const declared = new Set(screens.map(({ path }) => path.split('?')[0]))
    expect(new Set([...places, '/scanners'])).toEqual(declared.add('/scanner/:slug'))
    expect(titles.size).toEqual(places.length)
  })

  test('a path that leads nowhere says so and offers the command line', async () => {
    const { user } = await enter('/nowhere')
    // Signing in shows the path that was asked for.
    expect((await heading()).textContent).toEqual('Screen not found')
    await user.click(screen.getByRole('button', { name: /Open the command line/ }))
    expect(((await screen.findByRole('combobox')) as HTMLInputElement).value).toEqual('go ')
  })

  test('the sheet of keys lists every key that works here', async () => {
    const { user, opened } = await enter()
    const expected = validKeys(opened.console.context()).map(({ title }) => title)
    await user.keyboard('?')
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    const commands = within(sheet).getByRole('heading', { name: 'Commands' }).parentElement
    expect([...(commands?.querySelectorAll('dt') ?? [])].map((one) => one.textContent)).toEqual(expected)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toEqual(null))
  })

  test('chords go to the places of the rail, which marks where one is', async () => {
    const { user } = await enter()
    await goByChord(user, 'gp', 'Positions')
    await goByChord(user, 'gm', /Scalper$/)
    const rail = screen.getByRole('navigation', { name: 'Main' })
    expect(within(rail).getByRole('link', { current: 'page' }).textContent).toMatch(/^Scalper/)
  })

  test('logging out leads back to sign-in at the root path', async () => {
    const { user, opened } = await enter('/settings')
    await user.click(screen.getByRole('button', { name: /profile menu/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    await screen.findByRole('textbox', { name: 'User' })
    expect(opened.tab.path()).toEqual('/')
    expect(opened.notices).toContain('info: Logging out....')
  })

  test.each([
    '/',
    '/backtest',
    '/settings',
    '/settings?section=account',
    '/settings?section=defaults',
    '/settings?section=data',
    '/settings?section=keys',
    '/settings?section=about',
    '/support',
    '/markets',
    '/nowhere',
  ])('axe finds no barrier at %s, in either theme', async (path) => {
    const { opened } = await enter()
    opened.console.actors.navigation.send({ type: 'view.open', path })
    await waitFor(() => expect(document.querySelectorAll('h1').length).toEqual(1))
    await waitFor(() => expect(screen.queryByText('Opening the screen')).toEqual(null))
    for (const theme of ['light', 'dark'] as const) {
      opened.console.run({ command: 'theme.set', args: { theme } })
      expect(await findBarriers()).toEqual([])
    }
  })
})
