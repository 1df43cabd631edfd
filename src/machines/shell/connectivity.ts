import { assign, setup } from 'xstate'
import { callbackPort, promisePort } from '../port.ts'

declare module '../requests.ts' {
  interface Machines {
    readonly connectivity: typeof connectivityMachine
  }
}

export const HEALTH_POLL_MS = 5000

export interface ConnectivityContext {
  readonly now: () => number
  readonly since: number
  readonly backAt: number | null
  /** Round trip of the last health call: other calls take as long as their own work. */
  readonly latencyMs: number | null
  /** The server speaks another version of the contract: only a reload helps. */
  readonly isOutdated: boolean
}

export type ConnectivityEvent =
  | { readonly type: 'browser.online' }
  | { readonly type: 'browser.offline' }
  | { readonly type: 'call.answered'; readonly latencyMs: number | null }
  | { readonly type: 'call.unreachable' }
  | { readonly type: 'contract.outdated' }

export const connectivityMachine = setup({
  types: {
    context: {} as ConnectivityContext,
    events: {} as ConnectivityEvent,
    input: {} as { readonly now: () => number },
  },
  actors: {
    browserNetwork: callbackPort('browserNetwork'),
    askHealth: promisePort<void>('askHealth'),
  },
  actions: {
    noteChange: assign({ since: ({ context }) => context.now() }),
    noteLatency: assign({
      latencyMs: ({ context, event }) =>
        event.type === 'call.answered' ? (event.latencyMs ?? context.latencyMs) : context.latencyMs,
    }),
  },
  guards: {
    /** Where some calls are cut and others answered, each return would ask for everything again. */
    isSteady: ({ context: { now, backAt } }) => backAt === null || now() - backAt >= HEALTH_POLL_MS,
  },
  delays: { healthPoll: HEALTH_POLL_MS },
}).createMachine({
  id: 'connectivity',
  context: ({ input }) => ({
    now: input.now,
    since: input.now(),
    backAt: null,
    latencyMs: null,
    isOutdated: false,
  }),
  invoke: { src: 'browserNetwork' },
  initial: 'online',
  on: {
    'browser.offline': '.offline',
    'contract.outdated': { actions: assign({ isOutdated: true }) },
  },
  states: {
    online: {
      entry: 'noteChange',
      on: {
        'call.answered': { actions: 'noteLatency' },
        'call.unreachable': 'serverUnreachable',
      },
    },
    offline: {
      entry: ['noteChange', assign({ latencyMs: null })],
      on: {
        'browser.offline': {},
        'browser.online': 'serverUnreachable.asking',
        'call.answered': { target: 'online', actions: 'noteLatency' },
      },
    },
    serverUnreachable: {
      entry: ['noteChange', assign({ latencyMs: null })],
      initial: 'waiting',
      on: {
        'call.answered': {
          guard: 'isSteady',
          target: 'online',
          actions: ['noteLatency', assign({ backAt: ({ context }) => context.now() })],
        },
      },
      states: {
        waiting: { after: { healthPoll: 'asking' } },
        asking: { invoke: { src: 'askHealth', onDone: '#connectivity.online', onError: 'waiting' } },
      },
    },
  },
})
