import { assign, setup } from 'xstate'
import {
  type ChartLayout,
  type ChartLink,
  type ChartSlot,
  chartLinks,
  chartSlots,
  plainLayout,
  shownSlots,
  slotAfter,
} from '../../domain/charts/layout.ts'
import type { Requests } from '../requests.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly chartLayout:
      | { readonly type: 'layout.count'; readonly count: number }
      /** The chart that keys and lines act on. */
      | { readonly type: 'layout.focus'; readonly slot: ChartSlot }
      | { readonly type: 'layout.step'; readonly by: 1 | -1 }
      /** Null: all on, or all off if all are on. */
      | { readonly type: 'layout.link'; readonly link: ChartLink | null }
      | { readonly type: 'layout.maximise' }
      | ({ readonly type: 'layout.restore' } & ChartLayout)
  }
  interface Machines {
    readonly chartLayout: typeof chartLayoutMachine
  }
}

export interface ChartLayoutContext extends ChartLayout {
  readonly active: ChartSlot
  /** The active chart alone fills the screen. */
  readonly isMaximised: boolean
}

export type ChartLayoutEvent = Requests['chartLayout'] | { readonly type: 'session.ended' }

const beginning: ChartLayoutContext = { ...plainLayout, active: 'first', isMaximised: false }

const within = (context: ChartLayoutContext): ChartLayoutContext => {
  const isShown = shownSlots(context).includes(context.active)
  return {
    ...context,
    active: isShown ? context.active : 'first',
    isMaximised: context.isMaximised && context.count > 1,
  }
}

const toggled = (links: readonly ChartLink[], link: ChartLink | null): readonly ChartLink[] => {
  if (link === null) return links.length === chartLinks.length ? [] : chartLinks
  return chartLinks.filter((one) => (one === link) !== links.includes(one))
}

const changeOf = (context: ChartLayoutContext, event: Requests['chartLayout']): ChartLayoutContext => {
  switch (event.type) {
    case 'layout.count':
      return { ...context, count: Math.min(chartSlots.length, Math.max(1, event.count)), isMaximised: false }
    case 'layout.focus':
      return { ...context, active: event.slot }
    case 'layout.step':
      return { ...context, active: slotAfter(context.active, event.by, context) }
    case 'layout.link':
      return { ...context, links: toggled(context.links, event.link) }
    case 'layout.maximise':
      return { ...context, isMaximised: !context.isMaximised }
    case 'layout.restore':
      return { ...beginning, count: event.count, links: event.links }
    default:
      return event satisfies never
  }
}

const asTold = {
  actions: { type: 'change', params: ({ event }: { event: Requests['chartLayout'] }) => event },
} as const

export const chartLayoutMachine = setup({
  types: { context: {} as ChartLayoutContext, events: {} as ChartLayoutEvent },
  actions: {
    change: assign(({ context }, event: Requests['chartLayout']) => within(changeOf(context, event))),
  },
}).createMachine({
  id: 'chartLayout',
  context: beginning,
  initial: 'shown',
  states: {
    shown: {
      on: {
        'layout.count': asTold,
        'layout.focus': asTold,
        'layout.step': asTold,
        'layout.link': asTold,
        'layout.maximise': asTold,
        'layout.restore': asTold,
        'session.ended': { actions: assign(beginning) },
      },
    },
  },
})
