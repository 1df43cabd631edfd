import { assign, setup } from 'xstate'
import { callbackPort } from '../port.ts'

declare module '../requests.ts' {
  interface Machines {
    readonly recents: typeof recentsMachine
  }
}

export const RECENTS_MAX = 5

const recentKinds = ['backtest', 'strategy', 'scanner'] as const
type RecentKind = (typeof recentKinds)[number]

export interface Recent {
  readonly slug: string
  readonly name: string
  readonly kind: RecentKind
  readonly at: number
}

export interface RecentsContext {
  readonly items: readonly Recent[]
}

export type RecentsEvent =
  | { readonly type: 'recents.visit'; readonly item: Recent }
  | { readonly type: 'recents.forget'; readonly slug: string }
  | { readonly type: 'recents.replace'; readonly items: readonly Recent[] }
  | { readonly type: 'session.ended' }

/** Items without a slug lead nowhere and are left out. */
export const latest = (items: readonly Recent[]): readonly Recent[] =>
  items
    .filter(({ slug }) => slug !== '')
    .toSorted((one, other) => other.at - one.at)
    .filter(({ slug }, index, all) => all.findIndex((item) => item.slug === slug) === index)
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

export const readRecents = (stored: unknown): readonly Recent[] =>
  Array.isArray(stored) ? latest(stored.filter(isRecent)) : []

export const recentsMachine = setup({
  types: {
    context: {} as RecentsContext,
    events: {} as RecentsEvent,
    input: {} as { readonly items: readonly Recent[] },
  },
  actors: {
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
