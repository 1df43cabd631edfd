import { expect, test } from 'vitest'
import { stopTargetMaxOf } from '../../../src/domain/backtests/backtest.ts'

test('the largest stop or target goes by its type', () => {
  expect(['pct', 'abs', 'pts', 'lots', 'constructor'].map(stopTargetMaxOf)).toEqual([
    999, 9_999_999, 2_500_000, 9_999, 9_999,
  ])
})
