import { assign, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import type { MonteCarloTest } from '../../domain/backtests/robustness/monte-carlo.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { promisePort } from '../port.ts'
import { texts } from '../texts.ts'

declare module '../requests.ts' {
  interface Requests {
    /** Monte Carlo test of the run on screen; null is its first symbol with a report. */
    readonly monteCarlo:
      | { readonly type: 'monteCarlo.run'; readonly instrument: InstrumentId | null }
      | { readonly type: 'monteCarlo.cancel' }
  }
  interface Machines {
    readonly monteCarlo: typeof monteCarloTestMachine
  }
}

export interface MonteCarloContext {
  readonly instrument: InstrumentId | null
  readonly results: Readonly<Record<InstrumentId, MonteCarloTest>>
  readonly message: string | null
}

export type MonteCarloEvent =
  | { readonly type: 'monteCarlo.run'; readonly instrument: InstrumentId | null }
  | { readonly type: 'monteCarlo.cancel' }
  | { readonly type: 'monteCarlo.clear' }
  | { readonly type: 'session.ended' }

export interface TestedRun {
  readonly instrument: InstrumentId
  readonly result: MonteCarloTest
}

export const monteCarloTestMachine = setup({
  types: {
    context: {} as MonteCarloContext,
    events: {} as MonteCarloEvent,
  },
  actors: { test: promisePort<TestedRun, Pick<MonteCarloContext, 'instrument'>>('test') },
  actions: { forget: assign({ instrument: null, results: {}, message: null }) },
}).createMachine({
  id: 'monteCarlo',
  context: { instrument: null, results: {}, message: null },
  initial: 'idle',
  on: {
    'monteCarlo.run': {
      target: '.testing',
      reenter: true,
      actions: assign({ instrument: ({ event }) => event.instrument, message: null }),
    },
    'monteCarlo.clear': { target: '.idle', actions: 'forget' },
    'session.ended': { target: '.idle', actions: 'forget' },
  },
  states: {
    idle: {},
    testing: {
      on: { 'monteCarlo.cancel': 'idle' },
      invoke: {
        src: 'test',
        input: ({ context: { instrument } }) => ({ instrument }),
        onDone: {
          target: 'idle',
          actions: assign({
            instrument: ({ event }) => event.output.instrument,
            results: ({ context, event }) => ({
              ...context.results,
              [event.output.instrument]: event.output.result,
            }),
          }),
        },
        onError: {
          target: 'failed',
          actions: assign({ message: ({ event }) => reasonOf(event.error) }),
        },
      },
    },
    failed: {},
  },
})

const reasonOf = (error: unknown): string => {
  const said = messageOf(error, texts.monteCarloFailed)
  return said === texts.monteCarloFailed && error instanceof Error && error.message !== ''
    ? error.message
    : said
}
