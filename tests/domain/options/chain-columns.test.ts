import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  allChainColumns,
  chainColumnsFor,
  columnsOfView,
  leastWidthOf,
  nextChainView,
  STRIKE_WIDTH,
} from '../../../src/domain/options/chain-columns.ts'
import { chainViews } from '../../../src/domain/options/chain-view.ts'

/** The grid of the Scalper in a window of 1440 pixels, of 1920, and over a whole screen; a phone. */
const BESIDE_CHART = 420
const WIDE = 570
const WHOLE = 1500
const PHONE = 380

test.each([
  ['prices', PHONE, ['ltp', 'iv', 'oi']],
  ['prices', BESIDE_CHART, ['ltp', 'iv', 'oi']],
  ['oi', BESIDE_CHART, ['ltp', 'oiChange', 'oi']],
  ['greeks', BESIDE_CHART, ['ltp', 'iv', 'delta', 'theta']],
  ['prices', WIDE, ['ltp', 'change', 'iv', 'oi']],
  ['oi', WIDE, ['ltp', 'buildUp', 'oiChange', 'oi']],
  ['greeks', WIDE, ['ltp', 'iv', 'delta', 'gamma', 'theta', 'vega']],
] as const)('%s at %i px', (view, width, columns) => {
  expect(chainColumnsFor(view, width, [])).toEqual(columns)
})

test('a grid with room shows every column in one order, whatever it is read for', () => {
  const ready = chainViews.filter((view) => view !== 'own')
  const [prices, ...others] = ready.map((view) => chainColumnsFor(view, WHOLE, []))
  expect(prices?.length).toEqual(13)
  for (const columns of others) expect(columns).toEqual(prices)
})

const width = fc.integer({ min: 0, max: 2000 })
const own = fc.subarray([...allChainColumns])

test('columns fit their grid, and a wider one never shows fewer', () => {
  fc.assert(
    fc.property(fc.constantFrom(...chainViews), width, own, (view, width, own) => {
      const columns = chainColumnsFor(view, width, own)
      const needed = STRIKE_WIDTH + 2 * columns.reduce((sum, column) => sum + leastWidthOf(column), 0)
      expect(columns[0]).toEqual('ltp')
      if (columns.length > 1) expect(needed).toBeLessThanOrEqual(width)
      expect(chainColumnsFor(view, width + 1, own)).toEqual(expect.arrayContaining([...columns]))
    }),
  )
})

test('own columns are those chosen and the price, in the order of all, and nothing is added where there is room', () => {
  expect(chainColumnsFor('own', WHOLE, ['oi', 'delta', 'iv'])).toEqual(['ltp', 'iv', 'delta', 'oi'])
  expect(chainColumnsFor('own', WHOLE, [])).toEqual(['ltp'])
  expect(columnsOfView('greeks', ['oi'])).toEqual(['ltp', 'delta', 'theta', 'iv', 'vega', 'gamma'])
})

test('stepping goes through all and begins again, to the own columns only where some are chosen', () => {
  const after = (own: readonly string[]) => chainViews.map((view) => nextChainView(view, own))
  expect(after(['oi'])).toEqual(['oi', 'greeks', 'own', 'prices'])
  expect(after([]).slice(0, 3)).toEqual(['oi', 'greeks', 'prices'])
})
