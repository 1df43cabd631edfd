import { texts } from '../machines/texts.ts'
import type { Actors } from './actors.ts'

export const whyNothingIsSent = ({ connectivity, orderPath }: Actors, now: number): string | null => {
  if (!connectivity.getSnapshot().matches('online')) return texts.offline
  const path = orderPath.getSnapshot()
  if (!path.matches({ watched: 'late' })) return null
  return texts.ordersHeldBack(Math.round((now - (path.context.heardAt ?? now)) / 1000))
}
