import { describe, expect, test } from 'vitest'
import type { Segment } from '../../../src/domain/instruments/instrument.ts'
import { isPlausibleMove } from '../../../src/domain/quotes/price-step.ts'

describe(isPlausibleMove.name, () => {
  test.each<[Segment, number, readonly number[], readonly number[]]>([
    ['INDICES', 25_000, [22_500, 25_000, 27_500], [22_499, 27_501]],
    ['NSE', 100, [80, 120], [79.95, 120.05, 10, 190]],
    ['BSE', 100, [80, 120], [79.95, 120.05]],
    ['NFO-FUT', 100, [80, 120], [79.95, 120.05]],
    ['NFO-OPT', 100, [40, 160], [39.95, 160.05, 10, 190]],
    // A few rupees are nothing strange for a premium.
    ['NFO-OPT', 2, [0.05, 7], [7.05]],
    ['BFO-OPT', 0.05, [5.05], [5.1]],
  ])('%s from %d', (segment, from, believable, unbelievable) => {
    const isBelieved = (to: number) => isPlausibleMove(segment, from, to)
    expect([believable.filter(isBelieved), unbelievable.filter(isBelieved)]).toEqual([believable, []])
  })
})
