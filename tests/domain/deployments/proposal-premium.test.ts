import { expect, test } from 'vitest'
import { grossOf, premiumOf } from '../../../src/domain/deployments/proposal-premium.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'

const CALL = instrumentId('NFO-OPT', 'NIFTY26NOV24100CE')
const HEDGE = instrumentId('NFO-OPT', 'NIFTY26NOV24200CE')

/** One lot sold, two bought. */
const spread = {
  contract: instrumentId('INDICES', 'NIFTY 50'),
  side: 'sell',
  quantity: 65,
  legs: [
    { contract: CALL, side: 'sell', quantity: 65 },
    { contract: HEDGE, side: 'buy', quantity: 130 },
  ],
} as const

const prices = (call: number, hedge: number) => (contract: string) => (contract === CALL ? call : hedge)

test('the premium of several legs is theirs together, and turns round below 0', () => {
  expect(premiumOf(spread, prices(100, 30))).toBe(40)
  expect(premiumOf({ ...spread, side: 'buy' }, prices(100, 30))).toBe(-40)
  expect(premiumOf(spread, prices(100, 55.05))).toBe(-10.1)
  expect(premiumOf(spread, () => null)).toBeNull()
})

test('a move is measured by all legs, so that a premium near 0 does not jump', () => {
  expect(grossOf(spread, prices(100, 50))).toBe(200)
  expect(grossOf(spread, (contract) => (contract === CALL ? 100 : null))).toBeNull()
})

test('one order has its own price', () => {
  const single = { ...spread, contract: CALL, legs: [] }
  expect([premiumOf(single, prices(100, 30)), grossOf(single, prices(100, 30))]).toEqual([100, 100])
})
