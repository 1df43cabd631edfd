import { fromCallback, fromPromise } from 'xstate'
import { changePassword, getCount, getUser, login, logout } from '../contract/accounts.ts'
import { ApiError, messageOf } from '../contract/api-error.ts'
import { nextIstMidnight } from '../domain/time.ts'
import { authMachine, type NotificationCount } from '../machines/auth.ts'
import { type KillOwner, killIntentMachine } from '../machines/kill-intent.ts'
import type { Notices } from '../machines/notices.ts'
import { passwordChangeMachine } from '../machines/password-change.ts'
import { texts } from '../machines/texts.ts'
import type { Clock } from '../platform/clock.ts'
import type { HttpClient } from '../platform/http-client.ts'
import type { Session } from '../platform/session.ts'
import { type KeptValues, storageKeys } from '../platform/storage.ts'
import type { Tabs } from '../platform/tabs.ts'

export interface AuthPorts {
  readonly http: HttpClient
  readonly session: Session
  readonly tabs: Tabs
  readonly clock: Clock
  readonly notices: Notices
  /** Sends what still waits to be sent, while the session lasts. */
  readonly beforeLogout: () => void
}

/** The token lasts until the end of the IST day. */
const keepToken = ({ session, clock }: AuthPorts, token: string): void => {
  if (session.keep(token, nextIstMidnight(clock.now()) - clock.now())) return
  throw new ApiError({ kind: 'rejected', status: 0, code: 'COOKIES_REFUSED', reason: texts.cookiesBlocked })
}

const askCount = async (
  { http, notices }: AuthPorts,
  signal: AbortSignal,
): Promise<NotificationCount | null> => {
  try {
    return await http.call(getCount, { signal })
  } catch (error) {
    // The console works without the count; a session that is over or not yet open is told elsewhere.
    const isOver =
      error instanceof ApiError &&
      (error.failure.kind === 'unauthorized' ||
        (error.failure.kind === 'rejected' && error.failure.code === 'PASSWORD_CHANGE_NEEDED'))
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
        const [user, notificationCount] = await Promise.all([
          http.call(getUser, { signal }),
          askCount(ports, signal),
        ])
        return { user, notificationCount }
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

const isKillOwner = (value: unknown): value is KillOwner => {
  const { userUuid, userName } = (value ?? {}) as { readonly userUuid?: unknown; readonly userName?: unknown }
  return typeof userUuid === 'string' && typeof userName === 'string'
}

/** Of this tab alone: a kill switch is never offered where nobody asked for it. */
export const keptKill = (storage: KeptValues): KillOwner | null => {
  const kept = storage.readJson('tab', storageKeys.killOwed)
  return isKillOwner(kept) ? { userUuid: kept.userUuid, userName: kept.userName } : null
}

export const provideKillIntent = (storage: KeptValues): typeof killIntentMachine =>
  killIntentMachine.provide({
    actions: {
      store: (_, owed) => {
        if (owed === null) storage.remove('tab', storageKeys.killOwed)
        else storage.writeJson('tab', storageKeys.killOwed, owed)
      },
    },
  })
