import { describe, expect, test } from 'vitest'
import type { Environment } from '../../../src/commands/environment.ts'
import { readLine } from '../../../src/commands/read-line.ts'
import { dispatchesOf } from '../../../src/commands/registry.ts'
import type { BacktestParams } from '../../../src/domain/backtests/backtest.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { Strategy } from '../../../src/domain/strategies/strategy.ts'
import { backtestParams } from '../../support/backtests.ts'
import { at, strategies } from '../../support/line-environments.ts'

const onList: Environment = at({ view: 'my-strategies' }, { strategies })
const onRow = (slug: string): Environment =>
  at({ view: 'my-strategies', 'focus.kind': 'strategy', 'focus.key': slug }, { strategies })

const read = (line: string, here: Environment = onList) => readLine(line, line.length, here)

/** The event of a line, or what keeps it from having one. */
const eventOf = (line: string, here: Environment = onList): unknown => {
  const { call, problem } = read(line, here)
  if (call === null) return problem?.message ?? `${problem?.found}: ${problem?.expected}`
  return dispatchesOf(call, here)[0]?.event
}

const runOf = (changes: object) => ({
  type: 'request.send',
  input: {
    strategy: 'eq-vwap-reclaim-1',
    version: null,
    said: {},
    today: '2026-11-21',
    slippageBps: 2,
    cutFrom: 'start',
    ...changes,
  },
})

describe('a line that backtests a strategy', () => {
  test.each<[string, object]>([
    ['bt strategy "VWAP reclaim"', {}],
    ['bt strategy "vwap RECLAIM"', {}],
    ['bt strategy vwap reclaim', {}],
    ['bt strategy vwap', {}],
    ['bt strategy eq-vwap-reclaim-1', {}],
    ['backtest strategy "VWAP reclaim" v3', { version: 3 }],
    ['bt strategy "Short straddle"', { strategy: 'opt-short-straddle-2' }],
    ['bt strategy opt-sample-straddle', { strategy: 'opt-sample-straddle' }],
    ['bt strategy "Nowhere here"', { strategy: 'Nowhere here' }],
    [
      'bt strategy "VWAP reclaim" 2026-01-01..2026-06-30 slip 5bps nocosts from-end',
      {
        said: {
          span: { from: '2026-01-01', to: '2026-06-30' },
          slippage: { bps: 5, ticks: 0 },
          costs: false,
        },
        cutFrom: 'end',
      },
    ],
    [
      'bt strategy 2026-01-01..2026-06-30 vwap reclaim',
      { said: { span: { from: '2026-01-01', to: '2026-06-30' } } },
    ],
  ])('%s', (line, changes) => {
    expect(eventOf(line)).toEqual(runOf(changes))
  })

  test('means the row under the cursor where it names none', () => {
    expect(eventOf('bt strategy', onRow('opt-sample-straddle'))).toEqual(
      runOf({ strategy: 'opt-sample-straddle' }),
    )
  })

  test('says what it will run', () => {
    expect(read('bt strategy vwap').title).toEqual('Backtest VWAP reclaim v7 · 23 Aug – 21 Nov 2026')
    expect(read('bt strategy vwap v3 2026-01-01..2026-06-30').title).toEqual(
      'Backtest VWAP reclaim v3 · 1 Jan – 30 Jun 2026',
    )
    expect(read('bt strategy "Nowhere here"').title).toEqual('Backtest Nowhere here')
  })

  test('says what keeps it from running', () => {
    expect(eventOf('bt strategy s')).toEqual(
      's: a saved strategy or a sample, by name in quotes; one of Short straddle, Short straddle',
    )
    expect(eventOf('bt strategy vwapp')).toEqual('vwapp: a saved strategy or a sample, by name in quotes')
    expect(eventOf('bt strategy vwap 2027-01-01..2027-02-01')).toEqual(
      '2027-01-01: a first day not after today, 2026-11-21',
    )
  })

  test('is completed with the names of both lists, a sample of a taken name by its slug', () => {
    const completions = read('bt strategy ').rows.filter(({ kind }) => kind === 'completion')
    expect(completions.slice(0, 3).map(({ title, detail }) => [title, detail])).toEqual([
      ['"VWAP reclaim"', 'bullish · momentum'],
      ['"Short straddle"', 'bullish · momentum'],
      ['opt-sample-straddle', 'bullish · momentum · sample'],
    ])
  })

  test('leaves a plain backtest what it was', () => {
    const { call } = read('bt close > 1 on tcs')
    expect(call?.command).toEqual('backtest.run')
  })
})

describe('lines on a saved strategy', () => {
  test.each<[string, unknown]>([
    ['strategy report vwap', { type: 'backtest.open', slug: 'vwap-reclaim-0a1b2c3d' }],
    ['strategy report "Short straddle"', runOf({ strategy: 'opt-short-straddle-2' })],
    ['what changed vwap', { type: 'panel.read', slug: 'eq-vwap-reclaim-1' }],
    ['copy strategy vwap', { type: 'strategy.copy', strategy: 'eq-vwap-reclaim-1', name: null }],
    [
      'copy strategy opt-sample-straddle as "My straddle"',
      { type: 'strategy.copy', strategy: 'opt-sample-straddle', name: 'My straddle' },
    ],
    ['delete strategy vwap', { type: 'strategy.delete', strategy: 'eq-vwap-reclaim-1', isOnItsScreen: true }],
    ['undelete strategy', { type: 'strategy.undelete', deleted: null }],
    [
      'restore strategy vwap v3',
      { type: 'strategy.restore', strategy: 'eq-vwap-reclaim-1', version: 3, seen: 7 },
    ],
    [
      'restore strategy "Nowhere here" v3',
      { type: 'strategy.restore', strategy: 'Nowhere here', version: 3, seen: null },
    ],
    ['restore strategy vwap v7', 'v7: a version from v1 to v6'],
    ['restore strategy vwap', 'the end: a version such as v7'],
    ['copy strategy vwap as "a/b"', 'Use letters, digits, spaces and & only, 60 at most'],
    ['my strategies', { type: 'view.open', path: '/my-strategies' }],
    ['discover strategies', { type: 'view.open', path: '/discover-strategies' }],
  ])('%s', (line, event) => {
    expect(eventOf(line)).toEqual(event)
  })

  test('never delete a sample', () => {
    expect(eventOf('delete strategy', onRow('opt-sample-straddle'))).toEqual(
      'the end: a strategy of yours, by name in quotes',
    )
    expect(eventOf('delete strategy', onRow('eq-vwap-reclaim-1'))).toEqual({
      type: 'strategy.delete',
      strategy: 'eq-vwap-reclaim-1',
      isOnItsScreen: true,
    })
  })
})

describe('a line that saves the run on screen', () => {
  const tcs = 'NSE_TCS' as InstrumentId
  const onRun = (params: Partial<BacktestParams> = {}, instruments = [tcs]): Environment =>
    at(
      { view: 'backtest', 'backtest.report': true },
      { strategies, runOnScreen: { params: backtestParams(params), instruments } },
    )
  /** Of the strategy that the line saves. */
  const saved = (line: string, here: Environment): Strategy => {
    const event = eventOf(line, here) as { readonly strategy: Strategy }
    return event.strategy
  }

  test('holds its rules under a name', () => {
    expect(eventOf('save strategy "Over 100"', onRun())).toEqual({
      type: 'strategy.save',
      of: null,
      strategy: {
        category: 'equity',
        algoName: 'Over 100',
        interval: '5min',
        product: 'MIS',
        quantity: { by: 'lots', value: 1 },
        entryType: 'condition',
        entryTime: null,
        exitType: 'condition',
        exitTime: null,
        tradingStartTime: '09:15',
        tradingStopTime: '15:15',
        subCategory: 'momentum',
        trend: 'bullish',
        note: '',
        segSyms: [tcs],
        position: 'buy',
        entryLogic: 'close > 100',
        exitLogic: 'close > 110',
        stopLoss: null,
        targetProfit: null,
        tpslType: 'pct',
      },
    })
  })

  test.each<[string, Partial<BacktestParams>, string, string]>([
    ['save strategy "A"', {}, 'bullish', 'momentum'],
    ['save strategy "A"', { side: 'sell' }, 'bearish', 'momentum'],
    ['save strategy "A" others reversal', {}, 'others', 'reversal'],
    ['save strategy reversal others "A"', {}, 'others', 'reversal'],
  ])('%s of a run with %j is %s and %s', (line, params, trend, subCategory) => {
    const strategy = saved(line, onRun(params))
    expect([strategy.algoName, strategy.trend, strategy.subCategory]).toEqual(['A', trend, subCategory])
  })

  test('makes a version of the strategy of that name, which keeps what the line leaves out', () => {
    const here = onRun()
    expect(eventOf('save strategy "vwap reclaim" reversal', here)).toMatchObject({
      of: { slug: 'eq-vwap-reclaim-1', version: 7 },
      strategy: {
        algoName: 'VWAP reclaim',
        trend: 'bullish',
        subCategory: 'reversal',
        note: 'Bets on a reclaim.',
      },
    })
    expect(read('save strategy "vwap reclaim"', here).title).toEqual(
      'Save version 8 of VWAP reclaim · TCS · 5 minutes',
    )
  })

  test('says so where the run has the rules of a strategy already', () => {
    const strategy = {
      algoUuid: strategies[0]?.algoUuid ?? '',
      slug: 'eq-vwap-reclaim-1',
      version: 7,
    }
    const here = onRun({ strategy })
    expect(read('save strategy "Another"', here).title).toEqual(
      'Save as strategy Another · TCS · 5 minutes · same rules as VWAP reclaim v7',
    )
    expect(eventOf('save strategy "VWAP reclaim"', here)).toEqual('Saved already: VWAP reclaim v7')
  })

  test('says what cannot be saved', () => {
    expect(eventOf('save strategy "a/b"', onRun())).toEqual(
      'Use letters, digits, spaces and & only, 60 at most',
    )
    expect(eventOf('save strategy "Short straddle"', onRun())).toEqual(
      'Short straddle is a strategy of options',
    )
    expect(eventOf('save strategy "A"', onRun({ product: 'NRML' }))).toEqual(
      'This run cannot be saved as a strategy. product: NRML is for futures; shares are cash or MIS',
    )
    expect(eventOf('save strategy "A"', onList)).toEqual('Save as strategy cannot be used here now')
  })

  test('is completed with the name of the run', () => {
    const [first] = read('save strategy ', onRun()).rows.filter(({ kind }) => kind === 'completion')
    expect([first?.title, first?.insert]).toEqual(['"Close over 100"', 'save strategy "Close over 100" '])
  })
})
