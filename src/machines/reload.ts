import { assign, emit, enqueueActions, setup } from 'xstate'
import { messageOf } from '../contract/api-error.ts'
import { type NoticeEmitted, noticed } from './notices.ts'
import { promisePort } from './port.ts'

/** Several changes in a moment are one reload. */
export const RELOAD_AFTER_MS = 250

export interface ReloadContext<Output> {
  /** The last answer; it stays while a newer one is on its way and when that one fails. */
  readonly output: Output | null
  readonly message: string | null
}

export type ReloadEvent<Change> =
  | { readonly type: 'reload.now' }
  /** Something has changed at the server: asked again in a moment. */
  | { readonly type: 'reload.soon' }
  /** A change that is known already, taken in without asking. */
  | { readonly type: 'reload.merge'; readonly change: Change }
  | { readonly type: 'session.ended' }

export interface Reloaded<Output> {
  readonly type: 'reload.loaded'
  readonly output: Output
}

/**
 * What is shown of the server and changes under it: positions, holdings, order book, funds. `failure` is said when the
 * server says nothing better. The newest question wins; an answer to an older one is dropped.
 */
export const createReloadMachine = <Output, Change = never>(settings: {
  readonly id: string
  readonly failure: string
  readonly isQuiet?: boolean
  readonly merge?: (output: Output, change: Change) => Output
}) =>
  setup({
    types: {
      context: {} as ReloadContext<Output>,
      events: {} as ReloadEvent<Change>,
      emitted: {} as NoticeEmitted | Reloaded<Output>,
    },
    actors: { load: promisePort<Output>(settings.id) },
    actions: {
      tellFailure: enqueueActions(({ context, enqueue }) => {
        if (settings.isQuiet !== true) enqueue.emit(noticed('error', context.message ?? settings.failure))
      }),
      mergeChange: assign(({ context }, change: Change) =>
        context.output === null || settings.merge === undefined
          ? {}
          : { output: settings.merge(context.output, change) },
      ),
    },
    delays: { reloadDelay: RELOAD_AFTER_MS },
  }).createMachine({
    id: settings.id,
    context: { output: null, message: null },
    initial: 'idle',
    on: {
      'reload.now': { target: '.loading', reenter: true },
      'reload.soon': '.waiting',
      'reload.merge': { actions: { type: 'mergeChange', params: ({ event }) => event.change } },
      'session.ended': { target: '.idle', actions: assign({ output: null, message: null }) },
    },
    states: {
      idle: {},
      /** Further changes do not put the question off: under a steady stream it would never be asked. */
      waiting: { on: { 'reload.soon': {} }, after: { reloadDelay: 'loading' } },
      loading: {
        invoke: {
          src: 'load',
          onDone: {
            target: 'ready',
            actions: [
              assign({ output: ({ event }) => event.output, message: null }),
              emit(({ event }) => ({ type: 'reload.loaded' as const, output: event.output })),
            ],
          },
          onError: {
            target: 'failed',
            actions: [
              assign({ message: ({ event }) => messageOf(event.error, settings.failure) }),
              'tellFailure',
            ],
          },
        },
      },
      ready: {},
      failed: {},
    },
  })
