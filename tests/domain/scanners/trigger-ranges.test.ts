import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ticksToGo, trueRanges } from '../../../src/domain/scanners/trigger-ranges.ts'

const ranges = fc
  .array(fc.tuple(fc.integer({ min: 60, max: 300 }), fc.integer({ min: 60, max: 300 })), { maxLength: 4 })
  .map((gaps) => {
    let at = 0
    return gaps.map(([gap, width]) => {
      const from = at + gap
      at = from + width
      return { from, to: at }
    })
  })

describe('ranges of prices at which a rule is true', () => {
  test('are found to the tick, wherever they begin and end', () => {
    fc.assert(
      fc.property(ranges, fc.nat(2_000), (wanted, now) => {
        const within = wanted.filter(({ to }) => to <= 2_000)
        const isTrue = (ticks: number): boolean => within.some(({ from, to }) => ticks >= from && ticks <= to)
        expect(trueRanges(isTrue, { low: 0, high: 2_000, now, steps: 50 })).toEqual(within)
      }),
    )
  })

  test('reach the limits where the rule is true there', () => {
    const search = { low: 100, high: 200, now: 150, steps: 10 }
    expect(trueRanges(() => true, search)).toEqual([{ from: 100, to: 200 }])
    expect(trueRanges(() => false, search)).toEqual([])
    expect(trueRanges((ticks) => ticks !== 150, search)).toEqual([
      { from: 100, to: 149 },
      { from: 151, to: 200 },
    ])
    expect(trueRanges((ticks) => ticks === 100, { ...search, low: 100, high: 100, now: 100 })).toEqual([
      { from: 100, to: 100 },
    ])
  })

  test('take few tries', () => {
    let tries = 0
    const isTrue = (ticks: number): boolean => {
      tries++
      return ticks > 123_456
    }
    expect(trueRanges(isTrue, { low: 0, high: 1_000_000, now: 500_000, steps: 24 })).toEqual([
      { from: 123_457, to: 1_000_000 },
    ])
    expect(tries).toBeLessThan(45)
  })
})

describe('how far the price has to go', () => {
  test.each([
    [[{ from: 110, to: 120 }], 100, 10],
    [[{ from: 80, to: 90 }], 100, -10],
    [[{ from: 90, to: 110 }], 100, 0],
    [
      [
        { from: 50, to: 60 },
        { from: 120, to: 130 },
      ],
      100,
      20,
    ],
    [[], 100, null],
  ])('%j from %i is %s', (found, now, ticks) => {
    expect(ticksToGo(found, now)).toBe(ticks)
  })
})
