import { describe, expect, test } from 'vitest'
import {
  type Bracket,
  findHit,
  findWrongSide,
  type Protection,
  priced,
} from '../../../../server/broker/brackets/bracket.ts'
import { fromBracketRow, toBracketRow } from '../../../../server/broker/brackets/bracket-row.ts'
import { exitKeyOf, hitOf } from '../../../../server/broker/brackets/exits.ts'
import type { UserId } from '../../../../server/user.ts'
import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { fromRupees } from '../../../../src/domain/money.ts'
import type { ClientOrderId, OrderId } from '../../../../src/domain/orders/order.ts'
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

describe('a print', () => {
  const isTrue = () => true
  const long = bracket({ stopPrice: fromRupees(90), targetPrice: fromRupees(110) })
  const short = bracket({ quantity: -10, stopPrice: fromRupees(110), targetPrice: fromRupees(90) })
  const prints = (...rupees: number[]) =>
    rupees.map((price) => ({ at: AT, price: fromRupees(price), quantity: 1 }))

  test.each([
    ['between them', [91, 109.95], null, null],
    ['at the lower', [100, 90], 'stop', 'target'],
    ['at the upper', [110], 'target', 'stop'],
    ['beyond both, the lower first', [50, 200], 'stop', 'target'],
    ['beyond both, the upper first', [200, 50], 'target', 'stop'],
    ['nowhere', [], null, null],
  ] as const)('%s', (_, rupees, ofLong, ofShort) => {
    expect([findHit(long, prints(...rupees), isTrue), findHit(short, prints(...rupees), isTrue)]).toEqual([
      ofLong,
      ofShort,
    ])
  })

  test('is none at a price that is not believed', () => {
    const isNear = ({ price }: Print) => price > fromRupees(50)
    expect([findHit(long, prints(50), isNear), findHit(long, prints(50, 60), isNear)]).toEqual([null, 'stop'])
  })

  test('at a price that is both is the stop: the worse of the two', () => {
    const both = bracket({ stopPrice: fromRupees(100), targetPrice: fromRupees(100) })
    expect(findHit(both, prints(100), isTrue)).toBe('stop')
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
    stop: { kind: 'percent', value: 1.5 },
    stopPrice: fromRupees(98.5),
    averagePrice: 10_000.25,
    exitOrderId: '261120000000001' as OrderId,
    endedAt: AT,
    message: 'x',
  })
  expect(fromBracketRow(toBracketRow(whole))).toEqual(whole)
})
