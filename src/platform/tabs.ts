import { type KeptValues, storageKeys } from './storage.ts'

export interface Tabs {
  tellSignedIn(): void
  tellSignedOut(): void
  /** Returns its own undo. */
  watch(listeners: { signedIn(): void; signedOut(): void }): () => void
}

const IN = 'in'
const OUT = 'out'

/** Tells the other tabs of this browser who is signed in. `mark` makes each message another value. */
export const createTabs = (storage: KeptValues, mark: () => string): Tabs => {
  const tell = (what: string): void =>
    storage.write('browser', storageKeys.session, `${what} ${mark()}`, { isCache: true })
  return {
    tellSignedIn: () => tell(IN),
    tellSignedOut: () => tell(OUT),
    watch: ({ signedIn, signedOut }) =>
      storage.watch(storageKeys.session, () => {
        const what = storage.read('browser', storageKeys.session)?.split(' ')[0]
        if (what === IN) signedIn()
        if (what === OUT) signedOut()
      }),
  }
}
