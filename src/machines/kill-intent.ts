import { assign, enqueueActions, setup } from 'xstate'
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
    setOwed: enqueueActions(({ context, enqueue }, owed: KillOwner | null) => {
      if (context.owed === owed) return
      enqueue.assign({ owed })
      enqueue({ type: 'store', params: owed })
    }),
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
      ],
    },
    /** Nobody's before anybody has signed in on this page. */
    'intent.keep': {
      actions: { type: 'setOwed', params: ({ context: { user, owed } }) => user ?? owed },
    },
    'intent.drop': { actions: { type: 'setOwed', params: null } },
  },
})
