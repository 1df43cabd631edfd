import { assign, enqueueActions, setup } from 'xstate'
import { callbackPort } from '../port.ts'
import type { Requests } from '../requests.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly navigation:
      | { readonly type: 'view.open'; readonly path: string }
      | { readonly type: 'view.back' }
  }
  interface Machines {
    readonly navigation: typeof navigationMachine
  }
}

export const PATH_MAX = 2048

export interface NavigationContext {
  readonly path: string
  /** Number of the console's own entries behind this one. */
  readonly depth: number
}

export type NavigationEvent =
  | Requests['navigation']
  | { readonly type: 'view.replace'; readonly path: string }
  | { readonly type: 'view.moved'; readonly path: string }

export type HistoryOrder =
  | { readonly type: 'history.push'; readonly path: string }
  | { readonly type: 'history.replace'; readonly path: string }
  | { readonly type: 'history.back' }

/** Refuses another origin, such as `//host`. */
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
