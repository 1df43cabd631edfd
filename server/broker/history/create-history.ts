import { createLruCache } from '../../market/simulated/lru-cache.ts'
import { createEventLoopYield } from '../../market/yield-to-event-loop.ts'
import type { Store } from '../../store/database/database.ts'
import type { UserId } from '../../user.ts'
import type { BrokerHistory } from '../history.ts'
import { fromRow } from '../ledger/entry-row.ts'
import { createDayFold, type DayFold } from './fold-days.ts'

/** Accounts whose fold is kept, some megabytes each at most. */
const KEPT_MAX = 16
const PAGE = 5_000

interface Kept {
  readonly fold: DayFold
  seq: number
  reading: Promise<void>
}

/** The fold of an account is kept and reads on from its last entry, as entries of the log never change. */
export const createHistory = ({ db }: Pick<Store, 'db'>): BrokerHistory => {
  const kept = createLruCache<UserId, Kept>(KEPT_MAX)

  const readOn = async (owner: UserId, known: Kept): Promise<void> => {
    const breathe = createEventLoopYield()
    for (;;) {
      const rows = await db
        .selectFrom('ledger_event')
        .selectAll()
        .where('owner_id', '=', owner)
        .where('seq', '>', known.seq)
        .orderBy('seq')
        .limit(PAGE)
        .execute()
      for (const row of rows) {
        known.fold.add(fromRow(row))
        known.seq = row.seq
        await breathe()
      }
      if (rows.length < PAGE) return
    }
  }

  return {
    async of(owner) {
      const known = kept.get(owner, () => ({ fold: createDayFold(), seq: 0, reading: Promise.resolve() }))
      // Calls that meet read on one after the other; one that fails leaves the next to read on from the same entry.
      known.reading = known.reading.catch(() => {}).then(() => readOn(owner, known))
      await known.reading
      return known.fold.at
    },
  }
}
