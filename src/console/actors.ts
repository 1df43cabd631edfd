import type { Actors, Dispatch, Snapshots } from '../machines/requests.ts'
import type { ViewDispatch } from '../views/kit/view-dispatch.ts'

export type { Actors }

/** False until an assigned password has been changed and the user is known. */
export const isSessionReady = ({ auth }: Pick<Actors, 'auth'>): boolean =>
  auth.getSnapshot().matches({ signedIn: 'ready' })

export const snapshotsOf = (actors: Partial<Actors>): Snapshots =>
  Object.fromEntries(Object.entries(actors).map(([name, actor]) => [name, actor.getSnapshot()]))

export const dispatch = (actors: Actors, { to, event }: Dispatch | ViewDispatch): void => {
  // Both pair each machine with its own events, which TypeScript does not follow through the lookup.
  const actor = actors[to] as { send(event: Dispatch['event'] | ViewDispatch['event']): void } | undefined
  actor?.send(event)
}
