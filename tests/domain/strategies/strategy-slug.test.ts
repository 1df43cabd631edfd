import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { StrategyUuid } from '../../../src/contract/strategies.ts'
import { listNamePattern } from '../../../src/domain/list-name.ts'
import { isStrategySlug, uuidOf } from '../../../src/domain/strategies/strategy-slug.ts'

const hex = fc.stringMatching(/^[0-9a-f]{32}$/)

describe('the id of a strategy that is about to be saved', () => {
  test('is a UUID of version 4, as the server takes it', () => {
    fc.assert(
      fc.property(hex, (digits) => {
        const uuid = uuidOf(digits)
        expect(StrategyUuid.safeParse(uuid).success).toEqual(true)
        expect(uuid).toMatch(/^.{14}4.{4}[89ab]/)
      }),
    )
  })

  test('differs wherever the random digits do, but for its version and variant', () => {
    expect(uuidOf('0123456789abcdef0123456789abcdef')).toEqual('01234567-89ab-4def-8123-456789abcdef')
    expect(uuidOf('f'.repeat(32))).toEqual('ffffffff-ffff-4fff-bfff-ffffffffffff')
  })
})

test('a slug is never the name of a strategy', () => {
  for (const slug of ['eq-rsi-dip-0a1b2c3d', 'opt-straddle'])
    expect([isStrategySlug(slug), listNamePattern.test(slug)]).toEqual([true, false])
  for (const other of ['eq', 'eq-', 'Optimal entry', 'eq-RSI', 'eq-a--b', 'opt-a b'])
    expect(isStrategySlug(other)).toEqual(false)
})
