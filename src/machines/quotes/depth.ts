import { assign, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
import { getDepth } from '../../contract/quotes/depth.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { callbackPort, promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly depth:
      | { readonly type: 'depth.watch'; readonly instrument: InstrumentId }
      | { readonly type: 'depth.unwatch' }
    readonly lineDepth:
      | { readonly type: 'depth.watch'; readonly instrument: InstrumentId }
      | { readonly type: 'depth.unwatch' }
  }
  interface Machines {
    readonly depth: typeof depthMachine
    readonly lineDepth: typeof depthMachine
  }
}

export type Depth = ReplyOf<typeof getDepth>

export const DEPTH_RELOAD_MS = 1_000
export const DEPTH_RETRY_MS = 5_000

export interface DepthContext {
  readonly instrument: InstrumentId | null
  readonly depth: Depth | null
  readonly message: string | null
}

export type DepthEvent =
  | Requests['depth']
  | { readonly type: 'page.shown' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'session.ended' }

export const depthMachine = setup({
  types: { context: {} as DepthContext, events: {} as DepthEvent },
  actors: {
    askDepth: promisePort<Depth, { readonly instrument: InstrumentId }>('askDepth'),
    /** Sends `page.shown` and `page.hidden`, the current state first. */
    pageVisibility: callbackPort('pageVisibility'),
  },
  guards: {
    isWatchedAlready: ({ context }, instrument: InstrumentId) => context.instrument === instrument,
  },
  actions: {
    forget: assign({ instrument: null, depth: null, message: null }),
    look: assign((_, instrument: InstrumentId) => ({ instrument, depth: null, message: null })),
  },
  delays: { reloadTime: DEPTH_RELOAD_MS, retryTime: DEPTH_RETRY_MS },
}).createMachine({
  id: 'depth',
  context: { instrument: null, depth: null, message: null },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'depth.watch': {
          target: 'watching',
          actions: { type: 'look', params: ({ event }) => event.instrument },
        },
      },
    },
    watching: {
      invoke: { src: 'pageVisibility' },
      initial: 'loading',
      on: {
        'depth.watch': [
          { guard: { type: 'isWatchedAlready', params: ({ event }) => event.instrument } },
          {
            target: 'watching',
            reenter: true,
            actions: { type: 'look', params: ({ event }) => event.instrument },
          },
        ],
        'depth.unwatch': { target: 'idle', actions: 'forget' },
        'session.ended': { target: 'idle', actions: 'forget' },
        'page.hidden': '.hidden',
      },
      states: {
        loading: {
          invoke: {
            src: 'askDepth',
            // Only `depth.watch` leads here, so the instrument is set.
            input: ({ context }) => ({ instrument: context.instrument as InstrumentId }),
            onDone: {
              target: 'shown',
              actions: assign({ depth: ({ event }) => event.output, message: null }),
            },
            onError: {
              target: 'failed',
              actions: assign({ message: ({ event }) => messageOf(event.error, getDepth.failure) }),
            },
          },
        },
        shown: { after: { reloadTime: 'loading' } },
        failed: { after: { retryTime: 'loading' } },
        hidden: { on: { 'page.shown': 'loading' } },
      },
    },
  },
})
