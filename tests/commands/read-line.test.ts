import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyContext } from '../../src/commands/context.ts'
import { defaultPreferences } from '../../src/commands/environment.ts'
import { printCall } from '../../src/commands/grammar/print-call.ts'
import { parseWhen } from '../../src/commands/keymap/when.ts'
import { readLine } from '../../src/commands/read-line.ts'
import { MAX_LINE_LENGTH, MAX_PALETTE_ROWS } from '../../src/commands/reading.ts'
import {
  type CommandCall,
  dispatchesOf,
  expectMoreCommands,
  typedCommands,
} from '../../src/commands/registry.ts'
import { intervals } from '../../src/domain/charts/interval.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { screens } from '../../src/domain/screens.ts'
import { addDays, type IstDate } from '../../src/domain/time.ts'
import { openIndex } from '../../src/market/instruments/instrument-index.ts'
import { readMaster } from '../../src/market/instruments/read-master.ts'
import { environmentWith } from '../support/command-environment.ts'
import { conditionTrees } from '../support/condition-trees.ts'
import { masterOf } from '../support/server/synthetic-master.ts'

const environment = environmentWith()
const read = (line: string, changed = environment) => readLine(line, line.length, changed)
const events = (line: string, changed = environment) => {
  const { call } = read(line, changed)
  return call === null ? null : dispatchesOf(call, changed).map(({ to, event }) => ({ to, ...event }))
}

/** Arguments of a call of `bt close > 1 on nifty`, beyond entry and instruments. */
const argsOf = (words: string) => {
  const { call, problem } = read(`bt close > 1 on nifty ${words}`)
  if (call?.command !== 'backtest.run') return problem
  const { entry: _, instruments: __, ...others } = call.args
  return others
}
const targets = (words: string) => {
  const { call, problem } = read(`bt close > 1 on ${words}`)
  return call?.command === 'backtest.run' ? call.args.instruments : problem
}
const problemOf = (line: string, changed = environment) => {
  const { problem, call } = read(line, changed)
  expect(call).toBe(null)
  return problem
}

describe('a line of the command language', () => {
  test('that is not understood while commands are still loading is called neither wrong nor mistyped', () => {
    expectMoreCommands(true)
    try {
      expect(read('repaly').problem).toMatchObject({ message: expect.stringContaining('still loading') })
      expect(read('repaly').rows).toEqual([])
    } finally {
      expectMoreCommands(false)
    }
    expect(read('repaly').problem).toMatchObject({ message: expect.stringContaining('replay') })
  })

  test('is a backtest from each close to the next open, which carries what it holds', () => {
    expect(argsOf('day fill overnight')).toMatchObject({ fill: 'close_to_open' })
    const { call } = read('bt close > 1 exit close > 1 on nifty day fill overnight')
    expect(call === null ? '' : printCall(call)).toContain('fill close-to-open')
    const [started] = events('bt close > 1 on nifty 5min fill overnight') ?? []
    expect(started).toMatchObject({ params: { fill: 'close_to_open', product: 'NRML' } })
  })

  test('is a backtest with everything decided', () => {
    expect(
      events('bt ema(close,9) crosses above ema(close,21) on nifty 50 2024-04-01..2024-06-28 5min'),
    ).toEqual([
      {
        to: 'backtest',
        type: 'backtest.run',
        params: {
          name: 'EMA 9 crosses above EMA 21',
          entry: {
            kind: 'compare',
            left: { kind: 'indicator', key: 'ema', params: ['close', 9] },
            comparator: 'crosses above',
            right: { kind: 'indicator', key: 'ema', params: ['close', 21] },
          },
          exit: {
            kind: 'compare',
            left: { kind: 'indicator', key: 'ema', params: ['close', 9] },
            comparator: 'crosses below',
            right: { kind: 'indicator', key: 'ema', params: ['close', 21] },
          },
          side: 'buy',
          interval: '5min',
          from: '2024-04-01',
          to: '2024-06-28',
          product: 'MIS',
          size: { kind: 'lots', lots: 1 },
          fill: 'next_open',
          slippageBps: 2,
          slippageTicks: 0,
          costs: true,
          stopLoss: null,
          targetProfit: null,
          tpslType: 'pct',
          tradingStartTime: '09:15',
          tradingStopTime: '15:15',
          capital: 1_000_000,
        },
        instruments: ['INDICES_NIFTY 50'],
        cutFrom: 'start',
      },
    ])
  })

  test.each<[string, object]>([
    ['', {}],
    ['2024-04..2024-06', { span: { from: '2024-04-01', to: '2024-06-30' } }],
    ['2024-06-28', { span: { from: '2024-06-28', to: '2024-06-28' } }],
    ['30d', { span: { from: '2026-10-23', to: '2026-11-21' } }],
    ['2w', { span: { from: '2026-11-08', to: '2026-11-21' } }],
    ['6m', { span: { from: '2026-05-22', to: '2026-11-21' } }],
    ['1Y', { span: { from: '2025-11-22', to: '2026-11-21' } }],
    ['apr 2024', { span: { from: '2024-04-01', to: '2024-04-30' } }],
    ['April, 2024', { span: { from: '2024-04-01', to: '2024-04-30' } }],
    ['2024', { span: { from: '2024-01-01', to: '2024-12-31' } }],
    ['2026', { span: { from: '2026-01-01', to: '2026-11-21' } }],
    ['nov 2026', { span: { from: '2026-11-01', to: '2026-11-21' } }],
    ['2023..2024', { span: { from: '2023-01-01', to: '2024-12-31' } }],
    ['01apr2024..28jun2024', { span: { from: '2024-04-01', to: '2024-06-28' } }],
    ['1 apr 2024..28 jun 2024', { span: { from: '2024-04-01', to: '2024-06-28' } }],
    ['1 apr 2024 to 28 jun 2024', { span: { from: '2024-04-01', to: '2024-06-28' } }],
    ['1 Apr 24 - 28 Jun 24', { span: { from: '2024-04-01', to: '2024-06-28' } }],
    ['1 apr..28 jun 2024', { span: { from: '2024-04-01', to: '2024-06-28' } }],
    ['20 dec..10 jan 2025', { span: { from: '2024-12-20', to: '2025-01-10' } }],
    ['1 sep..today', { span: { from: '2026-09-01', to: '2026-11-21' } }],
    ['apr..jun 2024', { span: { from: '2024-04-01', to: '2024-06-30' } }],
    ['01-04-2024..28-06-2024', { span: { from: '2024-04-01', to: '2024-06-28' } }],
    ['1/4/24..28/6/24', { span: { from: '2024-04-01', to: '2024-06-28' } }],
    ['28 jun 2024', { span: { from: '2024-06-28', to: '2024-06-28' } }],
    ['since 1 apr 2024', { span: { from: '2024-04-01', to: '2026-11-21' } }],
    ['last 3 months', { span: { from: '2026-08-22', to: '2026-11-21' } }],
    ['3 months', { span: { from: '2026-08-22', to: '2026-11-21' } }],
    ['last year', { span: { from: '2025-11-22', to: '2026-11-21' } }],
    ['past 30 days', { span: { from: '2026-10-23', to: '2026-11-21' } }],
    ['3m', { span: { from: '2026-08-22', to: '2026-11-21' } }],
    ['ytd', { span: { from: '2026-01-01', to: '2026-11-21' } }],
    ['mtd', { span: { from: '2026-11-01', to: '2026-11-21' } }],
    [
      '1 apr 2024..28 jun 2024 5min 2l',
      {
        span: { from: '2024-04-01', to: '2024-06-28' },
        interval: '5min',
        size: { kind: 'lots', lots: 2 },
      },
    ],
    ...intervals.map((interval): [string, object] => [interval, { interval }]),
    ['daily', { interval: 'day' }],
    ['short', { side: 'sell' }],
    ['long', { side: 'buy' }],
    ['2l', { size: { kind: 'lots', lots: 2 } }],
    ['3 lots', { size: { kind: 'lots', lots: 3 } }],
    ['1 lot', { size: { kind: 'lots', lots: 1 } }],
    ['50k', { size: { kind: 'rupees', rupees: 50_000 } }],
    ['₹2500.5', { size: { kind: 'rupees', rupees: 2500.5 } }],
    ['12.5%', { size: { kind: 'percent', percent: 12.5 } }],
    ['200 shares', { size: { kind: 'shares', shares: 200 } }],
    ['1 share', { size: { kind: 'shares', shares: 1 } }],
    ['risk 2000 sl 1%', { size: { kind: 'risk', rupees: 2_000 }, stop: { amount: 1, type: 'pct' } }],
    ['sl 8pts risk ₹2.5k', { size: { kind: 'risk', rupees: 2_500 }, stop: { amount: 8, type: 'pts' } }],
    ['trail 0.5%', { trailing: { distance: 0.5, after: null, type: 'pct' } }],
    ['trail 0.5% after 0.6%', { trailing: { distance: 0.5, after: 0.6, type: 'pct' } }],
    [
      'sl 8pts trail 5pts after 8pts',
      { stop: { amount: 8, type: 'pts' }, trailing: { distance: 5, after: 8, type: 'pts' } },
    ],
    ['entries 3/day', { entries: { per: 'day', most: 3 } }],
    ['entries 10/week losses 2', { entries: { per: 'week', most: 10 }, losses: 2 }],
    ['NRML', { product: 'NRML' }],
    ['cash', { product: 'cash' }],
    ['sl 1%', { stop: { amount: 1, type: 'pct' } }],
    ['sl 30pts tp 60points', { stop: { amount: 30, type: 'pts' }, target: { amount: 60, type: 'pts' } }],
    ['tp 500rs', { target: { amount: 500, type: 'abs' } }],
    ['slip 5bps', { slippage: { bps: 5, ticks: 0 } }],
    ['slip 0', { slippage: { bps: 0, ticks: 0 } }],
    ['slip 2t', { slippage: { bps: 0, ticks: 2 } }],
    ['slip 2 ticks', { slippage: { bps: 0, ticks: 2 } }],
    ['slip 1 tick', { slippage: { bps: 0, ticks: 1 } }],
    ['slip 2bps 1t', { slippage: { bps: 2, ticks: 1 } }],
    ['slip 1t 2bps', { slippage: { bps: 2, ticks: 1 } }],
    ['slip 2 3 lots', { slippage: { bps: 2, ticks: 0 }, size: { kind: 'lots', lots: 3 } }],
    ['slip 2 ticks 3 lots', { slippage: { bps: 0, ticks: 2 }, size: { kind: 'lots', lots: 3 } }],
    ['fill close', { fill: 'close' }],
    ['fill next', { fill: 'next_open' }],
    ['nocosts', { costs: false }],
    ['no costs', { costs: false }],
    ['from-end', { cutFrom: 'end' }],
    ['09:20-15:00', { hours: { start: '09:20', stop: '15:00' } }],
    ['capital 5L', { capital: 500_000 }],
    ['capital 1.1cr', { capital: 11_000_000 }],
    ['as "My run & co"', { name: 'My run & co' }],
  ])('says "%s" and means %j', (words, expected) => {
    expect(argsOf(words)).toEqual(expected)
  })

  test.each<[string, readonly string[]]>([
    ['nifty', ['INDICES_NIFTY 50']],
    ['nifty 50, Reliance,infy', ['INDICES_NIFTY 50', 'NSE_RELIANCE', 'NSE_INFY']],
    ['reliance, RELIANCE', ['NSE_RELIANCE']],
    ['"Nifty Bank"', ['INDICES_NIFTY BANK']],
    ['BSE:RELIANCE', ['BSE_RELIANCE']],
    ['banknifty fut', ['NFO-FUT_BANKNIFTY26NOVFUT']],
    ['nifty fut dec', ['NFO-FUT_NIFTY26DECFUT']],
    ['nifty 25950ce', ['NFO-OPT_NIFTY26NOV25950CE']],
    ['nifty 50 25950 pe', ['NFO-OPT_NIFTY26NOV25950PE']],
    ['nifty 25950 ce 8dec', ['NFO-OPT_NIFTY26D0825950CE']],
    ['nifty 25950 ce dec', ['NFO-OPT_NIFTY26DEC25950CE']],
    ['nifty 25950 ce wk+1', ['NFO-OPT_NIFTY26D0125950CE']],
    ['nifty 25950 ce mon', ['NFO-OPT_NIFTY26NOV25950CE']],
    ['nifty 23 nov 25950 ce', ['NFO-OPT_NIFTY26NOV25950CE']],
    ['nifty 8dec 25950 ce', ['NFO-OPT_NIFTY26D0825950CE']],
    ['nifty 25950 ce 8 dec', ['NFO-OPT_NIFTY26D0825950CE']],
    ['nifty dec 25950 ce', ['NFO-OPT_NIFTY26DEC25950CE']],
    ['nifty wk+1 25950 ce', ['NFO-OPT_NIFTY26D0125950CE']],
    ['NIFTY26NOV25950CE', ['NFO-OPT_NIFTY26NOV25950CE']],
    ['nifty 29 dec fut', ['NFO-FUT_NIFTY26DECFUT']],
    ['nifty fut 29 december', ['NFO-FUT_NIFTY26DECFUT']],
    ['reliance 1542.5 pe', ['NFO-OPT_RELIANCE26NOV1542.5PE']],
    ['nifty atm ce', ['NFO-OPT_NIFTY26NOV25950CE']],
    ['nifty atm+2 pe', ['NFO-OPT_NIFTY26NOV26050PE']],
    ['nifty atm-1 pe', ['NFO-OPT_NIFTY26NOV25900PE']],
    ['nifty otm2 ce', ['NFO-OPT_NIFTY26NOV26050CE']],
    ['nifty otm2 pe', ['NFO-OPT_NIFTY26NOV25850PE']],
    ['nifty itm ce', ['NFO-OPT_NIFTY26NOV25900CE']],
    ['nifty50', ['NSE_RELIANCE', 'NSE_INFY', 'NSE_TCS', 'NSE_HDFCBANK', 'NSE_M&M', 'NSE_BAJAJ-AUTO']],
    ['banknifty stocks', ['NSE_HDFCBANK']],
    ['sensex', ['INDICES_SENSEX']],
  ])('takes "%s" for %j', (words, expected) => {
    expect(targets(words)).toEqual(expected)
  })

  test('takes a year for a year where it is no part of a condition', () => {
    const entry = (line: string) => {
      const { call } = read(line)
      return call?.command === 'backtest.run' ? [call.args.entry?.kind, call.args.span?.from] : call
    }
    expect(entry('bt 2000 < close on nifty')).toEqual(['compare', undefined])
    expect(entry('bt 2024 on nifty close > 2000')).toEqual(['compare', '2024-01-01'])
  })

  test.each<[string, string, readonly string[]]>([
    [
      'nifty 26 nov 25950 pe',
      'No NIFTY expiry on 26 Nov 2026; nearest: 23 Nov, 1 Dec',
      ['nifty 23 Nov 25950 pe', 'nifty 1 Dec 25950 pe'],
    ],
    [
      'buy 1l nifty 26 nov 25950 pe @80',
      'No NIFTY expiry on 26 Nov 2026; nearest: 23 Nov, 1 Dec',
      ['buy 1l nifty 23 Nov 25950 pe @80', 'buy 1l nifty 1 Dec 25950 pe @80'],
    ],
    [
      'buy nifty 25950 pe 26nov',
      'No NIFTY expiry on 26 Nov 2026; nearest: 23 Nov, 1 Dec',
      ['buy nifty 25950 pe 23 Nov', 'buy nifty 25950 pe 1 Dec'],
    ],
    [
      'nifty 26 nov fut',
      'No NIFTY expiry on 26 Nov 2026; nearest: 23 Nov, 29 Dec',
      ['nifty 23 Nov fut', 'nifty 29 Dec fut'],
    ],
    [
      'nifty 26 nov',
      'No NIFTY expiry on 26 Nov 2026; nearest: 23 Nov, 1 Dec',
      ['nifty 23 Nov', 'nifty 1 Dec'],
    ],
    [
      'chart nifty 31 jun 25950 pe',
      'No NIFTY expiry on 31 Jun; nearest: 23 Nov, 1 Dec',
      ['chart nifty 23 Nov 25950 pe', 'chart nifty 1 Dec 25950 pe'],
    ],
    [
      'buy nifty 25950 pe jan',
      'No NIFTY expiry in January; nearest: 8 Dec, 29 Dec',
      ['buy nifty 25950 pe 8 Dec', 'buy nifty 25950 pe 29 Dec'],
    ],
  ])('refuses a day that is no expiry and offers the nearest: %s', (line, message, fixed) => {
    const { call, problem, rows } = read(line)
    expect([call, problem?.message]).toEqual([null, message])
    expect(rows.slice(0, 2).map(({ insert }) => insert)).toEqual(fixed)
    for (const corrected of fixed) expect(read(corrected).problem).toBe(null)
  })

  test.each([
    ['tcs', { kind: 'percent', percent: 100 }],
    ['tcs, reliance day', { kind: 'percent', percent: 100 }],
    ['tcs 1l', { kind: 'lots', lots: 1 }],
    ['nifty', { kind: 'lots', lots: 1 }],
    ['tcs, nifty', { kind: 'lots', lots: 1 }],
    ['banknifty fut', { kind: 'lots', lots: 1 }],
  ])('sizes a run on %s by the capital where that buys shares', (words, size) => {
    const { call } = read(`bt close > 1 on ${words}`)
    const [dispatch] = call === null ? [] : dispatchesOf(call, environment)
    expect(dispatch?.event).toMatchObject({ params: { size } })
  })

  test('takes the instrument under the cursor for a dot, and where none is named', () => {
    const focused = environmentWith({
      context: { ...emptyContext, 'focus.kind': 'symbol', 'focus.key': 'NSE_TCS', signedIn: true },
    })
    for (const line of ['bt close > 1 on .', 'bt close > 1']) {
      const { call } = read(line, focused)
      expect(call?.command === 'backtest.run' ? call.args.instruments : call).toEqual(['NSE_TCS'])
    }
  })

  test('reads its arguments in any order', () => {
    const words = [
      'close > 1',
      'exit close < 1',
      'on nifty 50, tcs',
      '2024-04-01..2024-06-28',
      '15min',
      'short',
      '2 lots',
      'nrml',
      'sl 1%',
      'slip 3bps',
      'fill close',
      'nocosts',
      'as "A"',
    ]
    const straight = read(`bt ${words.join(' ')}`).call
    expect(straight).not.toBe(null)
    fc.assert(
      fc.property(fc.shuffledSubarray(words, { minLength: words.length }), (shuffled) => {
        expect(read(`bt ${shuffled.join('  ')}`).call).toEqual(straight)
      }),
      { numRuns: 50 },
    )
    expect(read('nifty 50 bt close > 1 2l').call).toEqual(read('bt close > 1 on nifty 50 2l').call)
  })

  test('holds futures of shares on daily candles in NRML and shares in cash', () => {
    const product = (on: string, preferred: 'MIS' | null = null) => {
      const changed = environmentWith({
        preferences: { ...defaultPreferences, product: preferred, slippageBps: 4 },
      })
      const [first] = events(`bt close > 1 on ${on} day`, changed) ?? []
      return first?.type === 'backtest.run' ? [first.params.product, first.params.slippageBps] : first
    }
    expect([product('tcs'), product('tcs, nifty'), product('reliance fut'), product('tcs', 'MIS')]).toEqual([
      ['cash', 4],
      ['NRML', 4],
      ['NRML', 4],
      ['MIS', 4],
    ])
  })

  const open = (path: string) => [{ to: 'navigation', type: 'view.open', path }]
  test.each<[string, object]>([
    ['go positions', open('/positions')],
    ['open order book', open('/order-book')],
    ['go equity trader', open('/strategy?defaultType=equity')],
    ['positions', open('/positions')],
    ['Scalper', open('/markets')],
    ['import', open('/settings?section=data')],
    ['back', [{ to: 'navigation', type: 'view.back' }]],
    ['theme dark', [{ to: 'preferences', type: 'theme.set', theme: 'dark' }]],
    ['theme', [{ to: 'preferences', type: 'theme.set', theme: 'toggle' }]],
    ['slippage 3bps', [{ to: 'preferences', type: 'preference.set', name: 'slippageBps', value: 3 }]],
    [
      'lift span limits',
      [{ to: 'preferences', type: 'preference.set', name: 'liftSpanLimits', value: true }],
    ],
    [
      'keep span limits',
      [{ to: 'preferences', type: 'preference.set', name: 'liftSpanLimits', value: false }],
    ],
    ['sign out', [{ to: 'auth', type: 'auth.signOut' }]],
    ['logout', [{ to: 'auth', type: 'auth.signOut' }]],
    ['help', [{ to: 'help', type: 'help.toggle' }]],
    ['load rsi-dip-11223344', [{ to: 'backtest', type: 'backtest.open', slug: 'rsi-dip-11223344' }]],
    ['load rsi', [{ to: 'backtest', type: 'backtest.open', slug: 'rsi-dip-11223344' }]],
    ['load emcr', [{ to: 'backtest', type: 'backtest.open', slug: 'ema-cross-0a1b2c3d' }]],
    ['delete run RSI dip', [{ to: 'savedRuns', type: 'savedRuns.delete', slug: 'rsi-dip-11223344' }]],
    ['undo', [{ to: 'savedRuns', type: 'savedRuns.undoDelete' }]],
  ])('"%s" does %j', (line, expected) => {
    expect(events(line)).toEqual(expected)
  })

  test('works on a symbol of the report on screen', () => {
    const report = environmentWith({
      context: {
        ...emptyContext,
        signedIn: true,
        view: 'backtest',
        'focus.kind': 'symbol',
        'focus.key': 'NSE_TCS',
      },
    })
    expect(['retry', 'save again', 'retry infy'].map((line) => events(line, report))).toEqual([
      [{ to: 'backtest', type: 'backtest.retry', instrument: 'NSE_TCS' }],
      [{ to: 'backtest', type: 'backtest.saveAgain', instrument: 'NSE_TCS' }],
      [{ to: 'backtest', type: 'backtest.retry', instrument: 'NSE_INFY' }],
    ])
    const running = environmentWith({
      context: { ...emptyContext, signedIn: true, 'backtest.running': true },
    })
    expect(events('cancel backtest', running)).toEqual([{ to: 'backtest', type: 'backtest.cancel' }])
  })

  const onlyWords = 'exit, sl, tp, trail, entries, losses, slip, fill, capital or as'
  const list = 'one or more instruments separated by commas, such as NIFTY 50, RELIANCE'
  const aCondition = 'a condition such as ema(close,9) crosses above ema(close,21)'
  test.each<[string, number, string, string]>([
    ['bt', 3, 'the end', aCondition],
    ['bt close > 1', 13, 'the end', `on and ${list}`],
    ['bt close > 1 on', 16, 'the end', list],
    ['bt close > 1 on nifty,', 23, 'the end', 'an instrument after the comma'],
    [
      'bt close > 1 on relianse',
      17,
      'relianse',
      'an instrument such as NIFTY 50; nearest: RELIANCE, RELIGARE',
    ],
    ['bt close > 1 on "nifty', 17, '"nifty', 'a closing quotation mark'],
    ['bt close > 1 on nifty 99999 ce', 23, '99999', 'a listed strike; nearest: 26100'],
    ['bt close > 1 on nifty 25950 ce 9dec', 32, '9dec', 'an expiry of NIFTY; nearest: 1 Dec, 8 Dec'],
    ['bt close > 1 on tcs atm ce', 21, 'atm', 'an instrument with options; TCS has none'],
    ['bt close > 1 on tcs fut', 21, 'fut', 'an instrument with futures; TCS has none'],
    [
      'bt close > 1 on india vix',
      14,
      'INDIA VIX',
      'an index with futures; an index is traded as its nearest future',
    ],
    ['bt close > 1 on nifty shrt', 23, 'shrt', `${onlyWords}; nearest: short`],
    ['bt close > 1 on nifty 5mni', 23, '5mni', onlyWords],
    ['bt emma(close,9) > 1 on nifty', 4, 'emma', 'an indicator; nearest: ema, sma, wma'],
    ['bt close > on nifty', 12, 'on', 'a number or an indicator such as ema(close,9)'],
    ['bt close > 1 on nifty exit clos < 1', 28, 'clos', 'an indicator; nearest: close, cmo, low'],
    [
      'bt close > 1 on nifty 2024-02-30..2024-03-01',
      23,
      '2024-02-30..2024-03-01',
      'a day of the calendar such as 2024-04-01',
    ],
    [
      'bt close > 1 on nifty 2024-02-01..2024-02-30',
      35,
      '2024-02-30',
      'a day of the calendar such as 2024-06-28',
    ],
    ['bt close > 1 on nifty 2024-03-02..2024-03-01', 35, '2024-03-01', 'a last day not before 02 Mar 2024'],
    [
      'bt close > 1 on nifty 2027-03-02..2027-03-03',
      23,
      '2027-03-02',
      'a first day not after today, 2026-11-21',
    ],
    ['bt close > 1 on nifty 0d', 23, '0d', 'a span such as 2024-04-01..2024-06-28, apr 2024, 30d, 6m or 1y'],
    ['bt close > 1 on nifty 0l', 23, '0l', 'whole lots from 1 to 10,000'],
    ['bt close > 1 on nifty 101%', 23, '101%', '1% to 100%'],
    ['bt close > 1 on nifty 0k', 23, '0k', 'rupees from 1 to 1,000 Cr'],
    ['bt close > 1 on nifty sl', 25, 'the end', 'a distance such as 1%, 30pts or 500rs'],
    ['bt close > 1 on nifty sl 2430', 26, '2430', 'a distance such as 1%, 30pts or 500rs'],
    ['bt close > 1 on nifty sl 1000%', 26, '1000%', 'more than 0 and at most 999%'],
    ['bt close > 1 on nifty sl 2500001pts', 26, '2500001pts', 'more than 0 and at most 25,00,000pts'],
    ['bt close > 1 on nifty tp 10000000rs', 26, '10000000rs', 'more than 0 and at most 99,99,999rs'],
    ['bt close > 1 on nifty sl 1% tp 5pts', 29, 'points', 'percent, same as the stop'],
    ['bt close > 1 on nifty sl 1% trail 5pts', 29, 'points', 'percent, same as the stop'],
    ['bt close > 1 on nifty trail 1% tp 5pts', 32, 'points', 'percent, same as the trailing stop'],
    ['bt close > 1 on nifty trail 0%', 29, '0%', 'more than 0 and at most 999%'],
    ['bt close > 1 on nifty trail 1% after 2pts', 38, '2pts', 'percent, same as the distance'],
    ['bt close > 1 on nifty trail 1% after', 37, 'the end', 'a profit such as 0.6%'],
    ['bt close > 1 on nifty entries 0/day', 31, '0/day', '1 to 10,000 entries a day'],
    ['bt close > 1 on nifty entries 3', 31, '3', 'most entries such as 3/day or 10/week'],
    ['bt close > 1 on nifty losses 0', 30, '0', '1 to 10,000 losses'],
    ['bt close > 1 on nifty 0 shares', 23, '0', 'whole shares from 1 to 1,00,00,000'],
    ['bt close > 1 on nifty risk', 27, 'the end', 'rupees at risk such as 2000'],
    [
      'bt close > 1 on nifty risk 2000',
      23,
      'risk 2000',
      'a stop loss, because the risk is what is lost there',
    ],
    [
      'bt close > 1 on nifty risk 2000 sl 500rs',
      23,
      'risk 2000',
      'a stop in percent or points: one in rupees loses the same with any quantity',
    ],
    ['bt close > 1 on nifty slip 1001', 28, '1001', '0bps to 1,000bps'],
    ['bt close > 1 on nifty slip 1001t', 28, '1001t', 'whole ticks from 0t to 1,000t'],
    ['bt close > 1 on nifty slip 2bps 1.5t', 33, '1.5t', 'whole ticks from 0t to 1,000t'],
    ['bt close > 1 on nifty slip 2x', 28, '2x', 'basis points or ticks such as 2bps or 1t'],
    ['bt close > 1 on nifty fill now', 28, 'now', 'next, close or close-to-open'],
    ['bt close > 1 on nifty 08:00-15:00', 23, '08:00-15:00', 'hours within the session, 09:15-15:30'],
    [
      'bt close > 1 on nifty as "A-B"',
      26,
      '"A-B"',
      'a name in quotes, letters, digits, spaces and & only, at most 80',
    ],
    [
      'bt close > 1 on nifty 1 apr 2024..31 jun 2024',
      35,
      '31 jun 2024',
      'a day of the calendar such as 28 jun 2024',
    ],
    ['bt close > 1 on nifty 28 jun 2024..1 apr 2024', 36, '1 apr 2024', 'a last day not before 28 Jun 2024'],
    ['go nowhere', 4, 'nowhere', 'a screen such as positions, backtest or settings'],
    ['go positions now', 14, 'now', 'the end of go'],
    ['theme drak', 7, 'drak', 'light, dark or toggle; nearest: dark'],
    ['load nothing', 6, 'nothing', 'a saved run, by name'],
    ['cancel backtest', 1, 'cancel backtest', 'another command; Cancel the backtest is not available here'],
    ['qqqqqq', 1, 'qqqqqq', 'a command, a screen or an instrument'],
    ['  bcaktest', 3, 'bcaktest', 'a command, a screen or an instrument; nearest: backtest, basket'],
  ])('"%s" fails at column %i', (line, column, found, expected) => {
    expect(problemOf(line)).toMatchObject({ column, found, expected })
  })

  test('says what is missing while the list of instruments loads, and who must sign in', () => {
    expect(problemOf('bt close > 1 on nifty', environmentWith({ instruments: null }))).toEqual({
      column: 17,
      found: 'nifty',
      expected: 'the list of instruments, which is still loading',
    })
    expect(problemOf('go positions', environmentWith({ context: emptyContext }))).toEqual({
      column: 1,
      found: 'go',
      expected: 'to be signed in first',
      message: 'Sign in first',
    })
    const priceless = environmentWith({ lastPrice: () => null })
    expect(problemOf('bt close > 1 on nifty atm ce', priceless)).toEqual({
      column: 23,
      found: 'atm',
      expected: 'a strike; no last price for NIFTY 50',
    })
  })

  test('is bounded', () => {
    const line = `bt ${'close > 1 and '.repeat(400)}`
    expect(problemOf(line)).toEqual({
      column: MAX_LINE_LENGTH + 1,
      found: `${line.length} characters`,
      expected: `at most ${MAX_LINE_LENGTH} characters`,
    })
    const many = Array.from({ length: 51 }, (_, index) => `NFO:NIFTY26NOV${25_800 + 50 * index}CE`)
    expect(problemOf(`bt close > 1 on ${many.join(', ')}`)?.found).toBe('NFO:NIFTY26NOV26150CE')
    const shares = Array.from({ length: 51 }, (_, index) => ({
      symbol: `SHARE${index}`,
      name: 'A SHARE',
      segment: 'NSE',
      exchange: 'NSE',
      universe: '010000',
    }))
    const wide = environmentWith({ instruments: openIndex(readMaster(masterOf(shares))) })
    expect(problemOf('bt close > 1 on nifty100', wide)).toEqual({
      column: 17,
      found: 'nifty100',
      expected: 'at most 50 instruments; NIFTY100 has 51',
    })
    expect(problemOf('bt close > 1 on nifty50', wide)).toEqual({
      column: 17,
      found: 'nifty50',
      expected: 'instruments; none of the list is marked NIFTY50',
    })
  })

  const words = [
    'bt',
    'go',
    'on',
    'nifty 50',
    'nifty',
    'close',
    '>',
    'ema(close,9)',
    '5min',
    '30d',
    '2l',
    'sl',
    '1%',
    ',',
    'exit',
    '"',
    'short',
    'reliance',
    'load',
    'theme',
    'dark',
    '.',
    '(',
    '25950',
    'ce',
    'atm',
  ]
  const lines = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.array(fc.constantFrom(...words), { maxLength: 14 }).map((all) => all.join(' ')),
  )

  test('any line is read: tokens lie in it in order, rows are few and apart, a problem has its column', () => {
    fc.assert(
      fc.property(lines, fc.nat(80), (line, at) => {
        const { tokens, rows, problem, call } = readLine(line, Math.min(at, line.length), environment)
        let last = 0
        for (const { from, to } of tokens) {
          expect(from).toBeGreaterThanOrEqual(last)
          expect(to).toBeGreaterThan(from)
          last = to
        }
        expect(last).toBeLessThanOrEqual(line.length)
        expect(rows.length).toBeLessThanOrEqual(MAX_PALETTE_ROWS)
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
        if (problem !== null)
          expect([problem.column >= 1, problem.column <= line.length + 1]).toEqual([true, true])
        expect(problem !== null && call !== null).toBe(false)
        if (call !== null) expect(rows[0]?.kind).toBe('act')
      }),
      { numRuns: 500 },
    )
  })

  test('what is printed reads back as the same call', () => {
    fc.assert(
      fc.property(calls, (call) => {
        const line = printCall(call)
        expect(readLine(line, line.length, everywhere).call).toEqual(call)
      }),
      { numRuns: 300 },
    )
  })
})

const everywhere = environmentWith({
  context: { ...emptyContext, signedIn: true, view: 'backtest', 'backtest.running': true },
})

const known = [
  'INDICES_NIFTY 50',
  'INDICES_NIFTY BANK',
  'INDICES_SENSEX',
  'NSE_RELIANCE',
  'NSE_M&M',
  'NSE_BAJAJ-AUTO',
  'NSE_5PAISA',
  'BSE_RELIANCE',
  'BSE_AARTIPP',
  'NFO-FUT_RELIANCE26NOVFUT',
  'BFO-FUT_RELIANCE26NOVFUT',
  'NFO-OPT_RELIANCE26NOV1542.5CE',
  'BFO-OPT_SENSEX26NOV85000PE',
] as InstrumentId[]

const days = fc.tuple(fc.nat(6000), fc.nat(700)).map(([back, length]) => {
  const to = addDays('2026-11-21' as IstDate, -back)
  return { from: addDays(to, -length), to }
})
const amount = fc.integer({ min: 1, max: 90_000 }).map((hundredths) => hundredths / 100)
const stop = (type: 'pct' | 'pts' | 'abs') => fc.record({ amount, type: fc.constant(type) })

const backtestCall: fc.Arbitrary<CommandCall> = fc
  .constantFrom('pct' as const, 'pts' as const, 'abs' as const)
  .chain((unit) =>
    fc.record(
      {
        entry: conditionTrees,
        instruments: fc.uniqueArray(fc.constantFrom(...known), { minLength: 1, maxLength: 5 }),
        exit: conditionTrees,
        span: days,
        interval: fc.constantFrom(...intervals),
        side: fc.constantFrom('buy' as const, 'sell' as const),
        size: fc.oneof(
          fc.record({ kind: fc.constant('lots' as const), lots: fc.integer({ min: 1, max: 10_000 }) }),
          fc.record({
            kind: fc.constant('rupees' as const),
            rupees: fc.integer({ min: 1, max: 10_000_000 }),
          }),
          fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 100 }) }),
          fc.record({
            kind: fc.constant('shares' as const),
            shares: fc.integer({ min: 1, max: 10_000_000 }),
          }),
          fc.record({ kind: fc.constant('risk' as const), rupees: fc.integer({ min: 1, max: 10_000_000 }) }),
        ),
        product: fc.constantFrom('MIS' as const, 'NRML' as const, 'cash' as const),
        stop: stop(unit),
        target: stop(unit),
        trailing: fc.record({ distance: amount, after: fc.option(amount), type: fc.constant(unit) }),
        entries: fc.record({
          per: fc.constantFrom('day' as const, 'week' as const),
          most: fc.integer({ min: 1, max: 10_000 }),
        }),
        losses: fc.integer({ min: 1, max: 10_000 }),
        slippage: fc.record({
          bps: fc.integer({ min: 0, max: 1000 }),
          ticks: fc.integer({ min: 0, max: 1000 }),
        }),
        fill: fc.constantFrom('next_open' as const, 'close' as const),
        costs: fc.boolean(),
        cutFrom: fc.constantFrom('start' as const, 'end' as const),
        hours: fc.constantFrom({ start: '09:15', stop: '15:30' }, { start: '10:00', stop: '11:00' }),
        capital: fc.integer({ min: 1, max: 1e10 }),
        name: fc.stringMatching(/^[A-Za-z0-9&]([A-Za-z0-9& ]{0,70}[A-Za-z0-9&])?$/),
      },
      { requiredKeys: ['entry', 'instruments'] },
    ),
  )
  .map((args) => ({ command: 'backtest.run' as const, args: { ...args } }) as CommandCall)
  .filter((call) => printCall(call).length <= MAX_LINE_LENGTH && JSON.stringify(call).length < 6_000)
  .filter((call) => {
    const {
      stop: loss,
      target,
      trailing,
    } = call.args as {
      stop?: { amount: number; type: string }
      target?: { amount: number; type: string }
      trailing?: { distance: number; after: number | null; type: string }
    }
    const type = loss?.type ?? target?.type ?? trailing?.type
    const amounts = [loss?.amount, target?.amount, trailing?.distance, trailing?.after ?? undefined]
    return type !== 'pct' || amounts.every((one) => one === undefined || one <= 999)
  })
  .filter((call) => {
    const { size, stop: loss } = call.args as { size?: { kind: string }; stop?: { type: string } }
    return size?.kind !== 'risk' || (loss !== undefined && loss.type !== 'abs')
  })

const plainCalls = typedCommands()
  .filter(({ args, when }) => Object.keys(args).length === 0 && parseWhen(when)(everywhere.context))
  .map(({ id }) => ({ command: id, args: {} }) as CommandCall)

const calls: fc.Arbitrary<CommandCall> = fc.oneof(
  { weight: 6, arbitrary: backtestCall },
  { weight: 1, arbitrary: fc.constantFrom(...plainCalls) },
  fc.constantFrom(...screens).map(({ id }) => ({ command: 'view.open' as const, args: { view: id } })),
  fc.constantFrom(...known).map((id) => ({ command: 'backtest.retry' as const, args: { instrument: id } })),
  fc
    .constantFrom(...environment.savedRuns)
    .map(({ slug }) => ({ command: 'savedRuns.delete' as const, args: { run: slug } })),
  fc.integer({ min: 0, max: 1000 }).map((bps) => ({ command: 'slippage.set' as const, args: { bps } })),
)
