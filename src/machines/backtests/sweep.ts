import { assign, emit, enqueueActions, sendTo, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import { getCandles } from '../../contract/instruments/instruments.ts'
import type { BacktestParams } from '../../domain/backtests/backtest.ts'
import type { SweepMeasure } from '../../domain/backtests/sweep/figures.ts'
import { bestOf, isComputed } from '../../domain/backtests/sweep/figures.ts'
import type { SweepPlan } from '../../domain/backtests/sweep/sweep-plan.ts'
import { countOfPlan, paramsAt } from '../../domain/backtests/sweep/sweep-plan.ts'
import type { WalkTerms } from '../../domain/backtests/sweep/walk-windows.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { callbackPort, promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'
import { texts } from '../texts.ts'
import type { LoadedCandles, SymbolInput } from './backtest-symbol.ts'
import {
  cancelledRest,
  type PreparedSweep,
  queuedSweep,
  type SweepInput,
  type SweepRunRequest,
  type Swept,
  type SymbolSweep,
} from './sweep-result.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly sweep:
      | {
          readonly type: 'sweep.run'
          readonly plan: SweepPlan
          readonly instruments: readonly InstrumentId[]
          readonly cutFrom: 'start' | 'end'
          readonly measure: SweepMeasure
          /** Null for a plain sweep. */
          readonly walk: WalkTerms | null
        }
      | { readonly type: 'sweep.cancel' }
      /** Opens a combination, counted from 0, as a run of its own; null is the best. */
      | {
          readonly type: 'sweep.open'
          readonly combination: number | null
          readonly instrument?: InstrumentId
        }
      | { readonly type: 'sweep.clear' }
  }
  interface Machines {
    readonly sweep: typeof sweepMachine
  }
}

export interface SweepContext {
  readonly request: SweepRunRequest | null
  readonly prepared: PreparedSweep | null
  readonly symbols: readonly SymbolSweep[]
  /** Index of the symbol in work. */
  readonly at: number
  /** Combinations done for that symbol, over all its windows. */
  readonly done: number
  readonly loaded: LoadedCandles | null
  readonly message: string | null
}

const nothing: SweepContext = {
  request: null,
  prepared: null,
  symbols: [],
  at: 0,
  done: 0,
  loaded: null,
  message: null,
}

export type SweepEvent =
  | Requests['sweep']
  | { readonly type: 'sweep.progressed'; readonly done: number }
  | { readonly type: 'sweep.computed'; readonly swept: Swept }
  | { readonly type: 'sweep.refused'; readonly message: string }
  | { readonly type: 'sweep.stopped' }
  | { readonly type: 'session.ended' }

export type SweepEmitted =
  | NoticeEmitted
  | { readonly type: 'sweep.started' }
  | { readonly type: 'sweep.finished' }
  | { readonly type: 'sweep.opened'; readonly params: BacktestParams; readonly instrument: InstrumentId }

/** The workers send `sweep.stopped` once they have stopped. */
export interface StopSweep {
  readonly type: 'sweep.stop'
}

const current = ({ symbols, at }: SweepContext): SymbolSweep => {
  const symbol = symbols[at]
  if (symbol === undefined) throw new Error('no symbol is in work')
  return symbol
}

const withCurrent = (context: SweepContext, changes: Partial<SymbolSweep>): readonly SymbolSweep[] =>
  context.symbols.map((symbol, index) => (index === context.at ? { ...symbol, ...changes } : symbol))

export const sweepMachine = setup({
  types: {
    context: {} as SweepContext,
    events: {} as SweepEvent,
    emitted: {} as SweepEmitted,
  },
  actors: {
    prepare: promisePort<PreparedSweep, SweepRunRequest>('prepare'),
    loadCandles: promisePort<LoadedCandles, Pick<SymbolInput, 'params' | 'contract'>>('loadCandles'),
    compute: callbackPort<StopSweep, SweepInput>('compute'),
  },
  actions: {
    clear: assign(nothing),
    begin: enqueueActions(({ enqueue }, prepared: PreparedSweep) => {
      enqueue.assign({
        prepared,
        symbols: prepared.contracts.map(queuedSweep),
        at: 0,
        done: 0,
        message: null,
      })
      enqueue.emit({ type: 'sweep.started' })
    }),
    beginSymbol: assign(({ context }) => ({
      symbols: withCurrent(context, { state: 'loadingCandles' }),
      done: 0,
      loaded: null,
    })),
    takeCandles: assign(({ context }, loaded: LoadedCandles) => ({
      loaded,
      symbols: withCurrent(context, {
        state: 'running',
        source: loaded.source,
        candles: loaded.candles.time.length,
      }),
    })),
    endSymbol: assign(({ context }, changes: Partial<SymbolSweep>) => ({
      symbols: withCurrent(context, changes),
      loaded: null,
    })),
    cancelRest: assign(({ context }) => ({ symbols: cancelledRest(context.symbols), loaded: null })),
    goOn: assign({ at: ({ context }) => context.at + 1 }),
    stopWorkers: sendTo('compute', { type: 'sweep.stop' }),
    tell: emit((_, text: string) => noticed('info', text)),
    tellFailed: emit(({ context }) => noticed('error', context.message ?? texts.sweepFailed)),
    openCombination: enqueueActions(({ context, enqueue }, asked: AskedCombination) => {
      const chosen = chosenOf(context, asked)
      if (chosen === null) return enqueue.emit(noticed('info', texts.sweepNothingToOpen))
      enqueue.emit({ type: 'sweep.opened', ...chosen })
    }),
  },
  guards: {
    hasNext: ({ context }) => context.at + 1 < context.symbols.length,
    hasResult: ({ context }) => context.symbols.some(({ state }) => state === 'done'),
  },
}).createMachine({
  id: 'sweep',
  context: nothing,
  initial: 'idle',
  on: {
    'session.ended': { target: '.idle', actions: 'clear' },
    'sweep.run': '.preparing',
    'sweep.clear': { target: '.idle', actions: 'clear' },
  },
  states: {
    idle: {},
    preparing: {
      entry: assign(({ event }) => {
        if (event.type !== 'sweep.run') return {}
        const { type: _, ...request } = event
        return { ...nothing, request }
      }),
      on: { 'sweep.cancel': { target: 'idle', actions: 'clear' } },
      invoke: {
        src: 'prepare',
        input: ({ context: { request } }) => {
          if (request === null) throw new Error('preparing without a request')
          return request
        },
        onDone: {
          target: 'working',
          actions: { type: 'begin', params: ({ event }) => event.output },
        },
        onError: {
          target: 'failed',
          actions: assign({ message: ({ event }) => messageOf(event.error, texts.sweepFailed) }),
        },
      },
    },
    working: {
      initial: 'loadingCandles',
      on: { 'sweep.run': { actions: { type: 'tell', params: texts.sweepGoingOn } }, 'sweep.clear': {} },
      states: {
        loadingCandles: {
          entry: 'beginSymbol',
          on: { 'sweep.cancel': { target: '#sweep.done', actions: 'cancelRest' } },
          invoke: {
            src: 'loadCandles',
            input: ({ context }) => {
              if (context.prepared === null) throw new Error('loading before it is prepared')
              return { params: context.prepared.plan.base, contract: current(context).contract }
            },
            onDone: {
              target: 'computing',
              actions: { type: 'takeCandles', params: ({ event }) => event.output },
            },
            onError: {
              target: 'between',
              actions: {
                type: 'endSymbol',
                params: ({ event }) => ({
                  state: 'failed',
                  error: messageOf(event.error, getCandles.failure),
                }),
              },
            },
          },
        },
        computing: {
          initial: 'running',
          invoke: {
            id: 'compute',
            src: 'compute',
            input: ({ context }) => {
              const { prepared, loaded, request } = context
              if (prepared === null || loaded === null || request === null)
                throw new Error('computing without candles')
              const { plan, windows } = prepared
              return { plan, windows, measure: request.measure, contract: current(context).contract, loaded }
            },
          },
          states: {
            running: {
              on: {
                'sweep.progressed': { actions: assign({ done: ({ event }) => event.done }) },
                'sweep.computed': {
                  target: '#sweep.working.between',
                  actions: {
                    type: 'endSymbol',
                    params: ({ event }) => ({ ...event.swept, state: 'done' }),
                  },
                },
                'sweep.refused': {
                  target: '#sweep.working.between',
                  actions: {
                    type: 'endSymbol',
                    params: ({ event }) => ({ state: 'failed', error: event.message }),
                  },
                },
                'sweep.cancel': 'cancelling',
              },
            },
            cancelling: {
              entry: 'stopWorkers',
              on: {
                'sweep.stopped': {
                  target: '#sweep.done',
                  actions: ['cancelRest', { type: 'tell', params: texts.sweepCancelled }],
                },
              },
            },
          },
        },
        between: {
          always: [
            { guard: 'hasNext', target: 'loadingCandles', actions: 'goOn' },
            { guard: 'hasResult', target: '#sweep.done' },
            {
              target: '#sweep.failed',
              actions: assign({
                message: ({ context }) => context.symbols[0]?.error ?? texts.sweepFailed,
              }),
            },
          ],
        },
      },
    },
    done: {
      entry: emit({ type: 'sweep.finished' }),
      on: {
        'sweep.open': {
          actions: { type: 'openCombination', params: ({ event }) => event },
        },
      },
    },
    failed: { entry: 'tellFailed' },
  },
})

type AskedCombination = Pick<Extract<Requests['sweep'], { type: 'sweep.open' }>, 'combination' | 'instrument'>

/** Defaults to the first symbol with a result and to its best combination. */
const chosenOf = (
  { symbols, prepared, request }: SweepContext,
  { combination, instrument }: AskedCombination,
): { readonly params: BacktestParams; readonly instrument: InstrumentId } | null => {
  const done = symbols.filter(({ state }) => state === 'done')
  const symbol = instrument === undefined ? done[0] : done.find((one) => one.instrument === instrument)
  if (symbol === undefined || prepared === null || request === null) return null
  const { plan } = prepared
  const best = symbol.figures === null ? lastChoice(symbol) : bestOf(symbol.figures, request.measure)
  const chosen = combination ?? best
  if (chosen === null || chosen >= countOfPlan(plan)) return null
  if (symbol.figures !== null && !isComputed(symbol.figures, chosen)) return null
  return { params: paramsAt(plan, chosen), instrument: symbol.instrument }
}

/** The choice of the newest window of a walk-forward. */
const lastChoice = ({ steps }: SymbolSweep): number | null => steps.at(-1)?.chosen ?? null
