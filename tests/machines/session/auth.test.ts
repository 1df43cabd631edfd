import { beforeEach, describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { ApiError } from '../../../src/contract/api-error.ts'
import { epochMs, nextIstMidnight } from '../../../src/domain/time.ts'
import {
  type AuthEvent,
  authMachine,
  isSignedIn,
  type NotificationCount,
  SESSION_WARNING_MS,
  type User,
} from '../../../src/machines/session/auth.ts'
import { waitFor } from '../../support/wait-for.ts'

const MORNING = Date.parse('2026-11-20T10:00:00+05:30')
const MIDNIGHT = nextIstMidnight(MORNING)

const user = {
  userUuid: 'u-1',
  userName: 'asha',
  userBrokerId: 'PAPER-1',
  book: 'virtual' as const,
  mustChangePassword: false,
  sessionEndsAt: MIDNIGHT as number,
}

const unauthorized = () => new ApiError({ kind: 'unauthorized', reason: 'no' })

/** A browser that holds a token or not, and a server that answers as told. */
const start = (
  settings: {
    readonly hasToken?: boolean
    readonly at?: number
    readonly login?: () => Promise<void>
    readonly fetchUser?: () => Promise<typeof user>
    readonly logout?: () => Promise<void>
  } = {},
) => {
  const clock = new SimulatedClock()
  const done: string[] = []
  const notices: string[] = []
  let tellOtherTab: (event: AuthEvent) => void = () => {}
  const auth = createActor(
    authMachine.provide({
      actors: {
        findToken: fromPromise(async () => settings.hasToken ?? false),
        login: fromPromise(settings.login ?? (async () => {})),
        fetchUser: fromPromise(
          async (): Promise<{ user: User; notificationCount: NotificationCount | null }> => ({
            user: await (settings.fetchUser ?? (async () => user))(),
            notificationCount: null,
          }),
        ),
        logout: fromPromise(settings.logout ?? (async () => {})),
        otherTabs: fromCallback(({ sendBack }) => {
          tellOtherTab = sendBack
        }),
      },
      actions: {
        forgetToken: () => done.push('token forgotten'),
        dropToken: () => done.push('token dropped'),
        tellOtherTabsSignedIn: () => done.push('told: in'),
        tellOtherTabsSignedOut: () => done.push('told: out'),
      },
    }),
    { clock, input: { now: () => epochMs((settings.at ?? MORNING) + clock.now()) } },
  )
  auth.on('notice', ({ notice }) => notices.push(`${notice.kind}: ${notice.text}`))
  auth.start()
  const until = (state: Parameters<ReturnType<typeof auth.getSnapshot>['matches']>[0]) =>
    waitFor(auth, (snapshot) => snapshot.matches(state))
  return { auth, clock, done, notices, until, fromOtherTab: (event: AuthEvent) => tellOtherTab(event) }
}

const signIn = { type: 'auth.signIn', userName: 'asha', password: 'a long pass phrase' } as const

describe(authMachine.id, () => {
  test('a stored token leads to the user without asking for credentials', async () => {
    const { until } = start({ hasToken: true })
    const { context } = await until({ signedIn: 'ready' })
    expect([context.user, context.sessionEndsAt]).toEqual([user, MIDNIGHT])
  })

  test('without a token loading stops at the sign-in page', async () => {
    const { until, done } = start()
    expect((await until('signedOut')).value).toEqual({ signedOut: 'idle' })
    expect(done).toEqual([])
  })

  test('signing in fetches the user and tells the other tabs', async () => {
    const { auth, until, done } = start()
    await until('signedOut')
    auth.send(signIn)
    auth.send(signIn)
    expect(auth.getSnapshot().value).toEqual({ signedOut: 'submitting' })
    await until({ signedIn: 'ready' })
    expect(done).toEqual(['told: in'])
  })

  test.each([
    ['Invalid credentials', unauthorized()],
    ['Login error occurred: the server cannot be reached', new ApiError({ kind: 'unreachable' })],
    [
      'Too many tries',
      new ApiError({ kind: 'rejected', status: 429, code: 'TOO_MANY', reason: 'Too many tries' }),
    ],
    ['Login error occurred', new Error('bug')],
  ])('a failed sign-in says: %s', async (message, error) => {
    const { auth, until } = start({ login: () => Promise.reject(error) })
    await until('signedOut')
    auth.send(signIn)
    expect((await until({ signedOut: 'failed' })).context.message).toEqual(message)
  })

  test('a user that cannot be fetched leaves a message and a way to try again', async () => {
    let tries = 0
    const { auth, until, notices } = start({
      hasToken: true,
      fetchUser: async () => {
        if (tries++ === 0) throw new ApiError({ kind: 'rejected', status: 500, code: 'INTERNAL', reason: '' })
        return user
      },
    })
    const failed = await until({ signedIn: 'failed' })
    expect([failed.context.message, notices]).toEqual([
      'Error fetching user details',
      ['error: Error fetching user details'],
    ])
    auth.send({ type: 'auth.retry' })
    await until({ signedIn: 'ready' })
    expect(tries).toEqual(2)
  })

  test('a password that somebody else gave has to be changed before the console opens', async () => {
    let mustChangePassword = true
    const { auth, until } = start({
      hasToken: true,
      fetchUser: async () => ({ ...user, mustChangePassword }),
    })
    const choosing = await until({ signedIn: 'choosingPassword' })
    expect([choosing.context.user?.userName, isSignedIn(choosing)]).toEqual(['asha', false])
    mustChangePassword = false
    auth.send({ type: 'auth.renewed' })
    expect(isSignedIn(await until({ signedIn: 'ready' }))).toEqual(true)
  })

  test('twelve refusals together end the session once', async () => {
    const { auth, until, done, notices } = start({ hasToken: true })
    await until({ signedIn: 'ready' })
    for (let call = 0; call < 12; call++) auth.send({ type: 'auth.expired' })
    expect(auth.getSnapshot().value).toEqual({ signedOut: 'idle' })
    expect([done, notices]).toEqual([
      ['token forgotten', 'told: out'],
      ['error: Your session has ended. Please sign in again'],
    ])
  })

  describe('at midnight, Indian time', () => {
    let story: ReturnType<typeof start>
    beforeEach(async () => {
      story = start({ hasToken: true, at: MIDNIGHT - SESSION_WARNING_MS - 10_000 })
      await story.until({ signedIn: 'ready' })
    })

    test('a warning comes ten minutes before, once', () => {
      const { clock, notices } = story
      clock.increment(9999)
      expect(notices).toEqual([])
      clock.increment(1)
      clock.increment(60_000)
      expect(notices).toEqual(['warning: Your session ends soon: at midnight IST'])
    })

    test('the session ends, once', () => {
      const { auth, clock, done } = story
      clock.increment(SESSION_WARNING_MS + 9999)
      expect(auth.getSnapshot().value).toEqual({ signedIn: 'ready' })
      clock.increment(1)
      auth.send({ type: 'auth.expired' })
      const { value, context } = auth.getSnapshot()
      expect(value).toEqual({ signedOut: 'idle' })
      expect([context.user, context.message]).toEqual([null, 'Your session ended at midnight IST'])
      expect(done).toEqual(['token forgotten'])
    })
  })

  test('signing out says so, ends the session on the server and clears everything', async () => {
    const { auth, until, done, notices } = start({ hasToken: true })
    await until({ signedIn: 'ready' })
    auth.send({ type: 'auth.signOut' })
    expect(auth.getSnapshot().value).toEqual('signingOut')
    const { context } = await until('signedOut')
    expect([context.user, context.message]).toEqual([null, null])
    expect([done, notices]).toEqual([['told: out', 'token forgotten'], ['info: Logging out....']])
  })

  test('a sign-out that the server refuses ends here all the same', async () => {
    const { auth, until, done, notices } = start({
      hasToken: true,
      logout: () => Promise.reject(new Error('bug')),
    })
    await until({ signedIn: 'ready' })
    auth.send({ type: 'auth.signOut' })
    await until('signedOut')
    expect(done).toEqual(['told: out', 'token forgotten'])
    expect(notices).toEqual(['info: Logging out....', 'error: Error logging out'])
  })

  test('a tab follows when another one signs out or, where nobody is signed in, in', async () => {
    const followed = start({ hasToken: true })
    await followed.until({ signedIn: 'ready' })
    followed.fromOtherTab({ type: 'auth.otherTabSignedOut' })
    expect(followed.auth.getSnapshot().value).toEqual({ signedOut: 'idle' })
    followed.fromOtherTab({ type: 'auth.otherTabSignedIn' })
    await followed.until({ signedIn: 'ready' })
    expect(followed.notices).toEqual(['info: You signed out in another tab'])
  })

  test('a tab stops when somebody else signs in in another one, and leaves their token alone', async () => {
    const { auth, until, fromOtherTab, done } = start({ hasToken: true })
    await until({ signedIn: 'ready' })
    fromOtherTab({ type: 'auth.otherTabSignedIn' })
    const { value, context } = auth.getSnapshot()
    expect([value, context.user]).toEqual([{ signedOut: 'idle' }, null])
    expect(done).toEqual(['token dropped'])
  })

  test('a reset brings back the beginning', async () => {
    const { auth, until } = start({ hasToken: true })
    await until({ signedIn: 'ready' })
    auth.send({ type: 'auth.reset' })
    const { value, context } = auth.getSnapshot()
    expect([value, context.user, context.message]).toEqual([{ signedOut: 'idle' }, null, null])
  })
})
