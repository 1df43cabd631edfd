import type { Undo } from './area.ts'

interface Watched<Snapshot> {
  getSnapshot(): Snapshot
  subscribe(next: (snapshot: Snapshot) => void): { unsubscribe(): void }
}

/** Calls `became` each time `isSo` turns from false to true; not for what is so already. */
export const whenBecomes = <Snapshot>(
  actor: Watched<Snapshot>,
  isSo: (snapshot: Snapshot) => boolean,
  became: () => void,
): Undo => {
  let wasSo = isSo(actor.getSnapshot())
  const subscription = actor.subscribe((snapshot) => {
    const isNow = isSo(snapshot)
    if (isNow && !wasSo) became()
    wasSo = isNow
  })
  return () => subscription.unsubscribe()
}
