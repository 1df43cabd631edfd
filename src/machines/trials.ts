import { assign, setup } from 'xstate'
import { type Trial, type Trials, withTrials } from '../domain/trials.ts'
import { callbackPort } from './port.ts'

export interface TrialsContext {
  readonly tried: Trials
}

export type TrialsEvent =
  /** Runs that came to their end: each idea with what was tried of it. */
  | { readonly type: 'trials.add'; readonly idea: string; readonly trials: readonly Trial[] }
  /** Those of the user who has signed in, or what another tab has stored. */
  | { readonly type: 'trials.replace'; readonly tried: Trials }
  | { readonly type: 'session.ended' }

/** How often each idea was tried: whoever tries long enough finds something that worked. */
export const trialsMachine = setup({
  types: {
    context: {} as TrialsContext,
    events: {} as TrialsEvent,
  },
  actors: {
    /** Sends `trials.replace`. */
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
