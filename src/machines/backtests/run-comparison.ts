import { assign, emit, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import { getBacktest } from '../../contract/backtests.ts'
import { promisePort } from '../port.ts'
import type { LoadedRun } from './backtest-rows.ts'

declare module '../requests.ts' {
  interface Requests {
    /** Another saved run beside the run on screen. */
    readonly runComparison:
      | { readonly type: 'comparison.with'; readonly slug: string }
      | { readonly type: 'comparison.drop' }
      | { readonly type: 'comparison.retry' }
  }
  interface Machines {
    readonly runComparison: typeof runComparisonMachine
  }
}

export interface RunComparisonContext {
  readonly slug: string | null
  readonly run: LoadedRun | null
  readonly message: string | null
}

export type RunComparisonEvent =
  | { readonly type: 'comparison.with'; readonly slug: string }
  | { readonly type: 'comparison.drop' }
  | { readonly type: 'comparison.retry' }
  | { readonly type: 'session.ended' }

export interface ComparisonChanged {
  readonly type: 'comparison.changed'
  readonly slug: string | null
}

const nothing: RunComparisonContext = { slug: null, run: null, message: null }

export const runComparisonMachine = setup({
  types: {
    context: {} as RunComparisonContext,
    events: {} as RunComparisonEvent,
    emitted: {} as ComparisonChanged,
  },
  actors: { loadRun: promisePort<LoadedRun, { readonly slug: string }>('loadRun') },
  actions: {
    forget: assign(nothing),
    tell: emit(({ context }) => ({ type: 'comparison.changed' as const, slug: context.slug })),
  },
}).createMachine({
  id: 'runComparison',
  context: nothing,
  initial: 'off',
  on: {
    'comparison.with': {
      target: '.loading',
      reenter: true,
      actions: [assign({ slug: ({ event }) => event.slug, run: null, message: null }), 'tell'],
    },
    'comparison.drop': { target: '.off', actions: ['forget', 'tell'] },
    'session.ended': { target: '.off', actions: 'forget' },
  },
  states: {
    off: {},
    loading: {
      invoke: {
        src: 'loadRun',
        input: ({ context }) => ({ slug: context.slug ?? '' }),
        onDone: { target: 'ready', actions: assign({ run: ({ event }) => event.output }) },
        onError: {
          target: 'failed',
          actions: assign({ message: ({ event }) => messageOf(event.error, getBacktest.failure) }),
        },
      },
    },
    ready: {},
    failed: {
      on: { 'comparison.retry': { target: 'loading', actions: assign({ message: null }) } },
    },
  },
})
