import { assign, setup } from 'xstate'
import type { Requests } from '../requests.ts'
import type { User } from '../session/auth.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly killIntent: { readonly type: 'intent.drop' }
  }
  interface Machines {
    readonly killIntent: typeof killIntentMachine
  }
}

export type KillOwner = Pick<User, 'userUuid' | 'userName'>

export interface KillIntentContext {
  readonly user: KillOwner | null
  /** The user whose requested kill switch the server has not confirmed. */
  readonly owed: KillOwner | null
}

export type KillIntentEvent =
  | Requests['killIntent']
  | { readonly type: 'intent.user'; readonly user: KillOwner }
  | { readonly type: 'intent.keep' }

/** Outlives the login session and a reload, to be offered after the next sign-in. Never acts by itself. */
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

/** Another user's sign-in drops it. */
const owedBy = ({ owed }: KillIntentContext, user: KillOwner): KillOwner | null =>
  owed?.userUuid === user.userUuid ? owed : null
