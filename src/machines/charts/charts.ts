import { assign, enqueueActions, setup } from 'xstate'
import type { ChartHistory } from '../../domain/charts/chart-history.ts'
import type { ChartLevel, ChartLook } from '../../domain/charts/chart-look.ts'
import type { Interval } from '../../domain/charts/interval.ts'
import { type ChartSlot, chartSlots } from '../../domain/charts/layout.ts'
import {
  type PaneAct,
  paneBeside,
  panesOf,
  stepShare,
  withPaneMoved,
  withShare,
} from '../../domain/charts/panes.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { callbackPort } from '../port.ts'
import type { Requests } from '../requests.ts'
import {
  CHART_INDICATORS_MAX,
  type ChartContext,
  type ChartEvent,
  type ChartSubject,
  chartMachine,
  emptyChart,
  type ReplayEvent,
} from './chart.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly charts:
      | {
          readonly type: 'chart.instrument'
          readonly slot: ChartSlot
          readonly instrument: InstrumentId
          readonly history?: ChartHistory
        }
      | { readonly type: 'chart.history'; readonly slot: ChartSlot; readonly history: ChartHistory }
      | { readonly type: 'chart.interval'; readonly slot: ChartSlot; readonly interval: Interval }
      | {
          readonly type: 'chart.indicators'
          readonly slot: ChartSlot
          readonly indicators: readonly string[]
        }
      /** Adds to the indicators. */
      | { readonly type: 'chart.draw'; readonly slot: ChartSlot; readonly indicators: readonly string[] }
      /** Adds or removes lines of other instruments; the scale becomes one that shows them together. */
      | {
          readonly type: 'chart.compare'
          readonly slot: ChartSlot
          readonly indicators: readonly string[]
        }
      /** Toggles one indicator. */
      | { readonly type: 'chart.indicator'; readonly slot: ChartSlot; readonly indicator: string }
      /** Counted from 1, in the order they are drawn; one that is there already is not drawn twice. */
      | {
          readonly type: 'chart.change'
          readonly slot: ChartSlot
          readonly number: number
          readonly indicator: string
        }
      | { readonly type: 'chart.look'; readonly slot: ChartSlot; readonly look: Partial<ChartLook> }
      /** Toggles one of them. */
      | { readonly type: 'chart.level'; readonly slot: ChartSlot; readonly level: ChartLevel }
      | { readonly type: 'chart.pane'; readonly slot: ChartSlot; readonly act: PaneAct }
      /** Dragged by its border. */
      | {
          readonly type: 'chart.paneShare'
          readonly slot: ChartSlot
          readonly pane: string
          readonly share: number
        }
      | { readonly type: 'chart.retry'; readonly slot: ChartSlot }
      /** Epoch ms. */
      | { readonly type: 'chart.goTo'; readonly slot: ChartSlot; readonly at: number }
      | { readonly type: 'chart.replay'; readonly slot: ChartSlot; readonly event: ReplayEvent }
      | { readonly type: 'chart.arrived'; readonly slot: ChartSlot }
      | { readonly type: 'chart.older'; readonly slot: ChartSlot }
  }
  interface Machines {
    readonly charts: typeof chartsMachine
  }
}

export interface ChartsContext {
  readonly charts: Readonly<Record<ChartSlot, ChartContext>>
}

export type ChartsEvent =
  | Requests['charts']
  | { readonly type: 'charts.watch'; readonly slot: ChartSlot }
  | { readonly type: 'charts.unwatch'; readonly slot: ChartSlot }
  | ({ readonly type: 'charts.restore'; readonly slot: ChartSlot } & ChartSubject)
  | { readonly type: 'chart.grown'; readonly slot: ChartSlot }
  /** Candles of another instrument have come. */
  | { readonly type: 'charts.redraw' }
  | { readonly type: 'charts.refresh' }
  /** A trading screen opened: every chart shows the market. */
  | { readonly type: 'charts.toMarket' }
  /** Candles were imported or deleted: charts of imported history reload. */
  | { readonly type: 'charts.imported' }
  | { readonly type: 'session.ended' }

export type ChartMemory = { readonly type: 'chart.keep'; readonly slot: ChartSlot } & ChartSubject

export const chartsMachine = setup({
  types: {
    context: {} as ChartsContext,
    events: {} as ChartsEvent,
  },
  actors: {
    first: chartMachine,
    second: chartMachine,
    third: chartMachine,
    fourth: chartMachine,
    /** Sends `charts.restore` and `charts.refresh`; receives what to store. */
    outside: callbackPort<ChartMemory>('outside'),
  },
  actions: {
    change: enqueueActions(
      (
        { context, enqueue },
        {
          slot,
          isRestored = false,
          ...change
        }: { readonly slot: ChartSlot; readonly isRestored?: boolean } & Partial<ChartSubject>,
      ) => {
        const before = context.charts[slot]
        const { instrument, interval, history, indicators, look } = { ...before, ...change }
        const isOther =
          instrument !== before.instrument || interval !== before.interval || history !== before.history
        if (isOther) enqueue.sendTo(slot, { type: 'chart.show', instrument, interval, history })
        if (indicators.join() !== before.indicators.join())
          enqueue.sendTo(slot, { type: 'chart.indicators', indicators })
        if (look !== before.look) enqueue.sendTo(slot, { type: 'chart.look', look })
        const subject = { instrument, interval, history, indicators, look }
        if (!isRestored) enqueue.sendTo('outside', { type: 'chart.keep', slot, ...subject })
      },
    ),
    showImportedAgain: enqueueActions(({ context: { charts }, enqueue }) => {
      for (const { slot, instrument, interval, history } of Object.values(charts))
        if (history === 'imported')
          enqueue.sendTo(slot, { type: 'chart.show', instrument, interval, history })
    }),
    tell: enqueueActions(
      ({ enqueue }, { slot, event }: { readonly slot: ChartSlot; readonly event: ChartEvent }) =>
        enqueue.sendTo(slot, event),
    ),
    tellAll: enqueueActions(({ enqueue }, event: ChartEvent) => {
      for (const slot of chartSlots) enqueue.sendTo(slot, event)
    }),
    take: assign(({ context }, chart: ChartContext) => ({
      charts: { ...context.charts, [chart.slot]: chart },
    })),
  },
}).createMachine({
  id: 'charts',
  context: {
    charts: {
      first: emptyChart('first'),
      second: emptyChart('second'),
      third: emptyChart('third'),
      fourth: emptyChart('fourth'),
    },
  },
  invoke: [
    ...chartSlots.map((slot) => ({
      id: slot,
      src: slot,
      input: { slot },
      onSnapshot: {
        actions: {
          type: 'take' as const,
          params: ({ event }: { event: { snapshot: { context: ChartContext } } }) => event.snapshot.context,
        },
      },
    })),
    { id: 'outside', src: 'outside' },
  ],
  initial: 'open',
  states: {
    open: {
      on: {
        // Another instrument shows the market unless its imported history was requested.
        'chart.instrument': {
          actions: {
            type: 'change',
            params: ({ event }) => ({ ...event, history: event.history ?? 'market' }),
          },
        },
        'chart.history': { actions: { type: 'change', params: ({ event }) => event } },
        'charts.toMarket': {
          actions: chartSlots.map((slot) => ({
            type: 'change' as const,
            params: { slot, history: 'market' as const, isRestored: true },
          })),
        },
        'charts.imported': { actions: 'showImportedAgain' },
        'chart.interval': { actions: { type: 'change', params: ({ event }) => event } },
        'chart.indicators': {
          actions: {
            type: 'change',
            params: ({ event: { slot, indicators } }) => ({ slot, indicators: shortened(indicators) }),
          },
        },
        'chart.draw': {
          actions: {
            type: 'change',
            params: ({ context, event: { slot, indicators } }) => ({
              slot,
              indicators: withThese(context.charts[slot].indicators, indicators),
            }),
          },
        },
        'chart.indicator': {
          actions: {
            type: 'change',
            params: ({ context, event: { slot, indicator } }) => ({
              slot,
              indicators: toggled(context.charts[slot].indicators, indicator),
            }),
          },
        },
        'chart.compare': {
          actions: {
            type: 'change',
            params: ({ context, event: { slot, indicators } }) => ({
              slot,
              ...compared(context.charts[slot], indicators),
            }),
          },
        },
        'chart.change': {
          actions: {
            type: 'change',
            params: ({ context, event: { slot, number, indicator } }) => ({
              slot,
              indicators: changed(context.charts[slot].indicators, number - 1, indicator),
            }),
          },
        },
        'chart.look': {
          actions: {
            type: 'change',
            params: ({ context, event: { slot, look } }) => ({
              slot,
              look: { ...context.charts[slot].look, ...look },
            }),
          },
        },
        'chart.level': {
          actions: {
            type: 'change',
            params: ({ context, event: { slot, level } }) => ({
              slot,
              look: withLevel(context.charts[slot].look, level),
            }),
          },
        },
        'chart.pane': {
          actions: enqueueActions(({ context, event: { slot, act }, enqueue }) => {
            const { pane, ...change } = paneChange(context.charts[slot], act)
            if (pane !== undefined) enqueue.sendTo(slot, { type: 'pane.choose', pane })
            enqueue({ type: 'change', params: { slot, ...change } })
          }),
        },
        'chart.paneShare': {
          actions: {
            type: 'change',
            params: ({ context, event: { slot, pane, share } }) => {
              const { look } = context.charts[slot]
              return { slot, look: { ...look, panes: withShare(look.panes, pane, share) } }
            },
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
            params: ({ event: { slot } }) => ({ slot, event: { type: 'charts.watch' } }),
          },
        },
        'charts.unwatch': {
          actions: {
            type: 'tell',
            params: ({ event: { slot } }) => ({ slot, event: { type: 'charts.unwatch' } }),
          },
        },
        'chart.retry': {
          actions: {
            type: 'tell',
            params: ({ event: { slot } }) => ({ slot, event: { type: 'chart.retry' } }),
          },
        },
        'chart.goTo': {
          actions: {
            type: 'tell',
            params: ({ event: { slot, at } }) => ({ slot, event: { type: 'chart.goTo', at } }),
          },
        },
        'chart.replay': {
          actions: { type: 'tell', params: ({ event: { slot, event } }) => ({ slot, event }) },
        },
        'chart.arrived': {
          actions: {
            type: 'tell',
            params: ({ event: { slot } }) => ({ slot, event: { type: 'chart.arrived' } }),
          },
        },
        'chart.older': {
          actions: {
            type: 'tell',
            params: ({ event: { slot } }) => ({ slot, event: { type: 'chart.older' } }),
          },
        },
        'chart.grown': {
          actions: {
            type: 'tell',
            params: ({ event: { slot } }) => ({ slot, event: { type: 'chart.refresh' } }),
          },
        },
        'charts.redraw': { actions: { type: 'tellAll', params: { type: 'lines.compute' } } },
        'charts.refresh': { actions: { type: 'tellAll', params: { type: 'chart.refresh' } } },
        'session.ended': { actions: { type: 'tellAll', params: { type: 'session.ended' } } },
      },
    },
  },
})

const paneChange = (
  { lines, indicators, look, pane: chosen }: ChartContext,
  act: PaneAct,
): Partial<Pick<ChartContext, 'pane' | 'indicators' | 'look'>> => {
  const panes = panesOf(lines)
  if (act === 'next' || act === 'previous')
    return { pane: paneBeside(panes, chosen, act === 'next' ? 1 : -1) }
  const pane = chosen !== null && panes.includes(chosen) ? chosen : panes[0]
  if (pane === undefined) return {}
  if (act === 'up' || act === 'down')
    return { pane, indicators: withPaneMoved(indicators, lines, pane, act === 'up' ? -1 : 1) }
  return { pane, look: { ...look, panes: stepShare(look.panes, pane, act === 'taller' ? 1 : -1) } }
}

const withLevel = (look: ChartLook, level: ChartLevel): ChartLook => ({
  ...look,
  levels: look.levels.includes(level) ? look.levels.filter((one) => one !== level) : [...look.levels, level],
})

const shortened = (indicators: readonly string[]): readonly string[] =>
  [...new Set(indicators)].slice(0, CHART_INDICATORS_MAX)

const withThese = (indicators: readonly string[], these: readonly string[]): readonly string[] =>
  [...new Set([...indicators, ...these])].slice(-CHART_INDICATORS_MAX)

const changed = (indicators: readonly string[], index: number, to: string): readonly string[] =>
  index in indicators ? shortened(indicators.with(index, to)) : indicators

const toggled = (indicators: readonly string[], one: string): readonly string[] =>
  indicators.includes(one) ? indicators.filter((other) => other !== one) : shortened([...indicators, one])

const compared = ({ indicators, look }: ChartContext, these: readonly string[]) => {
  const next = these.reduce(toggled, indicators)
  const isAdded = these.some((one) => next.includes(one))
  const isOfPrices = look.scale === 'linear' || look.scale === 'log'
  return { indicators: next, look: isAdded && isOfPrices ? { ...look, scale: 'percent' as const } : look }
}
