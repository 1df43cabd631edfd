import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { findBarriers } from '../../support/barriers.ts'
import type { OpenConsole } from '../../support/console.ts'
import { overServer } from '../../support/over-server.ts'
import { enterApp } from '../../support/view.tsx'

const { password, bench } = overServer()

const enter = async (path: string) => {
  const opened = bench().open(path)
  const user = await enterApp(opened, password())
  return { user, ...opened }
}

const keymapOf = ({ console }: Pick<OpenConsole, 'console'>) =>
  console.actors.shortcuts.getSnapshot().context.shortcuts.keymap

const rowsShown = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>('main [aria-label=Keys] [role=row][data-key]'),
]
const rowOf = (title: string): HTMLElement => {
  const found = rowsShown().find((row) => row.textContent?.includes(title))
  if (found === undefined) throw new Error(`no row says ${title}`)
  return found
}

/** Its title alone is that of `exit 50%`, too. */
const EXIT = 'On a positionExit a position'
const onPosition = 'signedIn && focus.kind == position && !typing && !dialog'

describe('the keymap editor', () => {
  test('finds a key by name and by pressing it, and gives it another one by keyboard alone', async () => {
    const { user, console } = await enter('/settings?section=keys')
    await screen.findByRole('grid', { name: 'Keys' })
    await user.keyboard('/exit')
    await waitFor(() =>
      expect(rowsShown().filter(({ textContent }) => !/exit/i.test(textContent ?? ''))).toEqual([]),
    )
    rowOf(EXIT).focus()
    await user.keyboard('{Enter}')
    const recorder = await screen.findByRole('textbox', { name: 'Press the new keys' })
    expect(document.activeElement).toBe(recorder)

    await user.keyboard('{Shift>}H{/Shift}')
    await screen.findByText('No conflicts.')
    await user.keyboard('{Enter}')
    const moved = [{ when: onPosition, keys: { x: null, 'shift+h': 'position.exit' } }]
    await waitFor(() => expect(keymapOf({ console })).toEqual(moved))
    expect(JSON.parse(bench().browser.kept.get('shortcuts') ?? '').value.keymap).toEqual(moved)

    await user.clear(screen.getByRole('searchbox', { name: /^Search by name/ }))
    screen.getByRole('textbox', { name: 'Search by pressing keys' }).focus()
    await user.keyboard('{Shift>}H{/Shift}')
    await waitFor(() => expect(rowsShown().map((row) => row.textContent)).toHaveLength(1))
    expect(rowOf(EXIT).textContent).toContain('custom')

    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(keymapOf({ console })).toEqual([]))
  })

  test('names a clash, keeps nothing until it is resolved, and refuses a bare key for money', async () => {
    const { user, console } = await enter('/settings?section=keys')
    await screen.findByRole('grid', { name: 'Keys' })
    await user.keyboard('/cancel an order')
    await waitFor(() => expect(rowsShown().length).toBeLessThan(9))
    rowOf('Cancel an order').focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('textbox', { name: 'Press the new keys' })
    await user.keyboard('m')
    expect((await screen.findByText('Conflicts with')).parentElement?.textContent).toContain(
      'Modify an order',
    )
    const save = screen.getByRole('button', { name: /^Save/ })
    expect(save.hasAttribute('disabled')).toBe(true)
    await user.keyboard('{Enter}')
    expect(keymapOf({ console })).toEqual([])

    await user.click(screen.getByRole('button', { name: 'Reassign it' }))
    await user.click(save)
    const when = 'signedIn && focus.kind == order && focus.isOpen && !typing && !dialog'
    await waitFor(() =>
      expect(keymapOf({ console })).toEqual([{ when, keys: { backspace: null, m: 'order.cancel' } }]),
    )

    await user.click(screen.getByRole('button', { name: 'Bind a line' }))
    await user.type(await screen.findByRole('textbox', { name: 'Line' }), 'buy 1l nifty atm ce')
    screen.getByRole('textbox', { name: 'Press the new keys' }).focus()
    await user.keyboard('h')
    expect((await screen.findByText(/a single key cannot trade/)).textContent).toContain('Ctrl or Alt')
    expect(await findBarriers()).toEqual([])
  })

  test('takes a key from where it is covered without another one being pressed', async () => {
    const { user, console } = await enter('/settings?section=keys')
    await screen.findByRole('grid', { name: 'Keys' })
    await user.keyboard('/exit a position')
    await waitFor(() => expect(rowsShown().length).toBeLessThan(9))
    rowOf(EXIT).focus()
    await user.keyboard('{Enter}')
    const save = await screen.findByRole('button', { name: /^Save/ })
    expect(save.hasAttribute('disabled')).toBe(true)
    const covered = screen.getByText('Cancel the backtest').closest('div')
    if (covered === null) throw new Error('nothing is covered')
    await user.click(within(covered).getByRole('button', { name: 'Reassign it' }))
    await user.click(save)
    await waitFor(() =>
      expect(keymapOf({ console })).toEqual([
        { when: 'signedIn && view == backtest && backtest.running', keys: { x: null } },
      ]),
    )
  })

  test('takes a file whole or says line and column, and changes nothing', async () => {
    const { user, console } = await enter('/settings?section=keys')
    await screen.findByRole('button', { name: 'Import' })
    const field = document.querySelector<HTMLInputElement>('main input[type=file]')
    if (field === null) throw new Error('no field for files')
    const file = (text: string) => new File([text], 'mine.json', { type: 'application/json' })
    await user.upload(field, file('[\n  { "keys": { "g j": "help.toggel" } }\n]'))
    expect((await screen.findByRole('alert')).textContent).toEqual(
      'mine.json, line 2, column 22: there is no command help.toggel; nearest: help.toggle, alert.toggle. Nothing was changed',
    )
    expect(keymapOf({ console })).toEqual([])
    await user.upload(field, file('[{ "keys": { "g j": "help.toggle" } }]'))
    await waitFor(() => expect(keymapOf({ console })).toEqual([{ keys: { 'g j': 'help.toggle' } }]))
    expect(screen.queryByRole('alert')).toEqual(null)
  })
})

describe('macros, pins and words', () => {
  test('a macro is recorded, listed, played by its key, and stops at the line that fails', async () => {
    const { user, console, notices, tab } = await enter('/')
    console.runLine('macro record rounds')
    console.runLine('go positions')
    console.run({ command: 'view.open', args: { view: 'holdings' } })
    console.runLine('macro stop')
    expect(console.actors.macros.getSnapshot().context.macros).toEqual([
      { name: 'rounds', lines: ['go positions', 'go holdings'] },
    ])
    const bare = 'bind z = macro run rounds'
    expect(console.read(bare, bare.length).problem?.expected).toContain('a single key cannot trade')
    console.runLine('bind alt+r = macro run rounds')
    console.runLine('go home')
    await waitFor(() => expect(tab.path()).toEqual('/'))
    await user.keyboard('{Alt>}r{/Alt}')
    await waitFor(() => expect(tab.path()).toEqual('/holdings'))

    console.dispatch({
      to: 'macros',
      event: { type: 'macro.save', name: 'rounds', lines: ['go positions', 'go nowhere', 'go home'] },
    })
    console.runLine('macro run rounds')
    await waitFor(() =>
      expect(notices.at(-1)).toMatch(/^error: Macro rounds stopped at line 2: column 4: found nowhere/),
    )
    expect(tab.path()).toEqual('/positions')
  })

  test('what asks asks in a macro too, and leaving the question ends it', async () => {
    const { console, notices, tab } = await enter('/')
    console.dispatch({
      to: 'macros',
      event: { type: 'macro.save', name: 'out', lines: ['exit all', 'go holdings'] },
    })
    console.dispatch({
      to: 'macros',
      event: { type: 'macro.save', name: 'buying', lines: ['buy 1 tcs @mkt', 'go holdings'] },
    })
    await waitFor(() => expect(console.instruments()).not.toEqual(null))
    console.runLine('macro run buying')
    await waitFor(() => expect(console.actors.palette.getSnapshot().matches('open')).toBe(true))
    console.actors.palette.send({ type: 'palette.close' })
    await waitFor(() =>
      expect(notices.at(-1)).toEqual('error: Macro buying stopped at line 1: not confirmed'),
    )
    expect([tab.path(), bench().asked.filter(({ path }) => path.includes('place_order'))]).toEqual(['/', []])
  })

  test('are listed in the settings, and pinned lines run by Alt and a digit, also in another tab', async () => {
    const { user, console, tab } = await enter('/settings?section=macros')
    await screen.findByText('No macros yet')
    const other = bench().open('/')
    console.runLine('pin 1 go positions')
    console.runLine('alias pos = go positions')
    console.runLine('set where = holdings')
    await screen.findByRole('button', { name: 'Run pinned line 1' })
    await user.click(screen.getByRole('button', { name: 'Move pinned line 1 down' }))
    await screen.findByRole('button', { name: 'Run pinned line 2' })
    expect(await findBarriers()).toEqual([])
    const aliases = screen.getByRole('heading', { name: 'Aliases' }).closest('section')
    expect(within(aliases as HTMLElement).getByText('go positions').tagName).toEqual('CODE')
    await user.keyboard('{Alt>}2{/Alt}')
    await waitFor(() => expect(tab.path()).toEqual('/positions'))
    console.runLine('go $where')
    await waitFor(() => expect(tab.path()).toEqual('/holdings'))
    await waitFor(() =>
      expect(other.console.actors.shortcuts.getSnapshot().context.shortcuts.pins).toEqual({
        2: 'go positions',
      }),
    )
  })

  test('a click on what a key does says the key, and not twice', async () => {
    const { user, console } = await enter('/')
    await user.click(screen.getByRole('button', { name: /^press \? for keys/ }))
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(console.actors.hints.getSnapshot().context).toEqual(
      expect.objectContaining({ isByMouse: true, title: 'Keyboard shortcuts', keys: '?' }),
    )
    await user.keyboard('{Escape}')
    expect(console.actors.hints.getSnapshot().context.lessons['help.toggle']?.times).toEqual(1)
    await user.click(screen.getByRole('button', { name: /^press \? for keys/ }))
    expect(console.actors.hints.getSnapshot().context.lessons['help.toggle']?.times).toEqual(1)
  })

  test('the sheet of keys is searched', async () => {
    const { user } = await enter('/')
    await user.keyboard('?')
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    await user.type(within(sheet).getByRole('searchbox', { name: 'Search these keys' }), 'holdings')
    expect([...sheet.querySelectorAll('dt')].map((one) => one.textContent)).toEqual(['Go to Holdings'])
  })
})
