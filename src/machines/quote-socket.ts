import { assign, enqueueActions, setup } from 'xstate'
import type { InstrumentId } from '../domain/instrument.ts'
import { reconnectDelayMs } from '../domain/reconnect.ts'
import { callbackPort } from './port.ts'

/** The server is heard of every second. */
export const SILENCE_MS = 3_000
/** A page that was busy for that long finds what arrived meanwhile behind its own timer, and waits to see it. */
export const DOUBT_MS = 500
export const CONNECT_TIMEOUT_MS = 10_000
/** A connection that lasts this long was a good one: the next failure begins to count anew. */
export const STEADY_MS = 10_000
/** This many frames that cannot be read within the span mean that the connection carries something else. */
export const GARBLED_MAX = 3
export const GARBLED_SPAN_MS = 10_000
/** What the server takes on one socket. Symbols beyond are asked for when earlier ones are no longer wanted. */
export const WANTED_MAX = 500

export interface QuoteSocketContext {
  readonly now: () => number
  readonly chance: () => number
  /** Symbols somebody shows, in the order in which they came to be. A set: no symbol is in it twice. */
  readonly wanted: readonly InstrumentId[]
  /** What the server knows of it on the present connection. */
  readonly subscribed: readonly InstrumentId[]
  /** Connections in a row that failed or did not last. */
  readonly tries: number
  readonly garbledAt: readonly number[]
  /** Since when no price has been current, on the corrected clock; null while they are. */
  readonly lostAt: number | null
}

export type QuoteSocketEvent =
  | { readonly type: 'quotes.connect' }
  | { readonly type: 'quotes.disconnect' }
  | { readonly type: 'quotes.want'; readonly wanted: readonly InstrumentId[] }
  | { readonly type: 'network.back' }
  /** Somebody looks at the page again, whose timers may have slept. */
  | { readonly type: 'page.shown' }
  | { readonly type: 'session.ended' }
  | SocketFact

/** What the socket tells. */
export type SocketFact =
  | { readonly type: 'socket.opened' }
  /** Something arrived, be it a heartbeat. Told no more than a few times a second. */
  | { readonly type: 'socket.heard' }
  | { readonly type: 'socket.garbled' }
  | { readonly type: 'socket.closed' }

/** What the socket is asked. Each is told once, in order. */
export interface SocketOrder {
  readonly type: 'socket.send'
  readonly unsubscribe: readonly InstrumentId[]
  readonly subscribe: readonly InstrumentId[]
}

const missingFrom = (
  others: readonly InstrumentId[],
  instruments: readonly InstrumentId[],
): readonly InstrumentId[] => {
  const known = new Set(others)
  return instruments.filter((instrument) => !known.has(instrument))
}

export const quoteSocketMachine = setup({
  types: {
    context: {} as QuoteSocketContext,
    events: {} as QuoteSocketEvent,
    input: {} as { readonly now: () => number; readonly chance: () => number },
  },
  actors: {
    /** Opens a connection with a ticket of its own, sends `SocketFact`s, takes `SocketOrder`s, closes when stopped. */
    socket: callbackPort<SocketOrder>('socket'),
  },
  actions: {
    noteLoss: assign({ lostAt: ({ context }) => context.lostAt ?? context.now() }),
    /** Tells the server of the difference between what it knows and what is wanted. */
    subscribe: enqueueActions(({ context, enqueue }) => {
      const wanted = context.wanted.slice(0, WANTED_MAX)
      const unsubscribe = missingFrom(wanted, context.subscribed)
      const subscribe = missingFrom(context.subscribed, wanted)
      if (unsubscribe.length + subscribe.length === 0) return
      enqueue.sendTo('socket', { type: 'socket.send', unsubscribe, subscribe } as const)
      enqueue.assign({ subscribed: wanted })
    }),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    noteGarbled: assign({
      garbledAt: ({ context }) => [...context.garbledAt, context.now()].slice(-GARBLED_MAX),
    }),
  },
  guards: {
    /** With the one that has just arrived. */
    isGarbledTooOften: ({ context: { garbledAt, now } }) => {
      const first = garbledAt.at(1 - GARBLED_MAX)
      return garbledAt.length >= GARBLED_MAX - 1 && first !== undefined && now() - first <= GARBLED_SPAN_MS
    },
  },
  delays: {
    reconnectDelay: ({ context }) => reconnectDelayMs(context.tries, context.chance()),
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
    subscribed: [],
    tries: 0,
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
      entry: assign({ tries: 0, lostAt: null }),
      on: { 'quotes.connect': 'connected' },
    },
    connected: {
      entry: assign({ subscribed: [], garbledAt: [] }),
      invoke: { id: 'socket', src: 'socket', onError: 'waitingToReconnect' },
      on: { 'socket.closed': 'waitingToReconnect' },
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
          },
          after: { steady: { actions: assign({ tries: 0 }) } },
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
      },
    },
    waitingToReconnect: {
      entry: ['countTry', 'noteLoss'],
      on: { 'network.back': 'connected', 'page.shown': 'connected' },
      after: { reconnectDelay: 'connected' },
    },
    closed: {
      entry: assign({ lostAt: null }),
      on: { 'quotes.connect': 'connected' },
    },
  },
})
