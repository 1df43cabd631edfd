import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expandLine, writtenOut } from '../../src/commands/grammar/expand.ts'
import { printCall } from '../../src/commands/grammar/print-call.ts'
import { createKeyEditing } from '../../src/commands/keymap/editing.ts'
import { readLine } from '../../src/commands/read-line.ts'
import { type CommandCall, dispatchesOf } from '../../src/commands/registry.ts'
import { noShortcuts, readMacros, readShortcuts } from '../../src/domain/shortcuts/shortcuts.ts'
import { environmentWith } from '../support/command-environment.ts'

const words = {
  aliases: { b9: 'buy 2l nifty atm ce', sized: 'buy $qty nifty atm ce', tcs2: 'chart' },
  variables: { qty: '2l', one: '$two', two: 'tcs', loop: '$loop' },
}
const here = environmentWith({ words, writtenOut: (line) => writtenOut(line, words) })
const read = (line: string) => readLine(line, line.length, here)
const printed = (line: string): string | null => {
  const { call } = read(line)
  return call === null ? null : printCall(call)
}

describe('aliases and variables', () => {
  test.each<[string, string]>([
    ['b9', 'buy 2l nifty atm ce'],
    ['  B9 @ask', '  buy 2l nifty atm ce @ask'],
    ['sized mis', 'buy 2l nifty atm ce mis'],
    ['buy $qty nifty', 'buy 2l nifty'],
    ['buy $QTY $one', 'buy 2l tcs'],
    ['chart $loop', 'chart $loop'],
    ['b9x', 'b9x'],
    ['chart b9', 'chart b9'],
    ['watch create "a $qty"', 'watch create "a $qty"'],
    ['set x = $qty', 'set x = $qty'],
    ['alias b9 = $qty', 'alias b9 = $qty'],
  ])('%j is read as %j', (typed, meant) => {
    expect(expandLine(typed, words)?.text ?? typed).toEqual(meant)
  })

  test('a line with them means what the long line means', () => {
    expect(printed('b9 mis')).toEqual(printed('buy 2l nifty atm ce mis'))
    expect(printed('chart $one')).toEqual(printed('chart tcs'))
  })

  test.each<[string, number, string, string]>([
    // Behind the alias: the column of what was typed.
    ['b9 nonsense', 4, 'nonsense', ''],
    ['chart $qty', 7, '2l', '(in the expansion of $qty)'],
    ['buy $qtx nifty', 5, '$qtx', 'a variable that has been set; nearest: qty'],
    ['chart $one nonsense', 12, 'nonsense', ''],
  ])('%j is wrong at column %i, at %s', (line, column, found, expected) => {
    const { problem, call } = read(line)
    expect([call, problem]).toEqual([
      null,
      expect.objectContaining({
        column,
        found: expect.stringContaining(found),
        expected: expect.stringContaining(expected),
      }),
    ])
  })

  test('tokens stand where they were typed, in order and inside the line', () => {
    const parts = fc.constantFrom(
      'b9',
      'buy',
      '$qty',
      '$one',
      '$no',
      'nifty',
      'atm',
      'ce',
      '@ask',
      'mis',
      '"$x"',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 8 }), fc.nat(), (all, at) => {
        const line = all.join(' ')
        const { tokens, problem } = readLine(line, at % (line.length + 1), here)
        let before = 0
        for (const { from, to } of tokens) {
          expect(from).toBeGreaterThanOrEqual(before)
          expect(to).toBeGreaterThanOrEqual(from)
          before = to
        }
        expect(before).toBeLessThanOrEqual(line.length)
        if (problem !== null) expect(problem.column).toBeLessThanOrEqual(line.length + 1)
      }),
    )
  })

  test('nothing stands for anything where nobody has signed in', () => {
    const plain = environmentWith()
    expect(readLine('buy $qty nifty', 3, plain).problem?.found).not.toEqual(null)
    expect(expandLine('constructor', { aliases: {}, variables: {} })).toEqual(null)
    expect(expandLine('chart $constructor', { aliases: {}, variables: {} })).toEqual(null)
  })
})

const changeOf = (line: string, changes: Parameters<typeof environmentWith>[0] = {}) => {
  const environment = environmentWith({
    words,
    pins: { 1: 'go positions' },
    keys: createKeyEditing({ keymap: [], pins: {} }, () => environmentWith()),
    ...changes,
  })
  const { call, problem } = readLine(line, line.length, environment)
  if (call === null) return problem
  const [dispatch] = dispatchesOf(call as CommandCall, environment)
  return dispatch?.event
}

describe('commands of words, pins and keys', () => {
  test.each<[string, object]>([
    ['alias s9 = sell 2l nifty atm pe', { aliases: { ...words.aliases, s9: 'sell 2l nifty atm pe' } }],
    ['unalias b9', { aliases: { sized: words.aliases.sized, tcs2: 'chart' } }],
    ['set QTY = 5l', { variables: { ...words.variables, qty: '5l' } }],
    ['unset loop', { variables: { qty: '2l', one: '$two', two: 'tcs' } }],
    ['pin 3 buy 1l nifty atm ce', { pins: { 1: 'go positions', 3: 'buy 1l nifty atm ce' } }],
    ['pin buy 1l nifty atm ce', { pins: { 1: 'go positions', 2: 'buy 1l nifty atm ce' } }],
    ['unpin 1', { pins: {} }],
    ['pin move 1 to 4', { pins: { 4: 'go positions' } }],
    [
      'bind g j = go holdings',
      { keymap: [{ when: 'signedIn && !typing && !dialog', keys: { 'g j': { line: 'go holdings' } } }] },
    ],
    ['unbind ?', { keymap: [{ keys: { '?': null } }] }],
    ['keymap reset', { keymap: [] }],
  ])('%s', (line, change) => {
    expect(changeOf(line)).toEqual({ type: 'shortcuts.change', change, told: expect.any(String) })
  })

  test('pin without a line takes the one in the open command line, else the one run last', () => {
    const environment = { pins: {}, history: ['go holdings'], line: 'buy 1l nifty' }
    const [dispatch] = dispatchesOf({ command: 'pin.set', args: { digit: 2 } }, environmentWith(environment))
    expect(dispatch?.event).toEqual(expect.objectContaining({ change: { pins: { 2: 'buy 1l nifty' } } }))
    expect(changeOf('pin 2', { history: ['go holdings'], line: 'pin 2', pins: {} })).toEqual(
      expect.objectContaining({ change: { pins: { 2: 'go holdings' } } }),
    )
  })

  test.each<[string, number, string]>([
    ['alias buy = sell 2l', 7, 'a word that is not a command'],
    ['alias 9b = go home', 7, 'a name of letters, digits'],
    ['alias b9', 9, '= and the line for b9'],
    ['alias b9 = ', 12, 'a line of at most 400 characters'],
    ['unalias nobody', 9, 'an alias'],
    ['pin 12 go home', 5, 'a digit from 1 to 9'],
    ['unpin 4', 7, 'a digit with a pinned line'],
    ['bind mod+t = go home', 6, 'belongs to the browser'],
    ['bind h = buy 1l tcs', 6, 'a single key cannot trade'],
    ['bind g = go home', 6, 'other keys'],
    ['unbind q q', 8, 'keys that are assigned'],
    ['macro run nobody', 11, 'the name of a macro'],
  ])('%s is refused at column %i: %s', (line, column, expected) => {
    expect(changeOf(line)).toMatchObject({
      column,
      found: expect.any(String),
      expected: expect.stringContaining(expected),
    })
  })
})

describe('what is stored', () => {
  test('is read back as it was', () => {
    const shortcuts = {
      keymap: [{ when: 'signedIn', keys: { 'g j': { line: 'go holdings' }, x: null } }],
      pins: { 1: 'go positions' },
      aliases: { b9: 'buy 2l nifty atm ce' },
      variables: { qty: '2l' },
    }
    expect(readShortcuts(JSON.parse(JSON.stringify(shortcuts)))).toEqual({ value: shortcuts, dropped: [] })
    expect(readShortcuts(null)).toEqual({ value: noShortcuts, dropped: [] })
  })

  test('with the commands of an earlier version has them by their names of today', () => {
    const bound = (trust: string, cancel: string) => [
      { keys: { t: trust, u: [trust, { instrument: 'NSE_TCS' }], v: cancel, w: { line: 'trust' }, x: null } },
    ]
    expect(readShortcuts({ keymap: bound('backtest.trust', 'backtest.cancelTrust') })).toEqual({
      value: { ...noShortcuts, keymap: bound('backtest.monteCarlo', 'backtest.cancelMonteCarlo') },
      dropped: [],
    })
  })

  test('with the arguments of an earlier version has them by their names of today', () => {
    const bound = (digit: object) => [
      { keys: { p: ['pin.set', { ...digit, line: 'go home' }], m: ['pin.move', { ...digit, to: 2 }] } },
    ]
    expect(readShortcuts({ keymap: bound({ place: 1 }) }).value.keymap).toEqual(bound({ digit: 1 }))
  })

  test('and makes no sense is left out and named', () => {
    const { value, dropped } = readShortcuts({
      keymap: [{ keys: { a: 5, b: 'help.toggle' } }, 'nonsense', { when: 3, keys: {} }],
      pins: { 1: 'go home', 12: 'go home', 2: '' },
      aliases: { ok: 'go home', 'not ok': 'go home' },
      variables: 7,
    })
    expect(value).toEqual({
      keymap: [{ keys: { b: 'help.toggle' } }],
      pins: { 1: 'go home' },
      aliases: { ok: 'go home' },
      variables: {},
    })
    expect(dropped).toEqual([
      'key a',
      'section 2 of the keys',
      'section 3 of the keys',
      'pinned line 2',
      'pinned line 12',
      'alias not ok',
      'every variable',
    ])
    expect(readMacros([{ name: 'a', lines: ['go home'] }, { name: 'b', lines: [] }, 1])).toEqual({
      value: [{ name: 'a', lines: ['go home'] }],
      dropped: ['macro 2', 'macro 3'],
    })
  })

  test('whatever it is, it is read without harm', () => {
    fc.assert(
      fc.property(fc.anything({ maxDepth: 4 }), (stored) => {
        const { value } = readShortcuts(stored)
        expect(readShortcuts(JSON.parse(JSON.stringify(value))).value).toEqual(value)
        expect(Array.isArray(readMacros(stored).value)).toBe(true)
      }),
    )
  })
})
