import type { EpochMs } from '../../../src/domain/time.ts'
import type { UserId } from '../../user.ts'
import { recentWith } from './account-state.ts'

const OWNERS_MAX = 10_000

/** Who keeps asking would never come in again; what watches a position asks again by itself. */
const uncounted: ReadonlySet<string> = new Set(['RATE_LIMIT', 'NOT_REDUCING'])

/**
 * Orders and changes that were refused at the door leave no event but count for the rate caps. At the bound the one who
 * came first is forgotten.
 */
export const createRefusedAtDoor = () => {
  const timesOf = new Map<UserId, readonly EpochMs[]>()
  return {
    of: (owner: UserId, wall: EpochMs): readonly EpochMs[] => {
      const times = timesOf.get(owner)
      if (times === undefined) return []
      const recent = recentWith(times, wall).slice(0, -1)
      if (recent.length === 0) timesOf.delete(owner)
      return recent
    },
    add: (owner: UserId, wall: EpochMs, code: string): void => {
      if (uncounted.has(code)) return
      const times = recentWith(timesOf.get(owner) ?? [], wall)
      timesOf.delete(owner)
      timesOf.set(owner, times)
      const [oldest] = timesOf.keys()
      if (timesOf.size > OWNERS_MAX && oldest !== undefined) timesOf.delete(oldest)
    },
  }
}
