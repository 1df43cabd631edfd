import { assign, setup } from 'xstate'
import { callbackPort } from './port.ts'

export const RECENTS_MAX = 5

const recentKinds = ['backtest', 'strategy', 'scanner'] as const
type RecentKind = (typeof recentKinds)[number]

export interface Recent {
  readonly slug: string
  readonly name: string
  readonly kind: RecentKind
  /** Milliseconds since the epoch of the last visit. */
  readonly at: number
}

export interface RecentsContext {
  /** Latest first. */
  readonly items: readonly Recent[]
}

export type RecentsEvent =
  | { readonly type: 'recents.visit'; readonly item: Recent }
  | { readonly type: 'recents.forget'; readonly slug: string }
  /** Those of the user who has signed in, or what another tab has stored. */
  | { readonly type: 'recents.replace'; readonly items: readonly Recent[] }
  | { readonly type: 'session.ended' }

/** The latest five, each once. An item without a slug has nowhere to lead and is left out. */
export const latest = (items: readonly Recent[]): readonly Recent[] =>
  items
    .filter(({ slug }) => slug !== '')
    .toSorted((one, other) => other.at - one.at)
    .filter(({ slug }, place, all) => all.findIndex((item) => item.slug === slug) === place)
    .slice(0, RECENTS_MAX)

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' &&
  value !== null &&
  'slug' in value &&
  typeof value.slug === 'string' &&
  'name' in value &&
  typeof value.name === 'string' &&
  'at' in value &&
  typeof value.at === 'number' &&
  'kind' in value &&
  recentKinds.some((kind) => kind === value.kind)

/** Takes from a stored value what is an item. */
export const readRecents = (stored: unknown): readonly Recent[] =>
  Array.isArray(stored) ? latest(stored.filter(isRecent)) : []

export const recentsMachine = setup({
  types: {
    context: {} as RecentsContext,
    events: {} as RecentsEvent,
    input: {} as { readonly items: readonly Recent[] },
  },
  actors: {
    /** Sends `recents.replace`. */
    otherTabs: callbackPort('otherTabs'),
  },
  actions: { store: (_, _items: readonly Recent[]) => {} },
}).createMachine({
  id: 'recents',
  context: ({ input }) => ({ items: latest(input.items) }),
  invoke: { src: 'otherTabs' },
  initial: 'kept',
  states: {
    kept: {
      on: {
        'recents.visit': {
          actions: [
            assign({
              items: ({ context, event }) =>
                latest([event.item, ...context.items.filter(({ slug }) => slug !== event.item.slug)]),
            }),
            { type: 'store', params: ({ context }) => context.items },
          ],
        },
        'recents.forget': {
          actions: [
            assign({
              items: ({ context, event }) => context.items.filter(({ slug }) => slug !== event.slug),
            }),
            { type: 'store', params: ({ context }) => context.items },
          ],
        },
        'recents.replace': { actions: assign({ items: ({ event }) => latest(event.items) }) },
        'session.ended': { actions: assign({ items: [] }) },
      },
    },
  },
})
