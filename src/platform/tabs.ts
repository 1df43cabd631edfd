import { type KeptValues, storageKeys } from './storage.ts'

export interface Tabs {
  tellSignedIn(): void
  tellSignedOut(): void
  watch(listeners: { signedIn(): void; signedOut(): void }): () => void
}

const IN = 'in'
const OUT = 'out'

/** `mark` makes each message differ, since storage events fire only on a change. */
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
