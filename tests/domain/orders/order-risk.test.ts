import { expect, test } from 'vitest'
import type { Protection } from '../../../src/domain/orders/order-draft.ts'
import { limitBesideTouch, rewardAtTarget, riskToStop } from '../../../src/domain/orders/order-risk.ts'

test.each([
  [{ kind: 'price', value: 119 }, 130 * 12.2 + 79],
  [{ kind: 'percent', value: 10 }, 130 * 13.12 + 79],
  [{ kind: 'points', value: 5 }, 130 * 5 + 79],
  [{ kind: 'rupees', value: 1500 }, 1500 + 79],
  [null, null],
] as const)('130 bought at 131.20 with a stop of %j risk %s', (stop: Protection | null, risk) => {
  const found = riskToStop({ side: 'buy', quantity: 130, stop }, 131.2, 79)
  if (risk === null) expect(found).toEqual(null)
  else expect(found).toBeCloseTo(risk, 6)
})

test('a stop of a sale lies above it', () => {
  expect(riskToStop({ side: 'sell', quantity: 10, stop: { kind: 'percent', value: 2 } }, 100, 0)).toBeCloseTo(
    20,
    6,
  )
})

test('a target gains what lies between it and the price, less the charges of both ways', () => {
  const target: Protection = { kind: 'price', value: 160 }
  expect(rewardAtTarget({ side: 'buy', quantity: 130, target }, 131.2, 79)).toBeCloseTo(130 * 28.8 - 79, 6)
  expect(rewardAtTarget({ side: 'buy', quantity: 130, target: null }, 131.2, 79)).toEqual(null)
})

test.each([
  ['buy', 131.2, 'your limit is 0.10 below the ask'],
  ['buy', 131.3, 'your limit is the ask'],
  ['buy', 133.1, 'your limit is 1.80 above the ask'],
  ['sell', 131.2, 'your limit is 0.10 above the bid'],
  ['sell', null, 'at market'],
] as const)('a limit to %s at %s stands against the market: %s', (side, price, words) => {
  expect(limitBesideTouch({ side, price }, { bid: 131.1, ask: 131.3 })).toEqual(words)
})

test('a limit stands against nothing where there is no other side', () => {
  expect(limitBesideTouch({ side: 'buy', price: 131.2 }, { bid: 131.1, ask: null })).toEqual(null)
})
