import { assign, enqueueActions, setup } from 'xstate'
import {
  CHART_INDICATORS_MAX,
  type ChartContext,
  type ChartEvent,
  type ChartSubject,
  chartMachine,
  emptyChart,
} from './chart.ts'
import type { ChartPlace, Requests } from './events.ts'
import { callbackPort } from './port.ts'

export interface ChartsContext {
  readonly charts: Readonly<Record<ChartPlace, ChartContext>>
}

export type ChartsEvent =
  | Requests['charts']
  | { readonly type: 'charts.watch'; readonly place: ChartPlace }
  | { readonly type: 'charts.unwatch'; readonly place: ChartPlace }
  /** As it was kept, or as the address says. */
  | ({ readonly type: 'charts.restore'; readonly place: ChartPlace } & ChartSubject)
  /** A candle of this chart has closed. */
  | { readonly type: 'chart.grown'; readonly place: ChartPlace }
  /** The page or the feed was away. */
  | { readonly type: 'charts.refresh' }
  /** A screen on which one trades is open: every chart shows the market. */
  | { readonly type: 'charts.toMarket' }
  /** Candles were imported or deleted: charts of imported history load them again. */
  | { readonly type: 'charts.imported' }
  | { readonly type: 'session.ended' }

/** What is kept of a chart, for the storage and the address. */
export type ChartMemory = { readonly type: 'chart.keep'; readonly place: ChartPlace } & ChartSubject

const places = ['first', 'second'] as const

/** The charts of the page. Each is a lifecycle of its own; what they show is kept and restored. */
export const chartsMachine = setup({
  types: {
    context: {} as ChartsContext,
    events: {} as ChartsEvent,
  },
  actors: {
    first: chartMachine,
    second: chartMachine,
    /** Sends `charts.restore` and `charts.refresh`, and is told what to keep. */
    outside: callbackPort<ChartMemory>('outside'),
  },
  actions: {
    /** Tells one chart, and keeps what it shows then. What was restored is where it is kept already. */
    change: enqueueActions(
      (
        { context, enqueue },
        {
          place,
          isRestored = false,
          ...change
        }: { readonly place: ChartPlace; readonly isRestored?: boolean } & Partial<ChartSubject>,
      ) => {
        const before = context.charts[place]
        const { instrument, interval, history, indicators } = { ...before, ...change }
        const isOther =
          instrument !== before.instrument || interval !== before.interval || history !== before.history
        if (isOther) enqueue.sendTo(place, { type: 'chart.show', instrument, interval, history })
        if (indicators.join() !== before.indicators.join())
          enqueue.sendTo(place, { type: 'chart.indicators', indicators })
        if (!isRestored)
          enqueue.sendTo('outside', { type: 'chart.keep', place, instrument, interval, history, indicators })
      },
    ),
    showImportedAgain: enqueueActions(({ context: { charts }, enqueue }) => {
      for (const { place, instrument, interval, history } of Object.values(charts))
        if (history === 'imported')
          enqueue.sendTo(place, { type: 'chart.show', instrument, interval, history })
    }),
    tell: enqueueActions(
      ({ enqueue }, { place, event }: { readonly place: ChartPlace; readonly event: ChartEvent }) =>
        enqueue.sendTo(place, event),
    ),
    tellAll: enqueueActions(({ enqueue }, event: ChartEvent) => {
      for (const place of places) enqueue.sendTo(place, event)
    }),
    take: assign(({ context }, chart: ChartContext) => ({
      charts: { ...context.charts, [chart.place]: chart },
    })),
  },
}).createMachine({
  id: 'charts',
  context: { charts: { first: emptyChart('first'), second: emptyChart('second') } },
  invoke: [
    {
      id: 'first',
      src: 'first',
      input: { place: 'first' },
      onSnapshot: { actions: { type: 'take', params: ({ event }) => event.snapshot.context } },
    },
    {
      id: 'second',
      src: 'second',
      input: { place: 'second' },
      onSnapshot: { actions: { type: 'take', params: ({ event }) => event.snapshot.context } },
    },
    { id: 'outside', src: 'outside' },
  ],
  initial: 'open',
  states: {
    open: {
      on: {
        // Another instrument is shown as the market has it, unless its imported history is what was asked for.
        'chart.instrument': {
          actions: {
            type: 'change',
            params: ({ event }) => ({ ...event, history: event.history ?? 'market' }),
          },
        },
        'chart.history': { actions: { type: 'change', params: ({ event }) => event } },
        'charts.toMarket': {
          actions: places.map((place) => ({
            type: 'change' as const,
            params: { place, history: 'market' as const, isRestored: true },
          })),
        },
        'charts.imported': { actions: 'showImportedAgain' },
        'chart.interval': { actions: { type: 'change', params: ({ event }) => event } },
        'chart.indicators': {
          actions: {
            type: 'change',
            params: ({ event: { place, indicators } }) => ({ place, indicators: shortened(indicators) }),
          },
        },
        'chart.draw': {
          actions: {
            type: 'change',
            params: ({ context, event: { place, indicators } }) => ({
              place,
              indicators: withThese(context.charts[place].indicators, indicators),
            }),
          },
        },
        'chart.indicator': {
          actions: {
            type: 'change',
            params: ({ context, event: { place, indicator } }) => ({
              place,
              indicators: toggled(context.charts[place].indicators, indicator),
            }),
          },
        },
        'charts.restore': {
          actions: {
            type: 'change',
            params: ({ event }) => ({
              ...event,
              isRestored: true,
              indicators: shortened(event.indicators),
            }),
          },
        },
        'charts.watch': {
          actions: {
            type: 'tell',
            params: ({ event: { place } }) => ({ place, event: { type: 'charts.watch' } }),
          },
        },
        'charts.unwatch': {
          actions: {
            type: 'tell',
            params: ({ event: { place } }) => ({ place, event: { type: 'charts.unwatch' } }),
          },
        },
        'chart.retry': {
          actions: {
            type: 'tell',
            params: ({ event: { place } }) => ({ place, event: { type: 'chart.retry' } }),
          },
        },
        'chart.older': {
          actions: {
            type: 'tell',
            params: ({ event: { place } }) => ({ place, event: { type: 'chart.older' } }),
          },
        },
        'chart.grown': {
          actions: {
            type: 'tell',
            params: ({ event: { place } }) => ({ place, event: { type: 'chart.refresh' } }),
          },
        },
        'charts.refresh': { actions: { type: 'tellAll', params: { type: 'chart.refresh' } } },
        'session.ended': { actions: { type: 'tellAll', params: { type: 'session.ended' } } },
      },
    },
  },
})

const shortened = (indicators: readonly string[]): readonly string[] =>
  [...new Set(indicators)].slice(0, CHART_INDICATORS_MAX)

/** Where there are too many the oldest give way. */
const withThese = (indicators: readonly string[], these: readonly string[]): readonly string[] =>
  [...new Set([...indicators, ...these])].slice(-CHART_INDICATORS_MAX)

const toggled = (indicators: readonly string[], one: string): readonly string[] =>
  indicators.includes(one) ? indicators.filter((other) => other !== one) : shortened([...indicators, one])
