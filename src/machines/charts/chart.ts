import { assign, not, raise, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import { getCandles } from '../../contract/instruments/instruments.ts'
import { type CandleSource, type Candles, firstRowFrom, joinCandles } from '../../domain/charts/candle.ts'
import type { ChartHistory } from '../../domain/charts/chart-history.ts'
import { type ChartLook, plainLook } from '../../domain/charts/chart-look.ts'
import type { AreaSide, LineDraw } from '../../domain/charts/indicators/spec.ts'
import type { Interval } from '../../domain/charts/interval.ts'
import type { ChartSlot } from '../../domain/charts/layout.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { promisePort } from '../port.ts'

export type { ChartSlot } from '../../domain/charts/layout.ts'

export const CHART_INDICATORS_MAX = 10
const CHART_ROWS_MAX = 200_000

/** Candles are columns that the machine passes on and never looks into. */
export interface ChartContext {
  readonly slot: ChartSlot
  readonly instrument: InstrumentId
  readonly interval: Interval
  readonly history: ChartHistory
  /** For example `ema(close,9)`. */
  readonly indicators: readonly string[]
  readonly look: ChartLook
  /** The pane that keys act on; null for the first. */
  readonly pane: string | null
  readonly candles: Candles | null
  readonly source: CandleSource | null
  readonly isLoading: boolean
  readonly isLoadingOlder: boolean
  readonly isWhole: boolean
  readonly message: string | null
  /** Null unless a time is to be shown; `isLoaded` once the candles reach back to it, as far as there are any. */
  readonly goal: { readonly at: number; readonly isLoaded: boolean } | null
  /** One column per output, aligned with the rows of `candles`. */
  readonly lines: readonly ChartLine[]
  /** Null unless the chart shows an earlier time, candle by candle. */
  readonly replay: ChartReplay | null
  /** Start of a replay that was asked for while candles load; null is near the newest. */
  readonly replayFrom: number | null
}

export interface ChartReplay {
  /** Candles that have closed by then are shown; epoch ms, infinite at the newest. */
  readonly until: number
  readonly isPlaying: boolean
  /** Candles a second. */
  readonly pace: number
}

export const replayPaces: readonly number[] = [1, 2, 5, 10]

export type ReplayEvent =
  /** Null: some candles before the newest. */
  | { readonly type: 'replay.start'; readonly at: number | null }
  | { readonly type: 'replay.step'; readonly by: 1 | -1 }
  | { readonly type: 'replay.play' }
  | { readonly type: 'replay.pace'; readonly pace: number }
  /** To the time of a linked chart, which goes on by itself. */
  | { readonly type: 'replay.follow'; readonly until: number }
  | { readonly type: 'replay.end' }

/** One edge of an area; the area is filled where both are drawn. */
export interface AreaEdge {
  readonly of: string
  readonly side: AreaSide
  readonly isCloud: boolean
}

export interface ChartLine {
  readonly indicator: string
  readonly label: string
  readonly values: Float64Array
  /** `price` is drawn over the candles, any other in a pane of its own. */
  readonly pane: string
  readonly draw: LineDraw
  /** Drawn where the indicator points this way, NaN elsewhere; null without a direction. */
  readonly tone: 'up' | 'down' | null
  readonly levels: readonly number[]
  readonly edge: AreaEdge | null
  /** Another instrument that it is computed of. Drawn over prices, it begins at the chart's own price and shows the same percentages. */
  readonly of: InstrumentId | null
  /** It is the price of `of`, so that its last value moves with each tick. */
  readonly isPrice: boolean
  readonly message: string | null
}

export interface LoadedSeries {
  readonly candles: Candles
  readonly source: CandleSource
}

export interface SeriesInput {
  readonly instrument: InstrumentId
  readonly interval: Interval
  readonly history: ChartHistory
}

export interface MoreInput extends SeriesInput, LoadedSeries {}

export interface LinesInput extends SeriesInput {
  readonly candles: Candles
  readonly indicators: readonly string[]
}

export interface ChartSubject extends SeriesInput {
  readonly indicators: readonly string[]
  readonly look: ChartLook
}

export type ChartEvent =
  | { readonly type: 'charts.watch' }
  | { readonly type: 'charts.unwatch' }
  | ({ readonly type: 'chart.show' } & SeriesInput)
  | { readonly type: 'chart.indicators'; readonly indicators: readonly string[] }
  | { readonly type: 'chart.look'; readonly look: ChartLook }
  | { readonly type: 'pane.choose'; readonly pane: string | null }
  | { readonly type: 'chart.retry' }
  | { readonly type: 'chart.older' }
  | { readonly type: 'chart.refresh' }
  /** Epoch ms; older candles are loaded until it is there. */
  | { readonly type: 'chart.goTo'; readonly at: number }
  /** The wanted time is on screen, or older candles failed to load. */
  | { readonly type: 'chart.arrived' }
  | { readonly type: 'lines.compute' }
  | ReplayEvent
  | { readonly type: 'session.ended' }

const nothing = {
  candles: null,
  source: null,
  isWhole: false,
  message: null,
  lines: [],
} as const

export const emptyChart = (slot: ChartSlot): ChartContext => ({
  slot,
  instrument: 'INDICES_NIFTY 50' as InstrumentId,
  interval: '5min',
  history: 'market',
  indicators: [],
  look: plainLook,
  pane: null,
  isLoading: false,
  isLoadingOlder: false,
  goal: null,
  replay: null,
  replayFrom: null,
  ...nothing,
})

const REPLAY_ROWS = 60

const startOf = (context: ChartContext, at: number | null): ChartReplay => {
  const time = context.candles?.time ?? new Float64Array(0)
  const earlier = time[Math.max(0, time.length - REPLAY_ROWS)] ?? 0
  return { until: at ?? earlier, isPlaying: false, pace: context.replay?.pace ?? 1 }
}

/** The first row that is not shown: a candle closes when the next one begins. */
export const rowsBy = (until: number, time: Float64Array): number =>
  until === Number.POSITIVE_INFINITY ? time.length : Math.max(0, firstRowFrom(time, until + 1) - 1)

const stepped = ({ replay, candles }: ChartContext, by: number): Partial<ChartContext> => {
  if (replay === null || candles === null) return {}
  const rows = Math.max(1, rowsBy(replay.until, candles.time) + by)
  return { replay: { ...replay, until: candles.time[rows] ?? Number.POSITIVE_INFINITY } }
}

const rowsOf = ({ candles }: ChartContext): number => candles?.time.length ?? 0

export const chartMachine = setup({
  types: {
    context: {} as ChartContext,
    events: {} as ChartEvent,
    input: {} as { readonly slot: ChartSlot },
  },
  actors: {
    loadCandles: promisePort<LoadedSeries, SeriesInput>('loadCandles'),
    /** Starts at the last candle, which may have changed. */
    loadNewer: promisePort<Candles, MoreInput>('loadNewer'),
    loadOlder: promisePort<Candles, MoreInput>('loadOlder'),
    computeLines: promisePort<readonly ChartLine[], LinesInput>('computeLines'),
  },
  actions: {
    show: assign((_, { instrument, interval, history }: SeriesInput) => ({
      instrument,
      interval,
      history,
      ...nothing,
    })),
    forget: assign(nothing),
    computeLines: raise({ type: 'lines.compute' }),
    addNewer: assign(({ context }, newer: Candles) =>
      context.candles === null ? {} : { candles: joinCandles(context.candles, newer), message: null },
    ),
    step: assign(({ context }, by: number) => stepped(context, by)),
    replayFrom: assign(({ context }, at: number | null) => ({ replay: startOf(context, at) })),
    seekReplay: raise(({ context: { replay } }) => ({ type: 'chart.goTo' as const, at: replay?.until ?? 0 })),
    setPlaying: assign(({ context: { replay } }, isPlaying: boolean) => ({
      replay: replay && { ...replay, isPlaying },
    })),
    addOlder: assign(({ context }, older: Candles) =>
      context.candles === null || older.time.length === 0
        ? { isWhole: true }
        : { candles: joinCandles(older, context.candles) },
    ),
  },
  guards: {
    hasCandles: ({ context }) => rowsOf(context) > 0,
    canGrow: ({ context }) => !context.isWhole && rowsOf(context) > 0 && rowsOf(context) < CHART_ROWS_MAX,
    isGoalLoaded: ({ context }) => {
      const { goal, candles, isWhole } = context
      if (goal === null) return true
      const first = candles?.time[0]
      return first !== undefined && (first <= goal.at || isWhole || rowsOf(context) >= CHART_ROWS_MAX)
    },
    isReplayed: ({ context }) => context.replay?.until === Number.POSITIVE_INFINITY,
    isReplaying: ({ context }) => context.replay !== null,
    hasLines: ({ context }) => rowsOf(context) > 0 && context.indicators.length > 0,
  },
  delays: { pace: ({ context: { replay } }) => 1_000 / (replay?.pace ?? 1) },
}).createMachine({
  id: 'chart',
  context: ({ input }) => emptyChart(input.slot),
  type: 'parallel',
  states: {
    series: {
      initial: 'resting',
      on: {
        'chart.show': {
          target: '.loading',
          actions: { type: 'show', params: ({ event }) => event },
        },
        'charts.unwatch': '.resting',
        'session.ended': { target: '.resting', actions: 'forget' },
      },
      states: {
        resting: {
          on: {
            'charts.watch': [{ guard: 'hasCandles', target: 'refreshing' }, { target: 'loading' }],
            'chart.show': { actions: { type: 'show', params: ({ event }) => event } },
          },
        },
        loading: {
          entry: assign({ isLoading: true, message: null }),
          exit: assign({ isLoading: false }),
          on: {
            'chart.show': {
              target: 'loading',
              reenter: true,
              actions: { type: 'show', params: ({ event }) => event },
            },
          },
          invoke: {
            src: 'loadCandles',
            input: ({ context: { instrument, interval, history } }) => ({ instrument, interval, history }),
            onDone: {
              target: 'ready',
              actions: [
                assign(({ event: { output } }) => ({ candles: output.candles, source: output.source })),
                'computeLines',
              ],
            },
            onError: {
              target: 'failed',
              actions: assign({ message: ({ event }) => messageOf(event.error, getCandles.failure) }),
            },
          },
        },
        ready: {
          on: { 'chart.refresh': [{ guard: 'hasCandles', target: 'refreshing' }, { target: 'loading' }] },
        },
        refreshing: {
          invoke: {
            src: 'loadNewer',
            input: ({ context }) => moreInput(context),
            onDone: {
              target: 'ready',
              actions: [{ type: 'addNewer', params: ({ event }) => event.output }, 'computeLines'],
            },
            // The candles stay, and the next candle close retries.
            onError: {
              target: 'ready',
              actions: assign({ message: ({ event }) => messageOf(event.error, getCandles.failure) }),
            },
          },
        },
        failed: { on: { 'chart.retry': 'loading', 'chart.refresh': 'loading' } },
      },
    },
    older: {
      initial: 'idle',
      on: { 'chart.show': '.idle', 'charts.unwatch': '.idle', 'session.ended': '.idle' },
      states: {
        idle: { on: { 'chart.older': { guard: 'canGrow', target: 'loading' } } },
        loading: {
          entry: assign({ isLoadingOlder: true }),
          exit: assign({ isLoadingOlder: false }),
          invoke: {
            src: 'loadOlder',
            input: ({ context }) => moreInput(context),
            onDone: {
              target: 'idle',
              actions: [{ type: 'addOlder', params: ({ event }) => event.output }, 'computeLines'],
            },
            onError: {
              target: 'idle',
              actions: [
                assign({ message: ({ event }) => messageOf(event.error, getCandles.failure) }),
                raise({ type: 'chart.arrived' }),
              ],
            },
          },
        },
      },
    },
    goal: {
      initial: 'none',
      on: {
        'chart.show': '.none',
        'session.ended': '.none',
        'chart.arrived': '.none',
        'chart.goTo': {
          target: '.seeking',
          actions: assign({ goal: ({ event }) => ({ at: event.at, isLoaded: false }) }),
        },
      },
      states: {
        none: { entry: assign({ goal: null }) },
        seeking: {
          always: {
            guard: 'isGoalLoaded',
            target: 'loaded',
            actions: assign({ goal: ({ context: { goal } }) => goal && { ...goal, isLoaded: true } }),
          },
          entry: raise({ type: 'chart.older' }),
          // Raised whenever candles have come.
          on: { 'lines.compute': { target: 'seeking', reenter: true } },
        },
        loaded: {},
      },
    },
    replay: {
      initial: 'off',
      on: {
        'session.ended': '.off',
        'charts.unwatch': '.off',
        'replay.end': '.off',
        // Another symbol or interval shows the same time.
        'chart.show': { guard: 'isReplaying', actions: 'seekReplay' },
        'replay.start': [
          {
            guard: 'hasCandles',
            target: '.paused',
            actions: [{ type: 'replayFrom', params: ({ event }) => event.at }, 'seekReplay'],
          },
          { target: '.waiting', actions: assign({ replayFrom: ({ event }) => event.at }) },
        ],
        'replay.follow': [
          {
            guard: 'isReplaying',
            target: '.paused',
            actions: { type: 'replayFrom', params: ({ event }) => event.until },
          },
          {
            guard: 'hasCandles',
            target: '.paused',
            actions: [{ type: 'replayFrom', params: ({ event }) => event.until }, 'seekReplay'],
          },
        ],
        'replay.step': { actions: { type: 'step', params: ({ event }) => event.by } },
        'replay.pace': {
          actions: assign({
            replay: ({ context: { replay }, event: { pace } }) => replay && { ...replay, pace },
          }),
        },
      },
      states: {
        off: { entry: assign({ replay: null }) },
        waiting: {
          on: {
            'lines.compute': {
              guard: 'hasCandles',
              target: 'paused',
              actions: [{ type: 'replayFrom', params: ({ context }) => context.replayFrom }, 'seekReplay'],
            },
          },
        },
        paused: {
          entry: { type: 'setPlaying', params: false },
          on: { 'replay.play': { guard: not('isReplayed'), target: 'playing' } },
        },
        playing: {
          entry: { type: 'setPlaying', params: true },
          on: { 'replay.play': 'paused' },
          always: { guard: 'isReplayed', target: 'paused' },
          after: { pace: { target: 'playing', reenter: true, actions: { type: 'step', params: 1 } } },
        },
      },
    },
    lines: {
      initial: 'idle',
      on: {
        'chart.show': '.idle',
        'session.ended': '.idle',
        'chart.indicators': {
          actions: [assign({ indicators: ({ event }) => event.indicators }), 'computeLines'],
        },
        'chart.look': { actions: assign({ look: ({ event }) => event.look }) },
        'pane.choose': { actions: assign({ pane: ({ event }) => event.pane }) },
        'lines.compute': [
          { guard: 'hasLines', target: '.computing' },
          { target: '.idle', actions: assign({ lines: [] }) },
        ],
      },
      states: {
        idle: {},
        computing: {
          // A parallel region that re-enters itself restarts its siblings, and the series would rest.
          on: { 'lines.compute': [{ guard: 'hasLines', target: 'computing', reenter: true }] },
          invoke: {
            src: 'computeLines',
            input: ({ context: { candles, instrument, interval, history, indicators } }) => {
              if (candles === null) throw new Error('indicators of no candles')
              return { candles, instrument, interval, history, indicators }
            },
            onDone: { target: 'idle', actions: assign({ lines: ({ event }) => event.output }) },
            onError: {
              target: 'idle',
              actions: assign(({ context, event }) => ({
                lines: context.indicators.map((indicator) => failedLine(indicator, reasonOf(event.error))),
              })),
            },
          },
        },
      },
    },
  },
})

const moreInput = ({ instrument, interval, history, candles, source }: ChartContext): MoreInput => {
  if (candles === null || source === null) throw new Error('a chart without candles grows nowhere')
  return { instrument, interval, history, candles, source }
}

export const failedLine = (indicator: string, message: string): ChartLine => ({
  indicator,
  label: indicator,
  values: new Float64Array(0),
  pane: 'price',
  draw: 'line',
  tone: null,
  levels: [],
  edge: null,
  of: null,
  isPrice: false,
  message,
})

const reasonOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : 'The indicators could not be computed'
