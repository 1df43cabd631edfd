import { expect, test } from 'vitest'
import type { Protection } from '../../src/domain/order-draft.ts'
import { riskToStop } from '../../src/domain/order-risk.ts'

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
