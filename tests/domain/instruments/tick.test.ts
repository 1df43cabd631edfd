import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findOffTick } from '../../../src/domain/instruments/tick.ts'

const rupees = (paise: number): string => (paise / 100).toFixed(2)

describe('a price between two ticks', () => {
  test('is named with both', () => {
    expect([
      findOffTick(2450.03, 0.05),
      findOffTick(2450.05, 0.05),
      findOffTick(0.1 + 0.2, 0.05),
      findOffTick(2450.03, 0.5),
      findOffTick(85.4, 1),
      findOffTick(2450.033, 0.05),
      findOffTick(0.03, 0.05),
      findOffTick(17.015, 0),
    ]).toEqual([
      '2450.03 is not a multiple of the tick 0.05: 2450.00 or 2450.05',
      null,
      null,
      '2450.03 is not a multiple of the tick 0.50: 2450.00 or 2450.50',
      '85.40 is not a multiple of the tick 1.00: 85.00 or 86.00',
      '2450.033 is not a multiple of the tick 0.05: 2450.00 or 2450.05',
      '0.03 is not a multiple of the tick 0.05: 0.05',
      '17.015 is not a multiple of the tick 0.01: 17.01 or 17.02',
    ])
  })

  test('is refused exactly where whole paise say so, and both neighbours are taken', () => {
    const price = fc.integer({ min: 1, max: 100_000_000 })
    fc.assert(
      fc.property(price, fc.constantFrom(1, 5, 10, 50, 100, 500), (paise, tick) => {
        const said = findOffTick(paise / 100, tick / 100)
        expect(said === null).toEqual(paise % tick === 0)
        if (said === null) return
        const below = paise - (paise % tick)
        const near = (said.split(': ')[1] ?? '').split(' or ')
        expect(near).toEqual([below, below + tick].filter((one) => one > 0).map(rupees))
        for (const one of near) expect(findOffTick(Number(one), tick / 100)).toEqual(null)
      }),
    )
  })
})
