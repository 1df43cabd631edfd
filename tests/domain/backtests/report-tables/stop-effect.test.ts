import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stopEffectOf } from '../../../../src/domain/backtests/report-tables/stop-effect.ts'
import { trade } from './trades.ts'

const trades = [
  trade({ netPnl: 4, against: 1 }),
  trade({ netPnl: 2 }),
  trade({ netPnl: -3, against: 3 }),
  { ...trade({ netPnl: 10, against: 6, entryPrice: 200 }), quantity: 5, charges: 2 },
]

test.each([
  [4, { trades: 4, stopped: 0, netPnl: 13, winRate: 75 }],
  [3.1, { trades: 4, stopped: 0, netPnl: 13, winRate: 75 }],
  [3, { trades: 4, stopped: 2, netPnl: 4 + 2 - 3 - 32, winRate: 50 }],
  [1, { trades: 4, stopped: 3, netPnl: -1 + 2 - 1 - 12, winRate: 25 }],
])('a stop at %d%% of the entry price', (percent, effect) => {
  expect(stopEffectOf(trades, percent)).toEqual(effect)
})

test('a nearer stop never stops fewer trades, and none changes a trade that it does not reach', () => {
  const percents = fc.double({ min: 0.01, max: 5, noNaN: true })
  fc.assert(
    fc.property(percents, percents, (one, other) => {
      const [near, far] = [Math.min(one, other), Math.max(one, other)]
      expect(stopEffectOf(trades, near).stopped).toBeGreaterThanOrEqual(stopEffectOf(trades, far).stopped)
      expect(stopEffectOf(trades.slice(1, 2), near)).toEqual({
        trades: 1,
        stopped: 0,
        netPnl: 2,
        winRate: 100,
      })
    }),
  )
})

test('a credit has no percentage, and no trades have no win rate', () => {
  expect(stopEffectOf([trade({ netPnl: 1, against: 5, entryPrice: -50 })], 1).stopped).toEqual(0)
  expect(stopEffectOf([], 1)).toEqual({ trades: 0, stopped: 0, netPnl: 0, winRate: null })
})
