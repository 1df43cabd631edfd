import type { TradedContract } from '../../domain/backtests/backtest.ts'
import type { SweepFigures } from '../../domain/backtests/sweep/figures.ts'
import type { SweepPlan } from '../../domain/backtests/sweep/sweep-plan.ts'
import type { WalkStep } from '../../domain/backtests/sweep/walk-figures.ts'
import type { WalkWindow } from '../../domain/backtests/sweep/walk-windows.ts'
import type { CandleSource } from '../../domain/charts/candle.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { Requests } from '../requests.ts'
import type { LoadedCandles, SpanCut } from './backtest-symbol.ts'

export type SweepRunRequest = Omit<Extract<Requests['sweep'], { type: 'sweep.run' }>, 'type'>

export interface PreparedSweep {
  readonly plan: SweepPlan
  readonly cut: SpanCut | null
  readonly contracts: readonly TradedContract[]
  /** Null for a plain sweep. */
  readonly windows: readonly WalkWindow[] | null
}

export interface Swept {
  /** Null for a walk-forward, whose windows have their own. */
  readonly figures: SweepFigures | null
  readonly steps: readonly WalkStep[]
}

export interface SweepInput extends Pick<PreparedSweep, 'plan' | 'windows'> {
  readonly measure: SweepRunRequest['measure']
  readonly contract: TradedContract
  readonly loaded: LoadedCandles
}

export type SweptState = 'queued' | 'loadingCandles' | 'running' | 'done' | 'failed' | 'cancelled'

export interface SymbolSweep extends Swept {
  readonly instrument: InstrumentId
  readonly contract: TradedContract
  readonly state: SweptState
  readonly source: CandleSource | null
  readonly candles: number
  readonly error: string | null
}

export const queuedSweep = (contract: TradedContract): SymbolSweep => ({
  instrument: contract.instrument,
  contract,
  state: 'queued',
  figures: null,
  steps: [],
  source: null,
  candles: 0,
  error: null,
})

export const cancelledRest = (symbols: readonly SymbolSweep[]): readonly SymbolSweep[] =>
  symbols.map((symbol) =>
    symbol.state === 'done' || symbol.state === 'failed' ? symbol : { ...symbol, state: 'cancelled' },
  )
