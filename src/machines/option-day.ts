import { assign, setup } from 'xstate'
import { messageOf } from '../contract/api-error.ts'
import type { ReplyOf } from '../contract/call-types.ts'
import { type getAtmIvStraddle, getPcr } from '../contract/options.ts'
import type { Requests } from './events.ts'
import { callbackPort, promisePort } from './port.ts'

/** The histories have a point every five minutes; the last one moves in between. */
export const OPTION_DAY_RELOAD_MS = 60_000

/** Put-call ratio and straddle of one expiry in steps of five minutes since the session began, oldest first. */
export interface OptionDay {
  readonly pcr: ReplyOf<typeof getPcr>
  readonly straddle: ReplyOf<typeof getAtmIvStraddle>
}

export interface OptionDayContext {
  /** As in `getPcr`; null while nothing is watched. */
  readonly key: string | null
  /** Of that key; it stays while a newer answer is on its way and when that one fails. */
  readonly day: OptionDay | null
  readonly message: string | null
}

export type OptionDayEvent =
  | Requests['optionDay']
  | { readonly type: 'page.shown' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'session.ended' }

/** How one option chain has gone through the day, asked for while its screen is visible. */
export const optionDayMachine = setup({
  types: { context: {} as OptionDayContext, events: {} as OptionDayEvent },
  actors: {
    askDay: promisePort<OptionDay, { readonly key: string }>('askDay'),
    /** Sends `page.shown` and `page.hidden`, the present state first. */
    pageVisibility: callbackPort('pageVisibility'),
  },
  actions: {
    forget: assign({ key: null, day: null, message: null }),
    look: assign((_, key: string) => ({ key, day: null, message: null })),
  },
  delays: { reloadTime: OPTION_DAY_RELOAD_MS },
}).createMachine({
  id: 'optionDay',
  context: { key: null, day: null, message: null },
  initial: 'idle',
  on: {
    'day.watch': {
      target: '.watching',
      reenter: true,
      actions: { type: 'look', params: ({ event }) => event.key },
    },
    'session.ended': { target: '.idle', actions: 'forget' },
  },
  states: {
    idle: {},
    watching: {
      invoke: { src: 'pageVisibility' },
      initial: 'loading',
      on: {
        'day.unwatch': { target: 'idle', actions: 'forget' },
        'day.retry': '.loading',
        'page.hidden': '.hidden',
      },
      states: {
        loading: {
          invoke: {
            src: 'askDay',
            // Only `day.watch` leads here, so the key is known.
            input: ({ context }) => ({ key: context.key as string }),
            onDone: {
              target: 'shown',
              actions: assign({ day: ({ event }) => event.output, message: null }),
            },
            onError: {
              target: 'shown',
              actions: assign({ message: ({ event }) => messageOf(event.error, getPcr.failure) }),
            },
          },
        },
        shown: { after: { reloadTime: 'loading' } },
        hidden: { on: { 'page.shown': 'loading' } },
      },
    },
  },
})
