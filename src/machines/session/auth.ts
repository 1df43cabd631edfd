import { assign, emit, type SnapshotFrom, setup } from 'xstate'
import { ApiError, messageOf } from '../../contract/api-error.ts'
import type { ReplyOf } from '../../contract/call-types.ts'
import { type getCount, getUser, login, logout } from '../../contract/session.ts'
import { type EpochMs, MINUTE_MS, nextIstMidnight } from '../../domain/time.ts'
import { type NoticeEmitted, noticed } from '../notices.ts'
import { callbackPort, promisePort } from '../port.ts'
import type { Requests } from '../requests.ts'
import { texts } from '../texts.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly auth:
      | { readonly type: 'auth.signIn'; readonly userName: string; readonly password: string }
      | { readonly type: 'auth.signOut' }
      | { readonly type: 'auth.retry' }
      | { readonly type: 'auth.changeSeen' }
  }
  interface Machines {
    readonly auth: typeof authMachine
  }
}

export type User = ReplyOf<typeof getUser>
export type NotificationCount = ReplyOf<typeof getCount>

export const SESSION_WARNING_MS = 10 * MINUTE_MS

export interface AuthContext {
  readonly now: () => EpochMs
  readonly user: User | null
  readonly notificationCount: NotificationCount | null
  readonly sessionEndsAt: EpochMs | null
  readonly isWarned: boolean
  readonly lastUser: Pick<User, 'userUuid' | 'userName'> | null
  /** True if the sign-in happened in this tab. */
  readonly isOwnSignIn: boolean
  /** The user before another user's sign-in in another tab took over; null once seen. */
  readonly changedFrom: string | null
  readonly message: string | null
}

export type AuthEvent =
  | Requests['auth']
  | { readonly type: 'auth.reset' }
  | { readonly type: 'auth.expired' }
  | { readonly type: 'auth.otherTabSignedIn' }
  | { readonly type: 'auth.otherTabSignedOut' }
  /** The server changed the login session of this tab, for example after a new password. */
  | { readonly type: 'auth.renewed' }

interface Fetched {
  readonly user: User
  readonly notificationCount: NotificationCount | null
}

interface Credentials {
  readonly userName: string
  readonly password: string
}

const loginMessage = (error: unknown): string =>
  error instanceof ApiError && error.failure.kind === 'unauthorized'
    ? texts.invalidCredentials
    : messageOf(error, login.failure)

const nobody = { user: null, notificationCount: null, sessionEndsAt: null, isWarned: false } as const

export const authMachine = setup({
  types: {
    context: {} as AuthContext,
    events: {} as AuthEvent,
    emitted: {} as NoticeEmitted,
    input: {} as { readonly now: () => EpochMs },
  },
  actors: {
    findToken: promisePort<boolean>('findToken'),
    /** Stores the token until the end of the IST day. */
    login: promisePort<void, Credentials>('login'),
    fetchUser: promisePort<Fetched>('fetchUser'),
    logout: promisePort<void>('logout'),
    /** Sends `auth.otherTabSignedIn` and `auth.otherTabSignedOut`. */
    otherTabs: callbackPort('otherTabs'),
  },
  actions: {
    forgetToken: () => {},
    /** Only for this tab: the browser's token belongs to another user by now. */
    dropToken: () => {},
    tellOtherTabsSignedIn: () => {},
    tellOtherTabsSignedOut: () => {},
    forgetUser: assign(nobody),
    keepUser: assign(({ context }, { user, notificationCount }: Fetched) => ({
      changedFrom: changedFrom(context, user),
      lastUser: user,
      user,
      notificationCount,
      sessionEndsAt: user.sessionEndsAt as EpochMs,
    })),
    tell: emit((_, notice: NoticeEmitted['notice']) => noticed(notice.kind, notice.text)),
  },
  delays: {
    untilSessionWarning: ({ context }) => Math.max(0, endOf(context) - SESSION_WARNING_MS - context.now()),
    untilSessionEnd: ({ context }) => Math.max(0, endOf(context) - context.now()),
  },
}).createMachine({
  id: 'auth',
  context: ({ input }) => ({
    ...nobody,
    now: input.now,
    message: null,
    lastUser: null,
    isOwnSignIn: false,
    changedFrom: null,
  }),
  invoke: { src: 'otherTabs' },
  initial: 'starting',
  on: {
    'auth.reset': { target: '.signedOut', actions: ['forgetToken', 'forgetUser', assign({ message: null })] },
  },
  states: {
    starting: {
      entry: ['forgetUser', assign({ isOwnSignIn: false })],
      invoke: {
        src: 'findToken',
        onDone: [{ guard: ({ event }) => event.output, target: 'signedIn' }, { target: 'signedOut' }],
        onError: 'signedOut',
      },
    },
    signedOut: {
      initial: 'idle',
      on: {
        'auth.signIn': '.submitting',
        'auth.otherTabSignedIn': 'starting',
        'auth.retry': 'starting',
      },
      states: {
        idle: {},
        submitting: {
          entry: assign({ message: null }),
          on: { 'auth.signIn': {} },
          invoke: {
            src: 'login',
            input: ({ event }) => {
              if (event.type !== 'auth.signIn') throw new Error(`signing in on ${event.type}`)
              return { userName: event.userName, password: event.password }
            },
            onDone: {
              target: '#auth.signedIn',
              actions: ['tellOtherTabsSignedIn', assign({ isOwnSignIn: true })],
            },
            onError: {
              target: 'failed',
              actions: assign({ message: ({ event }) => loginMessage(event.error) }),
            },
          },
        },
        failed: {},
      },
    },
    signedIn: {
      entry: assign({
        message: null,
        isWarned: false,
        sessionEndsAt: ({ context }) => nextIstMidnight(context.now()),
      }),
      initial: 'fetchingUser',
      on: {
        'auth.signOut': 'signingOut',
        'auth.expired': {
          target: 'signedOut',
          actions: [
            'forgetToken',
            'forgetUser',
            'tellOtherTabsSignedOut',
            assign({ message: texts.sessionExpired }),
            { type: 'tell', params: { kind: 'error', text: texts.sessionExpired } },
          ],
        },
        'auth.otherTabSignedOut': {
          target: 'signedOut',
          actions: [
            'forgetToken',
            'forgetUser',
            assign({ message: texts.signedOutElsewhere }),
            { type: 'tell', params: { kind: 'info', text: texts.signedOutElsewhere } },
          ],
        },
        'auth.otherTabSignedIn': {
          target: 'signedOut',
          actions: ['dropToken', 'forgetUser', assign({ message: texts.signedInElsewhere })],
        },
        'auth.changeSeen': { actions: assign({ changedFrom: null }) },
        'auth.renewed': { target: '.fetchingUser', actions: 'tellOtherTabsSignedIn' },
      },
      states: {
        fetchingUser: {
          invoke: {
            src: 'fetchUser',
            onDone: [
              {
                guard: ({ event }) => event.output.user.mustChangePassword,
                target: 'choosingPassword',
                actions: { type: 'keepUser', params: ({ event }) => event.output },
              },
              { target: 'ready', actions: { type: 'keepUser', params: ({ event }) => event.output } },
            ],
            onError: {
              target: 'failed',
              actions: [
                assign({ message: ({ event }) => messageOf(event.error, getUser.failure) }),
                {
                  type: 'tell',
                  params: ({ event }) => ({
                    kind: 'error',
                    text: messageOf(event.error, getUser.failure),
                  }),
                },
              ],
            },
          },
        },
        ready: {
          after: {
            untilSessionWarning: {
              guard: ({ context }) => !context.isWarned,
              actions: [
                assign({ isWarned: true }),
                { type: 'tell', params: { kind: 'warning', text: texts.sessionEndsSoon } },
              ],
            },
            untilSessionEnd: {
              target: '#auth.signedOut',
              actions: [
                'forgetToken',
                'forgetUser',
                assign({ message: texts.sessionEndedAtMidnight }),
                { type: 'tell', params: { kind: 'info', text: texts.sessionEndedAtMidnight } },
              ],
            },
          },
        },
        /** The server rejects all other calls until the password is changed; `auth.renewed` follows. */
        choosingPassword: {},
        failed: { on: { 'auth.retry': 'fetchingUser' } },
      },
    },
    signingOut: {
      entry: ['tellOtherTabsSignedOut', { type: 'tell', params: { kind: 'info', text: texts.loggingOut } }],
      exit: ['forgetToken', 'forgetUser', assign({ message: null })],
      invoke: {
        src: 'logout',
        onDone: 'signedOut',
        onError: {
          target: 'signedOut',
          actions: {
            type: 'tell',
            params: ({ event }) => ({ kind: 'error', text: messageOf(event.error, logout.failure) }),
          },
        },
      },
    },
  },
})

const endOf = (context: AuthContext): EpochMs => context.sessionEndsAt ?? nextIstMidnight(context.now())

const changedFrom = ({ lastUser, isOwnSignIn, changedFrom }: AuthContext, user: User): string | null => {
  if (isOwnSignIn || lastUser === null) return null
  return lastUser.userUuid === user.userUuid ? changedFrom : lastUser.userName
}

/** False until an assigned password has been changed. */
export const isSignedIn = (auth: SnapshotFrom<typeof authMachine>): boolean =>
  auth.matches('signedIn') && !auth.matches({ signedIn: 'choosingPassword' })
