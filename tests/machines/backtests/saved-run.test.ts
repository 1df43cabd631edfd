import { describe, expect, test } from 'vitest'
import type { ApiError } from '../../../src/contract/api-error.ts'
import { parseCondition } from '../../../src/domain/strategies/condition/parse.ts'
import { readSavedRun } from '../../../src/machines/backtests/saved-run.ts'
import { backtestParams, backtestResult } from '../../support/backtests.ts'

type SavedRun = Parameters<typeof readSavedRun>[0]

const cut = { askedFrom: '2024-01-01', askedTo: '2024-06-28', cutDays: 89 }

const saved = (changes: Partial<SavedRun> = {}): SavedRun => ({
  slug: 'ema-12345678',
  backtestParams: { ...backtestParams(), cut },
  records: [
    {
      _id: 'c'.repeat(24),
      segSym: 'INDICES_NIFTY 50',
      algoUuid: '',
      userUuid: 'u',
      backtestParams: {},
      backtestResults: { 'INDICES_NIFTY 50': { ...backtestResult() } },
      createdAt: 0,
      updatedAt: 0,
      slug: 'ema-12345678',
    },
  ],
  cumulative: null,
  createdAt: 0,
  updatedAt: 0,
  ...changes,
})

const [record] = saved().records

describe('a saved run', () => {
  test('comes back as it was on screen, with what was cut', () => {
    const run = readSavedRun(saved())
    expect([run.params, run.cut, run.cumulative?.backtestUuids]).toEqual([
      backtestParams(),
      cut,
      ['c'.repeat(24)],
    ])
    expect(run.rows).toEqual([
      {
        instrument: 'INDICES_NIFTY 50',
        state: 'saved',
        error: null,
        backtestUuid: 'c'.repeat(24),
        result: { ...backtestResult(), backtestUuid: 'c'.repeat(24) },
      },
    ])
  })

  test('whose rule reads other instruments has them in its conditions', () => {
    const parsed = parseCondition('rsi(14)@15min of "TCS" < close of "NFO-FUT_NIFTY26AUGFUT"')
    if (!parsed.ok) throw new Error(parsed.problem.expected)
    const params = backtestParams({ entry: parsed.tree })
    const stored = JSON.parse(JSON.stringify({ ...params, cut }))
    expect(readSavedRun(saved({ backtestParams: stored })).params).toEqual(params)
  })

  test('that was interrupted has the symbols it did not come to, in the order it was begun', () => {
    const instruments = ['NSE_TCS', 'INDICES_NIFTY 50', 'NSE_INFY', 'no instrument', 7]
    const run = readSavedRun(
      saved({
        backtestParams: { ...backtestParams(), cut, instruments },
        cumulative: { failures: [{ instrument: 'NSE_INFY', reason: 'No candles' }, 'nonsense'] },
      }),
    )
    expect(run.rows.map(({ instrument, state, error }) => [instrument, state, error])).toEqual([
      ['NSE_TCS', 'notRun', null],
      ['INDICES_NIFTY 50', 'saved', null],
      ['NSE_INFY', 'failed', 'No candles'],
    ])
    expect([run.params, run.cumulative?.symbols]).toEqual([backtestParams(), 1])
  })

  test('whose figures over all symbols cannot be read has them anew, and says so', () => {
    const { cumulative } = readSavedRun(saved())
    const whole = readSavedRun(saved({ cumulative: { ...cumulative, failures: [] } }))
    const damaged = readSavedRun(saved({ cumulative: { finalPnl: 'a lot' } }))
    expect([whole.isCumulativeDamaged, damaged.isCumulativeDamaged]).toEqual([undefined, true])
    expect(damaged.cumulative).toEqual(cumulative)
  })

  test('saved before slippage was counted in ticks has none', () => {
    const { slippageTicks: _, ...older } = backtestParams({ slippageTicks: 3 })
    expect(readSavedRun(saved({ backtestParams: older })).params?.slippageTicks).toBe(0)
    expect(
      readSavedRun(saved({ backtestParams: { ...older, slippageTicks: 3 } })).params?.slippageTicks,
    ).toBe(3)
  })

  test('saved when robustness was called trust has it under its name of today', () => {
    const robustness = { band: [], breakEvenBps: { value: 12, reason: null }, findings: [] }
    const resultOf = (changes: object) =>
      readSavedRun(
        saved({
          records: record
            ? [{ ...record, backtestResults: { 'INDICES_NIFTY 50': { ...backtestResult(), ...changes } } }]
            : [],
        }),
      ).rows[0]?.result
    expect(resultOf({ trust: robustness })).toEqual(resultOf({ robustness }))
    expect(resultOf({ trust: robustness })?.robustness).toEqual(robustness)
  })

  test.each([
    ['its parameters are not those of a backtest', { backtestParams: { name: 'x' } }],
    ['NOWHERE_X is not an instrument', { records: record && [{ ...record, segSym: 'NOWHERE_X' }] }],
    [
      'the report of INDICES_NIFTY 50 is incomplete',
      { records: record && [{ ...record, backtestResults: { 'INDICES_NIFTY 50': { pnl: [] } } }] },
    ],
  ])('that is not one says so: %s', (what, changes) => {
    expect(() => readSavedRun(saved(changes as Partial<SavedRun>))).toThrow(
      expect.objectContaining<Partial<ApiError>>({
        failure: { kind: 'malformed', issues: [`saved run ema-12345678: ${what}`] },
      }),
    )
  })
})
