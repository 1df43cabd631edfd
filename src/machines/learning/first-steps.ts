import { assign, setup } from 'xstate'
import { readTour, stepAtHand, type Tour, type TourStep } from '../../domain/learning/tour.ts'
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

export interface KeptSteps {
  /** Commands that have been run: their ids, and for screens `go positions`. */
  readonly done: readonly string[]
  readonly tour: Tour | null
}

export type FirstStepsContext = FirstStepsInput & KeptSteps

export type FirstStepsEvent =
  | Requests['firstSteps']
  | ({ readonly type: 'steps.restore' } & KeptSteps)
  | { readonly type: 'steps.did'; readonly what: string }
  | { readonly type: 'tour.did'; readonly step: TourStep }
  | { readonly type: 'session.ended' }

/** Damaged values are dropped, and a tour that is over is not shown again. */
export const readSteps = (stored: unknown): KeptSteps => {
  const { done, tour: kept } = (stored ?? {}) as Partial<Record<keyof KeptSteps, unknown>>
  const tour = readTour(kept)
  return {
    done: Array.isArray(done) ? done.filter((one) => typeof one === 'string').slice(0, DONE_MAX) : [],
    tour: tour === null || stepAtHand(tour) === null ? null : tour,
  }
}

const kept = {
  type: 'store',
  params: ({ context: { done, tour } }: { readonly context: FirstStepsContext }): KeptSteps => ({
    done,
    tour,
  }),
} as const

/** Remembers which commands were run at least once, and counts the steps of the tour by what really happened. */
export const firstStepsMachine = setup({
  types: {
    context: {} as FirstStepsContext,
    events: {} as FirstStepsEvent,
    input: {} as FirstStepsInput,
  },
  actions: {
    store: (_, _kept: KeptSteps) => {},
    restore: assign(({ context, event }) =>
      event.type === 'steps.restore' ? { done: event.done, tour: event.tour } : context,
    ),
    end: assign({ tour: null }),
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
    isUnderWay: ({ event }) => event.type === 'steps.restore' && event.tour !== null,
    isOver: ({ context: { tour } }) => tour !== null && stepAtHand(tour) === null,
  },
}).createMachine({
  id: 'firstSteps',
  context: ({ input }) => ({ ...input, done: [], tour: null }),
  initial: 'off',
  on: {
    'steps.restore': [
      { guard: 'isUnderWay', target: '.touring', actions: 'restore' },
      { actions: 'restore' },
    ],
    'steps.did': {
      guard: { type: 'isNew', params: ({ event }) => event.what },
      actions: [assign({ done: ({ context, event }) => [...context.done, event.what] }), kept],
    },
    'tour.begin': {
      target: '.touring',
      actions: [
        assign({ tour: ({ context }) => ({ startedAt: context.now(), doneAt: {}, skipped: [] }) }),
        kept,
      ],
    },
    'session.ended': { target: '.off', actions: assign({ done: [], tour: null }) },
  },
  states: {
    off: {},
    touring: {
      always: { guard: 'isOver', target: 'finished' },
      on: {
        'tour.did': { actions: [{ type: 'did', params: ({ event }) => event.step }, kept] },
        'tour.skip': { actions: ['skip', kept] },
        'tour.stop': { target: 'off', actions: ['end', kept] },
      },
    },
    finished: { on: { 'tour.stop': { target: 'off', actions: ['end', kept] } } },
  },
})
