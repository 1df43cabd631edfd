import { assign, setup } from 'xstate'
import { type Clicks, clicked } from '../../domain/learning/clicks.ts'
import {
  type DrillAnswer,
  noPractice,
  type Practice,
  practised,
  SLOW_MS,
} from '../../domain/learning/practice.ts'
import type { Requests } from '../requests.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly trainer:
      | { readonly type: 'drill.offer'; readonly drills: readonly string[] }
      | { readonly type: 'drill.ask'; readonly drill: string }
      | { readonly type: 'drill.hint' }
      | { readonly type: 'drill.stop' }
  }
  interface Machines {
    readonly trainer: typeof trainerMachine
  }
}

export interface TrainerInput {
  readonly now: () => number
}

export interface TrainerContext extends TrainerInput {
  readonly practice: Practice
  readonly clicks: Clicks
  /** Ids of the drills of the set on screen. */
  readonly drills: readonly string[]
  readonly drill: string | null
  /** Tasks asked since the page was opened. */
  readonly asked: number
  /** When the task was first seen, in epoch ms. */
  readonly askedAt: number
  readonly mistakes: number
  readonly isHinted: boolean
  /** Null if the last answer was right. */
  readonly message: string | null
  readonly answer: (DrillAnswer & { readonly keys: number; readonly bestBefore: number | null }) | null
}

export type TrainerEvent =
  | Requests['trainer']
  | { readonly type: 'drill.right'; readonly keys: number }
  | { readonly type: 'drill.wrong'; readonly message: string }
  | { readonly type: 'drill.clicked'; readonly call: string }
  | { readonly type: 'drill.restore'; readonly practice: Practice; readonly clicks: Clicks }
  | { readonly type: 'session.ended' }

const nothing: Omit<TrainerContext, 'now'> = {
  ...{ practice: noPractice, clicks: {}, drills: [], drill: null, asked: 0, askedAt: 0 },
  ...{ mistakes: 0, isHinted: false, message: null, answer: null },
}

/** Asks for one drill after the other. Nothing that is typed here is ever sent as a command. */
export const trainerMachine = setup({
  types: {
    context: {} as TrainerContext,
    events: {} as TrainerEvent,
    input: {} as TrainerInput,
  },
  actions: {
    storePractice: (_, _practice: Practice) => {},
    storeClicks: (_, _clicks: Clicks) => {},
    ask: assign(({ context: { now, asked } }, drill: string) => ({
      ...{ drill, asked: asked + 1, askedAt: now() },
      ...{ mistakes: 0, isHinted: false, message: null, answer: null },
    })),
    count: assign(({ context }, keys: number) => {
      const { drill, askedAt, mistakes, isHinted, now } = context
      if (drill === null) return {}
      const bestBefore = context.practice.records[drill]?.best ?? null
      const answer = { drill, took: Math.max(0, now() - askedAt), mistakes, isHinted }
      const practice = practised(context.practice, answer)
      return { practice, message: null, answer: { ...answer, keys, bestBefore } }
    }),
  },
  delays: { slow: SLOW_MS },
}).createMachine({
  id: 'trainer',
  context: ({ input }) => ({ ...input, ...nothing }),
  initial: 'resting',
  on: {
    'drill.restore': {
      actions: assign(({ event: { practice, clicks } }) => ({ practice, clicks })),
    },
    'drill.offer': { actions: assign({ drills: ({ event }) => event.drills }) },
    'drill.clicked': {
      actions: [
        assign({ clicks: ({ context, event }) => clicked(context.clicks, event.call) }),
        { type: 'storeClicks', params: ({ context }) => context.clicks },
      ],
    },
    'drill.ask': {
      target: '.asking',
      reenter: true,
      actions: { type: 'ask', params: ({ event }) => event.drill },
    },
    'drill.stop': { target: '.resting', actions: assign({ drill: null, answer: null }) },
    'session.ended': { target: '.resting', actions: assign(nothing) },
  },
  states: {
    resting: {},
    asking: {
      initial: 'fresh',
      on: {
        'drill.right': {
          target: 'answered',
          actions: [
            { type: 'count', params: ({ event }) => event.keys },
            { type: 'storePractice', params: ({ context }) => context.practice },
          ],
        },
        'drill.wrong': {
          actions: assign(({ context, event }) => ({
            mistakes: context.mistakes + 1,
            message: event.message,
          })),
        },
        'drill.hint': { target: '.hinted' },
      },
      states: {
        fresh: { after: { slow: 'hinted' } },
        hinted: { entry: assign({ isHinted: true }) },
      },
    },
    answered: {},
  },
})
