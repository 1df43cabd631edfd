import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shareOf } from '../../../../server/broker/ledger/share-of.ts'
import { VersionedMap } from '../../../../server/broker/ledger/versioned-map.ts'

const changes = fc.array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer()), { maxLength: 300 })

describe('a map of versions', () => {
  test('is a map, and every version stays what it was', () => {
    fc.assert(
      fc.property(changes, (pairs) => {
        const plain = new Map<number, number>()
        let map = VersionedMap.of<number, number>()
        const versions: [VersionedMap<number, number>, [number, number][]][] = []
        for (const [key, value] of pairs) {
          plain.set(key, value)
          map = map.with(key, value)
          versions.push([map, [...plain]])
        }
        for (const [version, entries] of versions.filter((_, index) => index % 37 === 0 || index > 290)) {
          expect([...version]).toEqual(entries)
          expect([version.size, entries.every(([key, value]) => version.get(key) === value)]).toEqual([
            entries.length,
            true,
          ])
        }
      }),
    )
  })

  test('goes on from an older version as if the thrown away had never been', () => {
    fc.assert(
      fc.property(changes, changes, changes, (first, thrownAway, then) => {
        const withAll = (map: VersionedMap<number, number>, pairs: typeof first) =>
          pairs.reduce((made, [key, value]) => made.with(key, value), map)
        const base = withAll(VersionedMap.of<number, number>(), first)
        withAll(base, thrownAway)
        const map = withAll(base, then)
        const plain = new Map([...first, ...then])
        expect([...map]).toEqual([...plain])
        for (const [key] of thrownAway)
          expect([map.has(key), map.get(key)]).toEqual([plain.has(key), plain.get(key)])
      }),
    )
  })
})

describe('a share of an amount', () => {
  test.each([
    [[10, 1, 3], 3],
    [[11, 1, 2], 6],
    [[-11, 1, 2], -6],
    [[9_007_199_254_740_991, 2, 3], 6_004_799_503_160_661],
    [[5, 0, 3], 0],
    [[5, 0, 0], 0],
  ])('%j is %i', ([amount = 0, part = 0, whole = 0], share) => {
    expect(shareOf(amount, part, whole)).toBe(share)
  })
})
