import { describe, expect, test } from 'vitest'
import { emptyContext } from '../../src/commands/context.ts'
import { printCall } from '../../src/commands/grammar/print-call.ts'
import { fixOfKey } from '../../src/commands/palette/fix-keys.ts'
import { readLine } from '../../src/commands/read-line.ts'
import { commandReference } from '../../src/commands/reference.ts'
import {
  addCommands,
  allCommands,
  dispatchesOf,
  findCommand,
  typedCommands,
} from '../../src/commands/registry.ts'
import { environmentWith, longOption, tradingWith } from '../support/command-environment.ts'

const environment = environmentWith()
const rows = (line: string, changed = environment, caret = line.length) => readLine(line, caret, changed).rows
const titles = (line: string, changed = environment) => rows(line, changed).map(({ title }) => title)

test('lines of earlier macros and pins read as the commands of today', () => {
  const here = tradingWith({ context: { ...emptyContext, signedIn: true, 'backtest.report': true } })
  const callOf = (line: string) => readLine(line, line.length, here).call
  expect(['trust', 'trust nifty', 'cancel trust'].map(callOf)).toEqual(
    ['monte carlo', 'monte carlo nifty', 'cancel monte carlo'].map(callOf),
  )
  expect(callOf('trust')).toEqual({ command: 'backtest.monteCarlo', args: {} })
})

test('a digit takes a fix only where it cannot be meant as text', () => {
  const here = tradingWith()
  const read = (line: string, caret: number) => readLine(line, caret, here)
  const taken = (line: string, key = '2', caret = line.length) =>
    fixOfKey(key, { line, caret, rows: read(line, caret).rows, chosen: 0 }, read)?.insert ?? null
  expect([taken('buy 100 nifty atm ce'), taken('buy 100 nifty atm ce', '3')]).toEqual([
    'buy 130q nifty atm ce',
    null,
  ])
  const typed = [
    'buy 100 nifty atm ce ',
    'buy nifty atm ce 100',
    'buy 100 nifty atm ce @85',
    'buy 100 nifty otm',
    'buy ',
    'byu',
    'byu ',
  ]
  expect(typed.map((line) => taken(line))).toEqual(typed.map(() => null))
  expect(taken('buy 100 nifty atm ce', '2', 7)).toBe(null)
})

describe('the list under the line', () => {
  test('says the size, the trailing stop and the limits of a backtest', () => {
    const line =
      'bt close > 1 on tcs 2024-04-01..2024-06-28 risk 2000 sl 1% trail 0.5% after 0.6% entries 3/day losses 2'
    expect(rows(line)[0]?.title).toBe(
      'Backtest close > 1 on TCS · 1 Apr – 28 Jun 2024 · 5 Minutes · long · risk ₹2,000 · trailing 0.5% once 0.6% in profit · at most 3 entries a day · stops after 2 losses in a row',
    )
  })

  test('begins with the act, then its variants', () => {
    const first = rows('bt close > 1 on tcs 2024-04-01..2024-06-28').slice(0, 3)
    expect(first.map(({ id, kind, title }) => ({ id, kind, title }))).toEqual([
      {
        id: 'backtest.run',
        kind: 'act',
        title: 'Backtest close > 1 on TCS · 1 Apr – 28 Jun 2024 · 5 Minutes · long · 100% of the capital',
      },
      {
        id: 'backtest.run variant 1',
        kind: 'variant',
        title: 'Backtest close > 1 on TCS · 1 Apr – 28 Jun 2024 · 5 Minutes · short · 100% of the capital',
      },
      {
        id: 'backtest.run variant 2',
        kind: 'variant',
        title:
          'Backtest close > 1 on TCS · 1 Apr – 28 Jun 2024 · 5 Minutes · long · 100% of the capital · without costs',
      },
    ])
    expect(first[0]?.detail).toBe('5min long 100% mis slip 2bps fill next')
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
    const offered = (line: string) =>
      rows(line)
        .slice(0, 6)
        .map(({ title, call, insert }) => [title, call ?? insert])
    expect(offered('reliance')).toEqual([
      ['Chart of RELIANCE', { command: 'chart.open', args: { instrument: 'NSE_RELIANCE' } }],
      ['Buy RELIANCE …', 'buy 1l RELIANCE '],
      ['Sell RELIANCE …', 'sell 1l RELIANCE '],
      ['Option chain of RELIANCE', { command: 'chain.open', args: { instrument: 'NSE_RELIANCE' } }],
      ['Add RELIANCE to the watchlist', { command: 'watch.add', args: { instruments: ['NSE_RELIANCE'] } }],
      ['Backtest on RELIANCE …', 'bt  on RELIANCE'],
    ])
    expect(offered('nifty').map(([title]) => title)).toEqual([
      'Chart of NIFTY 50',
      'Option chain of NIFTY 50',
      'Buy a call of NIFTY 50 …',
      'Add NIFTY 50 to the watchlist',
      'Backtest on NIFTY 50 …',
      'Open the run EMA cross on NIFTY',
    ])
    expect(rows('nifty 25950 ce 8dec')[0]?.title).toBe('Chart of NIFTY 8 DEC 25950 CE')
  })

  test('opens the chart of an instrument that was found, and writes its symbol for more', () => {
    expect(rows('relig')[0]).toEqual({
      id: 'instrument NSE_RELIGARE',
      title: 'RELIGARE',
      detail: 'RELIGARE ENTERPRISES · NSE',
      kind: 'act',
      insert: 'RELIGARE ',
      caret: 9,
      call: { command: 'chart.open', args: { instrument: 'NSE_RELIGARE' } },
    })
  })

  test('ranks in strict tiers', () => {
    // `positions` is a screen's name; `im` begins the verb `import`; `back` is a verb, `backtest` begins with it.
    expect(titles('positions')[0]).toBe('Go to Positions')
    expect(titles('im')[0]).toBe('Import candles')
    expect(titles('back')[0]).toBe('Back')
    expect(titles('rsi d')[0]).toBe('Open the run RSI dip')
    expect(titles('tcs')[0]).toBe('Chart of TCS')
    expect(titles('th')[0]).toBe('Switch the theme')
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

  test.each<[string, string]>([
    ['pos', 'Go to Positions'],
    ['hold', 'Go to Holdings'],
    ['g p', 'Go to Positions'],
    ['g ,', 'Go to Settings'],
  ])('"%s" means first: %s', (line, title) => {
    const open = { ...emptyContext, signedIn: true, view: 'home', 'positions.open': 2, 'orders.open': 1 }
    const trading = tradingWith({ context: open, usage: { 'position.exit': 50, 'positions.exitAll': 50 } })
    expect(titles(line, trading)[0]).toBe(title)
  })

  test('an instrument named in full is followed by near futures, then by options nearest the money', () => {
    const contracts = (line: string) =>
      rows(line, tradingWith())
        .filter(({ kind, id }) => kind === 'instrument' && /^instrument NFO/.test(id))
        .map(({ id }) => id.replace(/^instrument NFO-..._/, ''))
    expect(contracts('nifty').slice(0, 6)).toEqual([
      'NIFTY26NOVFUT',
      'NIFTY26DECFUT',
      'NIFTY26NOV25950CE',
      'NIFTY26NOV25950PE',
      'NIFTY26NOV26000CE',
      'NIFTY26NOV26000PE',
    ])
    expect(
      rows('nifty pe', tradingWith())
        .slice(0, 2)
        .map(({ id }) => id),
    ).toEqual(['instrument NFO-OPT_NIFTY26NOV25950PE', 'instrument NFO-OPT_NIFTY26NOV26000PE'])
    expect(contracts('reliance').slice(0, 3)).toEqual([
      'RELIANCE26NOVFUT',
      'RELIANCE26NOV1542.5CE',
      'RELIANCE26NOV1542.5PE',
    ])
    expect(readLine('nifty', 5, tradingWith()).needs.quotes).toContain('INDICES_NIFTY 50')
  })

  test('an empty line offers what fits the row and the screen, then what is open, then what one uses', () => {
    const here = tradingWith({
      context: {
        ...emptyContext,
        signedIn: true,
        view: 'positions',
        'focus.kind': 'position',
        'focus.key': `NRML|${longOption.instrument}`,
        'focus.instrument': longOption.instrument,
        'positions.open': 2,
        'orders.open': 1,
      },
      usage: { 'theme.set': 3, 'view.open watchlist': 7 },
    })
    expect(rows('', here).map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'position.exit',
        'positions.exitAll',
        'view.open order-book',
        'orders.cancelAll',
      ]),
    )
    const places = [
      'position.exit',
      'positions.exitAll',
      'chart.open',
      'view.open order-book',
      'view.open watchlist',
      'theme.set',
    ].map((id) => rows('', here).findIndex((row) => row.id === id))
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(places[0]).toBe(0)
    // Enter on an empty line does the first row: it writes the line and leaves nothing.
    expect([rows('', here)[0]?.insert, rows('', here)[0]?.call]).toEqual(['exit ', undefined])
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
    expect(titles('', out)).toEqual(['Back', 'Switch the theme', 'Keyboard shortcuts'])
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
      '2024-11-21..2026-11-21 long 100% cash slip 2bps fill next',
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
        problem: 'exit, sl, tp, trail, entries, losses, slip, fill, capital or as; nearest: short',
      },
    ])
  })
})

describe('the registry', () => {
  test('has every verb and alias once', () => {
    const words = allCommands().flatMap(({ verb, aliases }) => [verb, ...aliases])
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
  })

  test('names commands noun.verb; those without arguments do something', () => {
    expect(allCommands().filter(({ id }) => !/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/.test(id))).toEqual([])
    const linked = { instrument: longOption.instrument, lots: 1, product: 'MIS', price: 'market' } as const
    const drawings = { instrument: longOption.instrument, list: [], selected: null }
    const here = tradingWith({ linked, drawings })
    const idle = allCommands()
      .filter(({ args }) => Object.keys(args).length === 0)
      .filter(({ id }) => dispatchesOf({ command: id, args: {} } as never, here).length === 0)
    expect(idle.map(({ id }) => id)).toEqual([])
  })

  test('reads, prints and lists nothing that only a form or a confirmation gives', () => {
    const here = tradingWith({
      context: { ...emptyContext, ticket: 'confirming', 'basket.legs': 2, 'basket.confirming': true },
    })
    const untyped = allCommands().filter(({ isTyped }) => isTyped === false)
    const said = untyped.filter(({ id, verb, title }) => {
      const { rows, call } = readLine(verb, verb.length, here)
      const printed = printCall({ command: id, args: {} } as never)
      return printed !== '' || call?.command === id || rows.some((row) => row.title === title)
    })
    expect([untyped.map(({ id }) => id).includes('ticket.place'), said]).toEqual([true, []])
  })

  test('keeps commands that were added before', () => {
    const before = allCommands()
    addCommands([{ id: 'order.buy' }])
    expect(allCommands()).toEqual(before)
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

  test('prints a reference that names every typed command, argument and key', () => {
    const text = commandReference()
    const missing = typedCommands().filter(({ title, verb, args }) =>
      [`### ${title}`, `\`${verb}\``, ...Object.values(args).map((spec) => spec.title)].some(
        (part) => !text.includes(part),
      ),
    )
    expect(missing).toEqual([])
    expect(text).toContain('`g p`')
  })
})
