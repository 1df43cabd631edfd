import { assign, enqueueActions, setup } from 'xstate'
import type { Requests } from './events.ts'
import { callbackPort } from './port.ts'

export const PATH_MAX = 2048

export interface NavigationContext {
  /** Path and query, as in the address bar. */
  readonly path: string
  /** How many of our own screens lie behind this one. */
  readonly depth: number
}

export type NavigationEvent =
  | Requests['navigation']
  /** Goes there without a new entry behind the back button. */
  | { readonly type: 'view.replace'; readonly path: string }
  /** The browser went there itself: back, forward, a typed address. */
  | { readonly type: 'view.moved'; readonly path: string }

export type HistoryOrder =
  | { readonly type: 'history.push'; readonly path: string }
  | { readonly type: 'history.replace'; readonly path: string }
  | { readonly type: 'history.back' }

/** A path of this console: never another origin. */
export const isOwnPath = (path: string): boolean =>
  path.startsWith('/') && !/^\/[/\\]/.test(path) && path.length <= PATH_MAX

export const navigationMachine = setup({
  types: {
    context: {} as NavigationContext,
    events: {} as NavigationEvent,
    input: {} as { readonly path: string },
  },
  actors: {
    /** Carries out `HistoryOrder`s and sends `view.moved`. */
    history: callbackPort<HistoryOrder>('history'),
  },
  actions: {
    push: enqueueActions(({ context, enqueue }, path: string) => {
      enqueue.assign({ path, depth: context.depth + 1 })
      enqueue.sendTo('history', { type: 'history.push', path })
    }),
    replace: enqueueActions(({ enqueue }, path: string) => {
      enqueue.assign({ path })
      enqueue.sendTo('history', { type: 'history.replace', path })
    }),
    goBack: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ depth: context.depth - 1 })
      enqueue.sendTo('history', { type: 'history.back' })
    }),
  },
  guards: {
    isElsewhere: ({ context }, path: string) => isOwnPath(path) && path !== context.path,
    canGoBack: ({ context }) => context.depth > 0,
  },
}).createMachine({
  id: 'navigation',
  context: ({ input }) => ({ path: isOwnPath(input.path) ? input.path : '/', depth: 0 }),
  invoke: { id: 'history', src: 'history' },
  initial: 'here',
  states: {
    here: {
      on: {
        'view.open': {
          guard: { type: 'isElsewhere', params: ({ event }) => event.path },
          actions: { type: 'push', params: ({ event }) => event.path },
        },
        'view.replace': {
          guard: { type: 'isElsewhere', params: ({ event }) => event.path },
          actions: { type: 'replace', params: ({ event }) => event.path },
        },
        'view.moved': {
          guard: { type: 'isElsewhere', params: ({ event }) => event.path },
          actions: assign({ path: ({ event }) => event.path }),
        },
        'view.back': [
          { guard: 'canGoBack', actions: 'goBack' },
          {
            guard: { type: 'isElsewhere', params: '/' },
            actions: { type: 'replace', params: '/' },
          },
        ],
      },
    },
  },
})
