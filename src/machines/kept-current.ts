import { assign, setup } from 'xstate'
import { messageOf } from '../contract/api-error.ts'
import { callbackPort, promisePort } from './port.ts'

export interface KeptCurrentContext<Output> {
  /** The subject, such as an underlying; empty if there is only one. */
  readonly key: string
  /** The output of `key` is kept while a newer one loads, when that fails, and while unwatched. */
  readonly output: Output | null
  readonly message: string | null
}

export type KeptCurrentRequest =
  | { readonly type: 'current.watch'; readonly key: string }
  | { readonly type: 'current.unwatch' }
  | { readonly type: 'current.ask' }

export type KeptCurrentEvent =
  | KeptCurrentRequest
  | { readonly type: 'page.shown' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'session.ended' }

/** Reloads while a view shows it and the page is visible. `failure` is the fallback message. */
export const createKeptCurrentMachine = <Output>(settings: {
  readonly id: string
  readonly failure: string
  /** Until it is asked again; by the last output where that decides. */
  readonly everyMs: number | ((output: Output | null) => number)
}) =>
  setup({
    types: { context: {} as KeptCurrentContext<Output>, events: {} as KeptCurrentEvent },
    actors: {
      ask: promisePort<Output, { readonly key: string }>(settings.id),
      /** Sends `page.shown` and `page.hidden`, the current state first. */
      pageVisibility: callbackPort('pageVisibility'),
    },
    actions: {
      look: assign(({ context }, key: string) =>
        key === context.key ? {} : { key, output: null, message: null },
      ),
    },
    delays: {
      askAgainTime: ({ context: { output } }) =>
        typeof settings.everyMs === 'number' ? settings.everyMs : settings.everyMs(output),
    },
  }).createMachine({
    id: settings.id,
    context: { key: '', output: null, message: null },
    initial: 'unwatched',
    on: {
      'current.watch': {
        target: '.watched',
        reenter: true,
        actions: { type: 'look', params: ({ event }) => event.key },
      },
      'session.ended': { target: '.unwatched', actions: assign({ key: '', output: null, message: null }) },
    },
    states: {
      unwatched: {},
      watched: {
        invoke: { src: 'pageVisibility' },
        initial: 'asking',
        on: {
          'current.unwatch': 'unwatched',
          'current.ask': { target: '.asking', reenter: true },
          'page.hidden': '.hidden',
        },
        states: {
          asking: {
            invoke: {
              src: 'ask',
              input: ({ context: { key } }) => ({ key }),
              onDone: {
                target: 'waiting',
                actions: assign({ output: ({ event }) => event.output, message: null }),
              },
              onError: {
                target: 'waiting',
                actions: assign({ message: ({ event }) => messageOf(event.error, settings.failure) }),
              },
            },
          },
          waiting: { after: { askAgainTime: 'asking' } },
          hidden: { on: { 'page.shown': 'asking', 'current.ask': {} } },
        },
      },
    },
  })
