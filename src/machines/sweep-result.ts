import type { TradedContract } from '../domain/backtest.ts'
import type { CandleSource } from '../domain/candle.ts'
import type { InstrumentId } from '../domain/instrument.ts'
import type { SweepFigures } from '../domain/sweep/figures.ts'
import type { SweepPlan } from '../domain/sweep/sweep-plan.ts'
import type { WalkStep } from '../domain/sweep/walk-figures.ts'
import type { WalkWindow } from '../domain/sweep/walk-windows.ts'
import type { LoadedCandles, SpanCut } from './backtest-symbol.ts'
import type { Requests } from './events.ts'

export type SweepRunRequest = Omit<Extract<Requests['sweep'], { type: 'sweep.run' }>, 'type'>

/** What a sweep needs to know before it begins. */
export interface PreparedSweep {
  /** With the span as it will be run. */
  readonly plan: SweepPlan
  readonly cut: SpanCut | null
  readonly contracts: readonly TradedContract[]
  /** Of a walk-forward; null for a plain sweep. */
  readonly windows: readonly WalkWindow[] | null
}

/** What one symbol's combinations came to. */
export interface Swept {
  /** Null for a walk-forward, whose windows each have their own. */
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
  /** Candles the combinations ran over. */
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

/** Those that have not come to an end become cancelled. */
export const cancelledRest = (symbols: readonly SymbolSweep[]): readonly SymbolSweep[] =>
  symbols.map((symbol) =>
    symbol.state === 'done' || symbol.state === 'failed' ? symbol : { ...symbol, state: 'cancelled' },
  )
