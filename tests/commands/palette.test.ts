import { describe, expect, test } from 'vitest'
import { emptyContext } from '../../src/commands/context.ts'
import { readLine } from '../../src/commands/read-line.ts'
import { commandReference } from '../../src/commands/reference.ts'
import { allCommands, dispatchesOf, findCommand } from '../../src/commands/registry.ts'
import { environmentWith } from '../support/command-environment.ts'

const environment = environmentWith()
const rows = (line: string, changed = environment, caret = line.length) => readLine(line, caret, changed).rows
const titles = (line: string, changed = environment) => rows(line, changed).map(({ title }) => title)

describe('the list under the line', () => {
  test('begins with the act, then its variants', () => {
    const first = rows('bt close > 1 on tcs 2024-04-01..2024-06-28').slice(0, 3)
    expect(first.map(({ id, kind, title }) => ({ id, kind, title }))).toEqual([
      {
        id: 'backtest.run',
        kind: 'act',
        title: 'Backtest close > 1 on TCS · 1 Apr – 28 Jun 2024 · 5 Minutes · long · 1 lot',
      },
      {
        id: 'backtest.run variant 1',
        kind: 'variant',
        title: 'Backtest close > 1 on TCS · 1 Apr – 28 Jun 2024 · 5 Minutes · short · 1 lot',
      },
      {
        id: 'backtest.run variant 2',
        kind: 'variant',
        title: 'Backtest close > 1 on TCS · 1 Apr – 28 Jun 2024 · 5 Minutes · long · 1 lot · without costs',
      },
    ])
    expect(first[0]?.detail).toBe('5min long 1l mis slip 2bps fill next')
  })

  test.each<[string, string, string]>([
    ['bt cl', 'close', 'bt close '],
    ['bt', 'sma(close,20)', 'bt sma(close,20) '],
    ['bt close crosses ab', '', ''],
    ['bt close > hi', 'high', 'bt close > high '],
    ['bt close > 1 on rel', 'RELIANCE', 'bt close > 1 on RELIANCE '],
    ['bt close > 1 on nifty fin', 'NIFTY FIN SERVICE', 'bt close > 1 on NIFTY FIN SERVICE '],
    ['bt close > 1 on india vi', 'INDIA VIX', 'bt close > 1 on INDIA VIX '],
    ['bt close > 1 on tcs, inf', 'INFY', 'bt close > 1 on tcs, INFY '],
    ['bt close > 1 on tcs 15', '15min', 'bt close > 1 on tcs 15min '],
    ['bt close > 1 on tcs sh', 'short', 'bt close > 1 on tcs short '],
    ['bt close > 1 on tcs sl ', '1%', 'bt close > 1 on tcs sl 1% '],
    ['bt close > 1 on tcs fi', 'fill', 'bt close > 1 on tcs fill '],
    ['bt close > 1 on tcs fill ', 'next', 'bt close > 1 on tcs fill next '],
    ['go pos', 'positions', 'go positions '],
    ['go my str', 'my strategies', 'go my strategies '],
    ['theme d', 'dark', 'theme dark '],
    ['load em', 'ema-cross-0a1b2c3d', 'load ema-cross-0a1b2c3d '],
  ])('completes "%s" to %s', (line, title, insert) => {
    const first = rows(line).find(({ kind }) => kind === 'completion')
    expect([first?.title ?? '', first?.insert ?? '']).toEqual([title, insert])
  })

  test('completes the word under the caret and leaves the rest', () => {
    const [first] = rows('bt close > 1 on rel 5min', environment, 'bt close > 1 on rel'.length)
    expect([first?.insert, first?.caret]).toEqual([
      'bt close > 1 on RELIANCE 5min',
      'bt close > 1 on RELIANCE '.length,
    ])
  })

  test('offers what can be done with a bare symbol', () => {
    expect(rows('reliance')[0]).toEqual({
      id: 'instrument NSE_RELIANCE',
      title: 'RELIANCE',
      detail: 'backtest on RELIANCE · RELIANCE INDUSTRIES',
      kind: 'instrument',
      insert: 'bt  on RELIANCE',
      caret: 3,
    })
    expect(rows('nifty 25950 ce 8dec')[0]?.title).toBe('NIFTY 8 DEC 25950 CE')
  })

  test('ranks in strict tiers', () => {
    // `positions` is a screen's name; `im` begins the verb `import`; `back` is a verb, `backtest` begins with it.
    expect(titles('positions')[0]).toBe('Go to Positions')
    expect(titles('im')[0]).toBe('Import candles')
    expect(titles('back')[0]).toBe('Back')
    expect(titles('rsi d')[0]).toBe('Open the run RSI dip')
    expect(titles('tcs')[0]).toBe('TCS')
    expect(titles('th').slice(0, 2)).toEqual(['Switch the theme', 'Take the last delete back'])
  })

  test('usage reorders inside a tier and never across', () => {
    const used = environmentWith({ usage: { 'view.open my-scanners': 9, 'view.open discover-scanners': 1 } })
    const before = titles('sc').filter((title) => title.includes('canner'))
    const after = titles('sc', used).filter((title) => title.includes('canner'))
    expect(after[0]).toBe('Go to My scanners')
    expect([...after].sort()).toEqual([...before].sort())
    const loved = environmentWith({ usage: { 'spanLimits.lift': 99 } })
    expect(titles('th', loved)[0]).toBe('Switch the theme')
  })

  test('begins with lines run before while nothing is typed', () => {
    const past = environmentWith({
      history: ['bt close > 1 on tcs', 'theme dark'],
      usage: { 'theme.set': 3 },
    })
    expect(rows('', past).slice(0, 3)).toEqual([
      {
        id: 'history 1',
        kind: 'history',
        title: 'bt close > 1 on tcs',
        detail: 'run before',
        insert: 'bt close > 1 on tcs',
        caret: 19,
      },
      {
        id: 'history 2',
        kind: 'history',
        title: 'theme dark',
        detail: 'run before',
        insert: 'theme dark',
        caret: 10,
      },
      {
        id: 'theme.set',
        kind: 'command',
        title: 'Switch the theme',
        detail: 'theme',
        call: { command: 'theme.set', args: {} },
      },
    ])
  })

  test('holds only what can be done by someone signed out', () => {
    const out = environmentWith({ context: emptyContext })
    expect(titles('', out)).toEqual(['Back', 'Switch the theme', 'Keys valid here'])
    expect([titles('positions', out), titles('reliance', out)]).toEqual([[], []])
  })

  test('shows the keys that do the same', () => {
    expect([
      rows('positions')[0]?.keys,
      rows('positions', environmentWith({ isMac: true }))[0]?.keys,
    ]).toEqual(['g p', 'g p'])
    expect(rows('help')[0]?.keys).toBe('?')
  })

  test('shows the defaults behind the line', () => {
    expect(readLine('bt close > 1 on tcs day', 23, environment).ghost).toBe(
      '2024-11-21..2026-11-21 long 1l cash slip 2bps fill next',
    )
  })

  test('tints each word by its kind and underlines what is not understood', () => {
    const line = 'bt close > 1 on tcs 5min shrt'
    expect(readLine(line, line.length, environment).tokens).toEqual([
      { from: 0, to: 2, kind: 'verb' },
      { from: 3, to: 12, kind: 'condition' },
      { from: 13, to: 15, kind: 'word' },
      { from: 16, to: 19, kind: 'instrument' },
      { from: 20, to: 24, kind: 'interval' },
      {
        from: 25,
        to: 29,
        kind: 'unknown',
        problem: 'one of exit, sl, tp, slip, fill, capital, as; nearest: short',
      },
    ])
  })
})

describe('the registry', () => {
  test('has every verb and alias once', () => {
    const words = allCommands().flatMap(({ verb, aliases }) => [verb, ...aliases])
    expect(words.filter((word, place) => words.indexOf(word) !== place)).toEqual([])
  })

  test('names commands noun.verb and sends each to one machine', () => {
    expect(allCommands().filter(({ id }) => !/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/.test(id))).toEqual([])
    for (const one of allCommands().filter(({ args }) => Object.keys(args).length === 0)) {
      expect(dispatchesOf({ command: one.id, args: {} } as never, environment)).toHaveLength(1)
    }
  })

  test('does nothing where an argument is missing', () => {
    expect(dispatchesOf({ command: 'backtest.retry', args: {} }, environment)).toEqual([])
  })

  test('takes back what can be taken back', () => {
    const undo = (id: string, args: object) => findCommand(id)?.undo?.(args as never, environment)
    expect([
      undo('savedRuns.delete', { run: 'x' }),
      undo('theme.set', { theme: 'dark' }),
      undo('theme.set', {}),
    ]).toEqual([
      { to: 'savedRuns', event: { type: 'savedRuns.undoDelete' } },
      { to: 'preferences', event: { type: 'theme.set', theme: 'light' } },
      { to: 'preferences', event: { type: 'theme.set', theme: 'toggle' } },
    ])
  })

  test('prints a reference that names every command, argument and key', () => {
    const text = commandReference()
    const missing = allCommands().filter(({ title, verb, args }) =>
      [`### ${title}`, `\`${verb}\``, ...Object.values(args).map((spec) => spec.title)].some(
        (part) => !text.includes(part),
      ),
    )
    expect(missing).toEqual([])
    expect(text).toContain('`g p`')
  })
})
