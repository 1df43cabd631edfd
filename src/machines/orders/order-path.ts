import { assign, emit, setup } from 'xstate'
import { promisePort } from '../port.ts'

declare module '../requests.ts' {
  interface Machines {
    readonly orderPath: typeof orderPathMachine
  }
}

export const BEAT_MS = 2000
/** With the pause before it, a stopped server is noticed within 5 s. */
export const BEAT_ANSWER_MAX_MS = 3000
const ASK_AGAIN_MS = 1000

export interface OrderPathContext {
  readonly now: () => number
  readonly heardAt: number | null
}

export type OrderPathEvent = { readonly type: 'orderPath.watch' } | { readonly type: 'session.ended' }

export type OrderPathEmitted = { readonly type: 'orderPath.late' } | { readonly type: 'orderPath.back' }

/** Prices come from another process. While this one is late, orders are neither sent nor queued. */
export const orderPathMachine = setup({
  types: {
    context: {} as OrderPathContext,
    events: {} as OrderPathEvent,
    emitted: {} as OrderPathEmitted,
    input: {} as { readonly now: () => number },
  },
  actors: {
    askOrderPath: promisePort<void>('askOrderPath'),
  },
  actions: {
    noteAnswer: assign({ heardAt: ({ context }) => context.now() }),
    tellLate: emit({ type: 'orderPath.late' }),
    tellBack: emit({ type: 'orderPath.back' }),
  },
  delays: { beat: BEAT_MS, answerMax: BEAT_ANSWER_MAX_MS, askAgain: ASK_AGAIN_MS },
}).createMachine({
  id: 'orderPath',
  context: ({ input }) => ({ now: input.now, heardAt: null }),
  initial: 'off',
  states: {
    off: {
      entry: assign({ heardAt: null }),
      on: { 'orderPath.watch': { target: 'watched', actions: 'noteAnswer' } },
    },
    watched: {
      initial: 'prompt',
      on: { 'session.ended': 'off' },
      states: {
        prompt: {
          initial: 'resting',
          states: {
            resting: { after: { beat: 'asking' } },
            asking: {
              invoke: {
                src: 'askOrderPath',
                onDone: { target: 'resting', actions: 'noteAnswer' },
                onError: '#orderPath.watched.late',
              },
              after: { answerMax: '#orderPath.watched.late' },
            },
          },
        },
        late: {
          entry: 'tellLate',
          exit: 'tellBack',
          initial: 'resting',
          states: {
            resting: { after: { askAgain: 'asking' } },
            asking: {
              invoke: {
                src: 'askOrderPath',
                onDone: { target: '#orderPath.watched.prompt', actions: 'noteAnswer' },
                onError: 'resting',
              },
              after: { answerMax: 'resting' },
            },
          },
        },
      },
    },
  },
})
