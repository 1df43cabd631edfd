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

const storeOwed = {
  type: 'store',
  params: ({ context }: { readonly context: KillIntentContext }) => context.owed,
} as const

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
    setOwed: assign({ owed: (_, owed: KillOwner | null) => owed }),
    store: (_, _owed: KillOwner | null) => {},
  },
}).createMachine({
  id: 'killIntent',
  context: ({ input }) => ({ user: null, owed: input.owed }),
  on: {
    'intent.user': {
      actions: [
        assign({ user: ({ event }) => event.user }),
        {
          type: 'setOwed',
          params: ({ context: { owed }, event }) => (owed?.userUuid === event.user.userUuid ? owed : null),
        },
        storeOwed,
      ],
    },
    /** Nobody's before anybody has signed in on this page. */
    'intent.keep': {
      actions: [{ type: 'setOwed', params: ({ context: { user, owed } }) => user ?? owed }, storeOwed],
    },
    'intent.drop': { actions: [{ type: 'setOwed', params: null }, storeOwed] },
  },
})
