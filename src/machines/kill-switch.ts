import { assign, emit, enqueueActions, setup } from 'xstate'
import { messageOf } from '../contract/api-error.ts'
import type { ReplyOf } from '../contract/call-types.ts'
import { type getKillSwitch, setKillSwitch } from '../contract/safety.ts'
import { isOfExit, type SentExit } from '../domain/exit-progress.ts'
import type { Requests } from './events.ts'
import { type NoticeEmitted, noticed } from './notices.ts'
import { promisePort } from './port.ts'
import { texts } from './texts.ts'

type KillState = ReplyOf<typeof getKillSwitch>
type KillAnswer = ReplyOf<typeof setKillSwitch>

export interface KillSwitchContext {
  /** Market time, milliseconds since the epoch. */
  readonly since: number | null
  readonly reason: string | null
  readonly message: string | null
  /** What it could not do; exits that were refused are told by the report of exits. */
  readonly leftovers: readonly {
    readonly sym: string
    readonly orderId: string | null
    readonly reason: string
  }[]
  /** Orders whose cancel was asked for. */
  readonly cancels: readonly string[]
}

export type KillSwitchEvent =
  | Requests['killSwitch']
  | { readonly type: 'kill.load' }
  /** Asked for in a session that ended before it was done. */
  | { readonly type: 'kill.offer' }
  | { readonly type: 'session.ended' }

export type KillSwitchEmitted =
  | NoticeEmitted
  /** New orders have stopped; the exits are on their way to the exchange. */
  | { readonly type: 'kill.done'; readonly exits: readonly SentExit[] }
  /** Asked for and not done: kept until it is, or until its user drops it. */
  | { readonly type: 'kill.owed' }
  | { readonly type: 'kill.dropped' }

const owing = { target: '#killSwitch.off', actions: ['owe', 'forget'] } as const

const nothing = { since: null, reason: null, message: null, leftovers: [], cancels: [] } as const

/**
 * Stops everything: new orders, open orders, positions. Asks the server and nothing else, so that it works while prices
 * and stream are gone. A lost answer is `failed`: doing it once more does no harm.
 */
export const killSwitchMachine = setup({
  types: {
    context: {} as KillSwitchContext,
    events: {} as KillSwitchEvent,
    emitted: {} as KillSwitchEmitted,
  },
  actors: {
    load: promisePort<KillState>('loadKillSwitch'),
    pull: promisePort<KillAnswer>('pullKillSwitch'),
    rearm: promisePort<KillAnswer>('rearmKillSwitch'),
  },
  actions: {
    owe: emit({ type: 'kill.owed' }),
    drop: emit({ type: 'kill.dropped' }),
    forget: assign(nothing),
    noteState: assign((_, { since, reason }: KillState) => ({ since, reason, message: null })),
    noteSent: assign((_, { leftovers, orderIds, exits }: KillAnswer) => ({
      leftovers: leftovers.filter((one) => !exits.some((exit) => isOfExit(one, exit))),
      cancels: orderIds.filter((id) => !exits.some(({ orderId }) => orderId === id)),
    })),
    noteFailure: assign((_, { error }: { error: unknown }) => ({
      message: messageOf(error, setKillSwitch.failure),
    })),
    sayFailure: enqueueActions(({ context, enqueue }) => {
      enqueue.emit(noticed('error', context.message ?? setKillSwitch.failure))
    }),
    sayDone: enqueueActions(({ context, enqueue }, { exits }: KillAnswer) => {
      const [first] = context.leftovers
      enqueue.emit(
        first === undefined
          ? noticed('success', texts.killed)
          : noticed('warning', texts.notDone(context.leftovers.length, first.reason)),
      )
      enqueue.emit({ type: 'kill.done', exits })
    }),
  },
  guards: {
    isOn: (_, { isOn }: KillState) => isOn,
    isKnownOn: ({ context }) => context.since !== null,
  },
}).createMachine({
  id: 'killSwitch',
  context: nothing,
  initial: 'off',
  on: { 'session.ended': { target: '.off', actions: 'forget' } },
  states: {
    off: { on: { 'kill.ask': 'confirming', 'kill.load': 'loading', 'kill.offer': 'offered' } },
    loading: {
      invoke: {
        src: 'load',
        onDone: [
          {
            guard: { type: 'isOn', params: ({ event }) => event.output },
            target: 'on',
            actions: { type: 'noteState', params: ({ event }) => event.output },
          },
          { target: 'off', actions: assign(nothing) },
        ],
        // What it is is not known then; pulling it is possible all the same.
        onError: 'off',
      },
      on: { 'kill.ask': 'confirming', 'kill.offer': 'offered' },
    },
    confirming: {
      on: {
        'session.ended': owing,
        'kill.confirm': 'sending',
        'kill.back': [{ guard: 'isKnownOn', target: 'on' }, { target: 'off' }],
      },
    },
    /** Nothing has been sent: it waits for its own key. */
    offered: {
      on: {
        'session.ended': owing,
        'kill.confirm': 'sending',
        'kill.back': { target: 'loading', actions: 'drop' },
      },
    },
    sending: {
      entry: assign({ message: null, leftovers: [], cancels: [] }),
      on: { 'session.ended': owing },
      invoke: {
        src: 'pull',
        onDone: {
          target: 'on',
          actions: [
            { type: 'noteState', params: ({ event }) => event.output },
            { type: 'noteSent', params: ({ event }) => event.output },
            { type: 'sayDone', params: ({ event }) => event.output },
          ],
        },
        onError: {
          target: 'failed',
          actions: [{ type: 'noteFailure', params: ({ event }) => ({ error: event.error }) }, 'sayFailure'],
        },
      },
    },
    /** A network that is back again does not answer the question. */
    failed: {
      entry: 'owe',
      on: {
        'session.ended': owing,
        'kill.confirm': 'sending',
        'kill.back': { target: 'loading', actions: 'drop' },
      },
    },
    /** Pulled once more for what could not be done. */
    on: {
      on: {
        'kill.ask': 'confirming',
        'kill.offer': 'offered',
        'kill.confirm': 'sending',
        'kill.rearm': 'rearming',
        'kill.load': 'loading',
      },
    },
    rearming: {
      invoke: {
        src: 'rearm',
        onDone: {
          target: 'off',
          actions: [assign(nothing), emit(noticed('success', texts.rearmed))],
        },
        onError: {
          target: 'on',
          actions: [{ type: 'noteFailure', params: ({ event }) => ({ error: event.error }) }, 'sayFailure'],
        },
      },
    },
  },
})
