import { assign, enqueueActions, setup } from 'xstate'
import { type NoticeEmitted, noticed } from '../notices.ts'
import type { Requests } from '../requests.ts'
import { texts } from '../texts.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly arming: { readonly type: 'arming.toggle' } | { readonly type: 'arming.disarm' }
  }
  interface Machines {
    readonly arming: typeof armingMachine
  }
}

export const ARMED_IDLE_MS = 120_000

export interface ArmingInput {
  /** Why keys may not be armed now; null when they may. */
  readonly whyNot: () => string | null
}

export interface ArmingContext extends ArmingInput {
  readonly reason: string | null
}

export type ArmingEvent =
  | Requests['arming']
  | { readonly type: 'arming.touch' }
  | { readonly type: 'page.blurred' }
  | { readonly type: 'quotes.lost' }
  | { readonly type: 'server.late' }
  | { readonly type: 'kill.pulled' }
  | { readonly type: 'view.left' }
  /** The chart that is traded on shows another instrument, or no longer the market as it is now. */
  | { readonly type: 'chart.changed' }
  | { readonly type: 'page.outdated' }
  | { readonly type: 'session.ended' }

/** Armed only by hand; everything that takes the screen from the trader disarms. */
export const armingMachine = setup({
  types: {
    context: {} as ArmingContext,
    events: {} as ArmingEvent,
    emitted: {} as NoticeEmitted,
    input: {} as ArmingInput,
  },
  actions: {
    sayWhy: enqueueActions(({ enqueue }, reason: string) => {
      enqueue.assign({ reason })
      enqueue.emit(noticed('warning', reason))
    }),
    sayWhyNot: enqueueActions(({ context, enqueue }) => {
      const reason = context.whyNot()
      if (reason !== null) enqueue.emit(noticed('warning', reason))
    }),
  },
  guards: { mayArm: ({ context }) => context.whyNot() === null },
  delays: { fuse: ARMED_IDLE_MS },
}).createMachine({
  id: 'arming',
  context: ({ input }) => ({ ...input, reason: null }),
  initial: 'disarmed',
  states: {
    disarmed: {
      on: {
        'arming.toggle': [
          { guard: 'mayArm', target: 'armed', actions: assign({ reason: null }) },
          { actions: 'sayWhyNot' },
        ],
      },
    },
    armed: {
      on: {
        'arming.toggle': 'disarmed',
        'arming.disarm': 'disarmed',
        'arming.touch': { target: 'armed', reenter: true },
        'page.blurred': { target: 'disarmed', actions: { type: 'sayWhy', params: texts.disarmedBlurred } },
        'quotes.lost': { target: 'disarmed', actions: { type: 'sayWhy', params: texts.disarmedQuotesLost } },
        'server.late': { target: 'disarmed', actions: { type: 'sayWhy', params: texts.disarmedServerLate } },
        'kill.pulled': { target: 'disarmed', actions: { type: 'sayWhy', params: texts.disarmedKilled } },
        'view.left': { target: 'disarmed', actions: { type: 'sayWhy', params: texts.disarmedLeft } },
        'chart.changed': { target: 'disarmed', actions: { type: 'sayWhy', params: texts.disarmedChart } },
        'page.outdated': { target: 'disarmed', actions: { type: 'sayWhy', params: texts.disarmedOutdated } },
        'session.ended': 'disarmed',
      },
      after: { fuse: { target: 'disarmed', actions: { type: 'sayWhy', params: texts.disarmedIdle } } },
    },
  },
})
