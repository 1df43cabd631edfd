import type { Clock } from './ports.ts'
import { type Accounts, createAccounts } from './services/accounts.ts'
import { createKnownBrowsers } from './services/known-browsers.ts'
import { createPasswordHasher } from './services/passwords.ts'
import type { SecretWatch } from './services/secret-watch.ts'
import { createSessions, type Sessions } from './services/sessions.ts'
import { createSignInLimits } from './services/sign-in-limits.ts'
import type { Store } from './store/database.ts'

/** Accounts with all they need; the server and the command line use the same. */
export const composeAccounts = (ports: {
  readonly store: Store
  readonly clock: Clock
  readonly secrets: SecretWatch
  readonly onSessionsEnded?: (tokenHashes: readonly string[]) => void
}): { accounts: Accounts; sessions: Sessions } => {
  const sessions = createSessions(ports)
  const accounts = createAccounts({
    ...ports,
    sessions,
    passwords: createPasswordHasher(),
    limits: createSignInLimits(ports),
    browsers: createKnownBrowsers(ports),
    onSessionsEnded: (tokenHashes) => {
      sessions.ended(tokenHashes)
      ports.onSessionsEnded?.(tokenHashes)
    },
  })
  return { accounts, sessions }
}
