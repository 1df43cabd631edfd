import type { KeptValues, StorageKey } from '../platform/storage.ts'

/** What the browser keeps for one user. Another user of the same browser does not see it. */
export const createOwnMemory = (storage: KeptValues, user: () => string | null) => ({
  read(key: StorageKey): unknown {
    const kept = storage.readJson('browser', key)
    return isOwned(kept) && kept.user === user() ? kept.value : null
  },
  write(key: StorageKey, value: unknown): void {
    const owner = user()
    if (owner !== null) storage.writeJson('browser', key, { user: owner, value })
  },
})

const isOwned = (kept: unknown): kept is { readonly user: unknown; readonly value: unknown } =>
  typeof kept === 'object' && kept !== null && 'user' in kept && 'value' in kept
