import { paise } from '../../../src/domain/money.ts'
import { createLruCache } from '../../market/simulated/lru-cache.ts'
import { createEventLoopYield } from '../../market/yield-to-event-loop.ts'
import type { Store } from '../../store/database/database.ts'
import { eventsOfOwner } from '../../store/orders/ledger/ledger.ts'
import type { UserId } from '../../user.ts'
import type { BrokerHistory, DayEnd } from '../history.ts'
import { apply, withOwnMaps } from '../ledger/account-state.ts'
import { fromRow } from '../ledger/entry-row.ts'
import type { Entry } from '../ledger/event.ts'
import { createDayFold, type DayFold, settlementIn } from './fold-days.ts'

/** Accounts whose fold is kept, some megabytes each at most. */
const KEPT_MAX = 16
const PAGE = 5_000

interface Kept {
  readonly fold: DayFold
  seq: number
  reading: Promise<void>
}

/** The fold of an account is kept and reads on from its last entry, as entries of the log never change. */
export const createHistory = (store: Pick<Store, 'db'>): BrokerHistory => {
  const kept = createLruCache<UserId, Kept>(KEPT_MAX)

  const readEntries = async (
    owner: UserId,
    { after, before }: { readonly after: number; readonly before: number },
    take: (entry: Entry) => void,
  ): Promise<void> => {
    const breathe = createEventLoopYield()
    for (let last = after; ; ) {
      const rows = await eventsOfOwner(store, owner, { after: last, before, limit: PAGE })
      for (const row of rows) {
        take(fromRow(row))
        last = row.seq
        await breathe()
      }
      if (rows.length < PAGE) return
    }
  }

  const readOn = (owner: UserId, known: Kept): Promise<void> =>
    readEntries(owner, { after: known.seq, before: Number.MAX_SAFE_INTEGER }, (entry) => {
      known.fold.add(entry)
      known.seq = entry.seq
    })

  const readAll = async (owner: UserId): Promise<Kept> => {
    const known = kept.get(owner, () => ({ fold: createDayFold(), seq: 0, reading: Promise.resolve() }))
    // Calls that meet read on one after the other; one that fails leaves the next to read on from the same entry.
    known.reading = known.reading.catch(() => {}).then(() => readOn(owner, known))
    await known.reading
    return known
  }

  return {
    async of(owner) {
      return (await readAll(owner)).fold.at
    },
    async endOf(owner, day) {
      const { fold, seq } = await readAll(owner)
      const index = fold.begins.findIndex((begin) => begin.day === day)
      const begin = fold.begins[index]
      if (begin === undefined) return null
      let account = withOwnMaps(begin.account)
      const settled: DayEnd['settled'][number][] = []
      const before = fold.begins[index + 1]?.seq ?? seq + 1
      await readEntries(owner, { after: begin.seq, before }, (entry) => {
        const trade = settlementIn(account, entry)
        if (trade !== null) {
          const { terms, at, side, quantity, price } = trade
          settled.push({ key: terms.id, at, side, quantity, value: paise(quantity * price) })
        }
        account = apply(account, entry)
      })
      return { account, settled }
    },
  }
}
