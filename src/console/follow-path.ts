import { type Actors, isSessionReady } from './actors.ts'
import type { Undo } from './area.ts'

/** Calls `follow` with each new path while a user is signed in. */
export const followPath = (actors: Actors, follow: (path: string) => void): Undo => {
  const { navigation } = actors
  let before = navigation.getSnapshot().context.path
  const subscription = navigation.subscribe(({ context: { path } }) => {
    if (path === before) return
    before = path
    if (isSessionReady(actors)) follow(path)
  })
  return () => subscription.unsubscribe()
}
