import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Context, emptyContext } from '../../../src/commands/context.ts'
import { defaultKeymap, panicKeys } from '../../../src/commands/keymap/default.ts'
import { toolKeys } from '../../../src/commands/keymap/draw-keys.ts'
import type { Keymap } from '../../../src/commands/keymap/keymap.ts'
import { canMeet } from '../../../src/commands/keymap/overlap.ts'
import { keysOf, resolve, validKeys } from '../../../src/commands/keymap/resolve.ts'
import { isPrinting, type KeyPress, strokeOf, strokesInWords } from '../../../src/commands/keymap/stroke.ts'
import { parseWhen, WhenError } from '../../../src/commands/keymap/when.ts'
import { laterCommands } from '../../../src/commands/later-commands.ts'
import { addCommands, allCommands, findCommand } from '../../../src/commands/registry.ts'
import { tradingCommands } from '../../../src/commands/trading-commands.ts'
import { drawingTools } from '../../../src/domain/charts/drawings/tools.ts'
import { screens } from '../../../src/domain/screens.ts'

addCommands([...tradingCommands, ...laterCommands])

const contextOf = (changes: Partial<Context>): Context => ({ ...emptyContext, ...changes })
const home = contextOf({ signedIn: true, view: 'home' })
const onDeployment = { view: 'live-trades', 'focus.kind': 'deployment', 'focus.instrument': 'NSE_TCS' }
const onParity = { view: 'parity', 'focus.kind': 'deployment', 'focus.instrument': 'NSE_TCS' }
const onScan = {
  view: 'scanner-result',
  'scan.shown': true,
  'focus.kind': 'scanned',
  'focus.instrument': 'NSE_TCS',
}
const onChart = { view: 'trading-view', 'focus.instrument': 'NSE_TCS' }
const withDrawing = (tool: string) => ({ ...onChart, 'drawing.selected': tool })
const onScanners = { view: 'my-scanners', 'focus.kind': 'scanner' }
const onIntro = { view: 'intro' }
const onTrainer = { view: 'trainer' }
const onDrills = { view: 'drills' }
const onTrip = { view: 'journal', 'focus.kind': 'trip', 'focus.key': '7' }
const onProposal = { view: 'proposals', 'focus.kind': 'proposal', 'focus.key': 'p1' }

/** Presses the strokes of a chord one after the other. */
const press = (strokes: string, context: Context, keymap: Keymap = defaultKeymap) => {
  const all = strokes.split(' ')
  return all.map((stroke, index) => resolve(keymap, context, all.slice(0, index), stroke)).at(-1)
}

describe('when-clauses', () => {
  const context = contextOf({ view: 'backtest', typing: true, 'selection.count': 2, 'focus.kind': 'run' })
  test.each<[string, boolean]>([
    ['', true],
    ['typing', true],
    ['!typing', false],
    ['!!typing', true],
    ['view', true],
    ['focus.key', false],
    ['selection.count', true],
    ['view == backtest', true],
    ["view == 'backtest'", true],
    ['view != backtest', false],
    ['selection.count > 1', true],
    ['selection.count >= 3', false],
    ['selection.count < 3', true],
    ['selection.count <= 1', false],
    ['typing && !dialog || palette', true],
    ['!typing && dialog || palette', false],
    ['!(dialog || palette)', true],
    ['typing == true', true],
    ['dialog || palette || view == backtest && focus.kind == run', true],
  ])('%j is %s', (clause, holds) => {
    expect(parseWhen(clause)(context)).toBe(holds)
  })

  test.each([
    ['nothing', 'column 1: found nothing: expected a key of the context in "nothing"'],
    ['typing &&', 'at the end: expected a key of the context in "typing &&"'],
    ['view == ', 'at the end: expected a value in "view == "'],
    ['(typing', 'at the end: expected ) in "(typing"'],
    ['typing dialog', 'column 8: found dialog: expected the end in "typing dialog"'],
    ['typing & dialog', 'column 7: not part of a when-clause:  & dialog'],
  ])('%j is refused: %s', (clause, message) => {
    expect(() => parseWhen(clause)).toThrow(new WhenError(message))
  })

  const sections: Keymap = defaultKeymap
  const declared = [...sections, ...allCommands()].flatMap(({ when = '' }) => (when === '' ? [] : [when]))

  test('of the keymap and of every command name only keys of the context', () => {
    expect(declared.length).toBeGreaterThan(15)
    for (const clause of declared) expect(typeof parseWhen(clause)(home)).toBe('boolean')
  })

  test('of the keymap and of every command compare the view with screens alone', () => {
    const ids: readonly string[] = screens.map(({ id }) => id)
    const views = declared.flatMap((clause) =>
      [...clause.matchAll(/\bview\s*[=!]=\s*'?([\w.-]+)/g)].map(([, view = '']) => view),
    )
    expect(views.length).toBeGreaterThan(15)
    expect(views.filter((view) => !ids.includes(view))).toEqual([])
  })
})

const keyPress = (key: string, changes: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  repeat: false,
  ...changes,
})

describe('strokes', () => {
  const plain = { isMac: false, isPhysical: false }
  test.each<[KeyPress, string | null]>([
    [keyPress('g'), 'g'],
    [keyPress('G', { shiftKey: true }), 'shift+g'],
    [keyPress('?', { shiftKey: true }), '?'],
    [keyPress(':', { shiftKey: true }), ':'],
    [keyPress(' '), 'space'],
    [keyPress('Escape'), 'escape'],
    [keyPress('ArrowUp', { shiftKey: true }), 'shift+up'],
    [keyPress('k', { ctrlKey: true }), 'mod+k'],
    [keyPress('X', { ctrlKey: true, shiftKey: true }), 'mod+shift+x'],
    [keyPress('k', { metaKey: true }), 'meta+k'],
    [keyPress('1', { altKey: true }), 'alt+1'],
    [keyPress('¡', { altKey: true, code: 'Digit1' }), 'alt+1'],
    [keyPress('&', { altKey: true, code: 'Digit1' }), 'alt+1'],
    [keyPress('!', { altKey: true, shiftKey: true, code: 'Digit1' }), 'alt+shift+1'],
    [keyPress('+', { altKey: true, shiftKey: true }), 'alt++'],
    [keyPress('p', { altKey: true, code: 'KeyR' }), 'alt+p'],
    [keyPress('з', { altKey: true, code: 'KeyP' }), 'alt+p'],
    [keyPress('Dead', { code: 'BracketLeft' }), null],
    [keyPress('Dead', { altKey: true, code: 'BracketLeft' }), null],
    [keyPress('@', { ctrlKey: true, altKey: true, getModifierState: (name) => name === 'AltGraph' }), '@'],
    [keyPress('Dead'), null],
    [keyPress('Process'), null],
    [keyPress('Shift', { shiftKey: true }), null],
    [keyPress('か', { isComposing: true }), null],
    [keyPress('g', { repeat: true }), null],
  ])('%j is %s', (event, stroke) => {
    expect(strokeOf(event, plain)).toBe(stroke)
  })

  test('the command key of a Mac is mod', () => {
    const mac = { isMac: true, isPhysical: false }
    expect([
      strokeOf(keyPress('k', { metaKey: true }), mac),
      strokeOf(keyPress('k', { ctrlKey: true }), mac),
    ]).toEqual(['mod+k', 'ctrl+k'])
  })

  test('with Option go by their place on a Mac, whatever it prints', () => {
    const mac = { isMac: true, isPhysical: false }
    const option = (key: string, code: string, more: Partial<KeyPress> = {}) =>
      strokeOf(keyPress(key, { altKey: true, code, ...more }), mac)
    expect([
      option('π', 'KeyP'),
      option('∏', 'KeyP', { shiftKey: true }),
      option('Dead', 'KeyE'),
      option('¡', 'Digit1'),
      option('⁄', 'Digit1', { shiftKey: true }),
      option('“', 'BracketLeft'),
      option('÷', 'Slash'),
      option('ArrowUp', 'ArrowUp'),
      option('π', 'KeyP', { getModifierState: (name) => name === 'AltGraph' }),
      option('π', 'KeyP', { isComposing: true }),
      option('Process', 'KeyP'),
    ]).toEqual([
      'alt+p',
      'alt+shift+p',
      'alt+e',
      'alt+1',
      'alt+shift+1',
      'alt+[',
      'alt+/',
      'alt+up',
      'alt+p',
      null,
      null,
    ])
  })

  test('keys can follow their place on the keyboard', () => {
    const physical = { isMac: false, isPhysical: true }
    expect([
      strokeOf(keyPress('п', { code: 'KeyG' }), physical),
      strokeOf(keyPress('П', { code: 'KeyG', shiftKey: true }), physical),
      strokeOf(keyPress(',', { code: 'Slash', shiftKey: true }), physical),
      strokeOf(keyPress('&', { code: 'Digit1' }), physical),
      strokeOf(keyPress('Enter', { code: 'Enter' }), physical),
    ]).toEqual(['g', 'shift+g', '?', '1', 'enter'])
  })

  test('are shown as on key caps', () => {
    expect(
      ['g p', 'mod+k', 'shift+x', 'escape', '?', 'g ,', 'mod+shift+x'].map((keys) => strokesInWords(keys)),
    ).toEqual(['g p', 'Ctrl K', '⇧ X', 'Esc', '?', 'g ,', 'Ctrl ⇧ X'])
    expect(strokesInWords('mod+k', true)).toBe('⌘ K')
  })

  test('print a character or do not', () => {
    const printing = ['g', 'shift+g', '?', '+', 'space', 'か']
    expect(printing.map(isPrinting)).toEqual(printing.map(() => true))
    expect(['mod+k', 'alt+1', 'escape', 'up', 'f5', 'backspace', 'ctrl+a'].some(isPrinting)).toBe(false)
  })
})

describe('the default keymap', () => {
  const everyKey = defaultKeymap.flatMap(({ keys }) => Object.keys(keys))

  test('binds only commands that exist', () => {
    const bound = defaultKeymap.flatMap(({ keys }) => Object.values(keys))
    const ids = bound.map((binding) => (Array.isArray(binding) ? binding[0] : binding) as string)
    expect(ids.filter((id) => findCommand(id) === null)).toEqual([])
    expect(ids.length).toBeGreaterThan(20)
  })

  test('takes no key a browser keeps for itself', () => {
    expect(everyKey.filter((keys) => /mod\+[twn]\b/.test(keys))).toEqual([])
  })

  test.each<[string, Partial<Context>, object]>([
    ['mod+k', {}, { command: 'palette.toggle', args: {} }],
    [':', {}, { command: 'palette.open', args: {} }],
    ['?', {}, { command: 'help.toggle', args: {} }],
    ['escape', {}, { command: 'view.back', args: {} }],
    ['escape', { view: 'trading-view' }, { kind: 'none' }],
    ['escape', { view: 'markets' }, { kind: 'none' }],
    ['escape', { view: 'markets', 'notices.open': true }, { command: 'view.back', args: {} }],
    ['alt+p', { palette: true }, { command: 'pin.set', args: {} }],
    ['alt+a', onScan, { command: 'alert.price', args: {} }],
    ['alt+p', {}, { kind: 'none' }],
    ...Array.from({ length: 9 }, (_, index): [string, Partial<Context>, object] => [
      `alt+shift+${index + 1}`,
      { palette: true, typing: true },
      { command: 'pin.set', args: { digit: index + 1 } },
    ]),
    ['g h', {}, { command: 'view.open', args: { view: 'home' } }],
    ['g m', {}, { command: 'view.open', args: { view: 'markets' } }],
    ['g s', {}, { command: 'view.open', args: { view: 'discover-strategies' } }],
    ['g e', {}, { command: 'view.open', args: { view: 'equity-trader' } }],
    ['g o', {}, { command: 'view.open', args: { view: 'options-trader' } }],
    ['g l', {}, { command: 'view.open', args: { view: 'live-trades' } }],
    ['g c', {}, { command: 'view.open', args: { view: 'discover-scanners' } }],
    ['g a', {}, { command: 'view.open', args: { view: 'live-alerts' } }],
    ['g p', {}, { command: 'view.open', args: { view: 'positions' } }],
    ['g b', {}, { command: 'view.open', args: { view: 'order-book' } }],
    ['g d', {}, { command: 'view.open', args: { view: 'holdings' } }],
    ['g n', {}, { command: 'view.open', args: { view: 'notifications' } }],
    ['g w', {}, { command: 'view.open', args: { view: 'watchlist' } }],
    ['g t', {}, { command: 'view.open', args: { view: 'backtest' } }],
    ['g i', {}, { command: 'import.open', args: {} }],
    ['g ,', {}, { command: 'view.open', args: { view: 'settings' } }],
    ['n c', {}, { command: 'view.open', args: { view: 'create-scanner' } }],
    ['x', { view: 'backtest', 'backtest.running': true }, { command: 'backtest.cancel', args: {} }],
    ['r', { view: 'backtest', 'focus.kind': 'symbol' }, { command: 'backtest.retry', args: {} }],
    ['s', { view: 'backtest', 'focus.kind': 'symbol' }, { command: 'backtest.saveAgain', args: {} }],
    ['backspace', { 'focus.kind': 'run' }, { command: 'savedRuns.delete', args: {} }],
    ['delete', { 'focus.kind': 'run' }, { command: 'savedRuns.delete', args: {} }],
    ['mod+z', {}, { command: 'savedRuns.undoDelete', args: {} }],
    ['shift+n', {}, { command: 'notices.toggle', args: {} }],
    ['c', { 'focus.instrument': 'NSE_TCS' }, { command: 'chart.open', args: {} }],
    ['a', { 'focus.instrument': 'NSE_TCS' }, { command: 'watch.add', args: {} }],
    ['o', { 'focus.instrument': 'NSE_TCS' }, { command: 'chain.open', args: {} }],
    ['b', { view: 'home' }, { command: 'order.buy', args: {} }],
    ['shift+x', { view: 'home' }, { command: 'positions.exitAll', args: {} }],
    ['b', { 'focus.instrument': 'NSE_TCS' }, { command: 'order.write', args: { side: 'buy' } }],
    ['s', { 'focus.instrument': 'NSE_TCS' }, { command: 'order.write', args: { side: 'sell' } }],
    ['[', { view: 'watchlist' }, { command: 'watch.step', args: { by: -1 } }],
    [']', { view: 'watchlist' }, { command: 'watch.step', args: { by: 1 } }],
    ['mod+z', { view: 'watchlist' }, { command: 'watch.undo', args: {} }],
    ['backspace', { 'focus.kind': 'watch' }, { command: 'watch.remove', args: {} }],
    ['delete', { 'focus.kind': 'watch' }, { command: 'watch.remove', args: {} }],
    ['shift+backspace', { view: 'order-book' }, { command: 'orders.cancelAll', args: {} }],
    ['shift+delete', { view: 'order-book' }, { command: 'orders.cancelAll', args: {} }],
    ['.', { 'focus.kind': 'order' }, { command: 'order.repeat', args: {} }],
    ['shift+enter', { 'focus.kind': 'order' }, { command: 'order.details', args: {} }],
    ['m', { 'focus.kind': 'order', 'focus.isOpen': true }, { command: 'order.modify', args: {} }],
    ['m', { 'focus.kind': 'order' }, { kind: 'none' }],
    ['backspace', { 'focus.kind': 'order', 'focus.isOpen': true }, { command: 'order.cancel', args: {} }],
    ['backspace', { 'focus.kind': 'order' }, { kind: 'none' }],
    ['backspace', { 'focus.kind': 'gtt', 'focus.isOpen': true }, { command: 'gtt.cancel', args: {} }],
    ['delete', { 'focus.kind': 'gtt', 'focus.isOpen': true }, { command: 'gtt.cancel', args: {} }],
    ['m', { 'focus.kind': 'gtt', 'focus.isOpen': true }, { command: 'gtt.rewrite', args: {} }],
    ['backspace', { 'focus.kind': 'gtt' }, { kind: 'none' }],
    ['alt+g', onScan, { command: 'gtt.write', args: {} }],
    ['delete', { 'focus.kind': 'order', 'focus.isOpen': true }, { command: 'order.cancel', args: {} }],
    ['shift+x', { view: 'positions' }, { command: 'positions.exitAll', args: {} }],
    ['x', { view: 'positions', 'focus.kind': 'position' }, { command: 'position.exit', args: {} }],
    ['x', { view: 'positions' }, { kind: 'none' }],
    ['shift+d', { view: 'positions' }, { command: 'positions.exitLosers', args: {} }],
    [
      '5',
      { view: 'positions', 'focus.kind': 'position' },
      { command: 'position.exit', args: { quantity: { kind: 'percent', percent: 50 } } },
    ],
    [
      '1',
      { view: 'positions', 'focus.kind': 'position' },
      { command: 'position.exit', args: { quantity: { kind: 'lots', lots: 1 } } },
    ],
    ['1', { view: 'markets', 'focus.kind': 'position' }, { kind: 'none' }],
    ['shift+r', { view: 'positions', 'focus.kind': 'position' }, { command: 'position.reverse', args: {} }],
    ['+', { view: 'positions', 'focus.kind': 'position' }, { command: 'position.add', args: {} }],
    ['mod+z', { view: 'order-window' }, { command: 'basket.undo', args: {} }],
    ['mod+enter', { view: 'order-window', 'basket.legs': 2 }, { command: 'basket.place', args: {} }],
    ['mod+enter', { view: 'order-window' }, { kind: 'none' }],
    [
      'mod+enter',
      { view: 'order-window', 'basket.legs': 2, 'basket.confirming': true },
      { command: 'basket.confirm', args: {} },
    ],
    ['backspace', { view: 'order-window', 'focus.kind': 'leg' }, { command: 'basket.remove', args: {} }],
    ['delete', { view: 'order-window', 'focus.kind': 'leg' }, { command: 'basket.remove', args: {} }],
    ['[', { view: 'order-window' }, { command: 'basket.day', args: { by: -1 } }],
    [']', { view: 'order-window', 'focus.kind': 'leg' }, { command: 'basket.day', args: { by: 1 } }],
    ['-', { view: 'order-window', 'focus.kind': 'leg' }, { command: 'basket.strike', args: { by: -1 } }],
    ['+', { view: 'order-window', 'focus.kind': 'leg' }, { command: 'basket.strike', args: { by: 1 } }],
    ['+', { view: 'order-window' }, { kind: 'none' }],
    ['{', { view: 'order-window', 'focus.kind': 'leg' }, { command: 'basket.expiry', args: { by: -1 } }],
    ['}', { view: 'order-window', 'focus.kind': 'leg' }, { command: 'basket.expiry', args: { by: 1 } }],
    ['a', { view: 'markets', 'focus.instrument': 'NSE_TCS' }, { command: 'arming.toggle', args: {} }],
    ['b', { view: 'markets' }, { command: 'scalper.buy', args: {} }],
    ['s', { view: 'markets' }, { command: 'scalper.sell', args: {} }],
    ['[', { view: 'markets' }, { command: 'scalper.strike', args: { by: -1 } }],
    [']', { view: 'markets' }, { command: 'scalper.strike', args: { by: 1 } }],
    ['{', { view: 'markets' }, { command: 'scalper.expiry', args: { by: -1 } }],
    ['}', { view: 'markets' }, { command: 'scalper.expiry', args: { by: 1 } }],
    ['\\', { view: 'markets' }, { command: 'scalper.atm', args: {} }],
    ['c', { view: 'markets' }, { command: 'scalper.side', args: { side: 'CE' } }],
    ['p', { view: 'markets' }, { command: 'scalper.side', args: { side: 'PE' } }],
    ['shift+c', { view: 'markets' }, { command: 'chain.columns', args: {} }],
    ['b', { view: 'option-chain' }, { command: 'scalper.buy', args: {} }],
    ['s', { view: 'option-chain', 'focus.instrument': 'NSE_TCS' }, { command: 'scalper.sell', args: {} }],
    ['c', { view: 'option-chain', 'focus.instrument': 'NSE_TCS' }, { command: 'chart.open', args: {} }],
    ['}', { view: 'option-chain' }, { command: 'scalper.expiry', args: { by: 1 } }],
    ['mod+b', { view: 'option-chain' }, { command: 'chain.basket', args: {} }],
    ['shift+s', { view: 'option-chain' }, { command: 'chain.straddle', args: {} }],
    ['1', { view: 'option-chain' }, { command: 'scalper.setLots', args: { lots: 1 } }],
    ...[5, 6, 7, 8, 9].map((lots): [string, object, object] => [
      String(lots),
      { view: 'option-chain' },
      { command: 'scalper.setLots', args: { lots } },
    ]),
    ['|', onChart, { command: 'layout.count', args: {} }],
    ['.', onChart, { command: 'layout.step', args: { by: 1 } }],
    [',', onChart, { command: 'layout.step', args: { by: -1 } }],
    ['z', onChart, { command: 'layout.maximise', args: {} }],
    ['shift+k', onChart, { command: 'layout.link', args: {} }],
    ['shift+l', onChart, { command: 'layout.choose', args: {} }],
    ['f', { view: 'markets' }, { kind: 'none' }],
    ['f', { view: 'markets', armed: true }, { command: 'scalper.flatten', args: {} }],
    ['up', { view: 'markets' }, { kind: 'none' }],
    ['up', { view: 'markets', armed: true }, { command: 'scalper.lots', args: { by: 1 } }],
    ['down', { view: 'markets', armed: true }, { command: 'scalper.lots', args: { by: -1 } }],
    ['escape', { view: 'markets', armed: true }, { command: 'arming.toggle', args: {} }],
    ['shift+e', { view: 'backtest', 'backtest.report': true }, { command: 'report.export', args: {} }],
    ['y', { view: 'backtest', 'focus.kind': 'trade' }, { command: 'trade.why', args: {} }],
    ['y', { view: 'backtest', 'trade.open': true }, { command: 'trade.why', args: {} }],
    ['y', { view: 'backtest' }, { kind: 'none' }],
    ['c', { view: 'backtest', 'focus.kind': 'trade' }, { command: 'trade.chart', args: {} }],
    [']', { view: 'backtest', 'trade.open': true }, { command: 'trade.step', args: { by: 1 } }],
    ['[', { view: 'backtest', 'trade.open': true }, { command: 'trade.step', args: { by: -1 } }],
    [']', { view: 'backtest', 'focus.kind': 'trade' }, { kind: 'none' }],
    ['escape', { view: 'backtest', 'trade.open': true }, { command: 'view.back', args: {} }],
    ['mod+s', { view: 'backtest', 'backtest.report': true }, { command: 'strategy.saveRun', args: {} }],
    ['mod+s', { view: 'backtest' }, { kind: 'none' }],
    ['1', { view: 'discover-strategies' }, { command: 'view.open', args: { view: 'my-strategies' } }],
    ['2', { view: 'my-strategies' }, { command: 'view.open', args: { view: 'discover-strategies' } }],
    ['1', {}, { kind: 'none' }],
    ['b', { view: 'my-strategies', 'focus.kind': 'strategy' }, { command: 'strategy.backtest', args: {} }],
    ['c', { view: 'my-strategies', 'focus.kind': 'strategy' }, { command: 'strategy.copy', args: {} }],
    ['mod+z', { view: 'my-strategies' }, { command: 'strategy.undelete', args: {} }],
    [
      'backspace',
      { view: 'my-strategies', 'focus.kind': 'strategy' },
      { command: 'strategy.delete', args: {} },
    ],
    ['delete', { view: 'my-strategies', 'focus.kind': 'strategy' }, { command: 'strategy.delete', args: {} }],
    ['backspace', { view: 'discover-strategies', 'focus.kind': 'strategy' }, { kind: 'none' }],
    ['e', { view: 'my-strategies', 'focus.kind': 'strategy' }, { command: 'strategy.edit', args: {} }],
    ['mod+s', { view: 'strategy', 'strategy.editing': true }, { command: 'strategy.save', args: {} }],
    ['mod+s', { view: 'strategy' }, { kind: 'none' }],
    ['mod+enter', { view: 'strategy', 'strategy.editing': true }, { command: 'strategy.test', args: {} }],
    ['mod+z', { view: 'strategy', 'strategy.editing': true }, { command: 'strategy.undo', args: {} }],
    ['mod+y', { view: 'strategy', 'strategy.editing': true }, { command: 'strategy.redo', args: {} }],
    ['s', { view: 'strategy', 'strategy.editing': true }, { command: 'scan.draft', args: {} }],
    ['mod+shift+z', { view: 'strategy', 'strategy.editing': true }, { command: 'strategy.redo', args: {} }],
    ['d', { view: 'strategy', 'strategy.editing': true }, { command: 'deployment.deploy', args: {} }],
    ['d', { view: 'my-strategies', 'focus.kind': 'strategy' }, { command: 'deployment.deploy', args: {} }],
    ['d', { view: 'live-trades' }, { command: 'deployment.deploy', args: {} }],
    ['1', { view: 'live-trades' }, { command: 'deployment.tab', args: { type: 'live' } }],
    ['3', { view: 'live-trades' }, { command: 'deployment.tab', args: { type: 'paper' } }],
    ['v', { view: 'live-trades' }, { command: 'deployment.checks', args: {} }],
    ['shift+s', { view: 'live-trades' }, { command: 'deployment.stopAll', args: {} }],
    ['s', onDeployment, { command: 'deployment.stop', args: {} }],
    ['c', onDeployment, { command: 'chart.open', args: {} }],
    ['x', onDeployment, { command: 'deployment.stopAndExit', args: {} }],
    ['p', { ...onDeployment, 'deployment.status': 'running' }, { command: 'deployment.pause', args: {} }],
    ['p', { ...onDeployment, 'deployment.status': 'paused' }, { command: 'deployment.resume', args: {} }],
    ['y', onDeployment, { command: 'parity.open', args: {} }],
    ['[', onParity, { command: 'parity.day', args: { by: -1 } }],
    [']', onParity, { command: 'parity.day', args: { by: 1 } }],
    ['1', onParity, { command: 'parity.step', args: { step: 'signals' } }],
    ['4', onParity, { command: 'parity.step', args: { step: 'charges' } }],
    ['d', onParity, { command: 'parity.differences', args: {} }],
    ['e', onParity, { command: 'table.export', args: {} }],
    ['l', onParity, { command: 'deployment.log', args: {} }],
    ['enter', onParity, { command: 'parity.candle', args: {} }],
    ['c', onParity, { command: 'chart.open', args: {} }],
    ['s', { ...onDeployment, dialog: true }, { kind: 'none' }],
    ['[', onIntro, { command: 'intro.step', args: { by: -1 } }],
    [']', onIntro, { command: 'intro.step', args: { by: 1 } }],
    ['t', onIntro, { command: 'tour.begin', args: {} }],
    ['s', onIntro, { command: 'samples.copy', args: {} }],
    ['r', onTrainer, { command: 'trainer.again', args: {} }],
    ['x', onDrills, { command: 'drill.end', args: {} }],
    ['0', onTrip, { command: 'journal.whole', args: {} }],
    [',', onTrip, { command: 'scrub.step', args: { by: -1 } }],
    ['.', onTrip, { command: 'scrub.step', args: { by: 1 } }],
    ['<', onTrip, { command: 'scrub.trade', args: { by: -1 } }],
    ['>', onTrip, { command: 'scrub.trade', args: { by: 1 } }],
    ['p', onTrip, { command: 'scrub.play', args: {} }],
    ['shift+p', onTrip, { command: 'scrub.speed', args: {} }],
    ['shift+o', onTrip, { command: 'scrub.chain', args: {} }],
    ['o', { ...onTrip, 'focus.instrument': 'NSE_INFY' }, { command: 'chain.open', args: {} }],
    ['u', onTrip, { command: 'journal.untagged', args: {} }],
    ['3', onTrip, { command: 'trip.rate', args: { rating: 3 } }],
    ['#', onTrip, { command: 'trip.tag', args: {} }],
    ['!', onTrip, { command: 'trip.mistake', args: {} }],
    ['m', onTrip, { command: 'trip.writeNote', args: {} }],
    ['enter', onProposal, { command: 'proposal.enter', args: {} }],
    ['e', onProposal, { command: 'proposal.edit', args: {} }],
    ['x', onProposal, { command: 'proposal.drop', args: {} }],
    ['shift+x', onProposal, { command: 'proposal.dropAll', args: {} }],
    ['enter', { view: 'proposals' }, { kind: 'none' }],
    ['mod+enter', onScan, { command: 'scan.again', args: {} }],
    ['mod+/', { ...onScan, typing: true }, { command: 'scan.edit', args: {} }],
    ['1', onScan, { command: 'scan.tab', args: { tab: 'found' } }],
    ['4', onScan, { command: 'scan.tab', args: { tab: 'history' } }],
    ['l', onScan, { command: 'scan.moment', args: {} }],
    ['e', onScan, { command: 'table.export', args: {} }],
    ['w', onScan, { command: 'watch.add', args: {} }],
    ['y', onScan, { command: 'scan.why', args: {} }],
    ['mod+s', { ...onScan, typing: true }, { command: 'scanner.save', args: {} }],
    ['shift+a', onScan, { command: 'alert.toggle', args: {} }],
    ['mod+z', { ...onScan, 'scanner.editing': true }, { command: 'scanner.undo', args: {} }],
    ['mod+shift+z', { ...onScan, 'scanner.editing': true }, { command: 'scanner.redo', args: {} }],
    ['mod+y', { ...onScan, 'scanner.editing': true }, { command: 'scanner.redo', args: {} }],
    ['1', onScanners, { command: 'view.open', args: { view: 'my-scanners' } }],
    ['2', onScanners, { command: 'view.open', args: { view: 'discover-scanners' } }],
    ['3', onScanners, { command: 'view.open', args: { view: 'live-alerts' } }],
    ['c', onScanners, { command: 'scanner.copy', args: {} }],
    ['shift+a', onScanners, { command: 'alert.scanner', args: {} }],
    ['backspace', onScanners, { command: 'scanner.delete', args: {} }],
    ['delete', onScanners, { command: 'scanner.delete', args: {} }],
    ['mod+z', onScanners, { command: 'scanner.undelete', args: {} }],
    ['shift+s', { view: 'live-alerts' }, { command: 'alert.stopAll', args: {} }],
    ['s', { view: 'live-alerts', 'focus.kind': 'alert' }, { command: 'alert.stop', args: {} }],
    ['e', { view: 'live-alerts', 'focus.kind': 'alert' }, { command: 'alert.rule', args: {} }],
    ['m', { view: 'live-alerts', 'focus.kind': 'alert' }, { command: 'alert.sound', args: {} }],
    ['shift+m', { view: 'live-alerts' }, { command: 'sound.set', args: {} }],
    ['c', onScan, { command: 'chart.open', args: {} }],
    ['mod+enter', { 'deploy.open': true, dialog: true }, { command: 'deploy.send', args: {} }],
    ...drawingTools.map((tool): [string, Partial<Context>, object] => [
      `d ${toolKeys[tool]}`,
      onChart,
      { command: 'drawing.draw', args: { tool } },
    ]),
    [']', onChart, { command: 'drawing.next', args: {} }],
    ['[', onChart, { command: 'drawing.previous', args: {} }],
    ['d w', onChart, { command: 'drawings.snap', args: {} }],
    ['d z', onChart, { command: 'drawings.hide', args: {} }],
    ['mod+z', onChart, { command: 'drawing.undo', args: {} }],
    ['mod+shift+z', onChart, { command: 'drawing.redo', args: {} }],
    ['mod+y', onChart, { command: 'drawing.redo', args: {} }],
    ['c', onChart, { command: 'chart.open', args: {} }],
    ['escape', { ...onChart, 'drawing.tool': 'fib' }, { command: 'drawing.cancel', args: {} }],
    ['escape', withDrawing('trend'), { command: 'drawing.cancel', args: {} }],
    ['backspace', withDrawing('trend'), { command: 'drawing.remove', args: {} }],
    ['delete', withDrawing('trend'), { command: 'drawing.remove', args: {} }],
    ['c', withDrawing('trend'), { command: 'drawing.colour', args: {} }],
    ['w', withDrawing('trend'), { command: 'drawing.width', args: {} }],
    ['e', withDrawing('trend'), { command: 'drawing.extend', args: {} }],
    ['l', withDrawing('trend'), { command: 'drawing.lock', args: {} }],
    ['h', withDrawing('trend'), { command: 'drawing.hide', args: {} }],
    ['shift+a', withDrawing('horizontal'), { command: 'drawing.alert', args: {} }],
    ['enter', withDrawing('callout'), { command: 'drawing.edit', args: {} }],
    ['enter', withDrawing('short'), { command: 'drawing.trade', args: {} }],
    ['enter', withDrawing('trend'), { kind: 'none' }],
    [
      'mod+enter',
      { view: 'strategy', 'strategy.editing': true, 'deploy.open': true, dialog: true },
      { command: 'deploy.send', args: {} },
    ],
  ])('%s in %j', (keys, changes, call) => {
    const done = press(keys, { ...home, ...changes })
    expect(done?.kind === 'command' ? done.call : done).toEqual(call)
  })

  test('every key of it is in the table above and on the sheet of its context', () => {
    const contexts = [
      home,
      contextOf({ signedIn: true, view: 'backtest', 'backtest.running': true, 'focus.kind': 'symbol' }),
      contextOf({ signedIn: true, 'focus.kind': 'run' }),
      contextOf({ signedIn: true, view: 'backtest', 'backtest.report': true }),
      contextOf({ signedIn: true, view: 'backtest', 'trade.open': true }),
      contextOf({ signedIn: true, view: 'my-strategies', 'focus.kind': 'strategy' }),
      contextOf({ signedIn: true, view: 'strategy', 'strategy.editing': true }),
      contextOf({ signedIn: true, view: 'live-trades', 'focus.kind': 'deployment' }),
      contextOf({ signedIn: true, view: 'proposals', 'focus.kind': 'proposal' }),
      contextOf({ signedIn: true, view: 'journal', 'focus.kind': 'trip' }),
      contextOf({ signedIn: true, view: 'intro' }),
      contextOf({ signedIn: true, view: 'trainer' }),
      contextOf({
        signedIn: true,
        view: 'parity',
        'focus.kind': 'deployment',
        'focus.instrument': 'NSE_TCS',
      }),
      contextOf({ signedIn: true, ...onScan }),
      contextOf({ signedIn: true, ...onChart }),
      contextOf({ signedIn: true, ...withDrawing('horizontal') }),
      contextOf({ signedIn: true, ...withDrawing('long') }),
      contextOf({ signedIn: true, view: 'live-alerts', 'focus.kind': 'alert' }),
      contextOf({ signedIn: true, 'focus.kind': 'order', 'focus.isOpen': true, view: 'order-book' }),
      contextOf({ signedIn: true, 'focus.kind': 'position', view: 'positions' }),
      contextOf({ signedIn: true, 'focus.instrument': 'NSE_TCS', view: 'watchlist' }),
      contextOf({ signedIn: true, view: 'order-window', 'basket.legs': 1, 'focus.kind': 'leg' }),
      contextOf({ signedIn: true, view: 'markets', armed: true }),
      contextOf({ signedIn: true, view: 'option-chain' }),
      contextOf({ signedIn: true, palette: true }),
    ]
    const shown = new Set(contexts.flatMap((context) => validKeys(context).map(({ keys }) => keys)))
    expect(everyKey.filter((keys) => !shown.has(strokesInWords(keys)))).toEqual([])
  })

  test('no two bindings of one scope clash', () => {
    const scopes = defaultKeymap.map((section) => ('when' in section ? section.when : ''))
    expect(scopes.filter((scope, index) => scopes.indexOf(scope) !== index)).toEqual([])
    const bound = defaultKeymap.flatMap((section) =>
      Object.keys(section.keys).map((keys) => ({ keys, when: 'when' in section ? section.when : '' })),
    )
    const chords = bound.filter(({ keys }) => keys.includes(' '))
    const inTheWay = chords.filter((chord) =>
      bound.some(({ keys, when }) => chord.keys.startsWith(`${keys} `) && canMeet(when, chord.when)),
    )
    expect(inTheWay).toEqual([])
  })

  test('has no panic key bound to anything else, and shows them everywhere', () => {
    expect(everyKey.filter((keys) => Object.hasOwn(panicKeys, keys))).toEqual([])
    const typing = contextOf({ signedIn: true, typing: true, dialog: true })
    expect(validKeys(typing).map(({ keys, title }) => [keys, title])).toContainEqual([
      'Ctrl ⇧ X',
      'Kill switch: cancel every open order, exit every position, stop every deployment',
    ])
    expect(keysOf('kill.pull')).toEqual(['Ctrl ⇧ X'])
  })

  test('a held key never trades', () => {
    for (const key of ['b', 's', 'f', 'x', '.', 'Backspace', 'Enter'])
      expect(strokeOf(keyPress(key, { repeat: true }), { isMac: false, isPhysical: false })).toBe(null)
  })

  test('knows no key of a command that has not been loaded', () => {
    const keymap = [{ keys: { y: 'not.known' } }] as unknown as Keymap
    expect(resolve(keymap, home, [], 'y')).toEqual({ kind: 'none' })
    expect(validKeys(home, keymap).map(({ keys }) => keys)).not.toContain('y')
  })

  test('waits after the first stroke of a chord and says what may follow', () => {
    const waiting = resolve(defaultKeymap, home, [], 'g')
    expect(waiting.kind).toBe('pending')
    expect(waiting.kind === 'pending' ? waiting.hints.slice(0, 2) : []).toEqual([
      { stroke: 'h', title: 'Go to Home' },
      { stroke: 'm', title: 'Go to Scalper' },
    ])
    expect(press('g z', home)).toEqual({ kind: 'none' })
    expect(press('g', contextOf({}))).toEqual({ kind: 'none' })
  })

  test('gives a command its keys', () => {
    expect([
      keysOf('palette.toggle'),
      keysOf('view.open', { view: 'positions' }),
      keysOf('view.open', { view: 'support' }),
      keysOf('savedRuns.delete'),
      keysOf('palette.toggle', {}, defaultKeymap, true),
    ]).toEqual([['Ctrl K'], ['g p'], [], ['⌫', 'Del'], ['⌘ K']])
  })
})

describe('resolving', () => {
  test('lets the section further down decide, and says which', () => {
    const keymap = [
      { keys: { a: 'help.toggle' } },
      { when: 'view == home', keys: { a: ['theme.set', { theme: 'dark' }] } },
      { when: 'view == markets', keys: { a: { line: 'theme light' } } },
    ] as const satisfies Keymap
    expect(resolve(keymap, home, [], 'a')).toEqual({
      kind: 'command',
      call: { command: 'theme.set', args: { theme: 'dark' } },
      section: keymap[1],
    })
    expect(resolve(keymap, contextOf({ view: 'markets' }), [], 'a')).toEqual({
      kind: 'line',
      line: 'theme light',
      section: keymap[2],
    })
    const elsewhere = resolve(keymap, contextOf({ view: 'settings' }), [], 'a')
    expect(elsewhere).toEqual({
      kind: 'command',
      call: { command: 'help.toggle', args: {} },
      section: keymap[0],
    })
  })

  type TextKey = { [Key in keyof Context]: Context[Key] extends string ? Key : never }[keyof Context]
  const texts: Readonly<Record<TextKey, fc.Arbitrary<string>>> = {
    view: fc.constantFrom(
      'home',
      'backtest',
      'live-trades',
      'proposals',
      'settings',
      'markets',
      'positions',
      'order-book',
      'order-window',
      'trading-view',
      '',
    ),
    'drawing.tool': fc.constantFrom('', 'trend'),
    'drawing.selected': fc.constantFrom('', 'trend', 'text', 'long'),
    'deployment.status': fc.constantFrom('', 'running', 'paused', 'stopping', 'stopped', 'failed'),
    'focus.kind': fc.constantFrom(
      '',
      'deployment',
      'proposal',
      'symbol',
      'run',
      'trade',
      'order',
      'position',
      'watch',
      'leg',
      'combination',
    ),
    'backtest.slug': fc.constantFrom('', 'ema-cross-0011aabb'),
    'trade.key': fc.constantFrom('', 'NSE_TCS#0'),
    'focus.key': fc.constantFrom('', 'NSE_TCS'),
    'focus.instrument': fc.constantFrom('', 'NSE_TCS'),
    ticket: fc.constantFrom('closed', 'draft', 'confirming'),
  }
  const others = Object.entries(emptyContext).flatMap(([key, value]) =>
    typeof value === 'string' ? [] : [[key, typeof value === 'number' ? fc.nat(3) : fc.boolean()]],
  )
  const contexts: fc.Arbitrary<Context> = fc.record({ ...texts, ...Object.fromEntries(others) })
  const chords = fc.constantFrom(...defaultKeymap.flatMap(({ keys }) => Object.keys(keys)))

  test('no key fires against its clause or the clause of its command', () => {
    fc.assert(
      fc.property(contexts, chords, (context, keys) => {
        const done = press(keys, context)
        if (done?.kind !== 'command') return
        expect(parseWhen(done.section.when ?? '')(context)).toBe(true)
        expect(parseWhen(findCommand(done.call.command)?.when ?? 'typing && !typing')(context)).toBe(true)
      }),
    )
  })

  test('nothing that prints a character fires while typing or under a dialog', () => {
    const busy = contexts.filter(({ typing, dialog }) => typing || dialog)
    fc.assert(
      fc.property(
        busy,
        fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz?:,./', 'shift+x', 'space'),
        (context, stroke) => {
          expect(resolve(defaultKeymap, context, [], stroke)).toEqual({ kind: 'none' })
        },
      ),
    )
  })

  test('a chord is bounded', () => {
    const long = [{ keys: { 'a a a a': 'help.toggle' } }] as const satisfies Keymap
    expect(resolve(long, home, ['a', 'a', 'a'], 'a')).toEqual({ kind: 'none' })
  })
})
