import { assign, enqueueActions, not, setup } from 'xstate'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { crowdedDelayMs, reconnectDelayMs, STEADY_MS } from '../../domain/reconnect.ts'
import { callbackPort } from '../port.ts'
import {
  ANSWER_CHECK_MS,
  type Answers,
  changeOf,
  checkAwaited,
  isRenewalDue,
  nothingAsked,
  type SubscriptionChange,
  type Subscriptions,
  withAnswers,
  withChange,
  withRefused,
} from './quote-subscriptions.ts'

declare module '../requests.ts' {
  interface Machines {
    readonly quoteSocket: typeof quoteSocketMachine
  }
}

/** The server sends something every second. */
export const SILENCE_MS = 3_000
/** A busy page runs its timer before it sees the frames that arrived meanwhile, so it waits for them. */
export const DOUBT_MS = 500
export const CONNECT_TIMEOUT_MS = 10_000
/** So many unreadable frames within the span mean that the connection carries something else. */
export const GARBLED_MAX = 3
export const GARBLED_SPAN_MS = 10_000

export interface QuoteSocketContext extends Subscriptions {
  readonly now: () => number
  readonly random: () => number
  /** Consecutive reconnects because of unanswered subscriptions. */
  readonly renewals: number
  readonly tries: number
  readonly isCrowded: boolean
  readonly retryMs: number
  readonly garbledAt: readonly number[]
  /** Corrected clock; null while prices are current. */
  readonly lostAt: number | null
}

export type QuoteSocketEvent =
  | { readonly type: 'quotes.connect' }
  | { readonly type: 'quotes.disconnect' }
  | { readonly type: 'quotes.want'; readonly wanted: readonly InstrumentId[] }
  | { readonly type: 'network.back' }
  /** The page's timers may have been suspended. */
  | { readonly type: 'page.shown' }
  | { readonly type: 'session.ended' }
  | SocketEvent

export type SocketEvent =
  | { readonly type: 'socket.opened' }
  /** Heartbeats included; at most a few times a second. */
  | { readonly type: 'socket.heard' }
  | { readonly type: 'socket.garbled' }
  | { readonly type: 'socket.closed' }
  | { readonly type: 'socket.crowded' }
  | ({ readonly type: 'socket.answered' } & Answers)
  | { readonly type: 'socket.refused'; readonly instrument: InstrumentId }

export type SocketMessage = { readonly type: 'socket.send' } & SubscriptionChange

export const quoteSocketMachine = setup({
  types: {
    context: {} as QuoteSocketContext,
    events: {} as QuoteSocketEvent,
    input: {} as { readonly now: () => number; readonly random: () => number },
  },
  actors: {
    /** Uses its own stream ticket; sends `SocketEvent`s, takes `SocketMessage`s, closes when stopped. */
    socket: callbackPort<SocketMessage>('socket'),
  },
  actions: {
    noteLoss: assign({ lostAt: ({ context }) => context.lostAt ?? context.now() }),
    subscribe: enqueueActions(({ context, enqueue }) => {
      const change = changeOf(context)
      if (change.unsubscribe.length + change.subscribe.length === 0) return
      enqueue.sendTo('socket', { type: 'socket.send', ...change } as const)
      enqueue.assign(withChange(context, change))
    }),
    noteAnswers: assign(({ context }, answered: Answers) => withAnswers(context, answered)),
    noteRefused: assign(({ context }, instrument: InstrumentId) => withRefused(context, instrument)),
    askAgain: enqueueActions(({ context, enqueue }) => {
      const { subscribe, awaited } = checkAwaited(context.awaited)
      if (subscribe.length > 0)
        enqueue.sendTo('socket', { type: 'socket.send', unsubscribe: [], subscribe } as const)
      enqueue.assign({ awaited })
    }),
    countRenewal: assign({ renewals: ({ context }) => context.renewals + 1 }),
    countTry: assign(({ context }) => {
      const tries = context.tries + 1
      const delayMs = context.isCrowded ? crowdedDelayMs : reconnectDelayMs
      return { tries, retryMs: delayMs(tries, context.random()) }
    }),
    noteGarbled: assign({
      garbledAt: ({ context }) => [...context.garbledAt, context.now()].slice(-GARBLED_MAX),
    }),
  },
  guards: {
    isGarbledTooOften: ({ context: { garbledAt, now } }) => {
      const first = garbledAt.at(1 - GARBLED_MAX)
      return garbledAt.length >= GARBLED_MAX - 1 && first !== undefined && now() - first <= GARBLED_SPAN_MS
    },
    isEveryOneAnswered: ({ context }) => context.awaited.length === 0,
    isRenewalDue: ({ context }) => isRenewalDue(context.awaited, context.renewals),
  },
  delays: {
    reconnectDelay: ({ context }) => context.retryMs,
    answerCheck: ANSWER_CHECK_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    silence: SILENCE_MS,
    doubt: DOUBT_MS,
    steady: STEADY_MS,
  },
}).createMachine({
  id: 'quoteSocket',
  context: ({ input }) => ({
    ...input,
    wanted: [],
    ...nothingAsked,
    renewals: 0,
    tries: 0,
    isCrowded: false,
    retryMs: 0,
    garbledAt: [],
    lostAt: null,
  }),
  initial: 'idle',
  on: {
    'quotes.want': { actions: assign({ wanted: ({ event }) => event.wanted }) },
    'quotes.disconnect': '.closed',
    'session.ended': '.idle',
  },
  states: {
    idle: {
      entry: assign({ ...nothingAsked, renewals: 0, tries: 0, isCrowded: false, lostAt: null }),
      on: { 'quotes.connect': 'connected' },
    },
    connected: {
      entry: assign({ ...nothingAsked, garbledAt: [] }),
      // Exit actions run before those of the transition, which may set it again.
      exit: assign({ isCrowded: false }),
      invoke: { id: 'socket', src: 'socket', onError: 'waitingToReconnect' },
      on: {
        'socket.closed': 'waitingToReconnect',
        'socket.crowded': { target: 'waitingToReconnect', actions: assign({ isCrowded: true }) },
      },
      initial: 'connecting',
      states: {
        connecting: {
          on: { 'socket.opened': 'open' },
          after: { connectTimeout: '#quoteSocket.waitingToReconnect' },
        },
        open: {
          entry: ['subscribe', assign({ lostAt: null })],
          on: {
            'quotes.want': { actions: [assign({ wanted: ({ event }) => event.wanted }), 'subscribe'] },
            'socket.garbled': [
              { guard: 'isGarbledTooOften', target: '#quoteSocket.waitingToReconnect' },
              { actions: 'noteGarbled' },
            ],
            'socket.answered': { actions: { type: 'noteAnswers', params: ({ event }) => event } },
            'socket.refused': { actions: { type: 'noteRefused', params: ({ event }) => event.instrument } },
          },
          after: { steady: { actions: assign({ tries: 0 }) } },
          type: 'parallel',
          states: {
            hearing: {
              initial: 'listening',
              states: {
                listening: {
                  on: { 'socket.heard': { target: 'listening', reenter: true } },
                  after: { silence: 'doubting' },
                },
                doubting: {
                  on: { 'socket.heard': 'listening' },
                  after: { doubt: '#quoteSocket.waitingToReconnect' },
                },
              },
            },
            subscriptions: {
              initial: 'awaited',
              states: {
                awaited: {
                  always: { guard: 'isEveryOneAnswered', target: 'answered' },
                  after: {
                    answerCheck: [
                      {
                        guard: 'isRenewalDue',
                        target: '#quoteSocket.connected',
                        reenter: true,
                        actions: ['countRenewal', 'noteLoss'],
                      },
                      { target: 'awaited', reenter: true, actions: 'askAgain' },
                    ],
                  },
                },
                answered: {
                  entry: assign({ renewals: 0 }),
                  always: { guard: not('isEveryOneAnswered'), target: 'awaited' },
                },
              },
            },
          },
        },
      },
    },
    waitingToReconnect: {
      entry: ['countTry', 'noteLoss'],
      on: { 'network.back': 'connected', 'page.shown': 'connected' },
      after: { reconnectDelay: 'connected' },
    },
    closed: {
      entry: assign({ isCrowded: false, lostAt: null }),
      on: { 'quotes.connect': 'connected' },
    },
  },
})
