import { setup } from 'xstate'
import { emptyCandles } from '../../../src/domain/charts/candle.ts'
import { backtestMachine } from '../../../src/machines/backtests/backtest-batch.ts'
import { backtestSymbolMachine, type SymbolInput } from '../../../src/machines/backtests/backtest-symbol.ts'
import { enginesMachine } from '../../../src/machines/backtests/engines.ts'
import { monteCarloTestMachine } from '../../../src/machines/backtests/monte-carlo-test.ts'
import { runComparisonMachine } from '../../../src/machines/backtests/run-comparison.ts'
import { savedRunsMachine } from '../../../src/machines/backtests/saved-runs.ts'
import { sweepMachine } from '../../../src/machines/backtests/sweep.ts'
import { tradeReviewMachine } from '../../../src/machines/backtests/trade-review.ts'
import { trialsMachine } from '../../../src/machines/backtests/trials.ts'
import { indicatorGuideMachine } from '../../../src/machines/charts/indicator-guide.ts'
import { candleImportMachine } from '../../../src/machines/instruments/candle-import.ts'
import { createRequestMachine } from '../../../src/machines/request.ts'
import { backtestParams, backtestResult, tradedContract } from '../backtests.ts'
import type { Walk } from './machine-paths.ts'

const page = (currentPage: number, totalPages: number) => ({
  currentPage,
  totalPages,
  perPage: 1,
  total: totalPages,
  data: [{ slug: currentPage === 1 ? 'one' : 'two' }],
})

const importStatus = (state: string) => ({
  state,
  message: state,
  proposal: { options: { key: 'INDICES_NIFTY 50', interval: 'min', timeMarks: 'open', mapping: {} } },
})

/** Never moves by itself: listed snapshots say how the symbol ended. */
const stillSymbol = setup({
  types: { input: {} as SymbolInput },
}).createMachine({
  context: ({ input }) => ({
    instrument: input.contract.instrument,
    result: null,
    message: null,
    backtestUuid: null,
  }),
  initial: 'queued',
  states: { queued: {} },
})

export const backtestWalks: readonly Walk[] = [
  {
    machine: enginesMachine,
    states: 6,
    transitions: 8,
    events: [{ type: 'engines.load' }, { type: 'engines.retry' }],
    answers: { download: [{ isPresent: true }, { isPresent: false }], unpack: [undefined] },
  },
  {
    machine: createRequestMachine<string, number>({ id: 'request', failure: 'Error asking' }),
    states: 5,
    transitions: 5,
    events: [{ type: 'request.send', input: 'one' }, { type: 'request.retry' }, { type: 'session.ended' }],
    answers: { ask: [1] },
  },
  {
    machine: sweepMachine,
    states: 11,
    transitions: 20,
    events: [
      {
        type: 'sweep.run',
        plan: { base: backtestParams(), hasOwnExit: true, hasOwnName: true, axes: [] },
        instruments: ['A', 'B'],
        cutFrom: 'start',
        measure: 'sharpe',
        walk: null,
      },
      { type: 'sweep.cancel' },
      { type: 'sweep.open', combination: null },
      { type: 'sweep.clear' },
      { type: 'sweep.progressed', done: 1 },
      { type: 'sweep.computed', swept: { figures: null, steps: [] } },
      { type: 'sweep.refused', message: 'no candles' },
      { type: 'sweep.stopped' },
      { type: 'session.ended' },
    ],
    answers: {
      prepare: [
        {
          plan: { base: backtestParams(), hasOwnExit: true, hasOwnName: true, axes: [] },
          cut: null,
          contracts: ['A', 'B'].map(tradedContract),
          windows: null,
        },
      ],
      loadCandles: [{ candles: emptyCandles(1), source: 'imported', minutes: null }],
    },
    project: ({ at, done, symbols }) => [
      at,
      done,
      symbols.map(({ state }: { readonly state: string }) => state),
    ],
  },
  {
    machine: trialsMachine,
    states: 2,
    transitions: 3,
    events: [
      {
        type: 'trials.add',
        idea: 'one',
        trials: [{ set: 'a', from: '2024-04-01', to: '2024-06-28', sharpe: 0.1 }],
      },
      { type: 'trials.replace', tried: [] },
      { type: 'session.ended' },
    ],
  },
  {
    machine: indicatorGuideMachine,
    states: 6,
    transitions: 8,
    events: [{ type: 'guide.begin' }, { type: 'guide.load' }],
    answers: { load: [new Map()] },
  },
  {
    machine: monteCarloTestMachine,
    states: 4,
    transitions: 6,
    events: [
      { type: 'monteCarlo.run', instrument: null },
      { type: 'monteCarlo.run', instrument: 'A' },
      { type: 'monteCarlo.cancel' },
      { type: 'monteCarlo.clear' },
      { type: 'session.ended' },
    ],
    answers: { test: [{ instrument: 'A', result: { seed: 1 } }] },
  },
  {
    machine: runComparisonMachine,
    states: 5,
    transitions: 6,
    events: [
      { type: 'comparison.with', slug: 'a' },
      { type: 'comparison.with', slug: 'b' },
      { type: 'comparison.retry' },
      { type: 'comparison.drop' },
      { type: 'session.ended' },
    ],
    answers: { loadRun: [{ slug: 'a', rows: [] }] },
  },
  {
    machine: tradeReviewMachine,
    states: 6,
    transitions: 11,
    events: [
      { type: 'review.list', keys: ['A#0', 'A#1'] },
      { type: 'review.open', key: 'A#0', part: 'chart' },
      { type: 'review.open', key: 'A#0', part: 'why' },
      { type: 'review.step', by: 1 },
      { type: 'review.step', by: -1 },
      { type: 'review.retry' },
      { type: 'review.close' },
      { type: 'session.ended' },
    ],
    answers: {
      review: [
        { kind: 'reviewed', trade: { key: 'A#0' } },
        { kind: 'reviewed', trade: { key: 'A#1' } },
        { kind: 'gone', reason: 'no longer stored' },
      ],
    },
    project: ({ key, keys }) => [key, keys.length],
  },
  {
    machine: savedRunsMachine,
    states: 14,
    transitions: 18,
    events: [
      { type: 'savedRuns.load' },
      { type: 'savedRuns.load', search: 'ema' },
      { type: 'savedRuns.more' },
      { type: 'savedRuns.delete', slug: 'one' },
      { type: 'savedRuns.delete', slug: 'none' },
      { type: 'savedRuns.undoDelete' },
      { type: 'savedRuns.flush' },
      { type: 'session.ended' },
    ],
    answers: { loadPage: [page(1, 2), page(2, 2)], deleteRun: [undefined] },
    project: ({ runs, page: at, removed, toDelete }) => [runs.length, at, removed !== null, toDelete.length],
  },
  {
    machine: candleImportMachine,
    states: 17,
    transitions: 40,
    events: [
      { type: 'import.choose', files: [new File(['time,open'], 'nifty.csv')] },
      { type: 'import.choose', files: [] },
      { type: 'import.begun', importId: 'a'.repeat(24) },
      { type: 'import.sent', sentBytes: 4 },
      { type: 'import.received' },
      { type: 'import.notSent', error: new Error('the link broke') },
      { type: 'import.instrument', instrument: 'INDICES_NIFTY 50' },
      { type: 'import.interval', interval: 'min' },
      { type: 'import.option', name: 'timeMarks', value: 'close' },
      { type: 'import.confirm' },
      { type: 'import.again' },
      { type: 'import.again', changes: [{ name: 'timeMarks', value: 'close' }] },
      { type: 'import.cancel' },
      { type: 'session.ended' },
    ],
    answers: {
      propose: [importStatus('proposed'), importStatus('failed')],
      preview: [importStatus('proposed')],
      commit: [importStatus('running')],
      askStatus: [importStatus('running'), importStatus('done'), importStatus('failed')],
      cancelImport: [undefined],
    },
    project: ({ importId, misses, status, kept }) => [
      importId,
      Math.min(misses, 20),
      status?.state,
      kept?.isConfirmed,
    ],
  },
  {
    machine: backtestSymbolMachine,
    states: 9,
    transitions: 15,
    input: {
      slug: 'ema-12345678',
      params: backtestParams(),
      cut: null,
      contract: tradedContract('A'),
      planned: ['A'],
    },
    events: [{ type: 'symbol.start' }, { type: 'symbol.cancel' }, { type: 'symbol.saveAgain' }],
    answers: {
      loadCandles: [{ candles: emptyCandles(1), source: 'imported', minutes: null }],
      runEngine: [backtestResult()],
      save: ['c'.repeat(24)],
    },
  },
  {
    machine: backtestMachine,
    states: 13,
    transitions: 53,
    children: { symbol: stillSymbol },
    events: [
      { type: 'backtest.run', params: backtestParams(), instruments: ['A', 'B'], cutFrom: 'start' },
      { type: 'backtest.cancel' },
      { type: 'backtest.clear' },
      { type: 'backtest.open', slug: 'close-over-100-12345678' },
      { type: 'backtest.open', slug: 'other-12345678' },
      { type: 'backtest.resume', slug: null },
      { type: 'backtest.resume', slug: 'close-over-100-12345678' },
      { type: 'backtest.saveCumulative' },
      { type: 'session.ended' },
      ...['A', 'B'].flatMap((instrument) => [
        { type: 'backtest.retry', instrument },
        { type: 'backtest.saveAgain', instrument },
        ...(['saved', 'saveFailed', 'failed', 'cancelled'] as const).map((value) => ({
          type: `xstate.snapshot.${instrument}`,
          snapshot: { value, context: { instrument, result: null, message: null, backtestUuid: null } },
        })),
        {
          type: `xstate.snapshot.${instrument}`,
          snapshot: {
            value: 'saved',
            context: { instrument, result: backtestResult(), message: null, backtestUuid: 'c' },
          },
        },
      ]),
    ],
    answers: {
      prepare: [
        {
          params: backtestParams(),
          cut: null,
          contracts: ['A', 'B'].map(tradedContract),
          suffix: '12345678',
        },
      ],
      loadRun: [
        {
          slug: 'close-over-100-12345678',
          params: backtestParams(),
          rows: [
            { instrument: 'A', state: 'saved', result: backtestResult(), error: null, backtestUuid: 'c' },
          ],
          cut: null,
          cumulative: null,
        },
        {
          slug: 'close-over-100-12345678',
          params: backtestParams(),
          rows: [
            { instrument: 'A', state: 'saved', result: backtestResult(), error: null, backtestUuid: 'c' },
            { instrument: 'B', state: 'notRun', result: null, error: null, backtestUuid: null },
          ],
          cut: null,
          cumulative: null,
        },
      ],
      prepareRest: [{ contracts: ['B'].map(tradedContract), failures: [] }],
      saveCumulative: [undefined],
    },
    project: ({ slug, isResumedWhenOpen, rows, symbols }) => [
      slug,
      isResumedWhenOpen,
      rows.map((row: { state: string; result: unknown }) => [row.state, row.result === null]),
      Object.keys(symbols),
    ],
  },
]
