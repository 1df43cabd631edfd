import { assign, setup } from 'xstate'
import type { IndicatorGuide } from '../domain/indicator-guide.ts'
import { promisePort } from './port.ts'

/** What a screen needs first goes before it. */
export const GUIDE_AFTER_MS = 2_000

export interface IndicatorGuideContext {
  /** Empty until it has come: an indicator then has its name alone. */
  readonly guide: IndicatorGuide
}

export type IndicatorGuideEvent =
  /** Somebody has signed in and will want it. */
  | { readonly type: 'guide.begin' }
  /** It is wanted on the screen now. */
  | { readonly type: 'guide.load' }

/** What is said of each indicator, once it has come from the indicator file. Nothing waits for it. */
export const indicatorGuideMachine = setup({
  types: { context: {} as IndicatorGuideContext, events: {} as IndicatorGuideEvent },
  actors: {
    /** Rejects with what the log is told. */
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
