import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../src/domain/backtests/robustness/random.ts'
import { compareRuns, pairedDays, pairedTest } from '../../../src/domain/backtests/run-comparison.ts'
import { addDays, type IstDate } from '../../../src/domain/time.ts'

const day = (index: number): IstDate => addDays('2025-01-01' as IstDate, index)

/** Percent, evenly between −1 and 1. */
const noiseOf = (seed: number, count: number): readonly number[] => {
  const random = createRandom(seed)
  return Array.from({ length: count }, () => random.below(2_001) / 1_000 - 1)
}

const daysOf = (one: readonly number[], other: readonly number[]) =>
  one.map((value, index) => ({ day: day(index), one: value, other: other[index] ?? 0 }))

describe('two runs', () => {
  test('are compared on the days that both have', () => {
    expect(
      pairedDays(
        [
          [day(0), 1],
          [day(1), null],
          [day(2), 0],
          [day(4), 2],
        ],
        [
          [day(1), 5],
          [day(2), -1],
          [day(3), 5],
          [day(4), 0.5],
        ],
      ),
    ).toEqual([
      { day: day(2), one: 0, other: -1 },
      { day: day(4), one: 2, other: 0.5 },
    ])
  })

  test('have their figures on those days alone', () => {
    const { one, other, daysAhead, daysBehind } = compareRuns(daysOf([1, -2, 1.5, 0], [0, 0, 0, 0]))
    expect([one.total, one.drawdown, other.total, other.sharpe, daysAhead, daysBehind]).toEqual([
      0.5,
      2,
      0,
      null,
      2,
      1,
    ])
  })

  test('that made the same, or share few days, are not tested', () => {
    expect(compareRuns(daysOf(noiseOf(1, 100), noiseOf(1, 100))).test).toBe(null)
    expect(compareRuns(daysOf(noiseOf(1, 19), noiseOf(2, 19))).test).toBe(null)
    expect(compareRuns([]).test).toBe(null)
  })

  test('of which one makes a little more every day are told apart', () => {
    const noise = noiseOf(3, 250)
    const other = noise.map((value, index) => value - 0.1 + (noiseOf(4, 250)[index] ?? 0) / 10)
    const { test: result } = compareRuns(daysOf(noise, other))
    expect(result?.difference).toBeCloseTo(25.2, -0.5)
    expect(result?.lower).toBeGreaterThan(15)
    expect(result?.upper).toBeLessThan(35)
    expect(result?.pValue).toBeLessThan(0.001)
  })

  test('exchanged have the opposite difference and the same p-value', () => {
    const differences = noiseOf(5, 120).map((value) => value + 0.1)
    const there = pairedTest(differences, 7)
    const back = pairedTest(
      differences.map((value) => -value),
      7,
    )
    expect(back?.pValue).toEqual(there?.pValue)
    expect(back?.difference).toBeCloseTo(-(there?.difference ?? 0), 9)
    expect(back?.lower).toBeCloseTo(-(there?.upper ?? 0), 9)
  })

  test('without any difference are found different no more often than their p-value says', () => {
    const found = Array.from({ length: 300 }, (_, seed) => pairedTest(noiseOf(seed + 100, 250), seed)).filter(
      (result) => (result?.pValue ?? 1) <= 0.05,
    ).length
    expect(found).toBeGreaterThan(3)
    expect(found).toBeLessThan(30)
  })
})
