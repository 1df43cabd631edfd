import type { KeptValues, StorageArea, StorageKey } from '../../platform/storage.ts'

/** Another user of the same browser does not see these values. */
export const createUserStorage = (storage: KeptValues, user: () => string | null) => {
  const readFrom = (area: StorageArea, key: StorageKey): unknown => {
    const kept = storage.readJson(area, key)
    return isOwned(kept) && kept.user === user() ? kept.value : null
  }
  const writeTo = (area: StorageArea, key: StorageKey, value: unknown): void => {
    const owner = user()
    if (owner !== null) storage.writeJson(area, key, { user: owner, value })
  }
  return {
    read: (key: StorageKey): unknown => readFrom('browser', key),
    write: (key: StorageKey, value: unknown): void => writeTo('browser', key, value),
    /** This window's value, or else the last one of any window: see `WindowValues`. */
    readOfWindow: (key: StorageKey): unknown => readFrom('tab', key) ?? readFrom('browser', key),
    adoptInWindow: (key: StorageKey, value: unknown): void => writeTo('tab', key, value),
  }
}

const isOwned = (kept: unknown): kept is { readonly user: unknown; readonly value: unknown } =>
  typeof kept === 'object' && kept !== null && 'user' in kept && 'value' in kept

export type UserStorage = ReturnType<typeof createUserStorage>
