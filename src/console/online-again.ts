import type { Actors } from './actors.ts'
import type { Undo } from './area.ts'

export const whenOnlineAgain = ({ connectivity }: Actors, back: () => void): Undo => {
  let wasOnline = connectivity.getSnapshot().matches('online')
  const subscription = connectivity.subscribe((snapshot) => {
    const isOnline = snapshot.matches('online')
    if (isOnline && !wasOnline) back()
    wasOnline = isOnline
  })
  return () => subscription.unsubscribe()
}
