import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  breadthOf,
  type MapMember,
  moverKinds,
  moversOf,
  percentOf,
  pointsOf,
  sectorChange,
  sectorsOf,
  volumeMultiple,
  weighed,
  weightOf,
} from '../../../src/domain/analysis/market-map.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'

const member = (symbol: string, given: Partial<MapMember> = {}): MapMember => ({
  segSym: `NSE_${symbol}` as InstrumentId,
  sector: 'Banks',
  weight: 1,
  lastPrice: 100,
  prevClose: 100,
  volume: 0,
  averageVolume: null,
  yearHigh: null,
  yearLow: null,
  oi: null,
  prevOi: null,
  ...given,
})

const changeOf = ({ lastPrice, prevClose }: MapMember) => percentOf(lastPrice, prevClose)

const anyMember = fc
  .record({
    symbol: fc.string({ minLength: 1, maxLength: 6 }),
    sector: fc.constantFrom('Banks', 'Metals', 'Power'),
    weight: fc.option(fc.double({ min: 0, max: 9, noNaN: true })),
    lastPrice: fc.integer({ min: 1, max: 500 }),
    prevClose: fc.integer({ min: 0, max: 500 }),
    volume: fc.nat(1000),
    averageVolume: fc.option(fc.nat(1000)),
    oi: fc.option(fc.nat(1000)),
    prevOi: fc.option(fc.nat(1000)),
    yearHigh: fc.option(fc.integer({ min: 1, max: 900 })),
    yearLow: fc.option(fc.integer({ min: 1, max: 900 })),
  })
  .map(({ symbol, ...given }) => member(symbol, given))
const members = fc.array(anyMember, { maxLength: 30 })

describe('sectors', () => {
  test('hold every member once, heaviest first, and weigh what their members do', () => {
    fc.assert(
      fc.property(members, (all) => {
        const sectors = sectorsOf(all)
        expect(sectors.flatMap((sector) => sector.members).length).toBe(all.length)
        for (const { members: own, weight, name } of sectors) {
          expect(own.every(({ sector }) => sector === name)).toBe(true)
          expect(weight).toBeCloseTo(
            own.reduce((sum, one) => sum + weightOf(one), 0),
            9,
          )
          own.slice(1).forEach((one, index) => {
            const before = own[index]
            expect(before !== undefined && weightOf(before) >= weightOf(one)).toBe(true)
          })
        }
      }),
    )
  })

  test('change as their members do, by weight, without those that have no price of yesterday', () => {
    const all = [
      member('A', { weight: 3, lastPrice: 102 }),
      member('B', { weight: 1, lastPrice: 98 }),
      member('C', { weight: 9, lastPrice: 500, prevClose: 0 }),
    ]
    expect(sectorChange(all, changeOf)).toBeCloseTo((3 * 2 - 2) / 4, 9)
    expect(sectorChange([], changeOf)).toBe(null)
  })
})

test('breadth counts each member with a change once', () => {
  fc.assert(
    fc.property(members, (all) => {
      const { advances, declines, unchanged } = breadthOf(all, changeOf)
      expect(advances + declines + unchanged).toBe(all.filter((one) => changeOf(one) !== null).length)
    }),
  )
})

describe('movers', () => {
  test('are members, no more than asked for, and none on both sides by price or volume', () => {
    fc.assert(
      fc.property(members, fc.constantFrom(...moverKinds), fc.nat(8), (all, kind, most) => {
        const { first, second } = moversOf(all, kind, { changeOf, most })
        for (const list of [first, second]) {
          expect(list.length).toBeLessThanOrEqual(most)
          expect(list.every((one) => all.includes(one))).toBe(true)
        }
        if (kind === 'price' || kind === 'volume')
          expect(first.some((one) => second.includes(one))).toBe(false)
      }),
    )
  })

  const all = [
    member('UP', {
      lastPrice: 104,
      volume: 50,
      averageVolume: 100,
      oi: 10,
      prevOi: 20,
      yearHigh: 200,
      yearLow: 103,
    }),
    member('UPPER', {
      lastPrice: 110,
      volume: 10,
      averageVolume: 100,
      oi: 30,
      prevOi: 20,
      yearHigh: 110,
      yearLow: 50,
    }),
    member('DOWN', { lastPrice: 97, volume: 300, averageVolume: 100 }),
    member('LOWER', { lastPrice: 90 }),
    member('FLAT'),
  ]
  const names = (kind: (typeof moverKinds)[number]) => {
    const { first, second } = moversOf(all, kind, { changeOf, most: 2 })
    return [first, second].map((list) => list.map(({ segSym }) => segSym.slice(4)).join(' '))
  }
  test.each([
    ['price', 'UPPER UP', 'LOWER DOWN'],
    ['volume', 'UP UPPER', 'DOWN'],
    ['oi', 'UPPER UP', 'UP UPPER'],
    ['year', 'UPPER UP', 'UP UPPER'],
  ] as const)('by %s: %s, and %s', (kind, first, second) => {
    expect(names(kind)).toEqual([first, second])
  })
  test('by volume leave out what has no average', () => {
    expect(volumeMultiple(member('A', { volume: 5, averageVolume: 0 }))).toBe(null)
  })
})

describe('points of an index', () => {
  test('add up to what the index moved, shares without a weight left out', () => {
    fc.assert(
      fc.property(members, fc.integer({ min: 1_000, max: 90_000 }), (all, close) => {
        const total = weighed(all)
        const sum = all.reduce((points, one) => points + (pointsOf(one, { change: 2, total, close }) ?? 0), 0)
        expect(sum).toBeCloseTo(total > 0 ? 0.02 * close : 0, 6)
      }),
    )
    const half = { change: -1.5, total: 2, close: 20_000 }
    expect(pointsOf(member('TCS'), half)).toBe(-150)
    expect([
      pointsOf(member('TCS', { weight: null }), half),
      pointsOf(member('TCS'), { ...half, change: null }),
    ]).toEqual([null, null])
  })
})
