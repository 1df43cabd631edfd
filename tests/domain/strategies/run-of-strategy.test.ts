import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BacktestParams, entryPeriods } from '../../../src/domain/backtests/backtest.ts'
import { expiryPicks, type OptionRules } from '../../../src/domain/backtests/option-run/rules.ts'
import { paramsOn } from '../../../src/domain/backtests/own-rules.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { checkStrategy } from '../../../src/domain/strategies/check-strategy.ts'
import { always, never } from '../../../src/domain/strategies/condition/constant.ts'
import { parseCondition } from '../../../src/domain/strategies/condition/parse.ts'
import { printCondition } from '../../../src/domain/strategies/condition/print.ts'
import type { Condition } from '../../../src/domain/strategies/condition/tree.ts'
import { runOfStrategy, strategyOfRun } from '../../../src/domain/strategies/run-of-strategy.ts'
import type { EquityStrategy, OptionsStrategy } from '../../../src/domain/strategies/strategy.ts'
import { backtestParams } from '../../support/backtests.ts'

/** As the parser fills them in: a printed rule comes back with all of its parameters. */
const ruleOf = (text: string): Condition => {
  const parsed = parseCondition(text)
  if (!parsed.ok) throw new Error(text)
  return parsed.tree
}
const dipped = ruleOf('rsi(14) < 30 and close > sma(close,200)')
const recovered = ruleOf('rsi(14) > 55')

const tcs = instrumentId('NSE', 'TCS')
const nifty = instrumentId('INDICES', 'NIFTY 50')
const title = { algoName: 'Close over 100', subCategory: 'trend', trend: 'bullish', note: '' } as const

const strike = fc.oneof(
  fc.record({ kind: fc.constant('steps' as const), steps: fc.integer({ min: -20, max: 20 }) }),
  fc.record({ kind: fc.constant('delta' as const), delta: fc.constantFrom(0.1, 0.25, 0.5) }),
  fc.record({ kind: fc.constant('premium' as const), premium: fc.integer({ min: 1, max: 500 }) }),
)

const leg = fc
  .record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    type: fc.constantFrom('CE' as const, 'PE' as const),
    lots: fc.integer({ min: 1, max: 9 }),
    strike,
    expiry: fc.constantFrom(...expiryPicks),
    levels: fc.record({
      type: fc.constantFrom('pts' as const, 'pct' as const),
      stop: fc.option(fc.integer({ min: 1, max: 100 })),
      target: fc.option(fc.integer({ min: 1, max: 99 })),
    }),
  })
  .map(({ levels: { type, stop, target }, ...terms }) => ({
    ...terms,
    stop: stop === null ? null : { amount: stop, type },
    ...(target === null ? {} : { target: { amount: target, type } }),
  }))

const size: fc.Arbitrary<BacktestParams['size']> = fc.oneof(
  fc.integer({ min: 1, max: 50 }).map((lots) => ({ kind: 'lots' as const, lots })),
  fc.integer({ min: 1, max: 1e7 }).map((rupees) => ({ kind: 'rupees' as const, rupees })),
  fc.integer({ min: 1, max: 100 }).map((percent) => ({ kind: 'percent' as const, percent })),
)

const unitSize: fc.Arbitrary<BacktestParams['size']> = fc.oneof(
  fc.integer({ min: 1, max: 10_000_000 }).map((shares) => ({ kind: 'shares' as const, shares })),
  fc.integer({ min: 1, max: 1e7 }).map((rupees) => ({ kind: 'risk' as const, rupees })),
)

const limits = fc.record(
  {
    trailing: fc.record({
      distance: fc.integer({ min: 1, max: 900 }),
      after: fc.option(fc.integer({ min: 0, max: 900 })),
    }),
    entries: fc.record({ per: fc.constantFrom(...entryPeriods), most: fc.integer({ min: 1, max: 100 }) }),
    lossesInARow: fc.integer({ min: 1, max: 100 }),
  },
  { requiredKeys: [] },
)

const rupees = fc.option(fc.integer({ min: 1, max: 50_000 }))
const entry = fc.constantFrom(dipped, always)
const exit = fc.constantFrom(recovered, never)

const shared = { size, exit, interval: fc.constantFrom('min' as const, '15min' as const) }

const equityRuns = fc
  .record({
    ...shared,
    size: fc.oneof(size, unitSize),
    limits,
    entry,
    side: fc.constantFrom('buy' as const, 'sell' as const),
    stopLoss: fc.option(fc.integer({ min: 1, max: 900 })),
    targetProfit: fc.option(fc.integer({ min: 1, max: 900 })),
    tpslType: fc.constantFrom('pct' as const, 'abs' as const, 'pts' as const),
  })
  .map(({ limits, ...changes }) => backtestParams({ ...changes, ...limits }))
  .map((params) =>
    params.size.kind === 'risk' && (params.stopLoss === null || params.tpslType === 'abs')
      ? { ...params, stopLoss: 1, tpslType: 'pts' as const }
      : params,
  )

const optionRuns = fc
  .record({
    ...shared,
    legs: fc.array(leg, { minLength: 1, maxLength: 4 }),
    entry,
    isByTime: fc.boolean(),
    combinedStop: rupees,
    combinedTarget: rupees,
    lock: fc.option(fc.record({ at: fc.integer({ min: 2, max: 9_000 }), keep: fc.constantFrom(0, 1) })),
  })
  .map(({ legs, entry, isByTime, combinedStop, combinedTarget, lock, ...changes }) => {
    const kind: OptionRules['entry'] = isByTime ? 'time' : 'condition'
    return backtestParams({
      ...changes,
      entry: isByTime ? always : entry,
      side: legs[0]?.side ?? 'buy',
      options: {
        ...{ legs, entry: kind, combinedStop, combinedTarget },
        ...(lock === null ? {} : { profitLock: lock }),
      },
    })
  })

describe('a strategy and a run', () => {
  test.each<[string, fc.Arbitrary<BacktestParams>, typeof tcs]>([
    ['shares', equityRuns, tcs],
    ['options', optionRuns, nifty],
  ])('are made of each other: a run of %s saved as a strategy is the same run again', (_, runs, symbol) => {
    fc.assert(
      fc.property(runs, (params) => {
        const strategy = strategyOfRun(params, [symbol], title)
        expect(checkStrategy(strategy)).toEqual([])
        expect(runOfStrategy(strategy, params)).toEqual({ ok: true, params, instruments: [symbol] })
      }),
    )
  })

  const straddle = strategyOfRun(
    backtestParams({
      entry: always,
      exit: never,
      options: {
        legs: [
          {
            side: 'sell',
            type: 'CE',
            lots: 1,
            strike: { kind: 'steps', steps: 0 },
            expiry: 'weekly',
            stop: null,
          },
        ],
        entry: 'time',
        combinedStop: null,
        combinedTarget: null,
      },
    }),
    [nifty],
    title,
  ) as OptionsStrategy
  const dip = strategyOfRun(backtestParams(), [tcs], title) as EquityStrategy
  const atTwenty: EquityStrategy = { ...dip, entryType: 'time', entryTime: '09:20', entryLogic: '' }

  test('of shares that enters by time enters once a day, from that time on', () => {
    const run = runOfStrategy({ ...atTwenty, entries: { per: 'day', most: 3 } }, backtestParams())
    expect(run).toMatchObject({
      ok: true,
      params: { entry: always, tradingStartTime: '09:20', entries: { per: 'day', most: 1 } },
    })
  })

  test('of options takes no size of shares or by risk', () => {
    for (const by of ['shares', 'risk'] as const)
      expect(checkStrategy({ ...straddle, quantity: { by, value: 10 } })).toEqual([
        { field: 'quantity.by', problem: 'options are sized by lots, rupees or capital_pct' },
      ])
  })

  test('an exit by time squares off, and nothing enters after it', () => {
    const run = runOfStrategy({ ...straddle, exitType: 'time', exitTime: '14:45' }, backtestParams())
    expect(run).toMatchObject({ ok: true, params: { tradingStopTime: '14:45', exit: never } })
  })

  test('underlyings with one rule are one run', () => {
    const rules = [tcs, nifty].map((segSym) => ({ segSym, logic: 'close > 100' }))
    const run = runOfStrategy(
      { ...straddle, entryType: 'condition', entryTime: null, entryUnderlyings: rules },
      backtestParams(),
    )
    expect(run).toMatchObject({ ok: true, instruments: [tcs, nifty] })
  })

  test('underlyings with rules of their own are one run, in which each has its own', () => {
    const strategy: OptionsStrategy = {
      ...straddle,
      entryType: 'condition',
      entryTime: null,
      exitType: 'condition',
      entryUnderlyings: [
        { segSym: tcs, logic: 'close > 100' },
        { segSym: nifty, logic: 'close > 200' },
      ],
      exitUnderlyings: [
        { segSym: tcs, logic: 'close < 90' },
        { segSym: nifty, logic: 'close < 90' },
      ],
    }
    expect(checkStrategy(strategy)).toEqual([])
    const run = runOfStrategy(strategy, backtestParams())
    if (!run.ok) throw new Error(run.reason)
    const rulesOn = (instrument: typeof tcs) => {
      const { entry, exit } = paramsOn(run.params, instrument)
      return [entry, exit].map(printCondition)
    }
    expect([tcs, nifty].map(rulesOn)).toEqual([
      ['close > 100', 'close < 90'],
      ['close > 200', 'close < 90'],
    ])
    const { algoName, subCategory, trend, note } = strategy
    expect(strategyOfRun(run.params, run.instruments, { algoName, subCategory, trend, note })).toMatchObject({
      entryUnderlyings: strategy.entryUnderlyings,
      exitUnderlyings: strategy.exitUnderlyings,
    })
  })

  test.each<[string, EquityStrategy | OptionsStrategy, string]>([
    [
      'an entry of shares by time on daily candles',
      { ...atTwenty, interval: 'day' },
      'It enters at 09:20; that time cannot be seen in 1-day candles',
    ],
    [
      'an entry of shares by time with a limit for the week',
      { ...atTwenty, entries: { per: 'week', most: 2 } },
      'It enters at 09:20 once a day; a backtest cannot limit the entries of a week as well',
    ],
    [
      'an exit by time of what is carried',
      { ...dip, product: 'cash', exitType: 'time', exitTime: '15:00', exitLogic: '' },
      'It exits at 15:00 and carries cash; a backtest exits by time with MIS only',
    ],
    ['options without an underlying', { ...straddle, entryUnderlyings: [] }, 'It has no underlying'],
  ])('%s is not run, and why is said', (_, strategy, reason) => {
    expect(runOfStrategy(strategy, backtestParams())).toEqual({ ok: false, reason })
  })
})
