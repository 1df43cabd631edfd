import { assign, setup } from 'xstate'
import { stepAtHand, type Tour, type TourStep } from '../../domain/learning/tour.ts'
import type { Requests } from '../requests.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly firstSteps:
      | { readonly type: 'tour.begin' }
      | { readonly type: 'tour.skip' }
      | { readonly type: 'tour.stop' }
  }
  interface Machines {
    readonly firstSteps: typeof firstStepsMachine
  }
}

const DONE_MAX = 100

export interface FirstStepsInput {
  readonly now: () => number
}

export interface FirstStepsContext extends FirstStepsInput {
  /** Commands that have been run: their ids, and for screens `go positions`. */
  readonly done: readonly string[]
  readonly tour: Tour | null
}

export type FirstStepsEvent =
  | Requests['firstSteps']
  | { readonly type: 'steps.restore'; readonly done: readonly string[] }
  | { readonly type: 'steps.did'; readonly what: string }
  | { readonly type: 'tour.did'; readonly step: TourStep }
  | { readonly type: 'session.ended' }

/** What cannot be read is dropped. */
export const readDone = (stored: unknown): readonly string[] =>
  Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, DONE_MAX) : []

/** Remembers which commands were run at least once, and counts the steps of the tour by what really happened. */
export const firstStepsMachine = setup({
  types: {
    context: {} as FirstStepsContext,
    events: {} as FirstStepsEvent,
    input: {} as FirstStepsInput,
  },
  actions: {
    store: (_, _done: readonly string[]) => {},
    skip: assign(({ context: { tour } }) => {
      const step = tour === null ? null : stepAtHand(tour)
      return tour === null || step === null ? {} : { tour: { ...tour, skipped: [...tour.skipped, step] } }
    }),
    did: assign(({ context: { tour, now } }, step: TourStep) =>
      tour === null || tour.doneAt[step] !== undefined
        ? {}
        : { tour: { ...tour, doneAt: { ...tour.doneAt, [step]: now() } } },
    ),
  },
  guards: {
    isNew: ({ context: { done } }, what: string) => done.length < DONE_MAX && !done.includes(what),
    isOver: ({ context: { tour } }) => tour !== null && stepAtHand(tour) === null,
  },
}).createMachine({
  id: 'firstSteps',
  context: ({ input }) => ({ ...input, done: [], tour: null }),
  initial: 'off',
  on: {
    'steps.restore': { actions: assign({ done: ({ event }) => event.done }) },
    'steps.did': {
      guard: { type: 'isNew', params: ({ event }) => event.what },
      actions: [
        assign({ done: ({ context, event }) => [...context.done, event.what] }),
        { type: 'store', params: ({ context }) => context.done },
      ],
    },
    'tour.begin': {
      target: '.touring',
      actions: assign({ tour: ({ context }) => ({ startedAt: context.now(), doneAt: {}, skipped: [] }) }),
    },
    'session.ended': { target: '.off', actions: assign({ done: [], tour: null }) },
  },
  states: {
    off: { entry: assign({ tour: null }) },
    touring: {
      always: { guard: 'isOver', target: 'finished' },
      on: {
        'tour.did': { actions: { type: 'did', params: ({ event }) => event.step } },
        'tour.skip': { actions: 'skip' },
        'tour.stop': 'off',
      },
    },
    finished: { on: { 'tour.stop': 'off', 'tour.skip': 'off' } },
  },
})
