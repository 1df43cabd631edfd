import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { afterCandle } from '../../../src/domain/deployments/decide.ts'
import { type HeldTrade, hitAt, type LevelRules, levelsOf } from '../../../src/domain/deployments/levels.ts'

const long: HeldTrade = { side: 'buy', units: 10, averagePrice: 200, best: 200 }
const short: HeldTrade = { ...long, side: 'sell' }
const rules = (changes: Partial<LevelRules>): LevelRules => ({
  stopLoss: null,
  targetProfit: null,
  tpslType: 'pts',
  ...changes,
})

describe(levelsOf, () => {
  test.each([
    ['pct', 5, 190, 210],
    ['pts', 5, 195, 205],
    ['abs', 50, 195, 205],
  ] as const)(
    '%s of %i is a stop at %i and a target at %i, and the other way round',
    (tpslType, by, low, high) => {
      const both = rules({ stopLoss: by, targetProfit: by, tpslType })
      expect([levelsOf(both, long), levelsOf(both, short)]).toEqual([
        { stop: low, isTrailing: false, target: high },
        { stop: high, isTrailing: false, target: low },
      ])
    },
  )

  test.each([
    ['follows the best price', { trailing: { distance: 4, after: null } }, 206, 202, true],
    [
      'counts where it is nearer than the stop',
      { stopLoss: 3, trailing: { distance: 9, after: null } },
      206,
      197,
      false,
    ],
    ['waits for its profit', { stopLoss: 3, trailing: { distance: 4, after: 8 } }, 206, 197, false],
    ['begins with its profit', { stopLoss: 3, trailing: { distance: 4, after: 6 } }, 206, 202, true],
  ] as const)('a trailing stop %s', (_, changes, best, stop, isTrailing) => {
    expect(levelsOf(rules(changes), { ...long, best })).toEqual({ stop, isTrailing, target: null })
    expect(levelsOf(rules(changes), { ...short, best: 400 - best })).toEqual({
      stop: 400 - stop,
      isTrailing,
      target: null,
    })
  })

  test('a trailing stop never moves away from the price', () => {
    const price = fc.double({ min: 150, max: 250, noNaN: true })
    fc.assert(
      fc.property(fc.array(price, { minLength: 1 }), fc.constantFrom(long, short), (extremes, trade) => {
        const trails = rules({ trailing: { distance: 3, after: null } })
        let held = trade
        for (const extreme of extremes) {
          const before = levelsOf(trails, held).stop ?? 0
          held = afterCandle(held, { high: extreme, low: extreme })
          const after = levelsOf(trails, held).stop ?? 0
          expect(trade.side === 'buy' ? after >= before : after <= before).toBe(true)
        }
      }),
    )
  })
})

describe(hitAt, () => {
  const levels = { stop: 195, isTrailing: false, target: 205 }
  test.each([
    [195.05, null, null],
    [195, 'stop', 'target'],
    [204.95, null, null],
    [205, 'target', 'stop'],
  ])('at %d a long position meets %s, a short one %s', (price, ofLong, ofShort) => {
    const turned = { stop: 205, isTrailing: false, target: 195 }
    expect([hitAt(levels, 'buy', price), hitAt(turned, 'sell', price)]).toEqual([ofLong, ofShort])
  })

  test('a trailing stop is named as such', () => {
    expect(hitAt({ ...levels, isTrailing: true }, 'buy', 190)).toBe('trailing')
  })
})
