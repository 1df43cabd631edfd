import { composeAccounts } from '../compose-accounts.ts'
import { ConfigError, readConfig } from '../config.ts'
import { systemClock } from '../ports.ts'
import { Refusal } from '../refusal.ts'
import type { Accounts } from '../services/session/accounts.ts'
import { createSecretWatch } from '../services/session/secret-watch.ts'
import { findAuditFault } from '../store/audit.ts'
import { openStore, type Store } from '../store/database/database.ts'
import { keepFilesPrivate } from '../store/database/private-files.ts'
import { StoreError } from '../store/database/store-error.ts'

const USAGE = `npm run user -- add NAME      adds a user and prints a password
npm run user -- list          the users
npm run user -- reset NAME    prints a new password and ends the user's login sessions
npm run user -- audit         checks that no entry of the audit log was changed or removed`

const run = async (
  { accounts, store }: { readonly accounts: Accounts; readonly store: Store },
  [task, name]: readonly string[],
): Promise<number> => {
  if (task === 'list') {
    for (const user of await accounts.list())
      console.log(`${user.name}\tsince ${new Date(user.createdAt).toISOString()}`)
    return 0
  }
  if (task === 'audit') {
    const fault = await findAuditFault(store.db)
    console.log(fault === null ? 'The audit log is whole.' : `The audit log is broken at entry ${fault}.`)
    return fault === null ? 0 : 1
  }
  if (name !== undefined && (task === 'add' || task === 'reset')) {
    const password = task === 'add' ? await accounts.add(name) : await accounts.resetPassword(name)
    console.log(`Sign in: ${name} / ${password}`)
    return 0
  }
  console.error(USAGE)
  return 2
}

const main = async (): Promise<number> => {
  // The listen address is irrelevant to a command, so its check is satisfied.
  const store = await openStore(readConfig(process.env, ['--insecure-lan']))
  try {
    const parts = { store, clock: systemClock, secrets: createSecretWatch() }
    return await run({ ...composeAccounts(parts), store }, process.argv.slice(2))
  } finally {
    await store.close()
  }
}

keepFilesPrivate()
try {
  process.exitCode = await main()
} catch (error) {
  const isExpected = error instanceof Refusal || error instanceof ConfigError || error instanceof StoreError
  console.error(isExpected ? error.message : error)
  process.exitCode = 1
}
