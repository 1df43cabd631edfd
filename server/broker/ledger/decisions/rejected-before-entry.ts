import type { EpochMs } from '../../../../src/domain/time.ts'
import type { UserId } from '../../../user.ts'
import { recentWith } from '../account-state.ts'

const OWNERS_MAX = 10_000

/** Counting these would lock out who keeps retrying, as a bracket's watch does by itself. */
const uncounted: ReadonlySet<string> = new Set(['RATE_LIMIT', 'NOT_REDUCING'])

export const createRejectedBeforeEntry = () => {
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
