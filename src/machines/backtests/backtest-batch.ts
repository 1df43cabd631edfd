import { type ActorRefFrom, assign, emit, enqueueActions, type SnapshotEvent, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import { getBacktest, saveBacktest } from '../../contract/backtests.ts'
import type { BacktestParams, CumulativeBacktest, TradedContract } from '../../domain/backtests/backtest.ts'
import { runSlug } from '../../domain/backtests/run-slug.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { type Notice, type NoticeEmitted, noticed } from '../notices.ts'
import { promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'
import { texts } from '../texts.ts'
import {
  cumulativeOf,
  failedRow,
  failuresOf,
  hasFinished,
  hasRoomForNext,
  type LoadedRun,
  noRun,
  queuedRow,
  type RunFailure,
  type RunOnScreen,
  type RunSource,
  rowOf,
  type SymbolSnapshot,
  sourceOf,
  withoutResult,
  withRow,
} from './backtest-rows.ts'
import { backtestSymbolMachine, type SpanCut } from './backtest-symbol.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly backtest:
      | {
          readonly type: 'backtest.run'
          readonly params: BacktestParams
          readonly instruments: readonly InstrumentId[]
          /** The end of the span that is cut when it is longer than the interval allows. */
          readonly cutFrom: 'start' | 'end'
        }
      | { readonly type: 'backtest.cancel' }
      | { readonly type: 'backtest.retry'; readonly instrument: InstrumentId }
      | { readonly type: 'backtest.saveAgain'; readonly instrument: InstrumentId }
      | { readonly type: 'backtest.saveCumulative' }
      | { readonly type: 'backtest.open'; readonly slug: string }
      /** Runs the symbols without a result; null is the run on screen. */
      | { readonly type: 'backtest.resume'; readonly slug: string | null }
      | { readonly type: 'backtest.clear' }
  }
  interface Machines {
    readonly backtest: typeof backtestMachine
  }
}

export const RUN_SYMBOLS_MAX = 50

export interface BacktestContext extends RunOnScreen {
  readonly source: RunSource
  readonly message: string | null
  readonly openingSlug: string | null
  readonly isResumedWhenOpen: boolean
  readonly rest: readonly InstrumentId[]
  readonly symbols: Readonly<Record<InstrumentId, ActorRefFrom<typeof backtestSymbolMachine>>>
}

export type RunRequest = Omit<Extract<Requests['backtest'], { type: 'backtest.run' }>, 'type'>

export interface PreparedRun {
  readonly params: BacktestParams
  readonly cut: SpanCut | null
  readonly contracts: readonly TradedContract[]
  /** 8 hex characters. */
  readonly suffix: string
}

export interface RestRequest {
  readonly params: BacktestParams
  readonly instruments: readonly InstrumentId[]
}

export interface PreparedRest {
  readonly contracts: readonly TradedContract[]
  /** Instruments that can no longer be traded. */
  readonly failures: readonly RunFailure[]
}

export type BacktestEvent =
  | Requests['backtest']
  | SnapshotEvent<SymbolSnapshot>
  | { readonly type: 'session.ended' }

export type BacktestEmitted =
  | NoticeEmitted
  | { readonly type: 'backtest.started'; readonly slug: string }
  | { readonly type: 'backtest.opened'; readonly slug: string }
  | { readonly type: 'backtest.finished'; readonly slug: string }

const tellNotBegun = {
  type: 'tell',
  params: ({ event }: { event: { error: unknown } }): Notice => ({
    kind: 'error',
    text: messageOf(event.error, texts.runFailed),
  }),
} as const

const tellGoingOn = { type: 'tell', params: { kind: 'info', text: texts.runGoingOn } } as const

const tellComplete = { type: 'tell', params: { kind: 'info', text: texts.runComplete } } as const

const refusedWhileRunning = {
  'backtest.run': { actions: tellGoingOn },
  'backtest.resume': { actions: tellGoingOn },
  'backtest.open': [
    {
      guard: { type: 'isOnScreen', params: ({ event }: { event: { slug: string } }) => event.slug },
      actions: { type: 'tellOpened', params: ({ event }: { event: { slug: string } }) => event.slug },
    },
    { actions: tellGoingOn },
  ],
  'backtest.clear': {},
} as const

const nothing: BacktestContext = {
  ...noRun,
  source: null,
  message: null,
  openingSlug: null,
  isResumedWhenOpen: false,
  rest: [],
  symbols: {},
}

export const backtestMachine = setup({
  types: {
    context: {} as BacktestContext,
    events: {} as BacktestEvent,
    emitted: {} as BacktestEmitted,
  },
  actors: {
    /** Rejects when an instrument cannot be traded. */
    prepare: promisePort<PreparedRun, RunRequest>('prepare'),
    prepareRest: promisePort<PreparedRest, RestRequest>('prepareRest'),
    loadRun: promisePort<LoadedRun, { slug: string }>('loadRun'),
    saveCumulative: promisePort<
      void,
      { slug: string; cumulative: CumulativeBacktest; failures: readonly RunFailure[] }
    >('saveCumulative'),
    symbol: backtestSymbolMachine,
  },
  actions: {
    tell: emit((_, notice: NoticeEmitted['notice']) => noticed(notice.kind, notice.text)),
    tellOpened: emit((_, slug: string) => ({ type: 'backtest.opened' as const, slug })),
    showLoaded: enqueueActions(({ enqueue }, { isCumulativeDamaged, ...run }: LoadedRun) => {
      enqueue.assign({ ...run, source: sourceOf(run.rows), openingSlug: null, isResumedWhenOpen: false })
      if (isCumulativeDamaged) enqueue.emit(noticed('error', texts.cumulativeUnread))
    }),
    takeRest: assign({
      rest: ({ context }) => withoutResult(context.rows).map(({ instrument }) => instrument),
    }),
    clearRun: enqueueActions(({ context, enqueue }) => {
      for (const symbol of Object.values(context.symbols)) enqueue.stopChild(symbol)
      enqueue.assign(nothing)
    }),
    beginRun: enqueueActions(({ enqueue }, { params, cut, contracts, suffix }: PreparedRun) => {
      const slug = runSlug(params.name, suffix)
      const planned = contracts.map(({ instrument }) => instrument)
      enqueue.assign({
        slug,
        params,
        cut,
        rows: planned.map(queuedRow),
        symbols: ({ spawn }) =>
          Object.fromEntries(
            contracts.map((contract) => [
              contract.instrument,
              spawn('symbol', {
                id: contract.instrument,
                input: { slug, params, cut, contract, planned },
                syncSnapshot: true,
              }),
            ]),
          ),
      })
      enqueue.emit({ type: 'backtest.started', slug })
    }),
    startNext: enqueueActions(({ context, enqueue }) => {
      const next = context.rows.find((row) => row.state === 'queued')
      const symbol = next && context.symbols[next.instrument]
      if (next === undefined || symbol === undefined) return
      enqueue.assign({
        rows: withRow(context.rows, { ...queuedRow(next.instrument), state: 'loadingCandles' }),
      })
      enqueue.sendTo(symbol, { type: 'symbol.start' })
    }),
    noteSymbol: enqueueActions(({ context, enqueue }, snapshot: SymbolSnapshot) => {
      const row = rowOf(snapshot)
      const before = context.rows.find(({ instrument }) => instrument === row.instrument)
      if (before === undefined || (row.state === 'queued' && before.state !== 'queued')) return
      const rows = withRow(context.rows, row)
      enqueue.assign({ rows, source: sourceOf(rows) })
      if (row.state === 'failed' && !context.rows.some(({ state }) => state === 'failed'))
        enqueue.emit(noticed('error', texts.runFailed))
      if (row.state === 'saveFailed' && before.state !== 'saveFailed')
        enqueue.emit(noticed('error', saveBacktest.failure))
    }),
    cancelSymbols: enqueueActions(({ context, enqueue }) => {
      for (const symbol of Object.values(context.symbols)) enqueue.sendTo(symbol, { type: 'symbol.cancel' })
    }),
    queueAgain: assign({
      rows: ({ context }, instrument: InstrumentId) => withRow(context.rows, queuedRow(instrument)),
    }),
    /** Symbols of a loaded run have no actor yet. */
    queueRest: enqueueActions(({ context, enqueue }, { contracts, failures }: PreparedRest) => {
      const { slug, params, cut, rest } = context
      if (slug === null || params === null) return
      const failed = new Map(failures.map((failure) => [failure.instrument, failedRow(failure)]))
      const planned = context.rows.map(({ instrument }) => instrument)
      enqueue.assign({
        rest: [],
        rows: context.rows.map((row) =>
          rest.includes(row.instrument) ? (failed.get(row.instrument) ?? queuedRow(row.instrument)) : row,
        ),
        symbols: ({ spawn }) => ({
          ...context.symbols,
          ...Object.fromEntries(
            contracts.map((contract) => [
              contract.instrument,
              spawn('symbol', {
                id: contract.instrument,
                input: { slug, params, cut, contract, planned },
                syncSnapshot: true,
              }),
            ]),
          ),
        }),
      })
    }),
    saveAgain: enqueueActions(({ context, enqueue }, instrument: InstrumentId) => {
      const row = context.rows.find((known) => known.instrument === instrument)
      const symbol = context.symbols[instrument]
      if (row === undefined || symbol === undefined) return
      enqueue.assign({ rows: withRow(context.rows, { ...row, state: 'saving', error: null }) })
      enqueue.sendTo(symbol, { type: 'symbol.saveAgain' })
    }),
    finish: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ cumulative: cumulativeOf(context), message: null })
      if (context.slug !== null) enqueue.emit({ type: 'backtest.finished', slug: context.slug })
    }),
  },
  guards: {
    haveAllFinished: ({ context }) => context.rows.every(hasFinished),
    canStartNext: ({ context: { rows } }) =>
      hasRoomForNext(rows) && rows.some(({ state }) => state === 'queued'),
    canRunAgain: ({ context }, instrument: InstrumentId) =>
      context.symbols[instrument] !== undefined &&
      context.rows.some(
        (row) => row.instrument === instrument && (row.state === 'failed' || row.state === 'cancelled'),
      ),
    canSaveAgain: ({ context }, instrument: InstrumentId) =>
      context.symbols[instrument] !== undefined &&
      context.rows.some((row) => row.instrument === instrument && row.state === 'saveFailed'),
    hasRun: ({ context }) => context.rows.length > 0,
    hasUnsavedCumulative: ({ context }) =>
      context.cumulative !== null && context.rows.some((row) => row.state === 'saved'),
    isElsewhere: ({ context }, slug: string | null) => slug !== null && slug !== context.slug,
    canResume: ({ context }, slug: string | null) =>
      (slug === null || slug === context.slug) && withoutResult(context.rows).length > 0,
    isResumedWhenOpen: ({ context }, { rows }: RunOnScreen) =>
      context.isResumedWhenOpen && withoutResult(rows).length > 0,
    isMissing: ({ context }, instrument: InstrumentId) =>
      withoutResult(context.rows).some((row) => row.instrument === instrument),
    isOnScreen: ({ context }, slug: string) => context.slug === slug,
  },
}).createMachine({
  id: 'backtest',
  context: nothing,
  initial: 'idle',
  on: {
    'session.ended': { target: '.idle', actions: 'clearRun' },
    'backtest.run': '.preparing',
    'backtest.clear': { target: '.idle', actions: 'clearRun' },
    'backtest.open': [
      {
        guard: { type: 'isOnScreen', params: ({ event }) => event.slug },
        actions: { type: 'tellOpened', params: ({ event }) => event.slug },
      },
      {
        target: '.loadingSaved',
        reenter: true,
        actions: ['clearRun', assign({ openingSlug: ({ event }) => event.slug })],
      },
    ],
    'backtest.resume': [
      {
        guard: { type: 'isElsewhere', params: ({ event }) => event.slug },
        target: '.loadingSaved',
        reenter: true,
        actions: ['clearRun', assign({ openingSlug: ({ event }) => event.slug, isResumedWhenOpen: true })],
      },
      { actions: tellComplete },
    ],
  },
  states: {
    idle: {},
    preparing: {
      on: refusedWhileRunning,
      invoke: {
        src: 'prepare',
        input: ({ event }) => {
          if (event.type !== 'backtest.run') throw new Error(`preparing on ${event.type}`)
          const { type: _, ...request } = event
          return request
        },
        onDone: {
          target: 'running',
          actions: ['clearRun', { type: 'beginRun', params: ({ event }) => event.output }],
        },
        onError: [
          { guard: 'hasRun', target: 'done.idle', actions: tellNotBegun },
          { target: 'idle', actions: tellNotBegun },
        ],
      },
    },
    resuming: {
      on: refusedWhileRunning,
      invoke: {
        src: 'prepareRest',
        input: ({ context: { params, rest, symbols } }) => {
          if (params === null) throw new Error('no run to go on with')
          return { params, instruments: rest.filter((instrument) => symbols[instrument] === undefined) }
        },
        onDone: {
          target: 'running',
          actions: { type: 'queueRest', params: ({ event }) => event.output },
        },
        onError: { target: 'done.idle', actions: tellNotBegun },
      },
    },
    running: {
      always: [
        { guard: 'haveAllFinished', target: 'done' },
        { guard: 'canStartNext', actions: 'startNext' },
      ],
      on: {
        ...refusedWhileRunning,
        'xstate.snapshot.*': { actions: { type: 'noteSymbol', params: ({ event }) => event.snapshot } },
        'backtest.cancel': { target: 'cancelling', actions: 'cancelSymbols' },
        'backtest.retry': {
          guard: { type: 'canRunAgain', params: ({ event }) => event.instrument },
          actions: { type: 'queueAgain', params: ({ event }) => event.instrument },
        },
        'backtest.saveAgain': {
          guard: { type: 'canSaveAgain', params: ({ event }) => event.instrument },
          actions: { type: 'saveAgain', params: ({ event }) => event.instrument },
        },
      },
    },
    cancelling: {
      always: {
        guard: 'haveAllFinished',
        target: 'done',
        actions: { type: 'tell', params: { kind: 'info', text: texts.runCancelled } },
      },
      on: {
        ...refusedWhileRunning,
        'xstate.snapshot.*': { actions: { type: 'noteSymbol', params: ({ event }) => event.snapshot } },
      },
    },
    done: {
      initial: 'deciding',
      on: {
        'backtest.retry': [
          {
            guard: { type: 'canRunAgain', params: ({ event }) => event.instrument },
            target: 'running',
            actions: { type: 'queueAgain', params: ({ event }) => event.instrument },
          },
          {
            guard: { type: 'isMissing', params: ({ event }) => event.instrument },
            target: 'resuming',
            actions: assign({ rest: ({ event }) => [event.instrument] }),
          },
        ],
        'backtest.resume': {
          guard: { type: 'canResume', params: ({ event }) => event.slug },
          target: 'resuming',
          actions: 'takeRest',
        },
        'backtest.saveAgain': {
          guard: { type: 'canSaveAgain', params: ({ event }) => event.instrument },
          target: 'running',
          actions: { type: 'saveAgain', params: ({ event }) => event.instrument },
        },
      },
      states: {
        deciding: {
          entry: 'finish',
          always: [{ guard: 'hasUnsavedCumulative', target: 'savingCumulative' }, { target: 'idle' }],
        },
        savingCumulative: {
          entry: assign({ message: null }),
          invoke: {
            src: 'saveCumulative',
            input: ({ context: { slug, cumulative, rows } }) => {
              if (slug === null || cumulative === null) throw new Error('no cumulative figures to save')
              return { slug, cumulative, failures: failuresOf(rows) }
            },
            onDone: 'idle',
            onError: {
              target: 'cumulativeUnsaved',
              actions: [
                assign({ message: ({ event }) => messageOf(event.error, saveBacktest.failure) }),
                { type: 'tell', params: { kind: 'error', text: saveBacktest.failure } },
              ],
            },
          },
        },
        cumulativeUnsaved: { on: { 'backtest.saveCumulative': 'savingCumulative' } },
        idle: {},
      },
    },
    loadingSaved: {
      invoke: {
        src: 'loadRun',
        input: ({ context }) => ({ slug: context.openingSlug ?? '' }),
        onDone: [
          {
            guard: { type: 'isResumedWhenOpen', params: ({ event }) => event.output },
            target: 'resuming',
            actions: [
              { type: 'showLoaded', params: ({ event }) => event.output },
              'takeRest',
              { type: 'tellOpened', params: ({ event }) => event.output.slug },
            ],
          },
          {
            guard: ({ context }) => context.isResumedWhenOpen,
            target: 'done.idle',
            actions: [
              { type: 'showLoaded', params: ({ event }) => event.output },
              { type: 'tellOpened', params: ({ event }) => event.output.slug },
              tellComplete,
            ],
          },
          {
            target: 'done.idle',
            actions: [
              { type: 'showLoaded', params: ({ event }) => event.output },
              { type: 'tellOpened', params: ({ event }) => event.output.slug },
            ],
          },
        ],
        onError: {
          target: 'loadFailed',
          actions: [
            assign({ message: ({ event }) => messageOf(event.error, getBacktest.failure) }),
            {
              type: 'tell',
              params: ({ event }) => ({ kind: 'error', text: messageOf(event.error, getBacktest.failure) }),
            },
          ],
        },
      },
    },
    loadFailed: {},
  },
})
