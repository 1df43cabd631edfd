import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Bracket,
  findWrongSide,
  followPrints,
  priced,
} from '../../../../server/broker/brackets/bracket.ts'
import { fromBracketRow, toBracketRow } from '../../../../server/broker/brackets/bracket-row.ts'
import { exitKeyOf, hitOf } from '../../../../server/broker/brackets/exits.ts'
import type { UserId } from '../../../../server/user.ts'
import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { fromRupees } from '../../../../src/domain/money.ts'
import type { ClientOrderId, OrderId } from '../../../../src/domain/orders/order.ts'
import type { Protection, StopLoss } from '../../../../src/domain/orders/order-draft.ts'
import type { Print } from '../../../../src/domain/quotes/quote.ts'
import { epochMs } from '../../../../src/domain/time.ts'

const AT = epochMs(1_795_000_000_000)

const bracket = (more: Partial<Bracket> = {}): Bracket => ({
  id: 'abc',
  owner: 'u1' as UserId,
  clientOrderId: null,
  sym: 'NSE_INFY' as InstrumentId,
  product: 'MIS',
  stop: null,
  target: null,
  quantity: 10,
  filledQuantity: 0,
  averagePrice: null,
  stopPrice: null,
  targetPrice: null,
  status: 'watching',
  message: null,
  exitOrderId: null,
  watchedAt: AT,
  madeAt: AT,
  madeWallAt: AT,
  endedAt: null,
  ...more,
})

const kinds: readonly [Protection, number, number][] = [
  [{ kind: 'price', value: 101.03 }, 101.05, 101.05],
  [{ kind: 'percent', value: 10 }, 90, 110],
  [{ kind: 'points', value: 2.5 }, 97.5, 102.5],
  [{ kind: 'rupees', value: 100 }, 90, 110],
  [{ kind: 'percent', value: 100 }, 0.05, 200],
]

describe('prices', () => {
  test.each(kinds)(
    'of a long position by %j are a stop at %d and a target at %d',
    (protection, stop, target) => {
      const from = { averagePrice: 10_000, quantity: 10, tickSize: fromRupees(0.05) }
      const { stopPrice, targetPrice } = priced(bracket({ stop: protection, target: protection }), from)
      expect([stopPrice, targetPrice]).toEqual([fromRupees(stop), fromRupees(target)])
    },
  )

  test.each(kinds)('of a short one by %j are the other way round', (protection, stop, target) => {
    const from = { averagePrice: 10_000, quantity: -10, tickSize: fromRupees(0.05) }
    const { stopPrice, targetPrice } = priced(bracket({ stop: protection, target: protection }), from)
    expect([targetPrice, stopPrice]).toEqual([fromRupees(stop), fromRupees(target)])
  })
})

const TICK = fromRupees(0.05)
const prints = (...rupees: readonly number[]): readonly Print[] =>
  rupees.map((price) => ({ at: AT, price: fromRupees(price), quantity: 1 }))

describe('a print', () => {
  const touch = (of: Bracket, seen: readonly Print[], isBelieved: (print: Print) => boolean = () => true) =>
    followPrints(of, seen, isBelieved, TICK).hit
  const long = bracket({ stopPrice: fromRupees(90), targetPrice: fromRupees(110) })
  const short = bracket({ quantity: -10, stopPrice: fromRupees(110), targetPrice: fromRupees(90) })
  test.each([
    ['between them', [91, 109.95], null, null],
    ['at the lower', [100, 90], 'stop', 'target'],
    ['at the upper', [110], 'target', 'stop'],
    ['beyond both, the lower first', [50, 200], 'stop', 'target'],
    ['beyond both, the upper first', [200, 50], 'target', 'stop'],
    ['nowhere', [], null, null],
  ] as const)('%s', (_, rupees, ofLong, ofShort) => {
    expect([touch(long, prints(...rupees)), touch(short, prints(...rupees))]).toEqual([ofLong, ofShort])
  })

  test('is none at a price that is not believed', () => {
    const isNear = ({ price }: Print) => price > fromRupees(50)
    expect([touch(long, prints(50), isNear), touch(long, prints(50, 60), isNear)]).toEqual([null, 'stop'])
  })

  test('at a price that is both is the stop: the worse of the two', () => {
    const both = bracket({ stopPrice: fromRupees(100), targetPrice: fromRupees(100) })
    expect(touch(both, prints(100))).toBe('stop')
  })
})

describe('a trailing stop', () => {
  const trailing = (quantity: number, stop: number, trail: StopLoss['trail'], target: number | null = null) =>
    bracket({
      quantity,
      stop: { kind: 'price', value: stop, trail },
      stopPrice: fromRupees(stop),
      targetPrice: target === null ? null : fromRupees(target),
    })
  const points = { kind: 'points', value: 10 } as const
  const percent = { kind: 'percent', value: 10 } as const
  const follow = (of: Bracket, ...rupees: readonly number[]) => {
    const { hit, stopPrice } = followPrints(of, prints(...rupees), () => true, TICK)
    return [hit, stopPrice === null ? null : stopPrice / 100]
  }

  test.each([
    ['follows a rise', 10, points, [100, 105, 112], [null, 102]],
    ['does not follow a fall', 10, points, [112, 104], [null, 102]],
    ['is hit on the way back', 10, points, [112, 102, 200], ['stop', 102]],
    ['stays while the price is nearer to where it began', 10, points, [99], [null, 90]],
    ['moves by a twentieth of its distance or not at all', 10, points, [100.45, 100.5], [null, 90.5]],
    ['in percent counts from the best price', 10, percent, [120], [null, 108]],
    ['of a short one follows a fall', -10, points, [100, 88], [null, 98]],
    ['of a short one is hit by a rise', -10, points, [88, 98], ['stop', 98]],
  ] as const)('%s', (_, quantity, trail, seen, expected) => {
    expect(follow(trailing(quantity, quantity > 0 ? 90 : 110, trail), ...seen)).toEqual(expected)
  })

  test('does not follow a price that is not believed', () => {
    const isNear = ({ price }: Print) => price < fromRupees(150)
    expect(followPrints(trailing(10, 90, points), prints(1000, 101), isNear, TICK)).toEqual({
      hit: null,
      stopPrice: fromRupees(91),
    })
  })

  test('leaves the target as it is', () => {
    expect(follow(trailing(10, 90, points, 120), 119, 121)).toEqual(['target', 109])
  })

  test('never goes back, is never above its distance from the best price, and never lags by more than a step', () => {
    const steps = fc.array(fc.integer({ min: -400, max: 400 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(steps, fc.boolean(), (changes, isLong) => {
        const sign = isLong ? 1 : -1
        let of = trailing(10 * sign, isLong ? 90 : 110, points)
        let [price, best] = [10_000, 10_000]
        for (const change of changes) {
          price = Math.max(5, price + change * 5)
          best = sign * Math.max(sign * best, sign * price)
          const before = of.stopPrice ?? 0
          const { hit, stopPrice } = followPrints(of, prints(price / 100), () => true, TICK)
          const isTouched = sign * (price - before) <= 0
          expect(hit).toBe(isTouched ? 'stop' : null)
          if (isTouched) return
          const now = stopPrice ?? 0
          expect(sign * (now - before)).toBeGreaterThanOrEqual(0)
          const limit = best - sign * 1_000
          expect(sign * (limit - now)).toBeGreaterThanOrEqual(0)
          expect(sign * (limit - now)).toBeLessThan(50)
          of = { ...of, stopPrice }
        }
      }),
    )
  })
})

describe('the side', () => {
  test.each([
    [10, 99, 101, null],
    [10, 100, null, 'STOP_SIDE'],
    [10, null, 100, 'TARGET_SIDE'],
    [-10, 101, 99, null],
    [-10, 99, null, 'STOP_SIDE'],
    [-10, null, 101, 'TARGET_SIDE'],
  ])('of %d units with a stop at %d and a target at %d: %s', (quantity, stop, target, code) => {
    const found = findWrongSide(
      {
        quantity,
        stopPrice: stop === null ? null : fromRupees(stop),
        targetPrice: target === null ? null : fromRupees(target),
      },
      10_000,
      'the last price',
    )
    expect(found?.code ?? null).toBe(code)
  })
})

test('an exit is told by its key, its tag and that the broker placed it', () => {
  const order = { clientOrderId: exitKeyOf(bracket()), placedBy: 'system', tag: 'stop' } as const
  expect([
    hitOf(order),
    hitOf({ ...order, clientOrderId: `${order.clientOrderId}.2` as ClientOrderId, tag: 'target' }),
    hitOf({ ...order, placedBy: 'user' }),
    hitOf({ ...order, tag: 'autosqoff' }),
    hitOf({ ...order, clientOrderId: 'brk-1' as ClientOrderId }),
  ]).toEqual(['stop', 'target', null, null, null])
})

test('what is stored is read again as it was', () => {
  const whole = bracket({
    clientOrderId: 'order-key-1' as ClientOrderId,
    stop: { kind: 'percent', value: 1.5, trail: { kind: 'points', value: 2 } },
    stopPrice: fromRupees(98.5),
    averagePrice: 10_000.25,
    exitOrderId: '261120000000001' as OrderId,
    endedAt: AT,
    message: 'x',
  })
  expect(fromBracketRow(toBracketRow(whole))).toEqual(whole)
})
