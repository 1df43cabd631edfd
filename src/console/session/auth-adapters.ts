import { fromCallback, fromPromise } from 'xstate'
import { ApiError, messageOf, refusedByConsole } from '../../contract/api-error.ts'
import { changePassword, getCount, getUser, login, logout } from '../../contract/session.ts'
import { nextIstMidnight } from '../../domain/time.ts'
import type { Notices } from '../../machines/notices.ts'
import { authMachine, type NotificationCount } from '../../machines/session/auth.ts'
import { passwordChangeMachine } from '../../machines/session/password-change.ts'
import { texts } from '../../machines/texts.ts'
import type { Clock } from '../../platform/clock.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Session } from '../../platform/session.ts'
import type { Tabs } from '../../platform/tabs.ts'

export interface AuthPorts {
  readonly http: HttpClient
  readonly session: Session
  readonly tabs: Tabs
  readonly clock: Clock
  readonly notices: Notices
  /** Sends pending changes while the login session is still valid. */
  readonly beforeLogout: () => void
}

/** The token lasts until the end of the IST day. */
const keepToken = ({ session, clock }: AuthPorts, token: string): void => {
  if (session.keep(token, nextIstMidnight(clock.now()) - clock.now())) return
  throw refusedByConsole('COOKIES_REFUSED', texts.cookiesBlocked)
}

const askCount = async (
  { http, notices }: AuthPorts,
  signal: AbortSignal,
): Promise<NotificationCount | null> => {
  try {
    return await http.call(getCount, { signal })
  } catch (error) {
    // The console works without the count; the end of a login session is reported elsewhere.
    const isOver = error instanceof ApiError && error.failure.kind === 'unauthorized'
    if (!isOver && !signal.aborted) notices.show({ kind: 'error', text: messageOf(error, getCount.failure) })
    return null
  }
}

export const provideAuth = (ports: AuthPorts): typeof authMachine => {
  const { http, session, tabs } = ports
  return authMachine.provide({
    actors: {
      findToken: fromPromise(async () => session.adopt()),
      login: fromPromise(async ({ input, signal }) => {
        keepToken(ports, await http.call(login, { body: input, signal }))
      }),
      fetchUser: fromPromise(async ({ signal }) => {
        const user = await http.call(getUser, { signal })
        // Until the password is changed the server refuses everything else.
        return { user, notificationCount: user.mustChangePassword ? null : await askCount(ports, signal) }
      }),
      logout: fromPromise(async ({ signal }) => {
        ports.beforeLogout()
        await http.call(logout, { signal })
      }),
      otherTabs: fromCallback(({ sendBack }) =>
        tabs.watch({
          signedIn: () => sendBack({ type: 'auth.otherTabSignedIn' }),
          signedOut: () => sendBack({ type: 'auth.otherTabSignedOut' }),
        }),
      ),
    },
    actions: {
      forgetToken: () => session.forget(),
      dropToken: () => session.drop(),
      tellOtherTabsSignedIn: () => tabs.tellSignedIn(),
      tellOtherTabsSignedOut: () => tabs.tellSignedOut(),
    },
  })
}

export const providePasswordChange = (ports: AuthPorts): typeof passwordChangeMachine =>
  passwordChangeMachine.provide({
    actors: {
      ask: fromPromise(async ({ input, signal }) => {
        keepToken(ports, await ports.http.call(changePassword, { body: input.asked, signal }))
        return null
      }),
    },
  })
