import { assign, setup } from 'xstate'
import type { IndicatorGuide } from '../../domain/charts/indicator-guide.ts'
import { promisePort } from '../port.ts'

declare module '../requests.ts' {
  interface Machines {
    readonly indicatorGuide: typeof indicatorGuideMachine
  }
}

/** Leaves the network to what a screen needs first. */
export const GUIDE_AFTER_MS = 2_000

export interface IndicatorGuideContext {
  /** Empty until loaded: indicators then only have their name. */
  readonly guide: IndicatorGuide
}

export type IndicatorGuideEvent =
  | { readonly type: 'guide.begin' }
  /** Loads at once, without waiting for `GUIDE_AFTER_MS`. */
  | { readonly type: 'guide.load' }

export const indicatorGuideMachine = setup({
  types: { context: {} as IndicatorGuideContext, events: {} as IndicatorGuideEvent },
  actors: {
    load: promisePort<IndicatorGuide>('load'),
  },
  actions: { log: (_, _text: string) => {} },
  delays: { guideDelay: GUIDE_AFTER_MS },
}).createMachine({
  id: 'indicatorGuide',
  context: { guide: new Map() },
  initial: 'absent',
  states: {
    absent: { on: { 'guide.begin': 'waiting', 'guide.load': 'loading' } },
    waiting: { on: { 'guide.load': 'loading' }, after: { guideDelay: 'loading' } },
    loading: {
      invoke: {
        src: 'load',
        onDone: { target: 'known', actions: assign({ guide: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: { type: 'log', params: ({ event }) => messageIn(event.error) },
        },
      },
    },
    known: {},
    failed: { on: { 'guide.begin': 'waiting', 'guide.load': 'loading' } },
  },
})

const messageIn = (error: unknown): string => (error instanceof Error ? error.message : String(error))
