import { assign, setup } from 'xstate'
import { messageOf } from '../contract/api-error.ts'
import { callbackPort, promisePort } from './port.ts'

export interface KeptCurrentContext<Output> {
  /** What it is asked of: an underlying, say; empty where there is only one answer. */
  readonly key: string
  /**
   * The last answer for this key; it stays while a newer one is on its way, when that one fails, and while nobody looks.
   */
  readonly output: Output | null
  /** Why the last question was not answered. */
  readonly message: string | null
}

export type KeptCurrentEvent =
  /** A view shows it. */
  | { readonly type: 'current.watch'; readonly key: string }
  | { readonly type: 'current.unwatch' }
  /** Asked again at once: what it is made of has changed, or somebody wants another try. */
  | { readonly type: 'current.ask' }
  | { readonly type: 'page.shown' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'session.ended' }

/**
 * An answer that grows old by itself, asked for every so often while a view shows it and somebody can see the page.
 * `failure` is what is said when the server says nothing better.
 */
export const createKeptCurrentMachine = <Output>(settings: {
  readonly id: string
  readonly failure: string
  readonly everyMs: number
}) =>
  setup({
    types: { context: {} as KeptCurrentContext<Output>, events: {} as KeptCurrentEvent },
    actors: {
      ask: promisePort<Output, { readonly key: string }>(settings.id),
      /** Sends `page.shown` and `page.hidden`, the present state first. */
      pageVisibility: callbackPort('pageVisibility'),
    },
    actions: {
      look: assign(({ context }, key: string) =>
        key === context.key ? {} : { key, output: null, message: null },
      ),
    },
    delays: { askAgainTime: settings.everyMs },
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
