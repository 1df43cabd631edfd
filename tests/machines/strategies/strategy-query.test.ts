import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { strategySorts } from '../../../src/contract/strategies.ts'
import { subCategories, trends } from '../../../src/domain/strategies/strategy.ts'
import {
  isNarrowed,
  isSameQuery,
  printStrategyQuery,
  readStrategyQuery,
  type StrategyQuery,
  usualQuery,
} from '../../../src/machines/strategies/strategy-query.ts'

const queries: fc.Arbitrary<StrategyQuery> = fc.record({
  search: fc.string({ maxLength: 120 }).map((text) => text.trim()),
  trend: fc.option(fc.constantFrom(...trends)),
  subCategories: fc.subarray([...subCategories]),
  sort: fc.constantFrom(...strategySorts),
  isDescending: fc.boolean(),
})

const addressOf = (query: StrategyQuery): string => new URLSearchParams(printStrategyQuery(query)).toString()

describe('the filters of a list in its address', () => {
  test('come back as they were', () => {
    fc.assert(
      fc.property(queries, (query) => {
        expect(readStrategyQuery(addressOf(query))).toEqual(query)
      }),
    )
  })

  test.each<[string, Partial<StrategyQuery>]>([
    ['', {}],
    ['trend=sideways&sub=none,reversal&sort=best', { subCategories: ['reversal'] }],
    ['q=%20vwap%20&sort=return', { search: 'vwap', sort: 'return', isDescending: false }],
    ['sort=-drawdown&slug=eq-a', { sort: 'drawdown' }],
  ])('%j is read as %j', (address, query) => {
    expect(readStrategyQuery(address)).toEqual({ ...usualQuery, ...query })
  })

  test('are left out where they are usual', () => {
    expect(printStrategyQuery(usualQuery)).toEqual({})
  })

  test('are the same, or narrow the list, whatever the order of the rows', () => {
    const sorted = { ...usualQuery, sort: 'name' } as const
    expect([isSameQuery(usualQuery, sorted), isNarrowed(sorted)]).toEqual([false, false])
    expect(isNarrowed({ ...sorted, trend: 'bearish' })).toEqual(true)
  })
})
