import type { KeptValues, StorageKey } from './storage.ts'

/** Values survive a reload; a new window begins with the last ones of any window. */
export interface WindowValues {
  read(key: StorageKey): string | null
  readJson(key: StorageKey): unknown
  adopt(key: StorageKey, value: string): void
  /** For this window and new ones. */
  write(key: StorageKey, value: string): void
}

export const createWindowValues = (storage: KeptValues): WindowValues => {
  const adopt = (key: StorageKey, value: string): void => storage.write('tab', key, value, { isCache: true })
  return {
    read: (key) => storage.read('tab', key) ?? storage.read('browser', key),
    readJson: (key) => storage.readJson('tab', key) ?? storage.readJson('browser', key),
    adopt,
    write(key, value) {
      storage.write('browser', key, value)
      adopt(key, value)
    },
  }
}
