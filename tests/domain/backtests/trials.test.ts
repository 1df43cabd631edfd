import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BacktestParams } from '../../../src/domain/backtests/backtest.ts'
import {
  ideaOf,
  parameterSetOf,
  readTrials,
  TRIALS_MAX,
  type Trial,
  trialOf,
  trialsOver,
  withTrials,
} from '../../../src/domain/backtests/trials.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { parseCondition } from '../../../src/domain/strategies/condition/parse.ts'
import type { Condition } from '../../../src/domain/strategies/condition/tree.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import { backtestParams } from '../../support/backtests.ts'
import { rules } from '../../support/market/option-run.ts'

const nifty = 'INDICES_NIFTY 50' as InstrumentId
const condition = (text: string): Condition => {
  const parsed = parseCondition(text)
  if (!parsed.ok) throw new Error(`${text}: expected ${parsed.problem.expected}`)
  return parsed.tree
}
const on = (text: string) => text as IstDate
const cross = (fast: number, slow: number, changes: Partial<BacktestParams> = {}) =>
  backtestParams({
    entry: condition(`ema(${fast}) crosses above ema(${slow}) and rsi(14) < 70`),
    exit: condition(`ema(${fast}) crosses below ema(${slow})`),
    ...changes,
  })
const trial = (set: string, from = '2024-01-01', to = '2024-03-31', sharpe: number | null = 0.1): Trial => ({
  set,
  from: on(from),
  to: on(to),
  sharpe,
})

describe('an idea', () => {
  test('of options is its legs, whatever their strikes', () => {
    const ideaOfLegs = (...legs: readonly string[]) => ideaOf(cross(5, 20, { options: rules(legs) }), nifty)
    expect(ideaOfLegs('sell ce 0', 'sell pe 0')).toBe(ideaOfLegs('sell ce 4', 'sell pe -4'))
    expect(ideaOfLegs('sell ce 0', 'sell pe 0')).not.toBe(ideaOfLegs('sell ce 0'))
    expect(ideaOfLegs('sell ce 0')).not.toBe(ideaOfLegs('sell ce 0 next'))
  })

  test('is the same whatever its numbers', () => {
    expect(ideaOf(cross(5, 20), nifty)).toEqual(ideaOf(cross(9, 21), nifty))
  })

  test.each([
    { name: 'another side', other: ideaOf(cross(5, 20, { side: 'sell' }), nifty) },
    { name: 'another instrument', other: ideaOf(cross(5, 20), 'NSE_TCS' as InstrumentId) },
    { name: 'another indicator', other: ideaOf(cross(5, 20, { exit: condition('rsi(14) > 70') }), nifty) },
    {
      name: 'another comparator',
      other: ideaOf(cross(5, 20, { exit: condition('ema(5) crosses above ema(20)') }), nifty),
    },
    {
      name: 'another source',
      other: ideaOf(cross(5, 20, { exit: condition('ema(high,5) crosses below ema(20)') }), nifty),
    },
  ])('with $name is another', ({ other }) => {
    expect(other).not.toEqual(ideaOf(cross(5, 20), nifty))
  })
})

describe('a parameter set', () => {
  test.each([
    { name: 'a number of a condition', params: cross(5, 21) },
    { name: 'the interval', params: cross(5, 20, { interval: '15min' }) },
    { name: 'the stop', params: cross(5, 20, { stopLoss: 1 }) },
    { name: 'the hours', params: cross(5, 20, { tradingStopTime: '14:00' }) },
  ])('is another with $name', ({ params }) => {
    expect(parameterSetOf(params)).not.toEqual(parameterSetOf(cross(5, 20)))
  })

  test('stays the same where only name, span, money or costs change', () => {
    const changes = { name: 'Other', from: on('2023-01-01'), capital: 5, costs: false, slippageBps: 9 }
    expect(parameterSetOf(cross(5, 20, { ...changes, fill: 'close' }))).toEqual(parameterSetOf(cross(5, 20)))
  })

  test('a trial carries the Sharpe ratio of a day', () => {
    expect(trialOf(cross(5, 20), { sharpe: Math.sqrt(252) }).sharpe).toBeCloseTo(1, 12)
    expect(trialOf(cross(5, 20), { sharpe: null }).sharpe).toEqual(null)
  })
})

describe('trials', () => {
  test('count distinct sets over spans that overlap', () => {
    const tried = withTrials([], 'idea', [
      trial('a'),
      trial('b', '2024-03-01', '2024-06-30'),
      trial('a', '2024-02-01', '2024-02-28'),
      trial('c', '2023-01-01', '2023-12-31'),
    ])
    const over = trialsOver(tried, 'idea', { from: on('2024-02-15'), to: on('2024-03-15') })
    expect(over.map(({ set }) => set).sort()).toEqual(['a', 'b'])
    expect(trialsOver(tried, 'other', { from: on('2024-01-01'), to: on('2024-12-31') })).toEqual([])
  })

  test('the same set over the same span is one, its latest', () => {
    const once = withTrials([], 'idea', [trial('a', '2024-01-01', '2024-03-31', 0.1)])
    const again = withTrials(once, 'idea', [trial('a', '2024-01-01', '2024-03-31', 0.2)])
    expect(again).toEqual([{ idea: 'idea', trials: [trial('a', '2024-01-01', '2024-03-31', 0.2)] }])
  })

  test('never grow past their bound: the oldest ideas go first', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3000 }), { maxLength: 8 }), (sizes) => {
        const tried = sizes.reduce(
          (before, size, idea) =>
            withTrials(
              before,
              `idea ${idea}`,
              Array.from({ length: size }, (_, set) => trial(`${set}`)),
            ),
          readTrials([]),
        )
        const kept = tried.reduce((sum, { trials }) => sum + trials.length, 0)
        const made = sizes.reduce((sum, size) => sum + size, 0)
        expect(kept).toEqual(Math.min(made, TRIALS_MAX))
        expect(tried[0]?.idea).toEqual(sizes.length === 0 ? undefined : `idea ${sizes.length - 1}`)
      }),
      { numRuns: 20 },
    )
  })

  test('survive being stored', () => {
    const tried = withTrials([], 'idea', [trial('a'), trial('b', '2024-01-01', '2024-02-01', null)])
    expect(readTrials(JSON.parse(JSON.stringify(tried)))).toEqual(tried)
  })

  test.each([
    [null],
    ['nonsense'],
    [{ idea: 'x' }],
    [[1, null, { idea: 5, trials: [] }, { idea: 'x', trials: 'y' }]],
    [[{ idea: 'x', trials: [{ set: 'a' }, 7, null, { ...trial('b'), sharpe: 'high' }] }]],
  ])('take from %j what makes sense', (stored) => {
    expect(readTrials(stored)).toEqual([])
  })
})
