import type { KeptValues, StorageKey } from './storage.ts'

/** What a window shows is its own and survives its reload. A new window begins with what any window showed last. */
export interface WindowValues {
  read(key: StorageKey): string | null
  readJson(key: StorageKey): unknown
  /** Of this window alone: what it began with. */
  adopt(key: StorageKey, value: string): void
  /** Of this window, and for those to come. */
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
