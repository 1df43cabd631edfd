import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sharpeOf } from '../../../../src/domain/backtests/returns.ts'
import {
  deflatedSharpeOf,
  expectedBestOf,
  perDay,
  probabilisticSharpe,
  sampleOf,
} from '../../../../src/domain/backtests/robustness/deflated-sharpe.ts'
import { normalQuantile } from '../../../../src/domain/backtests/robustness/normal-quantile.ts'
import { normalCumulative } from '../../../../src/domain/options/normal.ts'

/**
 * Bailey and López de Prado, The Deflated Sharpe Ratio (Journal of Portfolio Management 40/5, 2014), section "A
 * numerical example": an annualised Sharpe ratio of 2.5 over five years of 250 days, skew -3, kurtosis 10, the best of
 * 100 trials whose annualised Sharpe ratios have a variance of 1/2.
 */
describe('the deflated Sharpe ratio of the paper', () => {
  const sample = { sharpe: 2.5 / Math.sqrt(250), days: 1250, skew: -3, kurtosis: 10 }
  const variance = 0.5 / 250

  test('the best of 100 trials is expected to reach 0.1132 a day', () => {
    expect(expectedBestOf(100, variance)).toBeCloseTo(0.1132, 4)
  })

  test.each([
    { trials: 100, skew: -3, kurtosis: 10, deflated: 0.9004 },
    { trials: 46, skew: -3, kurtosis: 10, deflated: 0.9505 },
    { trials: 88, skew: 0, kurtosis: 3, deflated: 0.9505 },
  ])('$trials trials with skew $skew and kurtosis $kurtosis: $deflated', ({ trials, deflated, ...shape }) => {
    const best = expectedBestOf(trials, variance)
    expect(probabilisticSharpe({ ...sample, ...shape }, best).value).toBeCloseTo(deflated, 3)
  })
})

describe('a quantile of the normal distribution', () => {
  test.each([
    [0.5, 0],
    [0.975, 1.959963984540054],
    [0.99, 2.3263478740408408],
    [0.0001, -3.719016485455709],
  ])('below which %d lies is %d', (share, deviation) => {
    expect(normalQuantile(share)).toBeCloseTo(deviation, 12)
  })

  test('is the inverse of the cumulative distribution', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1 - 1e-12, noNaN: true }), (share) => {
        expect(normalCumulative(normalQuantile(share))).toBeCloseTo(share, 12)
      }),
    )
  })

  test.each([0, 1, -1, Number.NaN])('there is none of %d', (share) => {
    expect(() => normalQuantile(share)).toThrow(`not a share between 0 and 1: ${share}`)
  })
})

const returns = [1.2, -0.4, 0.3, 0.8, -1.1, 0.5, 0, 0.9, -0.2, 0.4, 1.5, -0.7]

describe('the odds of a run', () => {
  test('moments are those of the whole population, Sharpe that of a day', () => {
    const mean = returns.reduce((sum, value) => sum + value, 0) / 12
    const central = (power: number) => returns.reduce((sum, value) => sum + (value - mean) ** power, 0) / 12
    expect(sampleOf(returns)).toEqual({
      sharpe: perDay(sharpeOf(returns) ?? 0),
      days: 12,
      skew: expect.closeTo(central(3) / central(2) ** 1.5, 12),
      kurtosis: expect.closeTo(central(4) / central(2) ** 2, 12),
    })
  })

  test('with one trial nothing is deflated', () => {
    const { trials, probabilistic, expectedBest, deflated, randomResult } = deflatedSharpeOf(
      returns,
      1,
      [0.1],
    )
    expect([trials, expectedBest.value, deflated.value]).toEqual([1, 0, probabilistic.value])
    expect(randomResult.value).toEqual(1 - (probabilistic.value ?? 0))
  })

  test('more trials are worth less', () => {
    const few = deflatedSharpeOf(returns, 3, [0.1, 0.2, -0.1])
    const many = deflatedSharpeOf(returns, 300, [0.1, 0.2, -0.1])
    expect((many.deflated.value ?? 1) < (few.deflated.value ?? 0)).toEqual(true)
    expect((few.deflated.value ?? 1) < (few.probabilistic.value ?? 0)).toEqual(true)
  })

  test.each([
    { name: 'too few days', of: [1, 2, 3], reason: 'There are 3 days, and at least 10 are needed.' },
    { name: 'no movement', of: Array(20).fill(0), reason: 'Daily returns are constant.' },
  ])('$name: none, and why', ({ of, reason }) => {
    const none = { value: null, reason }
    expect(deflatedSharpeOf(of, 2, [0.1, 0.2])).toEqual({
      trials: 2,
      probabilistic: none,
      expectedBest: none,
      deflated: none,
      randomResult: none,
    })
  })

  test('without the Sharpe ratios of the trials their variance is not known', () => {
    const { probabilistic, deflated } = deflatedSharpeOf(returns, 3, [0.1])
    expect([probabilistic.reason, deflated]).toEqual([
      null,
      {
        value: null,
        reason: 'Fewer than two trials have a Sharpe ratio, so their variance is unknown.',
      },
    ])
  })

  test('a skew that the formula cannot hold is said', () => {
    const wild = { sharpe: 2, days: 100, skew: 5, kurtosis: 3 }
    expect(probabilisticSharpe(wild, 0)).toEqual({
      value: null,
      reason: 'Returns are too skewed for the formula.',
    })
  })
})
