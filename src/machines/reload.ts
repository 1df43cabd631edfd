import { assign, emit, enqueueActions, setup } from 'xstate'
import { isUnreachable, messageOf } from '../contract/api-error.ts'
import { type NoticeEmitted, noticed } from './notices.ts'
import { promisePort } from './port.ts'

export const RELOAD_AFTER_MS = 250
export const RETRY_AFTER_MS = 1000

export interface ReloadContext<Output> {
  /** Kept while a newer one loads and when that fails. */
  readonly output: Output | null
  readonly message: string | null
  readonly isRetry: boolean
}

export type ReloadEvent<Change> =
  | { readonly type: 'reload.now' }
  | { readonly type: 'reload.soon' }
  /** Applies a known change without a request. */
  | { readonly type: 'reload.merge'; readonly change: Change }
  | { readonly type: 'session.ended' }

export interface Reloaded<Output> {
  readonly type: 'reload.loaded'
  readonly output: Output
}

/** The latest request wins. `failure` is the fallback message. */
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
    delays: { reloadDelay: RELOAD_AFTER_MS, retryDelay: RETRY_AFTER_MS },
  }).createMachine({
    id: settings.id,
    context: { output: null, message: null, isRetry: false },
    initial: 'idle',
    on: {
      'reload.now': { target: '.loading', reenter: true },
      'reload.soon': '.waiting',
      'reload.merge': { actions: { type: 'mergeChange', params: ({ event }) => event.change } },
      'session.ended': { target: '.idle', actions: assign({ output: null, message: null, isRetry: false }) },
    },
    states: {
      idle: {},
      /** Further changes do not restart the timer: a steady stream would postpone the reload forever. */
      waiting: { on: { 'reload.soon': {} }, after: { reloadDelay: 'loading' } },
      loading: {
        invoke: {
          src: 'load',
          onDone: {
            target: 'ready',
            actions: [
              assign({ output: ({ event }) => event.output, message: null, isRetry: false }),
              emit(({ event }) => ({ type: 'reload.loaded' as const, output: event.output })),
            ],
          },
          onError: [
            {
              guard: ({ context, event }) => !context.isRetry && isUnreachable(event.error),
              target: 'retrying',
              actions: assign({ isRetry: true }),
            },
            {
              target: 'failed',
              actions: [
                assign({ message: ({ event }) => messageOf(event.error, settings.failure), isRetry: false }),
                'tellFailure',
              ],
            },
          ],
        },
      },
      /** A request that is under way when a network changes or a laptop falls asleep fails, and the next one does not. */
      retrying: { on: { 'reload.soon': {} }, after: { retryDelay: 'loading' } },
      ready: {},
      failed: {},
    },
  })
