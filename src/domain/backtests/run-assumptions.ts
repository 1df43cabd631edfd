import type { Interval } from '../charts/interval.ts'
import type { RunAssumptions } from '../strategies/run-of-strategy.ts'
import type { IstDate } from '../time.ts'
import type { FillRule } from './backtest.ts'
import type { Slippage } from './slippage.ts'
import { defaultSpan } from './span-limits.ts'

/** `capital` in rupees. */
export interface SaidAssumptions {
  readonly span?: { readonly from: IstDate; readonly to: IstDate }
  readonly slippage?: Slippage
  readonly fill?: FillRule
  readonly costs?: boolean
  readonly capital?: number
}

interface Here {
  readonly today: IstDate
  readonly preferences: { readonly slippageBps: number }
}

export const assumptionsOf = (
  said: SaidAssumptions,
  interval: Interval,
  { today, preferences }: Here,
): RunAssumptions => {
  const { from, to } = said.span ?? defaultSpan(interval, today)
  return {
    from,
    to,
    fill: said.fill ?? 'next_open',
    slippageBps: said.slippage?.bps ?? preferences.slippageBps,
    slippageTicks: said.slippage?.ticks ?? 0,
    costs: said.costs ?? true,
    capital: said.capital ?? 10_00_000,
  }
}
