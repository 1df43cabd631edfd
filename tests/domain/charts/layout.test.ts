import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  chartLinks,
  chartSlots,
  plainLayout,
  reachedBy,
  readLayout,
  shownSlots,
  slotAfter,
} from '../../../src/domain/charts/layout.ts'

const count = fc.integer({ min: 1, max: 4 })
const links = fc.subarray([...chartLinks])

describe('charts of a layout', () => {
  test('are stepped through in a circle', () => {
    const layout = { count: 3 }
    expect(shownSlots(layout)).toEqual(['first', 'second', 'third'])
    expect(chartSlots.slice(0, 3).map((slot) => slotAfter(slot, 1, layout))).toEqual([
      'second',
      'third',
      'first',
    ])
    expect(slotAfter('first', -1, layout)).toBe('third')
    fc.assert(
      fc.property(count, fc.nat(3), fc.integer({ min: -9, max: 9 }), (shown, index, by) => {
        const slot = chartSlots[index % shown] ?? 'first'
        const there = slotAfter(slot, by, { count: shown })
        expect(slotAfter(there, -by, { count: shown })).toBe(slot)
      }),
    )
  })

  test('are all reached by a change where the link is on, else only the one', () => {
    const layout = { count: 2, links: ['interval'] as const }
    expect(reachedBy('interval', 'second', layout)).toEqual(['first', 'second'])
    expect(reachedBy('symbol', 'second', layout)).toEqual(['second'])
    // A chart that is not shown is changed alone, and changes none.
    expect(reachedBy('interval', 'fourth', layout)).toEqual(['fourth'])
  })

  test('what was kept is read again, and anything else is the plain layout', () => {
    fc.assert(
      fc.property(count, links, (shown, linked) => {
        const layout = { count: shown, links: linked }
        expect(readLayout(JSON.parse(JSON.stringify(layout)))).toEqual(layout)
      }),
    )
    for (const kept of [null, 4, { count: 5, links: 'all' }, { count: 0 }, { count: 1.5, links: null }])
      expect(readLayout(kept)).toEqual(plainLayout)
    expect(readLayout({ count: 2, links: ['range', 'colour'] })).toEqual({ count: 2, links: ['range'] })
  })
})
