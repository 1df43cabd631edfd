import { assign, emit, enqueueActions, setup } from 'xstate'
import { messageOf } from '../../contract/api-error.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
import { type getKillSwitch, setKillSwitch } from '../../contract/orders/safety.ts'
import { isOfExit, type SentExit } from '../../domain/orders/exit-progress.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'
import { texts } from '../texts.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly killSwitch:
      | { readonly type: 'kill.ask' }
      | { readonly type: 'kill.confirm' }
      | { readonly type: 'kill.back' }
      | { readonly type: 'kill.rearm' }
  }
  interface Machines {
    readonly killSwitch: typeof killSwitchMachine
  }
}

type KillState = ReplyOf<typeof getKillSwitch>
type KillAnswer = ReplyOf<typeof setKillSwitch>

export interface KillSwitchContext {
  /** Market time, epoch ms. */
  readonly since: number | null
  readonly reason: string | null
  readonly message: string | null
  /** Everything that failed, except refused exits, which the exit report shows. */
  readonly leftovers: readonly {
    readonly sym: string
    readonly orderId: string | null
    readonly reason: string
  }[]
  readonly cancels: readonly string[]
}

export type KillSwitchEvent =
  | Requests['killSwitch']
  | { readonly type: 'kill.load' }
  | { readonly type: 'kill.offer' }
  | { readonly type: 'session.ended' }

export type KillSwitchEmitted =
  | NoticeEmitted
  | { readonly type: 'kill.done'; readonly exits: readonly SentExit[] }
  /** Requested and not confirmed; cleared by the confirmation or when its user cancels it. */
  | { readonly type: 'kill.owed' }
  | { readonly type: 'kill.dropped' }

const owing = { target: '#killSwitch.off', actions: ['owe', 'forget'] } as const

const nothing = { since: null, reason: null, message: null, leftovers: [], cancels: [] } as const

/** Works without prices and stream. A lost response counts as `failed`, since pulling again is harmless. */
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
        // The state is unknown then, but pulling is still possible.
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
    /** Not sent again by itself when the network is back. */
    failed: {
      entry: 'owe',
      on: {
        'session.ended': owing,
        'kill.confirm': 'sending',
        'kill.back': { target: 'loading', actions: 'drop' },
      },
    },
    /** `kill.confirm` pulls again for what could not be done. */
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
