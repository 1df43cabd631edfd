import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  downsideRiskOf,
  drawdownOf,
  meanOf,
  sharpeOf,
  sortinoOf,
  volatilityOf,
} from '../../../src/domain/backtests/returns.ts'
import { sharedData } from '../../support/shared-data.ts'

interface Vector {
  readonly test: string
  readonly args: {
    readonly returns?: { readonly series: readonly (number | null)[]; readonly freq: string }
    readonly risk_free?: unknown
    readonly period?: string
    readonly expected: number | 'NaN' | 'Infinity'
  }
}

const path = sharedData('backtests/empyrical_vectors.json.gz')
const vectors: Vector[] = path === null ? [] : JSON.parse(gunzipSync(readFileSync(path)).toString())

/** The published series as percent; a first return is not known and left out. */
const percentOf = (series: readonly (number | null)[]): number[] =>
  series.flatMap((value) => (value === null ? [] : [value * 100]))

const curveOf = (returns: readonly number[]): number[] => {
  let equity = 1
  return [1, ...returns.map((value) => (equity *= 1 + value / 100))]
}

const ours: Readonly<Record<string, (returns: readonly number[]) => number | null>> = {
  sharpe_ratio: sharpeOf,
  annual_volatility: (returns) => {
    const volatility = volatilityOf(returns)
    return volatility === null ? null : volatility / 100
  },
  max_drawdown: (returns) => {
    const { percent } = drawdownOf(curveOf(returns))
    return returns.length === 0 || percent === null ? null : -percent / 100
  },
}

const daily = vectors.filter(
  ({ test: name, args }) =>
    name in ours &&
    (args.period ?? 'daily') === 'daily' &&
    (args.risk_free ?? 0) === 0 &&
    !percentOf(args.returns?.series ?? []).some((value) => value < -100),
)

describe('figures published by the tests of empyrical', () => {
  test.skipIf(path === null)('are there', () => {
    expect(daily.length).toBeGreaterThan(10)
  })
  test.each(daily.map((vector, index) => [`${vector.test} ${index}`, vector] as const))('%s', (_, vector) => {
    const found = ours[vector.test]?.(percentOf(vector.args.returns?.series ?? [])) ?? null
    const { expected } = vector.args
    // What has no value or no bound there has no figure here.
    if (typeof expected === 'string') expect(found).toBeNull()
    else expect(found).toBeCloseTo(expected, 8)
  })
})

describe('by hand', () => {
  const returns = [1, -2, 3, 0]
  test('sharpe, volatility, downside risk and sortino of four days', () => {
    // Mean 0.5; squares of the distances 0.25 + 6.25 + 6.25 + 0.25 = 13; downside sqrt(4 / 4) = 1.
    expect(meanOf(returns)).toBe(0.5)
    expect(volatilityOf(returns)).toBeCloseTo(Math.sqrt(13 / 3) * Math.sqrt(252), 12)
    expect(sharpeOf(returns)).toBeCloseTo((0.5 / Math.sqrt(13 / 3)) * Math.sqrt(252), 12)
    expect(downsideRiskOf(returns)).toBeCloseTo(Math.sqrt(252), 12)
    expect(sortinoOf(returns)).toBeCloseTo((0.5 * 252) / Math.sqrt(252), 12)
  })
  test.each([
    ['no day', [], { sharpe: null, volatility: null, downside: null, sortino: null }],
    ['one day', [1], { sharpe: null, volatility: null, downside: 0, sortino: null }],
    ['days that never move', [0, 0, 0], { sharpe: null, volatility: 0, downside: 0, sortino: null }],
    ['days that move alike', [0.1, 0.1, 0.1], { sharpe: null, volatility: 0, downside: 0, sortino: null }],
  ])('%s has no ratio', (_, days, expected) => {
    expect({
      sharpe: sharpeOf(days),
      volatility: volatilityOf(days),
      downside: downsideRiskOf(days),
      sortino: sortinoOf(days),
    }).toEqual(expected)
  })
  test.each([
    ['a rise', [100, 110, 120], { depth: 0, percent: 0 }],
    ['the deepest fall, not the last', [100, 120, 90, 130, 117], { depth: 30, percent: 25 }],
    ['deepest in rupees and in percent may differ', [100, 50, 400, 300], { depth: 100, percent: 50 }],
    ['a fall beyond everything', [100, -20], { depth: 120, percent: 120 }],
    ['a curve without a peak above nothing', [0, -5], { depth: 5, percent: null }],
    ['nothing', [], { depth: 0, percent: 0 }],
  ])('drawdown of %s', (_, curve, expected) => {
    expect(drawdownOf(curve)).toEqual(expected)
  })
})
