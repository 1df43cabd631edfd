import { assign, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import { saveBacktest } from '../../contract/backtests.ts'
import { getCandles } from '../../contract/instruments/instruments.ts'
import type {
  BacktestParams,
  BacktestRequest,
  BacktestResult,
  TradedContract,
} from '../../domain/backtests/backtest.ts'
import { paramsOn } from '../../domain/backtests/own-rules.ts'
import type { CandleSource, Candles, OtherCandles } from '../../domain/charts/candle.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { IstDate } from '../../domain/time.ts'
import { promisePort } from '../port.ts'
import { texts } from '../texts.ts'

export interface SpanCut {
  readonly askedFrom: IstDate
  readonly askedTo: IstDate
  readonly cutDays: number
}

export interface SymbolInput {
  readonly slug: string
  readonly params: BacktestParams
  readonly cut: SpanCut | null
  readonly contract: TradedContract
  /** Saved with the report, so that a loaded run knows which symbols are missing. */
  readonly planned: readonly InstrumentId[]
}

export interface SymbolReport extends SymbolInput {
  readonly result: BacktestResult
}

export interface LoadedCandles {
  readonly candles: Candles
  readonly source: CandleSource
  /** Minute candles of the same span; they tell what came first inside a larger candle. */
  readonly minutes: Candles | null
  readonly others?: OtherCandles
}

export interface EngineInput extends Omit<LoadedCandles, 'source'> {
  readonly request: BacktestRequest
}

export interface SymbolContext extends SymbolInput {
  readonly instrument: InstrumentId
  /** Kept only while running: a year of minutes is 5 MB. */
  readonly loaded: LoadedCandles | null
  readonly result: BacktestResult | null
  readonly backtestUuid: string | null
  readonly message: string | null
}

export type SymbolEvent =
  | { readonly type: 'symbol.start' }
  | { readonly type: 'symbol.cancel' }
  | { readonly type: 'symbol.saveAgain' }

export const backtestSymbolMachine = setup({
  types: {
    context: {} as SymbolContext,
    events: {} as SymbolEvent,
    input: {} as SymbolInput,
  },
  actors: {
    loadCandles: promisePort<LoadedCandles, Pick<SymbolInput, 'params' | 'contract'>>('loadCandles'),
    runEngine: promisePort<BacktestResult, EngineInput>('runEngine'),
    save: promisePort<string, SymbolReport>('save'),
  },
}).createMachine({
  id: 'backtestSymbol',
  context: ({ input }) => ({
    ...input,
    instrument: input.contract.instrument,
    loaded: null,
    result: null,
    backtestUuid: null,
    message: null,
  }),
  initial: 'queued',
  states: {
    queued: { on: { 'symbol.start': 'loadingCandles', 'symbol.cancel': 'cancelled' } },
    loadingCandles: {
      entry: assign({ loaded: null, result: null, backtestUuid: null, message: null }),
      on: { 'symbol.cancel': 'cancelled' },
      invoke: {
        src: 'loadCandles',
        input: ({ context: { params, contract } }) => ({
          params: paramsOn(params, contract.instrument),
          contract,
        }),
        onDone: { target: 'running', actions: assign({ loaded: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: assign({ message: ({ event }) => messageOf(event.error, getCandles.failure) }),
        },
      },
    },
    running: {
      on: { 'symbol.cancel': 'cancelled' },
      exit: assign({ loaded: null }),
      invoke: {
        src: 'runEngine',
        input: ({ context: { params, contract, loaded } }) => {
          if (loaded === null) throw new Error('running without candles')
          const { source, ...series } = loaded
          return { request: { params: paramsOn(params, contract.instrument), contract, source }, ...series }
        },
        onDone: { target: 'saving', actions: assign({ result: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: assign({ message: ({ event }) => engineReason(event.error) }),
        },
      },
    },
    saving: {
      entry: assign({ message: null }),
      invoke: {
        src: 'save',
        input: ({ context: { slug, params, cut, contract, planned, result } }) => {
          if (result === null) throw new Error('saving without a result')
          return { slug, params, cut, contract, planned, result }
        },
        onDone: {
          target: 'saved',
          actions: assign(({ context, event }) => ({
            backtestUuid: event.output,
            result: context.result === null ? null : { ...context.result, backtestUuid: event.output },
          })),
        },
        onError: {
          target: 'saveFailed',
          actions: assign({ message: ({ event }) => messageOf(event.error, saveBacktest.failure) }),
        },
      },
    },
    saved: { on: { 'symbol.start': 'loadingCandles' } },
    saveFailed: { on: { 'symbol.saveAgain': 'saving', 'symbol.start': 'loadingCandles' } },
    failed: { on: { 'symbol.start': 'loadingCandles' } },
    cancelled: { on: { 'symbol.start': 'loadingCandles' } },
  },
})

/** The engine's own reason; the toast has the general text. */
const engineReason = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : texts.runFailed
