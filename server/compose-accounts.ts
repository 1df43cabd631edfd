import type { Clock } from './ports.ts'
import { type Accounts, createAccounts } from './services/session/accounts.ts'
import { createKnownBrowsers } from './services/session/known-browsers.ts'
import { createPasswordHasher, type PasswordCost } from './services/session/passwords.ts'
import type { SecretWatch } from './services/session/secret-watch.ts'
import { createSessions, type Sessions } from './services/session/sessions.ts'
import { createSignInLimits } from './services/session/sign-in-limits.ts'
import type { Store } from './store/database/database.ts'
import type { UserId } from './user.ts'

export const composeAccounts = (ports: {
  readonly store: Store
  readonly clock: Clock
  readonly secrets: SecretWatch
  readonly passwordCost?: PasswordCost | undefined
  readonly onSessionsEnded?: (tokenHashes: readonly string[]) => void
  readonly onSignedIn?: (user: UserId) => Promise<void>
}): { accounts: Accounts; sessions: Sessions } => {
  const sessions = createSessions(ports)
  const accounts = createAccounts({
    ...ports,
    sessions,
    passwords: createPasswordHasher(ports.passwordCost),
    limits: createSignInLimits(ports),
    browsers: createKnownBrowsers(ports),
    onSessionsEnded: (tokenHashes) => {
      sessions.ended(tokenHashes)
      ports.onSessionsEnded?.(tokenHashes)
    },
  })
  return { accounts, sessions }
}
