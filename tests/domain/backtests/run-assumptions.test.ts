import { describe, expect, test } from 'vitest'
import { assumptionsOf } from '../../../src/domain/backtests/run-assumptions.ts'
import type { IstDate } from '../../../src/domain/time.ts'

const here = { today: '2026-11-21' as IstDate, preferences: { slippageBps: 3 } }

describe('what a run assumes', () => {
  test('where nothing is said: the span of its candles, the slippage of the user, all charges', () => {
    expect(assumptionsOf({}, 'min', here)).toEqual({
      from: '2026-10-22',
      to: '2026-11-21',
      fill: 'next_open',
      slippageBps: 3,
      slippageTicks: 0,
      costs: true,
      capital: 1_000_000,
    })
    expect(assumptionsOf({}, 'day', here).from).toEqual('2024-11-21')
  })

  test('where all is said', () => {
    const span = { from: '2026-01-01' as IstDate, to: '2026-06-30' as IstDate }
    const said = {
      span,
      slippage: { bps: 0, ticks: 2 },
      fill: 'close',
      costs: false,
      capital: 50_000,
    } as const
    expect(assumptionsOf(said, 'min', here)).toEqual({
      ...span,
      fill: 'close',
      slippageBps: 0,
      slippageTicks: 2,
      costs: false,
      capital: 50_000,
    })
  })
})
