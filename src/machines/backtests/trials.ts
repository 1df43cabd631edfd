import { assign, setup } from 'xstate'
import { type Trial, type Trials, withTrials } from '../../domain/backtests/trials.ts'
import { callbackPort } from '../port.ts'

declare module '../requests.ts' {
  interface Machines {
    readonly trials: typeof trialsMachine
  }
}

export interface TrialsContext {
  readonly tried: Trials
}

export type TrialsEvent =
  | { readonly type: 'trials.add'; readonly idea: string; readonly trials: readonly Trial[] }
  | { readonly type: 'trials.replace'; readonly tried: Trials }
  | { readonly type: 'session.ended' }

/** Counts runs per idea: with enough trials some result looks good by chance. */
export const trialsMachine = setup({
  types: {
    context: {} as TrialsContext,
    events: {} as TrialsEvent,
  },
  actors: {
    otherTabs: callbackPort('otherTabs'),
  },
  actions: { store: (_, _tried: Trials) => {} },
}).createMachine({
  id: 'trials',
  context: { tried: [] },
  invoke: { src: 'otherTabs' },
  initial: 'kept',
  states: {
    kept: {
      on: {
        'trials.add': {
          actions: [
            assign({ tried: ({ context, event }) => withTrials(context.tried, event.idea, event.trials) }),
            { type: 'store', params: ({ context }) => context.tried },
          ],
        },
        'trials.replace': { actions: assign({ tried: ({ event }) => event.tried }) },
        'session.ended': { actions: assign({ tried: [] }) },
      },
    },
  },
})
