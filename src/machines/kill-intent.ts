import { assign, setup } from 'xstate'
import type { User } from './auth.ts'
import type { Requests } from './events.ts'

export type KillOwner = Pick<User, 'userUuid' | 'userName'>

export interface KillIntentContext {
  /** Last signed in on this page. */
  readonly user: KillOwner | null
  /** Whose kill switch was asked for and has not been confirmed by the server. */
  readonly owed: KillOwner | null
}

export type KillIntentEvent =
  | Requests['killIntent']
  | { readonly type: 'intent.user'; readonly user: KillOwner }
  | { readonly type: 'intent.keep' }

/**
 * A kill switch that was asked for and not done outlives the session and a reload of the tab, so that it can be offered
 * after the next sign-in. It never acts by itself, and another user's sign-in drops it.
 */
export const killIntentMachine = setup({
  types: {
    context: {} as KillIntentContext,
    events: {} as KillIntentEvent,
    input: {} as { readonly owed: KillOwner | null },
  },
  actions: {
    store: (_, _owed: KillOwner | null) => {},
    setOwed: assign((_, owed: KillOwner | null) => ({ owed })),
    setUser: assign((_, user: KillOwner) => ({ user })),
  },
}).createMachine({
  id: 'killIntent',
  context: ({ input }) => ({ user: null, owed: input.owed }),
  on: {
    'intent.user': {
      actions: [
        { type: 'setUser', params: ({ event }) => event.user },
        { type: 'store', params: ({ context, event }) => owedBy(context, event.user) },
        { type: 'setOwed', params: ({ context, event }) => owedBy(context, event.user) },
      ],
    },
    /** Nobody's before anybody has signed in on this page. */
    'intent.keep': {
      actions: [
        { type: 'store', params: ({ context: { user, owed } }) => user ?? owed },
        { type: 'setOwed', params: ({ context: { user, owed } }) => user ?? owed },
      ],
    },
    'intent.drop': {
      actions: [
        { type: 'store', params: null },
        { type: 'setOwed', params: null },
      ],
    },
  },
})

/** What stays owed when this user has signed in. */
const owedBy = ({ owed }: KillIntentContext, user: KillOwner): KillOwner | null =>
  owed?.userUuid === user.userUuid ? owed : null
