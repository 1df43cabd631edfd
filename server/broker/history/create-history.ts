import { paise } from '../../../src/domain/money.ts'
import { type EpochMs, epochMs, type IstDate, startOfIstDate } from '../../../src/domain/time.ts'
import { createLruCache } from '../../market/simulated/lru-cache.ts'
import { createEventLoopYield } from '../../market/yield-to-event-loop.ts'
import type { Store } from '../../store/database/database.ts'
import { eventsOfOwner } from '../../store/orders/ledger/ledger.ts'
import type { UserId } from '../../user.ts'
import type { BrokerHistory, DayEnd } from '../history.ts'
import { type AccountState, apply, withOwnMaps } from '../ledger/account-state.ts'
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

const readEntriesOf =
  (store: Pick<Store, 'db'>) =>
  async (
    owner: UserId,
    { after, before }: { readonly after: number; readonly before: number },
    take: (entry: Entry) => void | Promise<void>,
  ): Promise<void> => {
    const breathe = createEventLoopYield()
    for (let last = after; ; ) {
      const rows = await eventsOfOwner(store, owner, { after: last, before, limit: PAGE })
      for (const row of rows) {
        await take(fromRow(row))
        last = row.seq
        await breathe()
      }
      if (rows.length < PAGE) return
    }
  }

/** The fold of an account is kept and reads on from its last entry, as entries of the log never change. */
export const createHistory = (store: Pick<Store, 'db'>): BrokerHistory => {
  const kept = createLruCache<UserId, Kept>(KEPT_MAX)

  const readEntries = readEntriesOf(store)

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

  const findDay = async (owner: UserId, day: IstDate) => {
    const { fold, seq } = await readAll(owner)
    const index = fold.begins.findIndex((begin) => begin.day === day)
    const begin = fold.begins[index]
    if (begin === undefined) return null
    const before = fold.begins[index + 1]?.seq ?? seq + 1
    return { account: withOwnMaps(begin.account), span: { after: begin.seq, before } }
  }

  const walkDay: BrokerHistory['walkDay'] = async (owner, day, take) => {
    const found = await findDay(owner, day)
    if (found === null) return
    let [account, since]: [AccountState, EpochMs] = [found.account, epochMs(startOfIstDate(day))]
    await readEntries(owner, found.span, async (entry) => {
      await take({ account, since, until: entry.at })
      account = apply(account, entry)
      since = entry.at
    })
    await take({ account, since, until: null })
  }

  return {
    async of(owner) {
      return (await readAll(owner)).fold.at
    },
    async daysOf(owner) {
      return (await readAll(owner)).fold.begins.map(({ day }) => day)
    },
    walkDay,
    async endOf(owner, day) {
      const found = await findDay(owner, day)
      if (found === null) return null
      let { account } = found
      const settled: DayEnd['settled'][number][] = []
      await readEntries(owner, found.span, (entry) => {
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
